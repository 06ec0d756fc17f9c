/// The size of a picture in pixels; can't be empty or absurdly large.
public struct PixelSize: Hashable, Sendable {
  /// The longest side that dualcam accepts. libjpeg's own limit is 65,500; no camera comes close.
  public static let largestSide = 16_384

  /// Columns, 1 … 16,384.
  public let width: Int
  /// Rows, 1 … 16,384.
  public let height: Int

  /// Makes a size, or `nil` when a side lies outside 1...16,384.
  public init?(width: Int, height: Int) {
    guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// From the origin.
  package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Makes a size from sides known to be valid; any other side is clamped to 1 … 16,384.
  public init(clampingWidth width: Int, height: Int) {
    self.width = min(max(width, 1), Self.largestSide)
    self.height = min(max(height, 1), Self.largestSide)
  }

  /// Reads `WIDTHxHEIGHT`, as in `1920x1080`; `nil` for anything else and for sides outside 1 … 16,384.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
    self.init(width: width, height: height)
  }

  /// The number of pixels.
  public var area: Int { width * height }

  /// Whether a file of so many bytes may have a picture of this size decoded whole: a small one that claims more shouldn't
  /// take gigabytes, while a photo of 200 million pixels has a tenth of them in bytes.
  package func canBeHeld(from byteCount: Int) -> Bool { area <= max(1 << 26, byteCount * 64) }

  // MARK: - External pictures

  /// Valid sides of external pictures, and of canvases: a smaller one shows nothing.
  static let pictureSides = 16...largestSide
  /// The most pixels that such a picture may have: 16,384 × 8,192.
  public static let mostPixels = 1 << 27

  /// Why this can't be the size of an external picture or of a canvas; `nil` if it can.
  public var objection: String? {
    let sides = Self.pictureSides
    if sides.contains(width), sides.contains(height), area <= Self.mostPixels { return nil }
    return
      "a picture's sides must be \(sides.lowerBound) to \(sides.upperBound) pixels, at most \(Self.mostPixels) pixels in all"
  }
}

extension PixelSize: CustomStringConvertible {
  /// The size as `1920x1080`.
  public var description: String { "\(width)x\(height)" }
}
