// seccomp(2), docs/decisions/0006-sandbox.md: what is denied, why with an errno rather than a signal.
// landlock(7), docs/decisions/0011-landlock.md: which paths there are.

import CAllocationCounter
import CSandbox
import Glibc
import HostResources
import Synchronization

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
  public static func begin() throws(PipelineError) {
    try check { csandbox_begin() }
    hasBegun.store(true, ordering: .relaxed)
  }

  // A kernel without filters is told of once.
  private static let hasBegun = Atomic<Bool>(false)

  /// Denies all but what a job does that has everything open. A camera that comes back can be opened again.
  ///
  /// - Throws: as ``begin()``.
  public static func tighten(_ needs: Needs = []) throws(PipelineError) {
    try check { csandbox_tighten(needs.rawValue) }
  }

  /// ``tighten(_:)`` as a job does it, with what its settings need.
  static func tighten(
    _ demand: Demand, hasControl: Bool = false, hasService: Bool = false, warn: (String) -> Void
  ) throws(PipelineError) {
    if demand == .off { return }
    var needs: Needs = hasControl ? .accepting : []
    // SAFETY: nobody changes the environment; only whether it is there is read.
    if hasService, unsafe getenv("NOTIFY_SOCKET") != nil { needs.insert(.notifying) }
    do { try tighten(needs) } catch {
      if demand == .required { throw error }
      if hasBegun.load(ordering: .relaxed) { warn("\(error)") }
    }
  }

  /// Takes all paths but those of the rules away from this thread and those that it starts: to be called before
  /// there are any.
  ///
  /// - Throws: ``PipelineError/sandbox(reason:)`` where the kernel has no Landlock.
  public static func confine(to rules: PathRules) throws(PipelineError) {
    let sorted = rules.access.sorted { $0.key < $1.key }
    // SAFETY: strdup gives C strings, or null pointers, that are freed below and outlive the call.
    let paths = unsafe sorted.map { unsafe csandbox_path(path: strdup($0.key), access: $0.value.rawValue) }
    defer { unsafe paths.forEach { unsafe free(UnsafeMutablePointer(mutating: $0.path)) } }
    let code = unsafe csandbox_confine_paths(paths, paths.count)
    guard code != 0 else { return }
    throw .sandbox(
      reason:
        "not confined to its folders: the kernel refuses Landlock (\(SystemCall.text(code))); "
        + "it needs Linux 5.13 or later with landlock among its security modules (lsm=), and a container that "
        + "allows it")
  }

  /// ``confine(to:)`` as a job does it.
  static func confine(
    _ demand: Demand, to rules: PathRules, warn: (String) -> Void
  ) throws(PipelineError) {
    if demand == .off { return }
    do { try confine(to: rules) } catch {
      if demand == .required { throw error }
      warn("\(error)")
    }
  }

  /// All of it, for a command that has no threads and makes nothing but files: paths by the rules, no socket, no new
  /// program.
  public static func confineCommand(to rules: PathRules, warn: (String) -> Void) {
    do throws(PipelineError) {
      try confine(.wanted, to: rules, warn: warn)
      try tighten(.wanted, warn: warn)
    } catch {
      // Where it is wanted only, it is told.
    }
  }

  /// libseccomp goes round in circles for ever where it gets no memory for a filter: the process ends before.
  private static func check(_ load: () -> Int32) throws(PipelineError) {
    callocation_require(1)
    let code = load()
    callocation_require(0)
    guard code != 0 else { return }
    throw .sandbox(
      reason: "not confined: the kernel refuses a filter of system calls "
        + "(\(SystemCall.text(code))); it needs Linux 3.17 or later with CONFIG_SECCOMP_FILTER, and a "
        + "container that allows seccomp(2)")
  }
}
