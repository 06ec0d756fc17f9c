// seccomp(2) and docs/decisions/0006-sandbox.md: what is denied, why with an errno rather than a signal.

import CSandbox
import Glibc

/// What the process may ask of the kernel from now on, for itself and all of its threads, and can't get back.
///
/// There is no network on the way of a frame; this makes it a fact that doesn't depend on the code being right. A call
/// that is denied fails with `EPERM`, one that isn't foreseen with `ENOSYS`.
public enum Sandbox {
  /// Whether a job confines the process when it has opened what it needs.
  public enum Demand: Sendable {
    /// No: the process does other things beside.
    case off
    /// Where the kernel can; else there is a warning.
    case wanted
    /// A kernel that can't is an error.
    case required
  }

  /// What stays allowed beside files, cameras, memory and threads.
  public struct Needs: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Messages to the service manager, each by a Unix socket of its own.
    public static let notifying = Needs(rawValue: UInt32(CSANDBOX_NOTIFIES))
    /// Connections to a Unix socket that listens already.
    public static let accepting = Needs(rawValue: UInt32(CSANDBOX_ACCEPTS))
  }

  /// Denies what no command does: sockets but Unix ones, new programs and processes, code made at run time, other
  /// processes' memory, changes to the system. To be called first.
  ///
  /// - Throws: ``PipelineError/sandbox(reason:)`` where the kernel has no such filters.
  public static func begin() throws(PipelineError) { try check(csandbox_begin()) }

  /// Denies all but what a job does that has everything open. A camera that comes back can be opened again.
  ///
  /// - Throws: as ``begin()``.
  public static func tighten(_ needs: Needs = []) throws(PipelineError) {
    try check(csandbox_tighten(needs.rawValue))
  }

  /// ``tighten(_:)`` as a job does it, with what its settings need.
  static func tighten(
    _ demand: Demand, hasControl: Bool = false, warn: (String) -> Void = { _ in }
  ) throws(PipelineError) {
    if demand == .off { return }
    var needs: Needs = hasControl ? .accepting : []
    // SAFETY: nobody changes the environment; only whether it is there is read.
    if unsafe getenv("NOTIFY_SOCKET") != nil { needs.insert(.notifying) }
    do { try tighten(needs) } catch {
      if demand == .required { throw error }
      warn("\(error)")
    }
  }

  private static func check(_ code: Int32) throws(PipelineError) {
    guard code != 0 else { return }
    throw .sandbox(
      reason: "not confined: the kernel refuses a filter of system calls "
        + "(\(FileDescriptorWriter.reason(code))); it needs Linux 3.17 or later with CONFIG_SECCOMP_FILTER, and a "
        + "container that allows seccomp(2)")
  }
}
