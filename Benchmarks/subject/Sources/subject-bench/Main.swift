import Foundation
import HUDGeometry

/// `subject-bench [--size 240|480] [--only TEXT] [--standing] [--dump FOLDER] [--raw FILE:WxH]`, or with
/// `--people FOLDER [--cut-outs FOLDER] [--seeds FIRST-LAST] [--rounds COUNT]` films of people before the folder's JPEGs,
/// or with `--films FILE|-` films that photos.py wrote.
@main
enum Main {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    var size = 240
    var only: String?
    var standing = false
    var dump: String?
    var raw: String?
    var (people, cutOuts, films): (String?, String?, String?) = (nil, nil, nil)
    var seeds = 1...4
    var rounds = 0
    while let argument = arguments.popFirst() {
      switch argument {
      case "--size": size = arguments.popFirst().flatMap { Int($0) } ?? size
      case "--only": only = arguments.popFirst()
      case "--standing": standing = true
      case "--dump": dump = arguments.popFirst()
      case "--raw": raw = arguments.popFirst()
      case "--people": people = arguments.popFirst()
      case "--cut-outs": cutOuts = arguments.popFirst()
      case "--films": films = arguments.popFirst()
      case "--rounds": rounds = arguments.popFirst().flatMap { Int($0) } ?? rounds
      case "--seeds":
        let ends = (arguments.popFirst() ?? "").split(separator: "-").compactMap { Int($0) }
        if let first = ends.first, let last = ends.last, first <= last { seeds = first...last }
      default:
        FileHandle.standardError.write(
          Data(
            """
            usage: subject-bench [--size 240|480] [--only TEXT] [--standing] [--dump FOLDER] [--raw FILE:WxH]
                   subject-bench --people FOLDER [--cut-outs FOLDER] [--seeds FIRST-LAST] [--rounds COUNT] [--size 240|480] [--only TEXT] [--dump FOLDER]
                   subject-bench --films FILE|- [--dump FOLDER]

            """
            .utf8))
        exit(64)
      }
    }
    if let films { return try PhotoFilms(dump: dump).run(films) }
    if let people {
      try PeopleMeasurement(size: size, dump: dump, rounds: rounds)
        .run(backgrounds: people, cutOuts: cutOuts, seeds: seeds, only: only)
      return
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
