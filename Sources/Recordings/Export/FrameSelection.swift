import HostResources

/// A selection of a recording's frames: the union of its parts.
package struct FrameSelection: Sendable, Equatable {
  /// Inclusive ranges of indices.
  package var ranges: [ClosedRange<Int>] = []
  /// Whether every frame is included.
  package var includesAll = false
  /// Whether frames with any snapped guide are included.
  package var includesSnapped = false
  /// Whether photos are included: pictures for which the shutter was pressed.
  package var includesPhotos = false
  /// Whether pictures are included that a program marked.
  package var includesMarked = false
  /// Includes frames whose file last changed more than this many seconds ago; `nil` to ignore age.
  package var olderThanSeconds: Double?

  /// Every frame.
  package static let all = FrameSelection(includesAll: true)
  /// The frames with any snapped guide.
  package static let snapped = FrameSelection(includesSnapped: true)
}

extension FrameSelection {
  /// Single frames, by index.
  package init(frames: some Sequence<Int>) { self.init(ranges: frames.map { $0...$0 }) }

  /// Parses a comma-separated list of `3`, `10-20`, `all`, `snapped`, `photos`, `marked` and `older:30m` (`s`, `m`, `h` or `d`).
  ///
  /// - Throws: `FileError.misused(reason:)` naming the invalid part.
  package init(parsing text: String) throws(FileError) {
    self.init()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = part.trimmed
      switch part {
      case "all": includesAll = true
      case "snapped": includesSnapped = true
      case "photos": includesPhotos = true
      case "marked": includesMarked = true
      default:
        if part.hasPrefix("older:"), let seconds = Self.seconds(part.dropFirst(6)) {
          olderThanSeconds = min(olderThanSeconds ?? .infinity, seconds)
        } else if let range = Self.range(part) {
          ranges.append(range)
        } else {
          throw .misused(
            reason:
              "“\(part)” names no frames; use a number, a range such as 10-20, all, snapped, photos, marked, "
              + "older:30m, or a comma-separated list of these")
        }
      }
    }
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last
    else { return nil }
    return first...last
  }

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }

  private static func seconds(_ text: Substring) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let value = number(text.dropLast()) else { return nil }
    return Double(value) * unit
  }

  /// Its frames' indices, if it consists of ranges only.
  package var onlyRanges: [ClosedRange<Int>]? {
    includesAll || includesSnapped || includesPhotos || includesMarked || olderThanSeconds != nil
      ? nil : ranges
  }

  /// Whether a frame is selected.
  ///
  /// - Parameters:
  ///   - entry: the frame.
  ///   - ageSeconds: called only when the selection depends on age; returns `nil` when there is no file.
  package func contains(_ entry: RecordingIndex.Entry, ageSeconds: () -> Double?) -> Bool {
    if includesAll || ranges.contains(where: { $0.contains(entry.index) }) { return true }
    if includesSnapped && entry.isSnapped || includesPhotos && entry.isPhoto { return true }
    if includesMarked && entry.isMarked { return true }
    if let olderThanSeconds, let age = ageSeconds() { return age > olderThanSeconds }
    return false
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
