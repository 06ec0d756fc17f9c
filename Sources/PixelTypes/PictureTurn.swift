/// How a picture is turned: one of the eight ways to map a rectangle onto itself or its transpose.
public struct PictureTurn: Hashable, Sendable {
  /// Clockwise quarter turns, 0...3, applied first.
  public let quarters: Int
  /// Whether left and right are then swapped.
  public let isMirrored: Bool

  /// No change.
  public static let none = PictureTurn()

  /// Makes a turn; quarters are taken modulo four.
  public init(quarters: Int = 0, isMirrored: Bool = false) {
    self.quarters = (quarters % 4 + 4) % 4
    self.isMirrored = isMirrored
  }

  /// The turns that set pictures upright, by EXIF's orientation from 1 on.
  public static let orientations = [
    none, PictureTurn(isMirrored: true), PictureTurn(quarters: 2), PictureTurn(quarters: 2, isMirrored: true),
    PictureTurn(quarters: 1, isMirrored: true), PictureTurn(quarters: 1),
    PictureTurn(quarters: 3, isMirrored: true), PictureTurn(quarters: 3),
  ]

  /// This turn followed by another, as one.
  public func followed(by next: PictureTurn) -> PictureTurn {
    // A mirrored picture turns the other way.
    PictureTurn(
      quarters: quarters + (isMirrored ? -next.quarters : next.quarters),
      isMirrored: isMirrored != next.isMirrored)
  }

  /// Whether width and height are swapped.
  public var swapsSides: Bool { quarters % 2 == 1 }

  /// The size of a picture after the turn.
  public func turned(_ size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(clampingWidth: size.height, height: size.width) : size
  }

  /// Where a pixel of the turned picture comes from.
  ///
  /// - Parameters:
  ///   - x: column of the turned picture.
  ///   - y: row of the turned picture.
  ///   - size: of the picture before the turn.
  @inline(__always)
  public func origin(x: Int, y: Int, in size: PixelSize) -> (x: Int, y: Int) {
    let width = swapsSides ? size.height : size.width
    let x = isMirrored ? width - 1 - x : x
    switch quarters {
    case 1: return (y, size.height - 1 - x)
    case 2: return (size.width - 1 - x, size.height - 1 - y)
    case 3: return (size.width - 1 - y, x)
    default: return (x, y)
    }
  }
}
