import ArgumentParser
import GlassChrome
import HostResources
import Showroom
import Terminal

struct Wall: ParsableCommand {
  static let configuration = CommandConfiguration(
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
    name: [.short, .long], help: ArgumentHelp("The picture to write.", valueName: "file.png"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Show only this component, or NAME/STATE,STATE of it; repeatable, see --list.", valueName: "name"))
  var component: [String] = []

  @Flag(help: "Show the transitions between states, a frame every 40 ms.")
  var timeline = false

  @Option(help: "Dark or light only, instead of both.")
  var appearance: ChromeStyle.Appearance?

  @Option(help: ArgumentHelp("Pixels per point, 1 to 4.", valueName: "n"))
  var scale = 1.0

  @Option(
    help: ArgumentHelp(
      "Backdrop behind the components; repeatable.", valueName: "name"))
  var backdrop: [TestBackdrop] = []

  @Option(
    help: ArgumentHelp(
      "Glass quality; repeatable.", valueName: "name"))
  var quality: [GlassQuality] = []

  @Option(
    help: ArgumentHelp(
      "Draw over this photograph: the components named, or else panels of every kind of glass.",
      valueName: "photo.jpg"), completion: .file(extensions: ["jpg", "jpeg"]))
  var over: String?

  @Flag(help: "List the components and their states.")
  var list = false

  @Flag(help: "Opaque plates.")
  var reduceTransparency = false

  @Flag(help: "Stronger borders and text contrast of at least 7:1.")
  var increaseContrast = false

  @Flag(help: "Dissolves instead of movement.")
  var reduceMotion = false

  @Option(help: ArgumentHelp("Text size.", valueName: "size"))
  var textSize: DynamicTypeSize = .large

  @Option(help: "Language of what components say themselves.")
  var language: ScreenLanguage = .english

  @Flag(help: "Print --list as JSON.")
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

extension TestBackdrop: ExpressibleByArgument {}
extension ChromeStyle.Appearance: ExpressibleByArgument {}
extension ScreenLanguage: ExpressibleByArgument {}
extension DynamicTypeSize: ExpressibleByArgument {}

extension GlassQuality: ExpressibleByArgument {
  public init?(argument: String) {
    guard let quality = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = quality
  }

  // By name, not by the raw value.
  public static var allValueStrings: [String] { allCases.map(\.name) }
  public static var allValueDescriptions: [String: String] { [:] }
}
