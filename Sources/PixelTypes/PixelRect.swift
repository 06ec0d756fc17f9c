/// A rectangle on the pixel grid: origin at the top left, y down, right and bottom edges exclusive.
public struct PixelRect: Hashable, Sendable {
  /// The left edge, in pixels.
  public var x: Int
  /// The top edge, in pixels.
  public var y: Int
  /// Columns, never negative.
  public var width: Int
  /// Rows, never negative.
  public var height: Int

  /// Makes a rectangle; a negative width or height becomes 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The right edge, exclusive.
  public var maxX: Int { x + width }
  /// The bottom edge, exclusive.
  public var maxY: Int { y + height }
  /// Whether it covers no pixel.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// The part that both rectangles cover; empty if they don't meet.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Whether the two share at least one pixel.
  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  /// Whether `other` lies inside, edges included; an empty one must lie inside, too.
  public func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }

  /// Whether the pixel at (`px`, `py`) is covered.
  public func contains(x px: Int, y py: Int) -> Bool {
    (x..<maxX).contains(px) && (y..<maxY).contains(py)
  }

  /// The rectangle with every side moved in by `amount` pixels, or out if `amount` is negative.
  public func insetBy(_ amount: Int) -> PixelRect {
    PixelRect(x: x + amount, y: y + amount, width: width - 2 * amount, height: height - 2 * amount)
  }

  /// No pixel, at the origin.
  package static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The rectangle at another place.
  package func moved(byX x: Int, y: Int) -> PixelRect {
    PixelRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// How many columns and rows a pixel lies outside; 0 where the rectangle covers its column or row.
  @inlinable package func gap(toX px: Int, y py: Int) -> (across: Int, down: Int) {
    (max(x - px, px - maxX + 1, 0), max(y - py, py - maxY + 1, 0))
  }
}

extension PixelRect {
  /// As on the command line: `640x480+16+8`.
  package var text: String { "\(width)x\(height)+\(x)+\(y)" }
}
