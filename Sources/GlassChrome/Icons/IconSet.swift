import Geometry

/// The project's own icons, read once from their path data.
public enum IconSet {
  /// All names in alphabetical order; those ending in ".off" are struck through, those in ".fill" filled.
  public static let names: [String] = icons.keys.sorted()

  /// The icon with this name, or `nil`.
  public static func icon(named name: String) -> IconOutline? { icons[name] }

  /// The name of an icon's filled form, for what is selected or on; the name itself if it has none.
  public static func filled(_ name: String) -> String {
    let filled = name + ".fill"
    return icons[filled] == nil ? name : filled
  }

  /// Icons that also come struck through.
  private static let struck = ["bolt", "camera", "eye", "speaker", "wifi"]

  private static let icons: [String: IconOutline] = {
    var icons: [String: IconOutline] = [:]
    for drawing in IconDrawing.all {
      // Tests check that all data is read: at run time, a broken icon is better than none.
      icons[drawing.name] = IconOutline(
        name: drawing.name, strokes: Path.readingPrefix(ofSVG: drawing.lines).path,
        fills: Path.readingPrefix(ofSVG: drawing.fills).path)
      if !drawing.solids.isEmpty {
        icons[drawing.name + ".fill"] = IconOutline(
          name: drawing.name + ".fill",
          strokes: Path.readingPrefix(ofSVG: drawing.solidLines ?? drawing.lines).path,
          fills: Path.readingPrefix(ofSVG: drawing.solids).path)
      }
    }
    for name in struck {
      if let icon = icons[name] { icons[name + ".off"] = icon.struckThrough() }
    }
    return icons
  }()
}
