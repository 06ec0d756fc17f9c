import HUDGeometry

/// What a colour means; the palette of a style says which it is.
public enum ColorRole: Sendable, Hashable, CaseIterable {
  case primary, secondary, tint, live, stale, lost, recording, destructive, success, warning
  /// Ink on a prominent or tinted plate.
  case onTint
}

/// Something drawn on glass: never glass itself. Lengths in points, y down, from the canvas's top left corner.
public enum DisplayItem: Sendable, Hashable {
  /// A tonal plate, such as a card: `strength` 0 … 1 of the way from the glass to the plate's tone.
  case plate(id: ElementID, frame: Rect, form: GlassForm, role: ColorRole?, strength: Double)
  /// One line of text, already broken and cut to its width.
  case text(TextItem)
  /// Figures that may change every frame without a new layout: a time, a rate, a count.
  case figures(FiguresItem)
  /// An icon of the project's own set, fitted into the frame.
  case icon(id: ElementID, name: String, frame: Rect, role: ColorRole, opacity: Double)
  /// A plain filled or stroked outline (dots, tracks, rings, templates), SVG path data in a 1 × 1 box stretched to
  /// the frame; a width of 0 fills.
  case shape(id: ElementID, path: String, frame: Rect, lineWidth: Double, role: ColorRole, opacity: Double)
}

/// A line of text, laid out.
public struct TextItem: Sendable, Hashable {
  public var id: ElementID
  public var text: String
  /// Size of the em in points.
  public var size: Double
  /// CSS weight: 400, 500, 600, 700.
  public var weight: Int
  /// Start of the pen and the baseline, in points.
  public var origin: Point
  /// The line's box: advance by ascent + descent.
  public var frame: Rect
  public var role: ColorRole
  public var opacity: Double
  /// Which way the line's paragraph runs, whatever its own first letter. The pen starts at the left all the same.
  public var isRightToLeft: Bool

  public init(
    id: ElementID, text: String, size: Double, weight: Int, origin: Point, frame: Rect,
    role: ColorRole = .primary, opacity: Double = 1, isRightToLeft: Bool = false
  ) {
    self.id = id
    self.text = text
    self.size = size
    self.weight = weight
    self.origin = origin
    self.frame = frame
    self.role = role
    self.opacity = opacity
    self.isRightToLeft = isRightToLeft
  }
}

/// A number in tabular figures whose value isn't in the list: it is looked up by its slot when it is drawn, so that
/// a running clock neither lays anything out nor allocates.
public struct FiguresItem: Sendable, Hashable {
  /// How a value is written.
  public enum Format: Sendable, Hashable {
    /// Seconds as `14:03:27`.
    case hoursMinutesSeconds
    /// Seconds as `03:27`.
    case minutesSeconds
    /// With one decimal, as `29.9`.
    case decimal
    /// Whole.
    case integer
  }

  public var id: ElementID
  /// Index into the values that come with each frame.
  public var slot: Int
  public var format: Format
  /// Size of the em in points.
  public var size: Double
  /// CSS weight.
  public var weight: Int
  /// The pen's start and the baseline, in points; figures are set from there to the right.
  public var origin: Point
  /// Room for the widest value, by ascent + descent.
  public var frame: Rect
  public var role: ColorRole
  public var opacity: Double

  public init(
    id: ElementID, slot: Int, format: Format, size: Double, weight: Int, origin: Point, frame: Rect,
    role: ColorRole = .primary, opacity: Double = 1
  ) {
    self.id = id
    self.slot = slot
    self.format = format
    self.size = size
    self.weight = weight
    self.origin = origin
    self.frame = frame
    self.role = role
    self.opacity = opacity
  }
}
