import Foundation
import PixelTypes

extension FrameSlot {
  /// Fields of view that a lens without great distortion can have, in degrees.
  public static let fieldsOfView = 10.0...150

  /// What a photo shows from its left to its right edge, in degrees, by its EXIF data's focal length; `nil` if they don't
  /// say it, or say what no such lens can have. Such lengths compare diagonals with that of 35 mm film, 43.27 mm (CIPA DCG-001).
  package var fieldOfView: Double? {
    guard format.pixelFormat == .mjpeg,
      let found = withBytes({ EXIFNumber(.focalLengthIn35mmFilm, of: $0) }), found.value > 0
    else { return nil }
    let (width, height) = (Double(format.size.width), Double(format.size.height))
    let half = 43.27 / 2 * width / (width * width + height * height).squareRoot()
    let degrees = 2 * atan(half / Double(found.value)) * 180 / .pi
    return Self.fieldsOfView.contains(degrees) ? degrees : nil
  }
}
