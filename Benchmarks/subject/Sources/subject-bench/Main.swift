import Foundation
import HUDGeometry

/// `subject-bench [--size 240|480] [--only TEXT] [--standing] [--dump FOLDER] [--raw FILE:WxH]`
@main
enum Main {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    var size = 240
    var only: String?
    var standing = false
    var dump: String?
    var raw: String?
    while let argument = arguments.popFirst() {
      switch argument {
      case "--size": size = arguments.popFirst().flatMap { Int($0) } ?? size
      case "--only": only = arguments.popFirst()
      case "--standing": standing = true
      case "--dump": dump = arguments.popFirst()
      case "--raw": raw = arguments.popFirst()
      default:
        FileHandle.standardError.write(
          Data(
            "usage: subject-bench [--size 240|480] [--only TEXT] [--standing] [--dump FOLDER] [--raw FILE:WxH]\n"
              .utf8))
        exit(64)
      }
    }
    var list =
      standing ? [Scenario.standing(shake: 0), Scenario.standing(shake: Scenario.shake)] : Scenario.all
    if let raw { list = [.plain("raw", "raw:\(raw)", frames: 10_000)] }
    if let only { list = list.filter { $0.name.contains(only) } }
    FileHandle.standardOutput.write(Data((Measurement.heading + "\n").utf8))
    for scenario in list {
      for line in try Measurement(scenario, width: size, dump: dump).run() {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
      }
    }
  }
}
