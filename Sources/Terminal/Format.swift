import Foundation

/// Numbers as people read them.
package enum Format {
  /// `12.3 MB`: powers of 1000.
  package static func bytes(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var value = Double(count)
    var unit = 0
    while value >= 1000 && unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return unit == 0 ? "\(count) B" : String(format: "%.1f %@", value, units[unit])
  }

  /// `0:07`, `12:34`, `1:02:03`.
  package static func duration(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds))
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0
      ? String(format: "%d:%02d:%02d", hours, minutes, rest) : String(format: "%d:%02d", minutes, rest)
  }

  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    String(format: "%.*f", decimals, value)
  }

  /// Pads to a width, aligning right, as numbers are.
  package static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  package static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
