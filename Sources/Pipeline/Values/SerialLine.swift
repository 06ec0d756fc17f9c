import Foundation

/// A serial line of this machine that may have an instrument at its end.
package struct SerialLine: Sendable, Equatable, Encodable {
  /// Its node.
  package let path: String
  /// Its names that stay, whatever its node is called next time.
  package let byId: [String]
  /// How it is named as a source of values.
  package let values: String

  private init(path: String, byId: [String]) {
    (self.path, self.byId) = (path, byId)
    values = "\(ValueSource.Format.nmea.rawValue):\(byId.first ?? path)"
  }

  /// Those that are plugged in, by their nodes' names. Opens none of them, which would disturb who uses it.
  ///
  /// - Parameter folder: of the nodes.
  package static func all(in folder: String = "/dev") -> [SerialLine] {
    var lines: [String: [String]] = [:]
    for name in names(in: folder) where name.hasPrefix("ttyUSB") || name.hasPrefix("ttyACM") {
      lines["\(folder)/\(name)"] = []
    }
    let links = "\(folder)/serial/by-id"
    for name in names(in: links) {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\(name)") else {
        continue
      }
      let path = target.hasPrefix("/") ? target : "\(links)/\(target)"
      let node = URL(fileURLWithPath: path).standardizedFileURL.path
      lines[node, default: []].append("\(links)/\(name)")
    }
    return lines.map { SerialLine(path: $0, byId: $1) }.sorted {
      $0.path.compare($1.path, options: .numeric) == .orderedAscending
    }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
