import HUDGeometry
import PixelTypes

/// How a camera's frames are turned and cropped before anything else.
package struct FrameTurn: Sendable, Equatable {
  /// The turn, which comes first.
  package var turn: PictureTurn
  /// The part of the turned frames to keep, in pixels; `nil` for all.
  package var crop: PixelRect?

  /// No change.
  package static let none = FrameTurn()

  /// Makes a turn.
  package init(turn: PictureTurn = .none, crop: PixelRect? = nil) {
    self.turn = turn
    self.crop = crop
  }

  /// The same turn and crop for frames that another turn must set upright first.
  package func after(_ orientation: PictureTurn) -> FrameTurn {
    FrameTurn(turn: orientation.followed(by: turn), crop: crop)
  }

  /// The part of a turned frame to keep: the crop, aligned to blocks and clipped; `nil` if it lies outside.
  ///
  /// - Parameters:
  ///   - size: the turned frame's size.
  ///   - block: the indivisible unit: an MCU of a JPEG, a pair of pixels of a raw frame.
  package func region(in size: PixelSize, block: (width: Int, height: Int)) -> PixelRect? {
    let frame = size.bounds
    guard let crop else { return frame }
    guard !crop.intersection(frame).isEmpty else { return nil }
    let x = crop.x / block.width * block.width
    let y = crop.y / block.height * block.height
    let wanted = PixelRect(x: x, y: y, width: crop.maxX - x, height: crop.maxY - y)
    return wanted.intersection(frame)
  }

  /// Where a place in the shown part lies in the camera's own frame; both are fractions.
  ///
  /// - Parameter frame: the size of the camera's frames.
  package func origin(of place: Point, frame: PixelSize) -> Point {
    let turned = turn.turned(frame)
    var (x, y) = (place.x, place.y)
    if let region = region(in: turned, block: (1, 1)) {
      x = (Double(region.x) + x * Double(region.width)) / Double(turned.width)
      y = (Double(region.y) + y * Double(region.height)) / Double(turned.height)
    }
    if turn.isMirrored { x = 1 - x }
    switch turn.quarters {
    case 1: return Point(y, 1 - x)
    case 2: return Point(1 - x, 1 - y)
    case 3: return Point(1 - y, x)
    default: return Point(x, y)
    }
  }
}
