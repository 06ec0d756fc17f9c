import HUDGeometry

/// How glass comes, goes and turns into other glass.
public enum GlassEffectTransition: Sendable, Hashable, CaseIterable {
  /// At once.
  case identity
  /// From the frame of the glass that it comes from, or into that which follows it.
  case matchedGeometry
  /// Where it is: bend, blur and wash from nothing.
  case materialize
}

/// One piece of glass, laid out. Lengths in points, y down, from the canvas's top left corner.
public struct GlassElement: Sendable, Hashable {
  /// Heights above the scene, with shadows of 0, −2 (inset), 4, 8, 16 and 32 points.
  public enum Elevation: Int, Sendable, CaseIterable, Hashable {
    case z0, z1, z2, z3, z4, z5

    /// Blur radius of the shadow in points; negative for an inner one.
    public var shadow: Double { [0, -2, 4, 8, 16, 32][rawValue] }
  }

  public var id: ElementID
  public var frame: Rect
  public var form: GlassForm
  public var glass: Glass
  public var elevation: Elevation
  /// Elements of one union are one shape whatever the gap.
  public var union: String?
  /// How it comes, goes and changes.
  public var transition: GlassEffectTransition
  /// 0: not there, byte for byte; 1: wholly there. Bends, blurs and washes go together (materialize).
  public var presence: Double
  /// 0 … 1: how far it is pressed.
  public var press: Double
  /// Where a finger glows, if one does, and how strongly (0 … 1).
  public var touch: Point?
  public var touchStrength: Double

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
