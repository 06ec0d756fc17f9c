import Foundation
import PixelTypes
import PublishProtocol

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

  /// The first three values that instruments say, in words.
  static func values(of line: [UInt8]) -> String? {
    struct Line: Decodable {
      struct Value: Decodable {
        var name: String
        var number: Double?
        var text, unit: String?
      }
      var values: [Value]?
    }
    guard let values = try? JSONDecoder().decode(Line.self, from: Data(line)).values, !values.isEmpty else {
      return nil
    }
    let parts = values.prefix(3).map { value in
      let number = value.number.flatMap { $0.magnitude < 1e11 ? ($0 * 10).rounded() / 10 : nil }
      let said = number.map { "\($0)" } ?? value.text ?? "–"
      return "\(value.name) \(said)"
        + (number != nil ? value.unit.map { $0 == "°" ? $0 : " " + $0 } ?? "" : "")
    }
    return PlainText.of(parts.joined(separator: ", "), atMost: 80)
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
