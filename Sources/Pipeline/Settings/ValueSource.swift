import Foundation
import HostResources
import Values

/// Where values come from: `nmea:/dev/ttyUSB0@4800`, `nmea:PATH`, `json:PATH`, `json:-`.
package struct ValueSource: Sendable, Equatable, CustomStringConvertible {
  package let format: ValueLine.Format
  /// Of a serial line, pipe or file; `-` for standard input.
  package let path: String
  /// Symbols a second of a serial line.
  package let speed: Int

  /// NMEA 0183's (IEC 61162-1).
  private static let usualSpeed = 4800

  /// - Returns: `nil` for another format, no path, or a speed that serial lines don't have.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let format = ValueLine.Format(rawValue: String(parts[0])) else { return nil }
    self.format = format
    let place = parts[1].split(separator: "@", omittingEmptySubsequences: false)
    if place.count > 1, let speed = Int(place[place.count - 1]) {
      guard LineInput.speeds[speed] != nil else { return nil }
      self.speed = speed
      path = place.dropLast().joined(separator: "@")
    } else {
      speed = Self.usualSpeed
      path = String(parts[1])
    }
    guard !path.isEmpty else { return nil }
  }

  package var isStandardInput: Bool { path == LineInput.standardInput }

  /// Whether it may be gone and come back: also one that a link names.
  var isDevice: Bool {
    path.hasPrefix("/dev/") || URL(fileURLWithPath: path).resolvingSymlinksInPath().path.hasPrefix("/dev/")
  }

  package var description: String {
    "\(format.rawValue):\(path)" + (speed == Self.usualSpeed ? "" : "@\(speed)")
  }
}
