/// What a view inherits from those around it.
public struct ViewEnvironment: Sendable {
  /// Size of type, direction, canvas and what the reader asked for.
  public internal(set) var layout: LayoutEnvironment
  public internal(set) var font: TextStyle = .body
  public internal(set) var fontWeight: TextStyle.Weight?
  public internal(set) var lineLimit: Int?
  public internal(set) var isMonospacedDigit = false
  public internal(set) var textAlignment: HorizontalAlignment = .leading
  public internal(set) var foregroundStyle: ColorRole = .primary
  public internal(set) var controlSize: ControlSize = .regular
  public internal(set) var buttonStyle: ButtonStyle = .automatic
  public internal(set) var isEnabled = true
  /// There is glass beneath: a view on it must not be glass itself.
  public internal(set) var isOnGlass = false

  var opacity = 1.0
  var isHidden = false
  var elevation: GlassElement.Elevation = .z2
  var transition: GlassEffectTransition = .materialize
  // Said outside glass effects, for the nearest ones inside.
  var union: String?

  init(layout: LayoutEnvironment) { self.layout = layout }

  /// Points of the font's em.
  public var fontSize: Double { layout.typeSize.points(font) }

  var weight: Int { (fontWeight ?? font.weight).rawValue }
}
