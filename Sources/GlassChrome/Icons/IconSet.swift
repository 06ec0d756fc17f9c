import Geometry
import PixelTypes
import Synchronization

/// The project's own icons, each read from its drawing in `Drawings` when it is first asked for.
///
/// Drawings are 24 × 24. Lines stay 3 from the edge, so that their ink (1.75 wide) lies within 2 … 22. Circles are 18
/// across, squares 17, tall and wide shapes 18 by about 15, so that all look equally large. Filled subpaths all wind
/// the same way, holes the other way. `NAME.fill` is the filled form.
public enum IconSet {
  /// All names in alphabetical order; those ending in ".off" are struck through, those in ".fill" filled.
  public static let names: [String] = known.sorted()

  /// The icon with this name, or `nil`.
  static func icon(named name: String) -> IconOutline? {
    if let icon = read.withLock({ $0[name] }) { return icon }
    guard known.contains(name) else { return nil }
    let icon =
      name.hasSuffix(off)
      ? icon(named: String(name.dropLast(off.count)))?.struckThrough()
      : try? IconOutline(name: name, svg: DataFile.text("\(folder)\(name).svg"))
    read.withLock { $0[name] = icon }
    return icon
  }

  /// The name of an icon's filled form, for what is selected or on; the name itself if it has none.
  public static func filled(_ name: String) -> String {
    let filled = name + ".fill"
    return known.contains(filled) ? filled : name
  }

  private static let folder = "GlassChrome/Icons/Drawings/"
  private static let off = ".off"
  /// Icons that also come struck through.
  private static let struck = ["bolt", "camera", "eye", "speaker", "wifi"]

  private static let known: Set<String> = {
    let drawings = DataFile.names.filter { $0.hasPrefix(folder) }
    return Set(drawings.map { String($0.dropFirst(folder.count).dropLast(".svg".count)) })
      .union(struck.map { $0 + off })
  }()

  private static let read = Mutex<[String: IconOutline]>([:])
}
