/// What a view inherits from the views around it.
public struct ViewEnvironment: Sendable {
  /// Type size, direction, canvas and the screen's limits.
  public internal(set) var layout: LayoutEnvironment
  /// Text style, which together with the type size sets the size of text and icons.
  var font: TextStyle = .body
  /// Weight of text; `nil` is the style's own.
  var fontWeight: TextStyle.Weight?
  /// The most lines of a text, at least 1; `nil` sets no limit.
  public internal(set) var lineLimit: Int?
  /// Where text that doesn't fit is cut.
  var truncationMode = TruncationMode.tail
  /// Whether a text's width stays the same whatever digits it contains.
  var isMonospacedDigit = false
  /// How lines shorter than the longest are aligned.
  var textAlignment: HorizontalAlignment = .leading
  /// The meaning of ink, and thereby its colour.
  var foregroundStyle: ColorRole = .primary
  /// How large controls are.
  public internal(set) var controlSize: ControlSize = .regular
  /// How buttons are drawn.
  var buttonStyle: ButtonStyle = .automatic
  /// The shape of buttons that don't set their own; `nil` is a capsule.
  var buttonBorderShape: ButtonBorderShape?
  /// The colour of prominent buttons and of plates in the role `tint`; `nil` for the primary one.
  var tint: Glass.Tint?
  /// How icons change and draw attention.
  var symbolEffects = SymbolEffects()
  /// How wide buttons are.
  var buttonSizing: ButtonSizing = .automatic
  /// Whether scroll views show an indicator while they scroll.
  var showsScrollIndicators = true
  /// How content of scroll views ends at their edges.
  var scrollEdgeEffectStyle: ScrollEdgeEffectStyle = .automatic
  /// Whether controls take events.
  public internal(set) var isEnabled = true
  /// Whether there is glass beneath: a view on it must not be glass itself.
  var isOnGlass = false

  /// Whether buttons are rows of a menu.
  var isInMenu = false
  var opacity = 1.0
  var isHidden = false
  /// The axis of the enclosing stack.
  var axis = Axis.vertical
  var elevation: GlassElement.Elevation = .z2
  var transition: GlassEffectTransition = .materialize
  // Set outside glass effects, for the nearest ones inside.
  var union: String?

  init(layout: LayoutEnvironment) { self.layout = layout }

  /// The font's em in points.
  var fontSize: Double { layout.typeSize.points(font) }

  /// What controls say in the layout's language.
  package var controlWords: ControlWords { layout.language.controlWords }

  var weight: Int { (fontWeight ?? font.weight).rawValue }
}
