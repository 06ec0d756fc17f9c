// perf_event_open(2): PERF_COUNT_HW_INSTRUCTIONS with `inherit`, user space only.

import CInstructionCounter
import Glibc

/// Counts the user-space instructions of the creating thread and of all threads it starts afterwards.
///
/// Unlike time, the count hardly depends on what else the machine does. Many virtual machines have no such counter.
public struct InstructionCounter: ~Copyable {
  /// Instructions per frame, or why there is no number.
  public struct Count: Sendable, Codable, Equatable {
    /// Instructions per frame; `nil`, and `null` in JSON, if they can't be counted.
    public var perFrame: Double?
    /// Why they can't be counted; `nil` if they can.
    public var reason: String?

    /// Makes a count, or the reason why there is none.
    public init(perFrame: Double? = nil, reason: String? = nil) {
      self.perFrame = perFrame
      self.reason = reason
    }

    package enum CodingKeys: String, CodingKey { case perFrame, reason }

    /// Encodes `perFrame` even if it is null, so that readers needn't check for the key.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(perFrame, forKey: .perFrame)
      try container.encodeIfPresent(reason, forKey: .reason)
    }
  }

  // A descriptor, or a negative errno.
  private let descriptor: Int32

  /// Starts counting, if the machine can.
  public init() { descriptor = cinstructions_open() }

  /// Uses an open counter's descriptor, or a negative errno.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Instructions so far; `nil` if they can't be counted. Allocates nothing.
  public var count: UInt64? {
    guard descriptor >= 0 else { return nil }
    var count: UInt64 = 0
    // SAFETY: writes to `count` only.
    return unsafe cinstructions_read(descriptor, &count) == 0 ? count : nil
  }

  /// Instructions per frame since an earlier ``count``, or why there is no number.
  public func perFrame(since start: UInt64?, frames: Int) -> Count {
    let now = count
    guard let start, let now, frames > 0 else { return Count(reason: reason(now, frames: frames)) }
    return Count(perFrame: Double(now - min(start, now)) / Double(frames))
  }

  private func reason(_ now: UInt64?, frames: Int) -> String {
    switch -descriptor {
    case ENOENT, EOPNOTSUPP, ENODEV: "this machine has no counter for them, like most virtual machines"
    case EACCES, EPERM: "not permitted: kernel.perf_event_paranoid is above 2, or a sandbox forbids it"
    case ENOSYS: "the kernel is built without performance events"
    case let code where code > 0: SystemCall.text(code)
    default:
      if frames < 1 {
        "there were no frames"
      } else if now == nil {
        "the counter was never scheduled"
      } else {
        "the counter had no number to start from"
      }
    }
  }
}
