import HUDGeometry
import PixelTypes

/// How a camera's frames are turned and cut before anything is done with them.
package struct FrameTurn: Sendable, Equatable {
  /// The turn, made first.
  package var turn: PictureTurn
  /// What is kept of the turned frames, in pixels; `nil` for all.
  package var crop: PixelRect?

  /// As they are.
  package static let none = FrameTurn()

  /// Makes a turn.
  package init(turn: PictureTurn = .none, crop: PixelRect? = nil) {
    self.turn = turn
    self.crop = crop
  }

  /// The same of frames that another turn has to set upright first.
  func after(_ orientation: PictureTurn) -> FrameTurn {
    FrameTurn(turn: orientation.followed(by: turn), crop: crop)
  }

  /// What is kept of a turned frame: the crop from a block's corner on, as far as it lies in the frame; `nil` if it doesn't.
  ///
  /// - Parameters:
  ///   - size: of the turned frame.
  ///   - block: what can't be cut: an MCU of a JPEG, a pair of pixels of a raw frame.
  func region(in size: PixelSize, block: (width: Int, height: Int)) -> PixelRect? {
    let frame = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    guard let crop else { return frame }
    guard !crop.intersection(frame).isEmpty else { return nil }
    let x = crop.x / block.width * block.width
    let y = crop.y / block.height * block.height
    let wanted = PixelRect(x: x, y: y, width: crop.maxX - x, height: crop.maxY - y)
    return wanted.intersection(frame)
  }

  /// Where a place of the shown part is in the camera's own frame: both in fractions.
  ///
  /// - Parameter frame: the size of the camera's frames.
  func origin(of place: Point, frame: PixelSize) -> Point {
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
