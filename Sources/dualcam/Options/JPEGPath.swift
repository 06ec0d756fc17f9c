import Foundation
import Settings

/// Names of pictures to write, which are JPEGs.
enum JPEGPath {
  private static let others = ["png", "webp", "gif", "bmp", "tif", "tiff", "heic", "avif", "jxl"]

  /// Refuses the name of another kind of picture: programs that go by it would be misled.
  static func check(_ option: String, _ path: String?) throws {
    guard let path else { return }
    let name = path as NSString
    guard others.contains(name.pathExtension.lowercased()) else { return }
    throw ValidationError(
      "\(option) is \(path), and the picture is a JPEG; write \(name.deletingPathExtension).jpg")
  }
}
