import Foundation
import GlassChrome
import HostResources
import PixelTypes
import Values

/// A film's caption: one readable line about what was detected in a picture.
package enum FilmCaption {
  /// Such as `2026-11-24 06:37:05.123 UTC  primary +0.2° (83 %) snapped  Tilt right a little`.
  ///
  /// - Parameter utc: the picture's time in nanoseconds since 1970.
  package static func text(_ line: PictureLine, utc: Int64?) -> String {
    var parts: [String] = []
    if let utc { parts.append(clock(utc)) }
    for camera in line.cameras where camera.state != "live" { parts.append("\(camera.id) \(camera.state)") }
    for hud in line.hud {
      var words: [String] = []
      if let horizon = hud.horizon, let angle = horizon.angleDegrees {
        var text = degrees(angle)
        if let confidence = horizon.confidence { text += " (\(Int((confidence * 100).rounded())) %)" }
        words.append(text)
        if horizon.state == "snapped" || horizon.state == "near" { words.append("level \(horizon.state)") }
      }
      if let silhouette = hud.silhouette, silhouette.template != nil, silhouette.state != "unknown" {
        words.append("silhouette \(silhouette.state)")
      }
      if let subject = hud.subject, subject.x != nil, subject.state != "unknown" {
        words.append("subject \(subject.state)")
      }
      if !words.isEmpty { parts.append("\(hud.camera) \(words.joined(separator: ", "))") }
    }
    for value in line.values ?? [] {
      let said = value.number.map {
        DecimalText.fixed($0, decimals: NamedValue.decimals(of: value.name))
      }
      if let said = said ?? value.text.map({ PlainText.of($0, atMost: 64) }) {
        parts.append("\(value.name) \(said)" + (value.unit.map { " \(PlainText.of($0, atMost: 16))" } ?? ""))
      }
    }
    if let hint = line.hint { parts.append(PlainText.of(hint, atMost: 200)) }
    return parts.joined(separator: "  ")
  }

  private static func clock(_ utc: Int64) -> String {
    // To the millisecond: 2026-11-24T06:37:05.123456Z.
    let text = UTCText.text(utc)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(12) + " UTC"
  }

  private static func degrees(_ angle: Double) -> String {
    let tenths = (min(max(angle, -180), 180) * 10).rounded() / 10
    return (tenths == 0 ? "0.0" : (tenths < 0 ? "−" : "+") + String(format: "%.1f", abs(tenths))) + "°"
  }
}
