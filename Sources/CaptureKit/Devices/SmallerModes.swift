import PixelTypes

/// What else a camera could send when the bus has no room for what it was asked for.
enum SmallerModes {
  /// Modes that take half as much at most, by estimate: three of them, the one that takes most first, none with fewer
  /// pixels than another that takes as much.
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
          let number = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
          modes.append(("\(pixelFormat.rawValue) \(size.largest) at \(number) fps", bytes))
        }
      }
    }
    return modes.sorted { ($0.bytes, $0.text) > ($1.bytes, $1.text) }.prefix(3).map(\.text)
  }

  /// Raw formats take what their samples take; of Motion JPEG two bits a pixel are usual.
  private static func bytesPerSecond(_ format: PixelFormat, _ size: PixelSize, _ rate: Double) -> Double {
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
