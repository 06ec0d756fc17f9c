import Geometry

/// How glass appears, disappears and turns into other glass.
public enum GlassEffectTransition: Sendable, Hashable {
  /// At once.
  case identity
  /// From the frame of the glass it comes from, or into the frame of the glass that follows it.
  case matchedGeometry
  /// In place: bend, blur and wash grow from nothing.
  case materialize
  /// Out of the control of this name, and back into it; one such glass becomes the next in its place.
  case zoom(sourceID: ElementID)

  var isZoom: Bool { if case .zoom = self { true } else { false } }
}

/// A laid-out piece of glass. Lengths are points, y down, from the canvas's top left corner.
public struct GlassElement: Sendable, Hashable {
  /// Heights above the scene; each has its own shadow.
  public enum Elevation: Int, Sendable, CaseIterable, Hashable {
    case z0, z1, z2, z3, z4, z5

    /// Reach of the shadow in points: 0, −2, 4, 8, 16 or 32; negative for an inner shadow.
    var shadow: Double { [0, -2, 4, 8, 16, 32][rawValue] }
  }

  /// Unique among a screen's glass; motion recognizes the element by it.
  public var id: ElementID
  /// On even pixels of the canvas when it comes from a layout.
  public var frame: Rect
  /// The outline within the frame.
  public var form: GlassForm
  /// Variant, tint and behaviour.
  public var glass: Glass
  /// Height above the scene, which sets the shadow.
  public var elevation: Elevation
  /// Elements of one group with the same name form one shape, whatever the gap; `nil` for none.
  public var union: String?
  /// How it appears, disappears and changes.
  public var transition: GlassEffectTransition
  /// How far it has materialized: 0 draws nothing, byte for byte; 1 is whole. Bend, blur and wash grow together.
  public var presence: Double
  /// How far it is pressed, 0...1; shows on interactive glass.
  public var press: Double
  /// Centre of the glow under a finger; `nil` for none.
  public var touch: Point?
  /// Strength of that glow, 0...1; shows on interactive glass.
  public var touchStrength: Double
  /// The window of the scroll view containing it: glass that leaves it dematerializes; `nil` for none.
  package var clip: ScrollClip?
  /// Its frame as laid out, while it grows or shrinks: it has the blur of all of it, and the tone that the scene there
  /// asks for. `nil` for the frame itself.
  package var wholeFrame: Rect?

  /// An element; by default a whole capsule of regular glass at `z2`, not pressed.
  public init(
    id: ElementID, frame: Rect, form: GlassForm = .capsule, glass: Glass = .regular,
    elevation: Elevation = .z2, union: String? = nil,
    transition: GlassEffectTransition = .materialize, presence: Double = 1, press: Double = 0,
    touch: Point? = nil, touchStrength: Double = 0
  ) {
    self.id = id
    self.frame = frame
    self.form = form
    self.glass = glass
    self.elevation = elevation
    self.union = union
    self.transition = transition
    self.presence = presence
    self.press = press
    self.touch = touch
    self.touchStrength = touchStrength
  }
}
