import Geometry

/// What a colour means; the style's palette picks the colour itself.
///
/// `live`, `stale` and `lost` are a camera's states.
public enum ColorRole: Sendable, Hashable, CaseIterable {
  case primary, secondary, tint, live, stale, lost, recording, destructive, success, warning
  /// Ink on a prominent or tinted plate; as a plate, white.
  case onTint
}

/// Something drawn on glass, never glass itself. Lengths are points, y down, from the canvas's top left corner.
///
/// Everything but plates is omitted while its opacity or its glass's presence is under 0.75. Above
/// that, only shapes are translucent.
public enum DisplayItem: Sendable, Hashable {
  /// A tonal plate, such as a card. A `strength` of 0...1 sets its opacity; without a role it is
  /// neutral. `tint` is the colour of the role `tint`, by default the primary one.
  case plate(
    id: ElementID, frame: Rect, form: GlassForm, role: ColorRole?, strength: Double, tint: Glass.Tint? = nil)
  /// One line of text, already broken and truncated.
  case text(TextItem)
  /// Figures that may change every frame without a new layout: a time, a rate, a count.
  case figures(FiguresItem)
  /// An icon of ``IconSet``, fitted into the frame; an unknown name draws nothing.
  case icon(
    id: ElementID, name: String, frame: Rect, role: ColorRole, opacity: Double,
    effects: SymbolEffects = SymbolEffects())
  /// A filled or stroked outline (dots, tracks, rings, templates): SVG path data in a 1 × 1 box that is stretched to
  /// the frame. A line width of 0 fills; lines are at least a pixel wide.
  case shape(id: ElementID, path: String, frame: Rect, lineWidth: Double, role: ColorRole, opacity: Double)
  /// A small picture that fills the frame, cut to the form.
  case picture(id: ElementID, thumbnail: Thumbnail, frame: Rect, form: GlassForm, opacity: Double)

  /// A line inside a form's edge, in ink that stands out from the glass around the form: it marks a selection, and sets
  /// coloured plates off from any scene. Its line is `lineWidth` points wide, at least a pixel.
  case edge(id: ElementID, frame: Rect, form: GlassForm, role: ColorRole, lineWidth: Double, opacity: Double)

  /// An item in a scroll view, drawn as far as its window shows it.
  indirect case clipped(DisplayItem, to: ScrollClip)

  /// The item's identity.
  public var id: ElementID {
    switch self {
    case .plate(let id, _, _, _, _, _), .icon(let id, _, _, _, _, _), .shape(let id, _, _, _, _, _),
      .edge(let id, _, _, _, _, _):
      id
    case .picture(let id, _, _, _, _): id
    case .text(let item): item.id
    case .figures(let item): item.id
    case .clipped(let item, _): item.id
    }
  }

  /// Where it is drawn, in points of the canvas, y down.
  public var frame: Rect {
    switch self {
    case .plate(_, let frame, _, _, _, _), .icon(_, _, let frame, _, _, _), .shape(_, _, let frame, _, _, _),
      .edge(_, let frame, _, _, _, _):
      frame
    case .picture(_, _, let frame, _, _): frame
    case .text(let item): item.frame
    case .figures(let item): item.frame
    case .clipped(let item, _): item.frame
    }
  }
}

/// A laid-out line of text.
public struct TextItem: Sendable, Hashable {
  /// The view's; further lines of a text append "-1", "-2" and so on.
  public var id: ElementID
  /// The line's characters, in logical order.
  public var text: String
  /// Em size in points.
  public var size: Double
  /// CSS weight: 400, 500, 600 or 700.
  public var weight: Int
  /// Where the pen starts on the baseline, in points.
  public var origin: Point
  /// The line's box in points: advance by ascent + descent.
  public var frame: Rect
  /// What the colour means; the painter moves it towards black or white until its contrast suffices.
  public var role: ColorRole
  /// 0...1. The text is drawn in full if this and its glass's presence are at least 0.75, and otherwise omitted.
  public var opacity: Double
  /// Direction of the line's paragraph, whatever its first letter. The pen starts at the left either way.
  public var isRightToLeft: Bool

  /// A line of text; by default primary, whole and left to right.
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

/// A number in tabular figures whose value isn't in the list but looked up by its slot when drawn,
/// so that a running clock neither lays anything out nor allocates.
public struct FiguresItem: Sendable, Hashable {
  /// How a value is written. Negative and non-finite values are written as 0.
  public enum Format: Sendable, Hashable {
    /// Seconds as `14:03:27`, at most 99:59:59.
    case hoursMinutesSeconds
    /// Seconds as `03:27`; the minutes go on past 59.
    case minutesSeconds
    /// With one decimal, as `29.9`; where that is too wide, without it, as `120`.
    case decimal
    /// The whole part, at most 999,999,999; where that is too wide, in thousands or millions, as `12k` or `1M`.
    case integer
  }

  /// The view's.
  public var id: ElementID
  /// Index into the frame's ``FigureValues``, 0...15.
  public var slot: Int
  /// How the value is written.
  public var format: Format
  /// Digits before the point that fit in its frame, for `decimal` and `integer`.
  public var digits: Int
  /// Em size in points.
  public var size: Double
  /// CSS weight: 400, 500, 600 or 700.
  public var weight: Int
  /// Where the pen starts on the baseline, in points; figures run to the right from there.
  public var origin: Point
  /// Whether the figures instead stand at the right end of the frame, as in a right-to-left layout.
  public var isAtRight: Bool
  /// Room for the widest expected value, in points: advance by ascent + descent.
  public var frame: Rect
  /// What the colour means, as for ``TextItem/role``.
  public var role: ColorRole
  /// 0...1, as for ``TextItem/opacity``.
  public var opacity: Double

  /// Figures; by default primary and whole.
  public init(
    id: ElementID, slot: Int, format: Format, digits: Int = 3, size: Double, weight: Int, origin: Point,
    isAtRight: Bool = false, frame: Rect, role: ColorRole = .primary, opacity: Double = 1
  ) {
    self.id = id
    self.slot = slot
    self.format = format
    self.digits = digits
    self.size = size
    self.weight = weight
    self.origin = origin
    self.isAtRight = isAtRight
    self.frame = frame
    self.role = role
    self.opacity = opacity
  }
}
