import PixelTypes

/// How well a part of the picture is exposed, judged by full-range BT.601 luma.
public struct ExposureMeter: Sendable {
  /// The part that is measured, in fractions of the picture from its top left.
  public let box: Rect
  /// Mean luma, 0 … 1.
  public private(set) var mean = 0.0
  /// Share of samples at or above 250, 0 … 1.
  public private(set) var clippedHigh = 0.0
  /// Share of samples at or below 5, 0 … 1.
  public private(set) var clippedLow = 0.0
  /// `snapped` for a mean of .38 … .62 with at most 2 % clipped, `near` for .28 … .72 with at most 8 %. Once
  /// `near` or `snapped`, each bound is .02 wider.
  public private(set) var state = GuideState.unknown

  /// Makes a meter for a part of the picture, in fractions from its top left.
  public init(box: Rect) { self.box = box }

  /// Measures a frame's small luma.
  package mutating func update(_ luma: PixelPlane) {
    luma.withBytes { bytes in
      update(luma: bytes, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow)
    }
  }

  /// Measures a frame's small luma: `height` rows of `bytesPerRow` bytes. A span that is too short, or an
  /// empty part, changes nothing.
  public mutating func update(luma: Span<UInt8>, width: Int, height: Int, bytesPerRow: Int) {
    let area = box.pixels(width: width, height: height, margin: 0)
    guard area.width > 0, area.height > 0, luma.count >= (height - 1) * bytesPerRow + width else { return }
    var (sum, high, low) = (0, 0, 0)
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) {
        let value = Int(luma[y * bytesPerRow + x])
        sum += value
        if value >= 250 { high += 1 }
        if value <= 5 { low += 1 }
      }
    }
    let count = Double(area.width * area.height)
    mean = Double(sum) / count / 255
    clippedHigh = Double(high) / count
    clippedLow = Double(low) / count
    let clipped = max(clippedHigh, clippedLow)
    // Hysteresis against idle: once lit, every bound widens.
    let slack = state.isLit ? 0.02 : 0
    if abs(mean - 0.5) <= 0.12 + slack, clipped <= 0.02 + slack {
      state = .snapped
    } else if abs(mean - 0.5) <= 0.22 + slack, clipped <= 0.08 + slack {
      state = .near
    } else {
      state = .idle
    }
  }
}
