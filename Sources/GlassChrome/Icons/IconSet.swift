import HUDGeometry

/// The project's own icons, read once from their path data.
public enum IconSet {
  /// All names in alphabetical order; those ending in ".off" are struck through.
  public static let names: [String] = icons.keys.sorted()

  /// The icon with a name; `nil` if there is none.
  public static func icon(named name: String) -> IconOutline? { icons[name] }

  /// Icons that also come struck through.
  private static let struck = ["bolt", "camera", "eye", "speaker", "wifi"]

  private static let icons: [String: IconOutline] = {
    var icons: [String: IconOutline] = [:]
    for drawing in IconDrawing.all {
      // Tests check that all of the data is read: at run time a torn icon is better than none.
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
