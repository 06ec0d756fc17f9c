/// A rectangle on the pixel grid: origin at the top left, y down, right and bottom edges exclusive.
public struct PixelRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// The part that both rectangles cover; empty where they don't meet.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  public func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }

  public func contains(x px: Int, y py: Int) -> Bool {
    (x..<maxX).contains(px) && (y..<maxY).contains(py)
  }

  /// Moved in by `amount` pixels on every side (out, where negative).
  public func insetBy(_ amount: Int) -> PixelRect {
    PixelRect(x: x + amount, y: y + amount, width: width - 2 * amount, height: height - 2 * amount)
  }
}
