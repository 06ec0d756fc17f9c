import Foundation
import GlassChrome
import PixelTypes
import PublishProtocol
import Values

/// A recorder's lines, in words for the line under the picture.
extension TerminalView {
  /// The main camera's horizon, in words.
  static func horizon(of line: [UInt8]) -> String? {
    struct Line: Decodable {
      struct Reading: Decodable {
        struct Horizon: Decodable {
          var angleDegrees: Double?
          var confidence: Double
          var state: String?
        }
        var horizon: Horizon
      }
      var hud: [Reading]
    }
    let reading = try? JSONDecoder().decode(Line.self, from: Data(line)).hud.first?.horizon
    guard let reading, let angle = reading.angleDegrees, (0...1).contains(reading.confidence) else {
      return nil
    }
    // As on the screen, which then shows none.
    if reading.state == "unknown" { return "horizon unknown" }
    let tenths = (angle * 10).rounded() / 10
    return
      "\(tenths == 0 ? "" : tenths < 0 ? "−" : "+")\(tenths.magnitude)° (\(Int(reading.confidence * 100)) %)"
  }

  /// What instruments say, in words: the first three values, and those whose alarms are on or can't be told.
  static func values(of line: [UInt8]) -> (said: String?, alarms: String?) {
    struct Line: Decodable {
      struct Value: Decodable {
        var name: String
        var number: Double?
        var text, unit: String?

        var said: String {
          let number = number.flatMap { $0.magnitude <= 1e11 ? $0 : nil }
          let said = number.map { DecimalText.fixed($0, decimals: NamedValue.decimals(of: name)) }
          return "\(name) \(said ?? text ?? "–")"
            + (number != nil ? unit.map { $0 == "°" ? $0 : " " + $0 } ?? "" : "")
        }
      }
      var values: [Value]?
      var alarms, alarmsUnknown: [String]?
    }
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return (nil, nil) }
    let values = line.values ?? []
    func names(_ conditions: [String]?) -> [String] {
      (conditions ?? []).reduce(into: []) { names, text in
        guard let name = try? ValueCondition(text).name, !names.contains(name) else { return }
        names.append(name)
      }
    }
    let on = names(line.alarms)
    let unknown = names(line.alarmsUnknown).filter { !on.contains($0) }
    let alarms =
      on.map { name in "ALARM " + (values.first { $0.name == name }?.said ?? name) }
      + unknown.map { "alarm unknown: \($0)" }
    let others = values.filter { !on.contains($0.name) && !unknown.contains($0.name) }.prefix(3)
    func joined(_ parts: [String]) -> String? {
      parts.isEmpty ? nil : PlainText.of(parts.joined(separator: ", "), atMost: 80)
    }
    return (joined(others.map(\.said)), joined(alarms))
  }

  /// A line in inverse colours with alarms that are on in black on amber, as in pictures.
  static func coloured(_ line: String, _ alarms: String?) -> String {
    guard let alarms, alarms.hasPrefix("ALARM ") else { return line }
    return line.replacing(alarms, with: "\u{1B}[0;30;43m\(alarms)\u{1B}[0;7m", maxReplacements: 1)
  }

  static func error(_ answer: [UInt8]) -> String? {
    PublishedLine.error(answer).map { PlainText.of($0, atMost: 120) }
  }

  /// The cameras' names, and the control that has the keyboard focus, in words.
  static func names(on screen: [UInt8]) -> (cameras: String?, ring: String?) {
    struct Screen: Decodable {
      struct Element: Decodable {
        var id, role: String
        var label: String
        var value: String?
        var focused: Bool?
      }
      var elements: [Element]
    }
    let elements = (try? JSONDecoder().decode(Screen.self, from: Data(screen)))?.elements ?? []
    let cameras = elements.filter { $0.id.contains(/\/camera-\d+$/) }.map(\.label).joined(separator: " & ")
    let ring = elements.first { $0.focused == true }.map {
      [$0.label, $0.value, $0.role].compactMap { $0 }.joined(separator: ", ")
    }
    return (
      cameras.isEmpty ? nil : PlainText.of(cameras, atMost: 40), ring.map { PlainText.of($0, atMost: 80) }
    )
  }
}
