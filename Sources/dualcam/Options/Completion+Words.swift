import CaptureKit
import Foundation
import HUDGeometry
import HostResources
import Pipeline
import Settings

/// What a shell offers after an option: it asks dualcam itself, so that currently connected devices are listed.
extension Completion {
  /// Cameras, scenes, files and folders.
  static let sources = made { prefix in
    cameras + SceneKind.allCases.map { "synth:\($0.rawValue)" } + files(prefix)
  }

  static let templates = words(SilhouetteTemplate.builtIn.map(\.name) + ["none"], orFiles: ["svg", "jpg"])

  static let groups = made { _ in UserGroup.names }

  /// Standard output, a camera's node to write to, or a film.
  static let sinks = made { prefix in
    ["-", "mkv:-"] + nodes(in: "/dev").map { "v4l2:\($0)" } + files(prefix, ["mkv", "mcap"])
  }

  /// Serial lines, by their names that stay, and files.
  static let values = made { prefix in
    SerialLine.all().map(\.values) + valuesFrom(["nmea", "json"], prefix)
  }

  /// Logs of values.
  static let logs = made { prefix in valuesFrom(["csv", "gpx", "nmea", "json", "lines"], prefix) }

  /// The formats, and once one is typed the files.
  private static func valuesFrom(_ formats: [String], _ prefix: String) -> [String] {
    guard let format = formats.first(where: { prefix.hasPrefix("\($0):") }) else {
      return formats.map { "\($0):" }
    }
    return files(String(prefix.dropFirst(format.count + 1))).map { "\(format):\($0)" }
  }

  static func words(_ words: [String], orFiles extensions: [String]) -> Completion {
    made { prefix in words + files(prefix, extensions) }
  }

  private static var cameras: [String] {
    ["/dev/v4l/by-id", "/dev/v4l/by-path", "/dev"].flatMap(nodes)
  }

  /// By name only: opening them would disturb whoever is using them.
  private static func nodes(in folder: String) -> [String] {
    contents(of: folder).map(\.name).filter { folder != "/dev" || $0.hasPrefix("video") }.map {
      "\(folder)/\($0)"
    }
  }

  /// The contents of the folder of a partly typed path; all files if there are no extensions.
  private static func files(_ prefix: String, _ extensions: [String] = []) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    return contents(of: folder.isEmpty ? "." : folder).compactMap { file in
      if file.isFolder { return folder + file.name + "/" }
      return extensions.isEmpty || extensions.contains((file.name as NSString).pathExtension)
        ? folder + file.name : nil
    }
  }

  /// Without hidden ones.
  static func contents(of folder: String) -> [(name: String, isFolder: Bool)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
      (name, (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) != nil)
    }
  }
}
