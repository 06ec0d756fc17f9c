import PixelTypes
import Settings

/// A part of a picture in pixels on the command line: `640x480+16+8`, as jpegtran takes it.
struct CropArgument: SettingValue {
  static let expected = "a part such as 640x480+16+8"

  let rect: PixelRect

  init?(argument: String) {
    let parts = argument.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 3, let size = PixelSize(parsing: String(parts[0])), let x = Int(parts[1]),
      let y = Int(parts[2]),
      (0...PixelSize.largestSide).contains(x), (0...PixelSize.largestSide).contains(y)
    else { return nil }
    rect = PixelRect(x: x, y: y, width: size.width, height: size.height)
  }
}
