import Foundation
import HostResources
import Values

/// Where values come from: in a live job `nmea:/dev/ttyUSB0@4800`, `nmea:PATH`, `json:PATH`, `json:-`; beside files `csv:PATH`,
/// `gpx:PATH`, `nmea:PATH`, `json:PATH`, `lines:RECORDING`.
package struct ValueSource: Sendable, Equatable, CustomStringConvertible {
  package enum Format: String, Sendable, CaseIterable {
    case nmea, json, csv, gpx
    /// What a recording's lines say.
    case lines

    /// Whether another program or an instrument may write it while it is read.
    var isLive: Bool { ValueLine.Format(rawValue: rawValue) != nil }
  }

  package let format: Format
  /// Of a serial line, pipe or file; `-` for standard input.
  package let path: String
  /// Symbols a second of a serial line.
  package let speed: Int

  /// NMEA 0183's (IEC 61162-1).
  private static let usualSpeed = 4800

  /// - Returns: `nil` for another format, no path, or a speed that serial lines don't have.
  package init?(_ text: String, pace: JobPace = .live) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let format = Format(rawValue: String(parts[0])) else { return nil }
    self.format = format
    let place = parts[1].split(separator: "@", omittingEmptySubsequences: false)
    if pace == .live, place.count > 1, let speed = Int(place[place.count - 1]) {
      guard LineInput.speeds[speed] != nil else { return nil }
      self.speed = speed
      path = place.dropLast().joined(separator: "@")
    } else {
      speed = Self.usualSpeed
      path = String(parts[1])
    }
    guard !path.isEmpty, pace == .exact || format.isLive else { return nil }
  }

  package var isStandardInput: Bool { path == LineInput.standardInput }

  /// Without links.
  var realPath: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// Whether it may be gone and come back: also one that a link names.
  var isDevice: Bool { path.hasPrefix("/dev/") || realPath.hasPrefix("/dev/") }

  package var description: String {
    "\(format.rawValue):\(path)" + (speed == Self.usualSpeed ? "" : "@\(speed)")
  }
}
