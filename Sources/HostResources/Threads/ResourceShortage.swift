import CResources
import PixelTypes

/// The machine couldn't provide a thread or memory.
public struct ResourceShortage: ExplainedError, Sendable, Equatable {
  /// The limit that was reached.
  public enum Limit: Sendable, Equatable {
    /// RLIMIT_AS, bytes.
    case addressSpace(UInt64)
    /// RLIMIT_DATA, bytes.
    case data(UInt64)
    /// RLIMIT_NPROC: processes and threads of the user.
    case tasks(UInt64)
    /// A control group's pids.max: processes and threads in it.
    case groupTasks(UInt64)
    /// No known limit.
    case none
  }

  /// What is missing, such as `the thread dualcam-sink can't be started`.
  public let what: String
  /// The limit that was reached, as found right after the failure.
  public let limit: Limit

  /// Makes a shortage from its parts.
  public init(what: String, limit: Limit) {
    self.what = what
    self.limit = limit
  }

  /// A thread that couldn't be started. Call immediately: the limit is inferred from current usage.
  static func thread(_ name: String) -> ResourceShortage {
    ResourceShortage(
      what: "the thread \(name) can't be started", limit: Limit(cresources_thread_limit()))
  }

  /// Memory that couldn't be allocated; infers the limit from current usage.
  ///
  /// - Parameters:
  ///   - bytes: how many were needed.
  ///   - purpose: what for, completing "no memory for" in the message.
  public static func memory(_ bytes: Int, for purpose: String) -> ResourceShortage {
    ResourceShortage(
      what: "there is no memory for \(purpose) (\(bytes >> 10) KiB)",
      limit: Limit(cresources_memory_limit(UInt64(clamping: bytes))))
  }

  /// EX_OSERR.
  public static let exitCode: Int32 = 71
  /// EX_OSERR, 71: the same for every shortage.
  public var exitCode: Int32 { Self.exitCode }
  /// What to do, as the beginning of a sentence.
  public var remedy: String {
    "raise the limit named, or end other programs; what is recorded is intact"
  }
}

extension ResourceShortage.Limit {
  /// The limit set for memory, whether reached or not.
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
  /// What is missing, and which limit to raise.
  public var description: String { "\(what): \(limit.advice)" }
}

extension ResourceShortage.Limit {
  /// Which limit it is, and what to do about it.
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
      "the system has no more; end other programs, or request less: one camera, a smaller --canvas, a shorter --before"
    }
  }
}
