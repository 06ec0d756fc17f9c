import PixelTypes

/// What to ask a camera for, out of what it offers.
///
/// Without a format in the request the one wins that comes nearest to the size, then to the rate, then by this
/// order: from 1280×720 on Motion JPEG first, as raw video of that size fills a USB 2 bus and its frames can be
/// recorded without coding them again; below, raw first, as it costs no decoding. Grey comes last. So MJPEG is
/// also taken below 1280×720 where raw doesn't reach the rate. Without a size, 1280×720 is aimed at; without a
/// rate, 30 a second: what the last program left in the camera must not matter.
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

  /// - Returns: `nil` when nothing fits the format asked for, or, without one, nothing is usable as it is.
  static func best(of offered: [OfferedFormat], for request: StreamRequest) -> FormatChoice? {
    guard let wanted = request.size ?? usualSize else { return nil }
    let order = order(for: wanted)
    var best: (choice: FormatChoice, score: [Double])?
    for format in offered {
      guard let pixelFormat = format.code.pixelFormat, pixelFormat == request.pixelFormat ?? pixelFormat
      else { continue }
      let rank = Double(order.firstIndex(of: pixelFormat) ?? order.count)
      // A driver that lists no sizes decides when it is asked.
      let sizes =
        format.sizes.isEmpty
        ? [OfferedSize(smallest: wanted, largest: wanted, intervals: [])] : format.sizes
      for offer in sizes {
        let size = offer.nearest(to: wanted)
        let interval = interval(of: offer, for: request)
        let distance = abs(size.width - wanted.width) + abs(size.height - wanted.height)
        let rate = interval?.framesPerSecond ?? request.framesPerSecond ?? usualRate
        let shortfall = max(0, (request.framesPerSecond ?? usualRate) - rate)
        // The last term prefers the larger of two sizes that are equally far.
        let score = [Double(distance), shortfall.rounded(), rank, -Double(size.area)]
        if let best, !score.lexicographicallyPrecedes(best.score) { continue }
        let choice = FormatChoice(
          code: format.code, pixelFormat: pixelFormat, size: size, interval: interval)
        best = (choice, score)
      }
    }
    return best?.choice
  }

  private static func interval(of offer: OfferedSize, for request: StreamRequest) -> FrameInterval? {
    if offer.intervals.isEmpty { return request.framesPerSecond.flatMap(FrameInterval.init) }
    let wanted = request.framesPerSecond ?? usualRate
    return offer.intervals.min {
      (abs($0.framesPerSecond - wanted), -$0.framesPerSecond)
        < (abs($1.framesPerSecond - wanted), -$1.framesPerSecond)
    }
  }
}
