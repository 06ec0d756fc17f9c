// seccomp(2), docs/decisions/0006-sandbox.md: what is denied, and why with an errno rather than a signal.
// landlock(7), docs/decisions/0011-landlock.md: which paths are visible.

import CAllocationCounter
import CSandbox
import CaptureKit
import Glibc
import HostResources
import Synchronization

/// Gives up rights: limits what the process, with all its threads, may still ask of the kernel. This can't be undone.
///
/// A frame's path needs no network; this enforces that even if the code is wrong. A denied call
/// fails with `EPERM`, an unforeseen one with `ENOSYS`.
package enum Sandbox {
  /// Whether a job confines the process once it has opened what it needs.
  package enum Demand: Sendable {
    /// No: the process also does other things.
    case off
    /// If the kernel supports it; otherwise there is a warning.
    case wanted
    /// A kernel without support is an error.
    case required
  }

  /// What stays allowed besides files, cameras, memory and threads.
  package struct Needs: OptionSet, Sendable {
    /// The bits of `CSANDBOX_CONNECTS` and so on.
    package let rawValue: UInt32
    /// Makes a set from such bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Unix sockets that connect, to the service manager, PipeWire or a recorder.
    package static let connecting = Needs(rawValue: UInt32(CSANDBOX_CONNECTS))
    /// Accepting connections on a Unix socket that already listens.
    package static let accepting = Needs(rawValue: UInt32(CSANDBOX_ACCEPTS))
    /// Requests to media controllers and about memory that devices share, for libcamera.
    package static let usingMedia = Needs(rawValue: UInt32(CSANDBOX_USES_MEDIA))
    /// Setting how the terminal reads what is typed.
    package static let settingTerminal = Needs(rawValue: UInt32(CSANDBOX_SETS_TERMINAL))
  }

  /// Denies what no command does: sockets other than Unix ones and the kernel's news of devices, new programs and
  /// processes, code generated at run time, other processes' memory, changes to the system. Call it first.
  ///
  /// - Throws: ``PipelineError/sandbox(reason:)`` when the kernel has no such filters.
  package static func begin() throws(PipelineError) {
    try check { csandbox_begin() }
    hasBegun.store(true, ordering: .relaxed)
  }

  // A kernel without filters is reported once.
  private static let hasBegun = Atomic<Bool>(false)

  /// Denies everything a job doesn't need once everything is open. A camera that comes back can be reopened.
  ///
  /// - Throws: as ``begin()``.
  package static func tighten(_ needs: Needs = []) throws(PipelineError) {
    try check { csandbox_tighten(needs.rawValue) }
  }

  /// ``tighten(_:)`` for a job, allowing what its settings need.
  static func tighten(
    _ demand: Demand, hasControl: Bool = false, hasService: Bool = false, services: Set<CameraService> = [],
    setsTerminal: Bool = false, warn: (String) -> Void
  ) throws(PipelineError) {
    if demand == .off { return }
    var needs: Needs = hasControl ? .accepting : []
    // Its daemon's socket, also when a node comes back.
    if services.contains(.pipewire) { needs.insert(.connecting) }
    if services.contains(.libcamera) { needs.insert(.usingMedia) }
    // A serial line that comes back.
    if setsTerminal { needs.insert(.settingTerminal) }
    // SAFETY: nothing changes the environment; only the variable's presence is read.
    if hasService, unsafe getenv("NOTIFY_SOCKET") != nil { needs.insert(.connecting) }
    do { try tighten(needs) } catch {
      if demand == .required { throw error }
      if hasBegun.load(ordering: .relaxed) { warn("\(error)") }
    }
  }

  /// Takes away all paths except the rules' from this thread and any it starts later: call it while
  /// there are no others. One descriptor per path stays open until the process ends.
  ///
  /// - Throws: ``PipelineError/sandbox(reason:)`` when the kernel has no Landlock, a path can't be
  ///   opened, or its rule has no effect; nothing is taken away then.
  package static func confine(to rules: PathRules) throws(PipelineError) {
    let sorted = rules.access.sorted { $0.key < $1.key }
    // SAFETY: strdup gives C strings, or null pointers, that are freed below and outlive the call.
    let paths = unsafe sorted.map {
      unsafe csandbox_path(path: $0.key.withName { unsafe strdup($0) }, access: $0.value.rawValue)
    }
    defer { unsafe paths.forEach { unsafe free(UnsafeMutablePointer(mutating: $0.path)) } }
    var failed = 0
    let code = unsafe csandbox_confine_paths(paths, paths.count, &failed)
    guard code != 0 else { return }
    if failed < sorted.count {
      let path = sorted[failed].key
      throw .sandbox(
        reason: code == EACCES
          ? "not confined to its folders: a rule for \(path) has no effect, because its file system forgets it between look-ups"
          : "not confined to its folders: no rule can be made for \(path) (\(SystemCall.text(code)))")
    }
    throw .sandbox(
      reason:
        "not confined to its folders: the kernel refuses Landlock (\(SystemCall.text(code))); "
        + "it needs Linux 5.13 or later with landlock among its security modules (lsm=), and a container that "
        + "allows it")
  }

  /// ``confine(to:)`` for a job, which may remove the folders again that it needs and are made first, while they are empty.
  ///
  /// - Returns: those that were made; none if nothing is demanded.
  static func confine(
    _ demand: Demand, to rules: PathRules, making folders: [String], warn: (String) -> Void
  ) throws -> MadeFolders {
    let made = try MadeFolders(demand == .off ? [] : folders)
    var rules = rules
    for parent in made.parents { rules.allow(.clears, parent) }
    do { try confine(demand, to: rules, warn: warn) } catch {
      made.removeEmpty()
      throw error
    }
    return made
  }

  /// ``confine(to:)`` for a job.
  static func confine(
    _ demand: Demand, to rules: PathRules, warn: (String) -> Void
  ) throws(PipelineError) {
    if demand == .off { return }
    do { try confine(to: rules) } catch {
      if demand == .required { throw error }
      warn("\(error)")
    }
  }

  /// Everything, for a command that has no threads and creates only files: paths by the rules, no
  /// sockets, no new programs.
  package static func confineCommand(to rules: PathRules, warn: (String) -> Void) {
    do throws(PipelineError) {
      try confine(.wanted, to: rules, warn: warn)
      try tighten(.wanted, warn: warn)
    } catch {
      // With `.wanted` a failure is only a warning.
    }
  }

  /// libseccomp loops forever if it gets no memory for a filter: the process ends first.
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
