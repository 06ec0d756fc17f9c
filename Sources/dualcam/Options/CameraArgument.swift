import CaptureKit
import Compositor
import HUDGeometry
import HostResources
import Pipeline
import PixelTypes
import Settings

/// A camera on the command line with what is its own: `SRC[,name=left][,rotate=90]…`.
///
/// Each option is called like the flag that gives it for all cameras, or for the first.
struct CameraArgument {
  let source: String
  private(set) var name: String?
  private(set) var resolution: PixelSize?
  private(set) var format: FormatArgument?
  private(set) var fps: Double?
  private(set) var rotate: Int?
  private(set) var flip = false
  private(set) var crop: CropArgument?
  private(set) var controls: [ControlValue] = []
  private(set) var grid: Grid?
  /// As ``LookOptions/template(_:)`` takes it.
  private(set) var template: String?
  private(set) var fieldOfView: Double?

  static let keys = [
    "name", "resolution", "format", "fps", "rotate", "flip", "crop", "set-ctrl", "grid", "template",
    "field-of-view",
  ]

  /// A camera without options.
  init(source: String) { self.source = source }

  /// A source may have commas: options are what follows the last part that isn't one.
  init(parsing text: String) throws {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var options: [(key: String, value: String?)] = []
    while parts.count > 1, let last = parts.last {
      let pair = last.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard Self.keys.contains(pair[0]) else { break }
      options.insert((pair[0], pair.count > 1 ? pair[1] : nil), at: 0)
      parts.removeLast()
    }
    source = parts.joined(separator: ",")
    if parts.count > 1, let last = parts.last, let key = last.split(separator: "=").first.map(String.init),
      last.contains("="), key.allSatisfy({ $0.isLetter || $0 == "-" })
    {
      throw ValidationError(
        "--camera is '\(LookOptions.shown(text))'; a camera has no option '\(key)'"
          + Spelling.suggestion(for: key, among: Self.keys))
    }
    if source.isEmpty {
      throw ValidationError(
        "--camera is '\(LookOptions.shown(text))'; it begins with a source, such as /dev/video0")
    }
    for (key, value) in options { try take(key, value, of: text) }
  }

  private mutating func take(_ key: String, _ value: String?, of text: String) throws {
    func refuse(_ reason: String) -> ValidationError {
      ValidationError("--camera is '\(LookOptions.shown(text))'; \(key) \(reason)")
    }
    if key == "flip" {
      guard value == nil || value == "1" else { throw refuse("takes no value") }
      flip = true
      return
    }
    guard let value, !value.isEmpty else { throw refuse("needs a value") }
    func parsed<Value: SettingValue>(_ what: String) throws -> Value {
      guard let value = Value(argument: value) else {
        throw refuse("is '\(LookOptions.shown(value))'; it must be \(what)")
      }
      return value
    }
    switch key {
    case "name":
      if let problem = CameraNames.objectionOnScreen(to: value) { throw refuse("is '\(value)': \(problem)") }
      name = value
    case "resolution":
      let size: PixelSize = try parsed("a size such as 1280x720")
      if let problem = size.objection { throw refuse("is \(size); \(problem)") }
      resolution = size
    case "format": format = try parsed(FormatArgument.allCases.map(\.rawValue).joined(separator: ", "))
    case "fps":
      let rate: Double = try parsed("a number")
      guard SourceOptions.rates.contains(rate) else { throw refuse("is \(value); it must be .001 to 240") }
      fps = rate
    case "rotate":
      guard let degrees = Int(value), SourceOptions.turns.contains(degrees) else {
        throw refuse("is \(value); it must be 0, 90, 180 or 270")
      }
      rotate = degrees
    case "crop": crop = try parsed("a part such as 640x480+16+8")
    case "set-ctrl": controls.append(try parsed("a control and its value, such as brightness=10"))
    case "grid": grid = try parsed(Grid.allCases.map(\.rawValue).joined(separator: ", "))
    case "template": template = value
    default:
      fieldOfView = try LookOptions.checked(fieldOfView: try parsed("a number"), "--camera's field-of-view")
    }
  }
}
