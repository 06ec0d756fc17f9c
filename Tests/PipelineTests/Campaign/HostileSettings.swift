import GlassChrome
import HUDGeometry
import TestSupport

@testable import Compositor
@testable import Pipeline

/// Drawings and looks that mean harm, by a seed.
enum HostileSettings {
  private static let numbers = [
    "0", "-0", "1", "-1", ".5", "1e-3", "1e-300", "1e-9", "7", "100", "-640", "1e3", "16384", "1e5", "999999",
    "1e6",
    "-1e6", "1000001", "1e7", "1e18", "1e19", "1e30", "-1e30", "1e60", "1e154", "1e300", "-1e308", "1e999",
    "nan", "inf",
  ]

  private static func number(_ random: inout Seeded) -> String {
    // Mostly such as are taken, so that what comes after them is met too.
    let most = Int.random(in: 0..<6, using: &random) == 0 ? numbers.count : 17
    return numbers[Int.random(in: 0..<most, using: &random)]
  }

  private static func pathData(_ random: inout Seeded) -> String {
    let commands = [
      ("m", 2), ("L", 2), ("h", 1), ("V", 1), ("c", 6), ("S", 4), ("q", 4), ("T", 2), ("a", 7), ("z", 0),
    ]
    var text = "M\(number(&random)) \(number(&random))"
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      let (name, count) = commands[Int.random(in: 0..<commands.count, using: &random)]
      text += Bool.random(using: &random) ? name : name.uppercased()
      for place in 0..<count {
        let isFlag = name == "a" && (3...4).contains(place)
        text += " " + (isFlag ? ["0", "1"][Int.random(in: 0...1, using: &random)] : number(&random))
      }
    }
    return text
  }

  /// A template's file.
  static func drawing(_ random: inout Seeded) -> String {
    if Int.random(in: 0..<4, using: &random) == 0 { return pathData(&random) }
    func attributes(_ names: [String]) -> String {
      names.map { "\($0)='\(number(&random))'" }.joined(separator: " ")
    }
    func transform() -> String {
      let kinds = [("matrix", 6), ("translate", 2), ("scale", 2), ("rotate", 3), ("skewX", 1), ("skewY", 1)]
      let (name, count) = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      return "transform='\(name)(\((0..<count).map { _ in number(&random) }.joined(separator: ",")))'"
    }
    func shape() -> String {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: "<rect \(attributes(["x", "y", "width", "height", "rx", "ry"]))/>"
      case 1: "<circle \(attributes(["cx", "cy", "r"]))/>"
      case 2: "<ellipse \(attributes(["cx", "cy", "rx", "ry"]))/>"
      case 3: "<line \(attributes(["x1", "y1", "x2", "y2"]))/>"
      case 4: "<polygon points='\((0..<8).map { _ in number(&random) }.joined(separator: " "))'/>"
      default: "<path \(transform()) d='\(pathData(&random))'/>"
      }
    }
    let box =
      Bool.random(using: &random)
      ? "viewBox='\((0..<4).map { _ in number(&random) }.joined(separator: " "))'"
      : attributes(["width", "height"])
    let shapes = (0..<Int.random(in: 1...3, using: &random)).map { _ in shape() }.joined()
    return Bool.random(using: &random)
      ? "<svg \(box)><g \(transform())>\(shapes)</g></svg>" : "<svg \(box)>\(shapes)</svg>"
  }

  /// Other settings, and the names of those that are said to have changed.
  static func look(_ random: inout Seeded) -> (StageSettings, Set<String>) {
    var look = StageSettings()
    look.grid = Grid.allCases[Int.random(in: 0..<Grid.allCases.count, using: &random)]
    if Bool.random(using: &random) {
      look.template = try? SilhouetteTemplate(name: "hostile", svg: drawing(&random))
    } else {
      look.template = SilhouetteTemplate.builtIn.randomElement(using: &random)
    }
    look.style.appearance = Bool.random(using: &random) ? .dark : .light
    look.style.increaseContrast = Bool.random(using: &random)
    look.style.reduceMotion = Bool.random(using: &random)
    look.style.reduceTransparency = Bool.random(using: &random)
    look.style.typeSize = DynamicTypeSize.allCases.randomElement(using: &random) ?? .large
    look.quality = Int.random(in: 1...100, using: &random)
    look.assists = Set(Assist.allCases.filter { _ in Bool.random(using: &random) })
    func box() -> Rect? {
      guard Bool.random(using: &random) else { return nil }
      let (x, y) = (Double.random(in: 0..<0.98, using: &random), Double.random(in: 0..<0.98, using: &random))
      return Rect(
        x: x, y: y, width: Double.random(in: 0.0101...max(0.0102, 1 - x), using: &random),
        height: Double.random(in: 0.0101...max(0.0102, 1 - y), using: &random))
    }
    (look.focusBox, look.exposureBox) = (box(), box())
    let names = ["template", "grid", "quality", "assist", "focus-box", "exposure-box"]
    var changed = Set(names.filter { _ in Bool.random(using: &random) })
    // A new look of the chrome takes far longer than all others.
    if Int.random(in: 0..<20, using: &random) == 0 {
      changed.formUnion(
        StageSettings.all.filter { $0.effect == .style }.map(\.name).filter { _ in Bool.random(using: &random)
        })
    }
    return (look, changed)
  }
}
