import CaptureKit
import Foundation

/// A source's name as the chrome shows it: what tells it apart at a glance.
package enum SourceTitle {
  /// - Parameter name: the feed's own name, for a camera the one that its driver gives.
  package static func title(_ specification: SourceSpecification, name: String) -> String {
    switch specification {
    case .synthetic(let scene): scene.scene.rawValue.prefix(1).uppercased() + scene.scene.rawValue.dropFirst()
    case .files(let files):
      files.path.split(separator: "/").last.map(String.init) ?? files.path
    case .device: cardName(name)
    }
  }

  /// `C920: C920 (/dev/v4l/by-id/…)` becomes `C920`: uvcvideo's card names say the product twice, and the path is
  /// for the manifest.
  private static func cardName(_ name: String) -> String {
    var text = name[...]
    if let path = text.range(of: " (/") { text = text[..<path.lowerBound] }
    let parts = text.split(separator: ":", maxSplits: 1)
    if parts.count == 2, parts[1].dropFirst().hasPrefix(parts[0]) || parts[0].hasPrefix(parts[1].dropFirst())
    {
      text = parts[0]
    }
    return text.isEmpty ? name : String(text)
  }
}
