import Films
import HostResources
import PixelTypes

/// A camera's calibration, from the YAML that ROS's `camera_calibration` writes (camera_calibration_parsers).
///
/// Reads that file's form and not YAML in general: keys and numbers, one level of nesting, lists in brackets.
package enum CameraCalibration {
  private static let longest = 1 << 16

  /// Reads a file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` naming what is missing or isn't what it should be.
  package static func read(_ path: String) throws(FileError) -> ROSCameraInfo {
    let members = try members(
      String(decoding: try BoundedFile.read(path, limit: longest), as: UTF8.self), path)
    func text(_ key: String) throws(FileError) -> String {
      guard let text = members[key] else {
        throw .unfit(
          path: path, reason: "it has no \(key); it should be the YAML that camera_calibration writes")
      }
      return text
    }
    func side(_ key: String) throws(FileError) -> UInt32 {
      let text = try text(key)
      guard let side = UInt32(text), (1...UInt32(PixelSize.largestSide)).contains(side) else {
        throw .unfit(path: path, reason: "\(key) is “\(text)”, not a number of pixels")
      }
      return side
    }
    func numbers(_ key: String, _ count: ClosedRange<Int>) throws(FileError) -> [Double] {
      let text = try text(key + ".data")
      let words = text.dropFirst().dropLast().split { ", ".contains($0) }
      let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
      guard text.hasPrefix("["), text.hasSuffix("]"), numbers.count == words.count,
        count.contains(numbers.count)
      else {
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

  /// The values by their keys, a nested one's after that of what it is in and a point.
  private static func members(_ text: String, _ path: String) throws(FileError) -> [String: String] {
    var members: [String: String] = [:]
    var outer = ""
    // A list may go over several lines.
    var open: String?
    for (number, whole) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = whole.prefix { $0 != "#" }
      let content = line.trimming { $0.isWhitespace }
      if content.isEmpty || content.hasPrefix("%") || content == "---" { continue }
      if let key = open {
        guard !content.contains(":") else {
          throw .unfit(path: path, reason: "line \(number + 1): the list above it has no end")
        }
        members[key, default: ""] += " " + content
        if content.hasSuffix("]") { open = nil }
        continue
      }
      guard let colon = content.firstIndex(of: ":") else {
        throw .unfit(path: path, reason: "line \(number + 1) isn't “key: value”")
      }
      let value = content[content.index(after: colon)...].trimming { $0.isWhitespace }
      let isNested = line.first?.isWhitespace ?? false
      if !isNested { outer = String(content[..<colon]) }
      let key = isNested ? "\(outer).\(content[..<colon])" : outer
      if !value.isEmpty { members[key] = String(value) }
      if value.hasPrefix("["), !value.hasSuffix("]") { open = key }
    }
    return members
  }
}

extension StringProtocol {
  fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isLeftOut($0) }), let last = lastIndex(where: { !isLeftOut($0) })
    else {
      return self[endIndex...]
    }
    return self[first...last]
  }
}
