import CaptureKit
import Compositor
import Foundation
import GlassChrome
import HUDGeometry
import HostResources
import Pipeline
import PixelTypes
import Recordings
import Settings

/// What the picture looks like.
struct LookOptions: SettingGroup {
  @Option(
    "layout",
    help: Help(
      "How the cameras share the picture: a layout, or a file with the viewfinders' places (default: side-by-side; of two on an upright canvas stacked, of three and more grid).",
      valueName: "layout|file.json"), completion: .words(LayoutArgument.allValueStrings, orFiles: ["json"]))
  var layout: LayoutArgument?

  @Option("canvas", help: Help("Size of the canvas, or native.", valueName: "native|WxH"))
  var canvas = "native"

  @Option("scale", help: Help("Pixels per point of chrome, .5 to 4, or auto.", valueName: "auto|s"))
  var scale = "auto"

  @Option("quality", help: Help("JPEG quality, 1 to 100.", valueName: "q"), bounds: .range(1...100))
  var quality = 85

  @Option("composer", help: "splice copies the cameras' JPEG data; pixel decodes, draws and encodes.")
  var composer: ComposerChoice = .auto

  @Option(
    "threads",
    help:
      "Threads per picture: more are faster but use more CPU; auto is 2, or 1 for live pictures that are in time anyway."
  )
  var threads: StageThreads = .auto

  @OptionGroup var guides: GuideOptions

  @Option(
    "secondary-grid",
    help: Help(
      "Guide lines over the second camera's viewfinder (default: the first's; in picture-in-picture none).",
      valueName: "grid"))
  var secondaryGrid: Grid?

  @Option(
    "secondary-template",
    help: Help(
      "Silhouette in the second camera's viewfinder (default: the first's; in picture-in-picture none).",
      valueName: "name|file.svg|picture.jpg"), completion: .templates)
  var secondaryTemplate: String?

  @Option(
    "secondary-field-of-view",
    help: Help("The same of the second camera's viewfinder.", valueName: "degrees"),
    bounds: GuideOptions.fieldsOfView)
  var secondaryFieldOfView: Double?

  @Option("assist", help: "Monitoring assists to draw over the viewfinders; repeatable.")
  var assist: [Assist] = []

  @OptionGroup var stamp: StampOptions

  @Option(
    "picture",
    help:
      "What pictures show: viewfinders in glass, or tight, only the viewfinders, without chrome and margins.")
  var picture = PictureRoom.glass

  @Flag("no-chrome", help: "Leave the chrome out; the layout stays.")
  var noChrome = false

  @Flag("no-hud", help: "Leave all ink out of the viewfinders.")
  var noHud = false

  @Option("appearance", help: "Make the chrome dark, light, or whichever suits the scene behind it.")
  var appearance: ChromeStyle.Appearance = .dark

  @Option(
    "backdrop",
    help: Help(
      "What lies behind the chrome: the first camera's picture, soft (ambient) or sharp; a JPEG; or a colour.",
      valueName: "ambient|sharp|file.jpg|#RRGGBB"),
    completion: .words(["ambient", "sharp"], orFiles: ["jpg", "jpeg"]))
  var backdrop = "ambient"

  @Flag("reduce-transparency", help: "Opaque chrome.")
  var reduceTransparency = false

  @Flag("increase-contrast", help: "Stronger borders and text contrast of at least 7:1.")
  var increaseContrast = false

  @Flag("reduce-motion", help: "Dissolves instead of movement.")
  var reduceMotion = false

  @Option("text-size", help: Help("Text size, if there is room for it.", valueName: "size"))
  var textSize: DynamicTypeSize = .large

  @Option(
    "language",
    help:
      "Language of the screen, whatever the system's: English, German, Spanish, Chinese or Arabic, which runs from right to left."
  )
  var language: ScreenLanguage = .english

  @Option("hand", help: "Put the shutter and what belongs to it within reach of this hand's thumb.")
  var hand: ChromeStyle.Hand = .both

  func validate() throws {
    // Errors in a file have their own exit codes and are reported when the command runs.
    do { _ = try stageSettings(hasValues: true) } catch is any ExplainedError {}
  }

  /// The layout that makes the viewfinders large where nobody asked for one.
  private static func usualLayout(of cameras: Int, on canvas: PixelSize?) -> LayoutMode {
    if cameras > 2 { return .grid }
    return canvas.map { $0.height > $0.width } == true ? .stacked : .sideBySide
  }

  /// - Parameters:
  ///   - cameras: those with settings of their own.
  ///   - hasValues: whether there is anything for stamps to tell that instruments say.
  func stageSettings(for cameras: [CameraArgument] = [], hasValues: Bool = false) throws -> StageSettings {
    var stage = StageSettings()
    switch layout {
    case nil: break
    case .mode(let mode): stage.layout.mode = mode
    case .file(let path):
      stage.layout.mode = .drawn
      if cameras.isEmpty { break }
      if canvas != "native" {
        throw ValidationError("--canvas can't be used with \(path), which sets the canvas size")
      }
      let names = zip(cameras, CameraNames.usual).map { $0.name ?? $1 }
      stage.layout.drawing = try LayoutArgument.drawing(path, cameras: names)
    }
    if canvas != "native" {
      guard let size = PixelSize(parsing: canvas) else {
        throw ValidationError(
          "--canvas is '\(Self.shown(canvas))'; write native, or a size such as 1920x1080")
      }
      if let problem = size.objection { throw ValidationError("--canvas is \(size); \(problem)") }
      // Chroma comes in pairs.
      guard size.width % 2 == 0, size.height % 2 == 0 else {
        throw ValidationError("--canvas is \(size); both sides must be even")
      }
      stage.layout.canvas = size
    }
    if layout == nil { stage.layout.mode = Self.usualLayout(of: cameras.count, on: stage.layout.canvas) }
    if scale != "auto" {
      guard let value = Double(scale), (0.5...4).contains(value) else {
        throw ValidationError("--scale is '\(Self.shown(scale))'; write auto, or a number from .5 to 4")
      }
      stage.layout.scale = value
    }
    stage.quality = quality
    stage.composer = composer
    stage.threads = threads
    try guides.apply(to: &stage)
    try stage.choose(for: 1) { own in
      own.grid = secondaryGrid
      if let secondaryTemplate { own.template = .chosen(try Self.template(secondaryTemplate)) }
      own.fieldOfView = secondaryFieldOfView
    }
    for (index, camera) in cameras.enumerated() {
      try stage.choose(for: index) { try camera.apply(to: &$0) }
    }
    stage.program = "dualcam \(Version.text)"
    stage.stamps = try stamp.pictureStamps(hasValues: hasValues)
    stage.drawsChrome = !noChrome && picture == .glass
    stage.layout.isTight = picture == .tight
    stage.drawsHUD = !noHud
    stage.assists = Set(assist)
    try guides.check(assist)
    stage.backdrop = try Self.backdrop(backdrop)
    stage.style = ChromeStyle(
      appearance: appearance, reduceTransparency: reduceTransparency, increaseContrast: increaseContrast,
      reduceMotion: reduceMotion, typeSize: textSize, language: language, hand: hand)
    return stage
  }

  static func shown(_ value: String) -> String { PlainText.value(value) }

  // A larger file is no picture for a screen.
  private static let largestBackdrop = 64 << 20

  static func backdrop(_ text: String) throws -> StageBackdrop {
    if let backdrop = StageBackdrop(parsing: text) { return backdrop }
    if text.hasPrefix("#") {
      throw ValidationError("--backdrop is '\(shown(text))'; a colour has six hex digits, such as #1C1C1E")
    }
    guard [".jpg", ".jpeg"].contains(where: text.lowercased().hasSuffix) else {
      throw ValidationError(
        "--backdrop is '\(shown(text))'; write ambient, sharp, a colour such as #1C1C1E, or a .jpg file")
    }
    guard FileManager.default.fileExists(atPath: text) else {
      throw PipelineError.capture(.notFound(path: text, hint: "there is no such picture"))
    }
    let bytes = try read(text, limit: largestBackdrop)
    do { return try StageBackdrop(jpeg: bytes) } catch {
      throw PipelineError.capture(.badFile(path: text, reason: "it can't be decoded: \(error)"))
    }
  }

  private static func read(_ path: String, limit: Int) throws -> [UInt8] {
    do { return try BoundedFile.read(path, limit: limit) } catch {
      guard case .unfit(_, let reason) = error else { throw error }
      throw PipelineError.capture(.badFile(path: path, reason: reason))
    }
  }

  /// Reads a drawing whose viewBox is the unit square.
  ///
  /// - Parameter check: throws if it can't be used.
  static func drawing(
    _ path: String, what: String, check: (String) throws -> Void = { _ in }
  ) throws -> SilhouetteTemplate {
    guard FileManager.default.fileExists(atPath: path) else {
      throw PipelineError.capture(.notFound(path: path, hint: "there is no such \(what) file"))
    }
    guard let svg = String(validating: try read(path, limit: largestDrawing), as: UTF8.self) else {
      throw PipelineError.capture(.badFile(path: path, reason: "it isn't UTF-8 text"))
    }
    do { try check(svg) } catch {
      throw PipelineError.capture(.badFile(path: path, reason: "\(error)"))
    }
    do {
      return try SilhouetteTemplate(
        name: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent, svg: svg)
    } catch {
      throw PipelineError.capture(.badFile(path: path, reason: "it has no usable path: \(error)"))
    }
  }

  // A larger SVG file is not a silhouette.
  private static let largestDrawing = 1 << 20

  static func template(_ text: String) throws -> SilhouetteTemplate? {
    if text == "none" { return nil }
    if let builtIn = SilhouetteTemplate.named(text) { return builtIn }
    let isPicture = text.lowercased().hasSuffix(".jpg")
    guard isPicture || text.lowercased().hasSuffix(".svg") else {
      let names = SilhouetteTemplate.builtIn.map(\.name).joined(separator: ", ")
      throw ValidationError(
        "there is no template '\(shown(text))'; use \(names), an .svg file, or a recorded picture (.jpg)")
    }
    if isPicture, FileManager.default.fileExists(atPath: text) {
      return try RecordingBrowser.outline(ofPicture: text)
    }
    let template = try drawing(text, what: "template")
    if let other = template.assists.first(where: { Assist(rawValue: $0) == nil }) {
      throw PipelineError.capture(
        .badFile(path: text, reason: "its data-assist names '\(shown(other))', which is no assist"))
    }
    return template
  }
}

extension ComposerChoice: SettingValue {}
extension StageThreads: SettingValue {}
extension Assist: SettingValue {}
extension ChromeStyle.Appearance: SettingValue {}
extension ScreenLanguage: SettingValue {}
extension ChromeStyle.Hand: SettingValue {}
extension DynamicTypeSize: SettingValue {}

/// What pictures show around viewfinders.
enum PictureRoom: String, CaseIterable, SettingValue {
  case glass, tight
}
