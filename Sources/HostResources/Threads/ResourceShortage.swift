import CResources
import PixelTypes

/// The machine didn't give what was asked of it: a thread, or memory.
public struct ResourceShortage: ExplainedError, Sendable, Equatable {
  /// What stood in the way.
  public enum Limit: Sendable, Equatable {
    /// RLIMIT_AS, bytes.
    case addressSpace(UInt64)
    /// RLIMIT_DATA, bytes.
    case data(UInt64)
    /// RLIMIT_NPROC: processes and threads of the user.
    case tasks(UInt64)
    /// A control group's pids.max: processes and threads in it.
    case groupTasks(UInt64)
    /// None that is known.
    case none
  }

  /// What there is none of, as in `the thread dualcam-sink can't be started`.
  public let what: String
  public let limit: Limit

  public init(what: String, limit: Limit) {
    self.what = what
    self.limit = limit
  }

  /// A thread that couldn't be started. To be asked right then: the limit is found by what is used now.
  static func thread(_ name: String) -> ResourceShortage {
    ResourceShortage(
      what: "the thread \(name) can't be started", limit: Limit(cresources_thread_limit()))
  }

  /// Memory that isn't there.
  public static func memory(_ bytes: Int, for purpose: String) -> ResourceShortage {
    ResourceShortage(
      what: "there is no memory for \(purpose) (\(bytes >> 10) KiB)",
      limit: Limit(cresources_memory_limit(UInt64(clamping: bytes))))
  }

  /// EX_OSERR.
  public static let exitCode: Int32 = 71
  public var exitCode: Int32 { Self.exitCode }
  public var remedy: String {
    "raise the limit named, or end other programs; the recording so far is intact"
  }
}

extension ResourceShortage.Limit {
  /// The one that is set for memory, whether it is reached or not.
  public static var ofMemory: Self { Self(cresources_memory_limit(1 << 62)) }

  init(_ found: cresources_limit) {
    self =
      switch found.kind {
      case CRESOURCES_ADDRESS_SPACE: .addressSpace(found.value)
      case CRESOURCES_DATA: .data(found.value)
      case CRESOURCES_TASKS: .tasks(found.value)
      case CRESOURCES_GROUP_TASKS: .groupTasks(found.value)
      default: .none
      }
  }
}

extension ResourceShortage {
  public var description: String { "\(what): \(limit.advice)" }
}

extension ResourceShortage.Limit {
  /// Which it is, and what to do.
  public var advice: String {
    switch self {
    case .addressSpace(let bytes):
      "RLIMIT_AS allows \(bytes >> 10) KiB of addresses; raise it with `ulimit -v`, or LimitAS= in a unit"
    case .data(let bytes):
      "RLIMIT_DATA allows \(bytes >> 10) KiB of data; raise it with `ulimit -d`, or LimitDATA= in a unit"
    case .tasks(let count):
      "RLIMIT_NPROC is \(count), for all processes and threads of this user; end some, or raise it with `ulimit -u` "
        + "or LimitNPROC= in a unit"
    case .groupTasks(let count):
      "pids.max of the control group is \(count), for all processes and threads in it; raise it: TasksMax= in a unit, "
        + "--pids-limit of a container"
    case .none:
      "the system has no more; end other programs, or request less: one camera, a smaller --canvas"
    }
  }
}
