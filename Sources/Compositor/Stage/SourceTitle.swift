import CaptureKit
import Foundation

/// A source's name in the chrome: short and distinctive.
package enum SourceTitle {
  /// - Parameter name: the feed's own name; a camera's comes from its driver.
  package static func title(_ specification: SourceSpecification, name: String) -> String {
    switch specification {
    case .files(let files) where files.isStandardInput: "stdin"
    case .files(let files): fileName(files.path)
    case .device: cardName(name)
    default: sceneName(specification.description)
    }
  }

  /// What stands between a kind of source and its settings: `synth:coast?w=640` is `Coast`.
  private static func sceneName(_ text: String) -> String {
    let name = text.split(separator: "?")[0].split(separator: ":").last ?? ""
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// A file's or a folder's name; a glob is called by its folder.
  private static func fileName(_ path: String) -> String {
    let names = URL(filePath: path).standardized.pathComponents
    let place = names.firstIndex { $0.contains { "*?[".contains($0) } } ?? names.count
    guard place > 0, names[place - 1] != "/" else { return path }
    return names[place - 1]
  }

  /// Shortens `C920: C920 (/dev/v4l/by-id/…)` to `C920`: uvcvideo repeats the product, and the path belongs in the
  /// manifest.
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
