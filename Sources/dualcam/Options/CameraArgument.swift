import CaptureKit
import Compositor
import HUDGeometry
import HostResources
import Pipeline
import PixelTypes
import Screen
import Settings

/// What can be said of one camera: `,rotate=90` behind its source, or a key of its `[[camera]]`.
///
/// Each is called like the flag that gives it for all cameras, or for the first.
struct CameraOptions: SettingGroup {
  @Option("name", help: "What lines, files and the screen call it.") var name: String?
  @Option("resolution", help: "Size to request.") var resolution: PixelSize?
  @Option("format", help: "Pixel format to request.") var format: FormatArgument?
  @Option("fps", help: "Frames per second to request.", bounds: .range(0.001...240.0)) var fps: Double?
  @Option("rotate", help: "Turn its frames clockwise.", bounds: .among([0, 90, 180, 270])) var rotate: Int?
  @Flag("flip", help: "Mirror its frames.") var flip = false
  @Option("crop", help: "Keep only this part.") var crop: CropArgument?
  @Option("mask", help: "Hide a part of its frames.") var masks: [MaskArgument] = []
  @Option("redact", help: "Hide faces or people in them.") var redact: RedactionTarget?
  @Option("set-ctrl", help: "Set a camera control.") var controls: [ControlValue] = []
  @Option("grid", help: "Guide lines over its viewfinder.") var grid: Grid?
  @Option("template", help: "Silhouette in its viewfinder.") var template: String?
  @Option(
    "field-of-view", help: "What it shows from left to right, in degrees.", bounds: GuideOptions.fieldsOfView)
  var fieldOfView: Double?

  static let keys = settings.map(\.name)

  func validate() throws {
    if let name, let problem = CameraNames.objectionOnScreen(to: name) {
      throw ValidationError("name is '\(name)': \(problem)")
    }
    if let resolution, let problem = resolution.objection {
      throw ValidationError("resolution is \(resolution); \(problem)")
    }
  }
}

/// A camera on the command line with what is its own: `SRC[,name=left][,rotate=90]…`.
@dynamicMemberLookup
struct CameraArgument {
  let source: String
  private let options: CameraOptions

  subscript<Value>(dynamicMember path: KeyPath<CameraOptions, Value>) -> Value { options[keyPath: path] }

  /// What of it concerns the viewfinder; the rest is requested from the camera: ``SourceOptions/sources(needsSource:defaults:)``.
  func apply(to own: inout OwnGuides) throws {
    if let grid = options.grid { own.grid = grid }
    if let template = options.template { own.template = .chosen(try LookOptions.template(template)) }
    if let degrees = options.fieldOfView { own.fieldOfView = degrees }
  }

  /// A camera without options.
  init(source: String) { (self.source, options) = (source, CameraOptions()) }

  /// A source may have commas: options are what follows the last part that isn't one.
  init(parsing text: String) throws {
    func refuse(_ reason: String) -> ValidationError {
      ValidationError("--camera is '\(LookOptions.shown(text))'; \(reason)")
    }
    func key(_ part: String) -> String { String(part.prefix { $0 != "=" }) }
    var parts: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      // A mask has commas of its own.
      let isNumber = !part.isEmpty && part.allSatisfy { $0.isNumber || $0 == "." || $0 == "%" }
      if isNumber, let last = parts.last, key(last) == "mask" {
        parts[parts.count - 1] = last + "," + part
      } else {
        parts.append(part)
      }
    }
    var own: [String] = []
    while parts.count > 1, let last = parts.last,
      let setting = CameraOptions.settings.first(where: { $0.name == key(last) })
    {
      parts.removeLast()
      // The last of two holds.
      if setting.isRepeating || !own.contains(where: { key($0) == key(last) }) { own.insert(last, at: 0) }
    }
    source = parts.joined(separator: ",")
    if parts.count > 1, let last = parts.last, last.contains("="),
      key(last).allSatisfy({ $0.isLetter || $0 == "-" }), !key(last).isEmpty
    {
      throw refuse(
        "a camera has no option '\(key(last))'"
          + Spelling.suggestion(for: key(last), among: CameraOptions.keys))
    }
    if source.isEmpty { throw refuse("it begins with a source, such as /dev/video0") }
    do {
      options = try CameraOptions.parse(own.map { $0 == "flip=1" ? "--flip" : "--\($0)" })
    } catch let error as ValidationError {
      throw refuse(error.message)
    } catch ParseError.missingValue(let setting, _) {
      throw refuse("\(setting.name) needs a value")
    } catch ParseError.needlessValue(let spelling, _) {
      throw refuse("\(spelling.dropFirst(2)) takes no value")
    } catch ParseError.outOfBounds(let setting, let value, let bounds) {
      throw refuse("\(setting.name) is \(value); it must be \(bounds)")
    } catch ParseError.invalidValue(let setting, _, let value) {
      throw refuse("\(setting.name) is '\(LookOptions.shown(value))'; it must be \(setting.expected)")
    }
  }
}
