import PixelTypes

/// Modes a camera could use when the bus has no bandwidth for the requested one.
package enum SmallerModes {
  /// The three heaviest modes estimated to need at most half the bytes a second of `format`, heaviest first. Considers
  /// rates from 5 a second.
  static func of(_ offered: [OfferedFormat], than format: StreamFormat) -> [String] {
    let now = bytesPerSecond(
      format.pixelFormat, format.size, format.framesPerSecond ?? FormatChoice.usualRate)
    var modes: [(text: String, bytes: Double)] = []
    for offer in offered {
      guard let pixelFormat = offer.code.pixelFormat else { continue }
      for size in offer.sizes {
        for interval in size.intervals where interval.framesPerSecond >= 5 {
          let bytes = bytesPerSecond(pixelFormat, size.largest, interval.framesPerSecond)
          guard bytes <= now / 2 else { continue }
          let rate = (interval.framesPerSecond * 100).rounded() / 100
          modes.append(("\(pixelFormat.rawValue) \(size.largest) at \(rate.shortest) fps", bytes))
        }
      }
    }
    return modes.sorted { ($0.bytes, $0.text) > ($1.bytes, $1.text) }.prefix(3).map(\.text)
  }

  /// Raw formats need the size of their samples; Motion JPEG usually needs two bits per pixel.
  package static func bytesPerSecond(_ format: PixelFormat, _ size: PixelSize, _ rate: Double) -> Double {
    let bitsPerPixel: Double =
      switch format {
      case .mjpeg: 2
      case .grey: 8
      case .nv12: 12
      case .yuyv: 16
      }
    return Double(size.area) * bitsPerPixel / 8 * rate
  }
}
