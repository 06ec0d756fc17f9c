import Foundation
import TestSupport

/// A line of a recording's screens.
struct WrittenScreen: Decodable {
  struct Element: Decodable { var id, role, label: String }
  var index: Int
  var elements: [Element]

  /// Those of the recording `r` in a folder.
  static func all(_ folder: TestFolder) throws -> [WrittenScreen] {
    try folder.text("r/screen.jsonl").split(separator: "\n").map {
      try JSONDecoder().decode(WrittenScreen.self, from: Data($0.utf8))
    }
  }
}
