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
public struct DisplayItem: Sendable, Hashable {
  /// What is drawn.
  public enum Ink: Sendable, Hashable {
    /// A tonal plate, such as a card; without a role it is neutral. `tint` is the colour of the role `tint`, by default
    /// the primary one.
    case plate(GlassForm, tint: Glass.Tint? = nil)
    /// One line of text in logical order, already broken and truncated.
    case text(String, Lettering)
    /// Figures that may change every frame without a new layout: a time, a rate, a count.
    case figures(LiveNumber, Lettering)
    /// An icon of ``IconSet``, fitted into the frame; an unknown name draws nothing.
    case icon(String, SymbolEffects = SymbolEffects())
    /// A filled or stroked outline (dots, tracks, rings, templates): SVG path data in a 1 × 1 box that is stretched to
    /// the frame. A line width of 0 fills; lines are at least a pixel wide.
    case shape(String, lineWidth: Double)
    /// A small picture that fills the frame, cut to the form.
    case picture(Thumbnail, GlassForm)
    /// A line inside a form's edge, in ink that stands out from the glass around the form: it marks a selection, and
    /// sets coloured plates off from any scene. Its line is `lineWidth` points wide, at least a pixel.
    case edge(GlassForm, lineWidth: Double)
  }

  /// The view's; further lines of a text append "-1", "-2" and so on.
  public var id: ElementID
  /// Where it is drawn. Of a line of text the box, advance by ascent + descent; of figures room for the widest value.
  public var frame: Rect
  /// What is drawn.
  public var ink: Ink
  /// What the colour means; the painter moves that of words and marks towards black or white until their contrast
  /// suffices. Pictures have none.
  public var role: ColorRole?
  /// 0...1. Words and figures are drawn in full if this and their glass's presence are at least 0.75, and otherwise
  /// omitted.
  public var opacity: Double
  /// Its opacity once it has come, while it comes or goes: what it asks of its glass, it asks throughout.
  package var wholeOpacity: Double?
  /// The window of the scroll view it is in, which cuts it; `nil` for none.
  package var clip: ScrollClip?

  /// An item; by default primary and whole.
  public init(id: ElementID, frame: Rect, _ ink: Ink, role: ColorRole? = .primary, opacity: Double = 1) {
    self.id = id
    self.frame = frame
    self.ink = ink
    self.role = role
    self.opacity = opacity
  }
}

/// How a line of text or figures is set.
public struct Lettering: Sendable, Hashable {
  /// Em size in points.
  public var size: Double
  /// CSS weight: 400, 500, 600 or 700.
  public var weight: Int
  /// Where the pen starts on the baseline, in points: at the left either way.
  public var origin: Point
  /// Direction of a text's paragraph, whatever its first letter. Figures then stand at the right end of the frame.
  public var isRightToLeft: Bool
  /// How much larger or smaller than set a text is drawn, while it travels with what it lies on.
  package var magnification = 1.0

  /// Letters; by default from left to right.
  public init(size: Double, weight: Int, origin: Point, isRightToLeft: Bool = false) {
    self.size = size
    self.weight = weight
    self.origin = origin
    self.isRightToLeft = isRightToLeft
  }
}

/// A number in tabular figures whose value isn't in the list but looked up by its slot when drawn,
/// so that a running clock neither lays anything out nor allocates.
public struct LiveNumber: Sendable, Hashable {
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

  /// Index into the frame's ``FigureValues``, 0...15.
  public var slot: Int
  /// How the value is written.
  public var format: Format
  /// Digits before the point that fit in its frame, for `decimal` and `integer`.
  public var digits: Int

  /// A number; by default of at most three digits.
  public init(slot: Int, format: Format, digits: Int = 3) {
    self.slot = slot
    self.format = format
    self.digits = digits
  }

  /// The text that needs most room.
  var widest: String {
    let whole = String(repeating: "0", count: digits)
    return switch format {
    case .hoursMinutesSeconds: "00:00:00"
    case .minutesSeconds: "00:00"
    case .decimal: whole + ".0"
    case .integer: whole
    }
  }
}
