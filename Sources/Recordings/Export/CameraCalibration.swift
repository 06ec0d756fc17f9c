import Films
import HostResources
import PixelTypes
import Yams

/// A camera's calibration, from the YAML that ROS's `camera_calibration` writes (camera_calibration_parsers), in any style of YAML.
package enum CameraCalibration {
  private static let longest = 1 << 16

  /// Reads a file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` naming what is missing or isn't what it should be.
  package static func read(_ path: String) throws(FileError) -> ROSCameraInfo {
    let root = try parse(String(decoding: try BoundedFile.read(path, limit: longest), as: UTF8.self), path)
    func member(_ key: String) throws(FileError) -> Node {
      guard let node = root?[key] else {
        throw .unfit(
          path: path, reason: "it has no \(key); it should be the YAML that camera_calibration writes")
      }
      return node
    }
    func text(_ key: String) throws(FileError) -> String {
      guard let scalar = try member(key).scalar else {
        throw .unfit(path: path, reason: "\(key) isn't a word")
      }
      return scalar.string
    }
    func side(_ key: String) throws(FileError) -> UInt32 {
      let text = try text(key)
      guard let side = UInt32(text), (1...UInt32(PixelSize.largestSide)).contains(side) else {
        throw .unfit(path: path, reason: "\(key) is “\(text)”, not a number of pixels")
      }
      return side
    }
    func numbers(_ key: String, _ count: ClosedRange<Int>) throws(FileError) -> [Double] {
      let items = try member(key)["data"]?.sequence
      let numbers = items?.compactMap { $0.scalar.flatMap { Double($0.string) } }.filter(\.isFinite) ?? []
      guard numbers.count == items?.count, count.contains(numbers.count) else {
        let wanted =
          count.lowerBound == count.upperBound
          ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
        throw .unfit(path: path, reason: "\(key) isn't a list of \(wanted) numbers")
      }
      return numbers
    }
    return ROSCameraInfo(
      width: try side("image_width"), height: try side("image_height"), model: try text("distortion_model"),
      distortion: try numbers("distortion_coefficients", 0...14), matrix: try numbers("camera_matrix", 9...9),
      rectification: try numbers("rectification_matrix", 9...9),
      projection: try numbers("projection_matrix", 12...12))
  }

  private static func parse(_ text: String, _ path: String) throws(FileError) -> Node? {
    // Each alias may stand for thousands, and no such file has any.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if let line = lines.firstIndex(where: { $0.prefix { $0 != "#" }.contains("*") }) {
      throw .unfit(path: path, reason: "line \(line + 1) has a “*”, which no calibration has")
    }
    // OpenCV's first line, `%YAML:1.0`, is none of YAML's.
    let isOpenCV = text.hasPrefix("%YAML:")
    do { return try compose(yaml: isOpenCV ? lines.dropFirst().joined(separator: "\n") : text) } catch {
      switch error as? YamlError {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        throw .unfit(path: path, reason: "line \(mark.line + (isOpenCV ? 1 : 0)): \(problem)")
      case .duplicatedKeysInMapping(let keys, _):
        throw .unfit(path: path, reason: "\(keys.joined(separator: ", ")) stands there twice")
      default: throw .unfit(path: path, reason: "it isn't YAML")
      }
    }
  }
}
