import ArgumentParser
import GlassChrome
import Pipeline

struct Chrome: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The glass primitives wall: every component and state, dark and light, as a picture.",
    discussion: """
      EXAMPLES
        dualcam chrome -o wall.png
        dualcam chrome -o pill.png --component hint-pill --increase-contrast
        dualcam chrome -o strip.png --component hint-pill --timeline
        dualcam chrome --list
      """)

  @Option(name: [.short, .long], help: ArgumentHelp("The picture to write.", valueName: "file.png"))
  var output: String?

  @Option(help: ArgumentHelp("Show this component alone; see --list.", valueName: "name"))
  var component: ChromeWall.Component?

  @Flag(help: "Show ten frames of a transition, one every 16.7 ms, in place of the states.")
  var timeline = false

  @Flag(help: "Name the components and their states.")
  var list = false

  @Flag(help: "Opaque plates.")
  var reduceTransparency = false

  @Flag(help: "Stronger borders and text contrast of at least 7:1.")
  var increaseContrast = false

  @Flag(help: "With --list: as JSON.")
  var json = false

  func validate() throws {
    if list { return }
    guard let output else { throw ValidationError("say where to: -o wall.png, or --list") }
    guard output.lowercased().hasSuffix(".png") else {
      throw ValidationError("\(output): the wall is a PNG; let its name end in .png")
    }
  }

  func run() throws {
    if list { return try Console.result(listing()) }
    guard let output else { return }
    let wall = ChromeWall(
      components: component.map { [$0] } ?? ChromeWall.Component.allCases,
      styles: ChromeWall.usualStyles.map {
        ChromeStyle(
          appearance: $0.appearance, reduceTransparency: reduceTransparency,
          increaseContrast: increaseContrast)
      })
    try WholeFile.write(timeline ? wall.timeline() : wall.png(), to: output)
    try Console.result(output)
  }

  private func listing() -> String {
    let all = ChromeWall.Component.allCases
    if json {
      return Console.json(
        Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0.states) }), pretty: true)
    }
    return all.map { Format.left($0.rawValue, 18) + $0.states.joined(separator: ", ") }
      .joined(separator: "\n")
  }
}

extension ChromeWall.Component: ExpressibleByArgument {}
