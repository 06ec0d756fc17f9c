import Foundation
import HostResources

/// The settings file that is read when none is named.
enum DefaultSettings {
  /// What `--config` is for none at all.
  static let none = "none"
  private static let name = "dualcam.toml"

  /// Where it may be; the first one that exists is read.
  static var places: [String] { [HomeFolder.settings, "/etc"].compactMap { $0.map { "\($0)/\(name)" } } }

  /// The file behind the first of some paths that exists: users keep such files elsewhere and link to them.
  static func path(among places: [String]) -> String? {
    places.first(where: FileManager.default.fileExists(atPath:)).map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
    }
  }
}
