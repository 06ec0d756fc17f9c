import PixelTypes

/// What to request from a camera, given what it offers.
///
/// If the request names no format, the format nearest in size wins, then nearest in rate, then the first in this order:
/// from 1280×720 up, Motion JPEG, because raw video of that size fills a USB 2 bus and MJPEG frames can be recorded
/// without recoding; below, raw, because it needs no decoding. Grey comes last. So MJPEG also wins below 1280×720 if
/// raw doesn't reach the rate. The default size is 1280×720 and the default rate 30 a second: the settings that the last
/// program left in the camera must not matter.
struct FormatChoice: Equatable {
  var code: FourCharacterCode
  var pixelFormat: PixelFormat
  var size: PixelSize
  /// `nil` leaves the rate to the driver.
  var interval: FrameInterval?

  static let usualRate = 30.0
  static let usualSize = PixelSize(width: 1280, height: 720)

  static func order(for size: PixelSize) -> [PixelFormat] {
    size.area >= 1280 * 720 ? [.mjpeg, .nv12, .yuyv, .grey] : [.yuyv, .nv12, .mjpeg, .grey]
  }

  /// - Returns: `nil` when nothing fits the requested format or, without one, when no format is usable as is.
  static func best(of offered: [OfferedFormat], for request: StreamRequest) -> FormatChoice? {
    guard let wanted = request.size ?? usualSize else { return nil }
    let order = order(for: wanted)
    var best: (choice: FormatChoice, score: [Double])?
    for format in offered {
      guard let pixelFormat = format.code.pixelFormat, pixelFormat == request.pixelFormat ?? pixelFormat
      else { continue }
      let rank = Double(order.firstIndex(of: pixelFormat) ?? order.count)
      // A driver that lists no sizes decides when one is requested.
      let sizes =
        format.sizes.isEmpty
        ? [OfferedSize(smallest: wanted, largest: wanted, intervals: [])] : format.sizes
      for offer in sizes {
        let size = offer.nearest(to: wanted)
        let interval =
          offer.intervals.isEmpty
          ? request.framesPerSecond.flatMap(FrameInterval.init)
          : FrameInterval.nearest(of: offer.intervals, to: request)
        let rate = interval?.framesPerSecond ?? request.framesPerSecond ?? usualRate
        let shortfall = max(0, (request.framesPerSecond ?? usualRate) - rate)
        // The last term prefers the larger of two equally distant sizes.
        let score = [Double(size.distance(to: wanted)), shortfall.rounded(), rank, -Double(size.area)]
        if let best, !score.lexicographicallyPrecedes(best.score) { continue }
        let choice = FormatChoice(
          code: format.code, pixelFormat: pixelFormat, size: size, interval: interval)
        best = (choice, score)
      }
    }
    return best?.choice
  }
}
