import GlassChrome
import JPEGCodec
import PixelTypes

/// What lies around the viewfinders, behind the glass.
package enum StageBackdrop: Sendable {
  /// The main camera's picture filling the canvas, far out of focus and a little dimmed.
  case ambient
  /// The same, and sharp beside the viewfinder's edges: redrawn in every picture, along with all chrome.
  case sharp
  /// A fixed picture or colour.
  case fixed(PictureBackdrop)

  /// From `ambient`, `sharp`, or a colour as `#RRGGBB`; `nil` for anything else.
  package init?(parsing text: String) {
    switch text {
    case "ambient": self = .ambient
    case "sharp": self = .sharp
    default:
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.utf8.count == 6, let code = UInt32(digits, radix: 16) else {
        return nil
      }
      self = .fixed(.gradient([code]))
    }
  }

  /// As given: `ambient`, `sharp`, or a colour as `#RRGGBB`; any other backdrop is a `picture`.
  package var name: String {
    switch self {
    case .ambient: "ambient"
    case .sharp: "sharp"
    case .fixed(.gradient(let codes)) where codes.count == 1:
      "#" + String(repeating: "0", count: 6 - String(codes[0], radix: 16).count) + String(codes[0], radix: 16)
    case .fixed: "picture"
    }
  }

  /// From a JPEG.
  ///
  /// - Throws: `JPEGError` if it can't be decoded.
  package init(jpeg: [UInt8]) throws(JPEGError) {
    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(jpeg.span)
    let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
    _ = try decoder.decode(jpeg.span, into: picture)
    self = .fixed(.picture(picture))
  }

  /// Whether the main camera's pixels are needed.
  package var isSharp: Bool { if case .sharp = self { true } else { false } }
}
