// https://docs.kernel.org/userspace-api/media/v4l/metafmt-uvc.html
// USB Device Class Definition for Video Devices 1.5, 2.4.3.3: Video and Still Image Payload Headers

/// What a payload's header says about time, and when the driver read it.
struct PayloadClock: Equatable {
  /// CLOCK_MONOTONIC, in nanoseconds, when the driver read the header; and the bus's frame number then.
  var host: Int64
  var hostFrame: UInt16
  /// The camera's clock when the exposure began (PTS), in its ticks; `nil` if the header doesn't say.
  var exposed: UInt32?
  /// The camera's clock when it made the header (SCR), in its ticks; and the bus's frame number then, of 11 bits.
  var sent: UInt32
  var sentFrame: UInt16
}

extension PayloadClock {
  /// Reads the next block that has the camera's clock; `nil` after the last, or where a block is cut.
  ///
  /// - Parameters:
  ///   - at: where to begin, in bytes; on return, the block's end.
  ///   - bytes: a buffer of `V4L2_META_FMT_UVC`.
  init?(_ at: inout Int, _ bytes: Span<UInt8>) {
    func number(_ start: Int, bytes count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
    }
    while bytes.count - at >= 12 {
      let (start, flags) = (at, bytes[at + 11])
      let clock = start + 12 + (flags & 0x04 != 0 ? 4 : 0)
      // The header may be longer than this; the driver copies no more of it.
      at = clock + (flags & 0x08 != 0 ? 6 : 0)
      guard Int(bytes[start + 10]) >= at - start - 10, at <= bytes.count else { return nil }
      guard flags & 0x08 != 0, let host = Int64(exactly: number(start, bytes: 8)) else { continue }
      self.init(
        host: host, hostFrame: UInt16(number(start + 8, bytes: 2)),
        exposed: flags & 0x04 != 0 ? UInt32(number(start + 12, bytes: 4)) : nil,
        sent: UInt32(number(clock, bytes: 4)), sentFrame: UInt16(number(clock + 4, bytes: 2)) & 0x7FF)
      return
    }
    return nil
  }
}
