import Foundation
import PixelTypes

/// A recorder's lines, in words for the line under the picture.
extension TerminalView {
  /// The main camera's horizon, in words.
  static func horizon(of line: [UInt8]) -> String? {
    struct Line: Decodable {
      struct Reading: Decodable {
        struct Horizon: Decodable {
          var angleDegrees: Double?
          var confidence: Double
        }
        var horizon: Horizon
      }
      var hud: [Reading]
    }
    let reading = try? JSONDecoder().decode(Line.self, from: Data(line)).hud.first?.horizon
    guard let reading, let angle = reading.angleDegrees, (0...1).contains(reading.confidence) else {
      return nil
    }
    let tenths = (angle * 10).rounded() / 10
    return
      "\(tenths == 0 ? "" : tenths < 0 ? "−" : "+")\(tenths.magnitude)° (\(Int(reading.confidence * 100)) %)"
  }

  static func error(_ answer: [UInt8]) -> String? {
    RecorderMessage.error(answer).map { PlainText.of($0, atMost: 120) }
  }

  /// The control that has the keyboard focus, in words.
  static func ring(of screen: [UInt8]) -> String? {
    struct Screen: Decodable {
      struct Element: Decodable {
        var role: String
        var label: String
        var value: String?
        var focused: Bool?
      }
      var elements: [Element]
    }
    let screen = try? JSONDecoder().decode(Screen.self, from: Data(screen))
    guard let element = screen?.elements.first(where: { $0.focused == true }) else { return nil }
    let words = [element.label, element.value, element.role].compactMap { $0 }.joined(separator: ", ")
    return PlainText.of(words, atMost: 80)
  }
}
