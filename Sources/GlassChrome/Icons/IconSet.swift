import HUDGeometry

/// The project's own icons, read once from their path data.
public enum IconSet {
  /// All names, in alphabetical order. Those that end in ".off" are struck through.
  public static let names: [String] = icons.keys.sorted()

  /// The icon of a name, or `nil` where there is none.
  public static func icon(named name: String) -> IconOutline? { icons[name] }

  /// What there is a struck-through form of.
  private static let struck = ["bolt", "camera", "eye", "speaker", "wifi"]

  private static let icons: [String: IconOutline] = {
    var icons: [String: IconOutline] = [:]
    for drawing in IconDrawing.all {
      // Whether all of the data is read is the tests' matter: at run time a torn icon is better than none.
      icons[drawing.name] = IconOutline(
        name: drawing.name, strokes: Path.readingPrefix(ofSVG: drawing.lines).path,
        fills: Path.readingPrefix(ofSVG: drawing.fills).path)
    }
    for name in struck {
      if let icon = icons[name] { icons[name + ".off"] = icon.struckThrough() }
    }
    return icons
  }()
}
