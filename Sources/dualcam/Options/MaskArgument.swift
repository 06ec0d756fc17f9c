import Compositor
import HUDGeometry
import Settings

/// A part of a camera's frames to hide: `x,y,w,h`, or an SVG drawing whose `viewBox` is the frame.
struct MaskArgument: SettingValue {
  static let expected = FrameMask.expected + ", or an .svg file"

  private enum Kind {
    case rectangle(FrameMask)
    case file(String)
  }

  private let kind: Kind

  init?(argument: String) {
    if argument.lowercased().hasSuffix(".svg") {
      kind = .file(argument)
    } else if let mask = FrameMask(rectangle: argument) {
      kind = .rectangle(mask)
    } else {
      return nil
    }
  }

  /// Refuses a drawing that shows more than is read of it.
  private static func check(_ svg: String) throws(MaskDrawingError) {
    // Of the document's own element only its viewBox counts.
    let body = svg.replacing(/<svg[^>]*>/, with: "")
    for (pattern, what) in FrameMask.unreadable {
      guard let regex = try? Regex(pattern), body.firstMatch(of: regex) != nil else { continue }
      throw MaskDrawingError(what: what)
    }
  }

  /// Its file; `nil` of a rectangle.
  var path: String? { if case .file(let path) = kind { path } else { nil } }

  /// Reads it.
  ///
  /// - Throws: what is wrong with its file.
  var mask: FrameMask {
    get throws {
      switch kind {
      case .rectangle(let mask): mask
      case .file(let path):
        FrameMask(name: path, drawing: try LookOptions.drawing(path, what: "mask", check: Self.check).path)
      }
    }
  }
}

/// Why a drawing is no mask.
struct MaskDrawingError: Error, CustomStringConvertible {
  let what: String
  var description: String {
    "a mask takes filled shapes in plain numbers, and it has \(what), which aren't read: it would hide less than it shows"
  }
}

extension RedactionTarget: SettingValue {}
