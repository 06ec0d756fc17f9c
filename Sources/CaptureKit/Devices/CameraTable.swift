import Foundation
import HostResources

/// A file of one number for each camera, by the cameras' stable names.
package enum CameraTable {
  private static let largest = 1 << 20

  /// Reads a file; one that doesn't exist yet has no numbers.
  ///
  /// - Parameters:
  ///   - most: the largest number either way.
  ///   - unit: its unit as written after it, with a space if there is to be one.
  ///   - what: one of the numbers, such as `a level`.
  /// - Throws: `FileError` if it can't be read, or holds anything else.
  package static func read(
    _ path: String, most: Double, unit: String, _ what: String
  ) throws(FileError) -> [String: Double] {
    guard FileManager.default.fileExists(atPath: path) else {
      // Say now, not when there is something to keep, that it can't be kept here.
      _ = try FolderHandle(URL(filePath: path).deletingLastPathComponent().path)
      return [:]
    }
    let bytes = try BoundedFile.read(path, limit: largest)
    let numbers: [String: Double]
    do { numbers = try JSONDecoder().decode([String: Double].self, from: Data(bytes)) } catch {
      throw .unfit(
        path: path, reason: "it isn't an object of cameras' names and numbers: \(JSONText.explain(error))")
    }
    if let (name, number) = numbers.first(where: { !($0.value.magnitude <= most) }) {
      throw .unfit(path: path, reason: "\(name) is \(number)\(unit); \(what) is at most \(Int(most))\(unit)")
    }
    return numbers
  }

  package static func write(_ numbers: [String: Double], to path: String) throws(FileError) {
    try WholeFile.write(try JSONText.pretty(numbers, path: path), to: path)
  }
}
