import GlassChrome
import HostResources
import Settings
import Showroom
import Terminal

struct Wall: Command {
  static let configuration = CommandDescription(
    "wall",
    abstract: "Draw every glass component and state, dark and light, in one picture.",
    discussion: """
      EXAMPLES
        glass wall -o wall.png
        glass wall -o pill.png --component hint-pill --increase-contrast
        glass wall -o strip.png --timeline \\
          --component tool-cluster/collapsed,expanded,collapsed
        glass wall -o hard.png --component top-bar/two-live \\
          --backdrop checker --backdrop flash
        glass wall -o glass.png --over photo.jpg --scale 2 --appearance dark
        glass wall --list
      """)

  @Option(
    "output", short: "o", help: Help("The picture to write.", valueName: "file.png"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    "component",
    help: Help(
      "Show only this component, or NAME/STATE,STATE of it; repeatable, see --list.", valueName: "name"))
  var component: [String] = []

  @Flag("timeline", help: "Show the transitions between states, a frame every 40 ms.")
  var timeline = false

  @Option("appearance", help: "Dark or light only, instead of both.")
  var appearance: ChromeStyle.Appearance?

  @Option("scale", help: Help("Pixels per point, 1 to 4.", valueName: "n"))
  var scale = 1.0

  @Option(
    "backdrop",
    help: Help(
      "Backdrop behind the components; repeatable.", valueName: "name"))
  var backdrop: [TestBackdrop] = []

  @Option(
    "quality",
    help: Help(
      "Glass quality; repeatable.", valueName: "name"))
  var quality: [GlassQuality] = []

  @Option(
    "over",
    help: Help(
      "Draw over this photograph: the components named, or else panels of every kind of glass.",
      valueName: "photo.jpg"), completion: .file(extensions: ["jpg", "jpeg"]))
  var over: String?

  @Flag("list", help: "List the components and their states.")
  var list = false

  @Flag("reduce-transparency", help: "Opaque plates.")
  var reduceTransparency = false

  @Flag("increase-contrast", help: "Stronger borders and text contrast of at least 7:1.")
  var increaseContrast = false

  @Flag("reduce-motion", help: "Dissolves instead of movement.")
  var reduceMotion = false

  @Option("text-size", help: Help("Text size.", valueName: "size"))
  var textSize: DynamicTypeSize = .large

  @Option("language", help: "Language of what components say themselves.")
  var language: ScreenLanguage = .english

  @Flag("json", help: "Print --list as JSON.")
  var json = false

  func validate() throws {
    if list { return }
    guard (1...4).contains(scale) else { throw ValidationError("--scale is \(scale); it must be 1 to 4") }
    guard let output else { throw ValidationError("name the output with -o wall.png, or use --list") }
    guard output.lowercased().hasSuffix(".png") else {
      throw ValidationError("\(output): the output is a PNG; its name must end in .png")
    }
  }

  func run() throws {
    if list { return try Console.result(listing()) }
    guard let output else { return }
    let photograph = try over.map {
      try TestBackdrop.photograph(jpeg: try BoundedFile.read($0, limit: 256 << 20))
    }
    if let photograph, component.isEmpty {
      var study = GlassStudy(over: photograph)
      (study.style, study.scale) = (styles[0], scale)
      try WholeFile.write(try study.png(), to: output)
      return try Console.result(output)
    }
    var wall = try ChromeWall(names: component, styles: styles)
    wall.scale = scale
    wall.photograph = photograph
    wall.backdrops = backdrop
    if !quality.isEmpty { wall.qualities = quality }
    let bar = ProgressLine("drawing")
    let png =
      try timeline
      ? wall.timeline { done, total in bar.update(done, of: total) }
      : wall.png { done, total in bar.update(done, of: total) }
    Console.endStatus()
    try WholeFile.write(png, to: output)
    try Console.result(output)
  }

  private var styles: [ChromeStyle] {
    ChromeWall.usualStyles.filter { appearance == nil || $0.appearance == appearance }.map {
      ChromeStyle(
        appearance: $0.appearance, reduceTransparency: reduceTransparency, increaseContrast: increaseContrast,
        reduceMotion: reduceMotion, typeSize: textSize, language: language)
    }
  }

  private func listing() -> String {
    let all = ComponentCatalog.entries
    if json {
      return Console.json(
        Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.states.map(\.name)) }), pretty: true)
    }
    return all.map { Format.left($0.name, 20) + $0.states.map(\.name).joined(separator: ", ") }
      .joined(separator: "\n")
  }
}

extension TestBackdrop: SettingValue {}
extension ChromeStyle.Appearance: SettingValue {}
extension ScreenLanguage: SettingValue {}
extension DynamicTypeSize: SettingValue {}

extension GlassQuality: SettingValue {
  public init?(argument: String) {
    guard let quality = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = quality
  }

  // By name, not by the raw value.
  public static var allValueStrings: [String] { allCases.map(\.name) }
  public static var allValueDescriptions: [String: String] { [:] }
}
