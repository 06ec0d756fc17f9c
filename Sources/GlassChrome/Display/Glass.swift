/// The glass a view asks for, in SwiftUI's terms; `GlassMaterial` says how it is drawn.
public struct Glass: Sendable, Hashable {
  /// The kind of glass.
  public enum Variant: Sendable, Hashable {
    /// For controls and bars: blurs and adapts, legible over anything.
    case regular
    /// For rich media under bold, bright foreground content; dims what lies behind.
    case clear
    /// Keeps the layout and draws nothing.
    case identity
  }

  /// What colours the glass: one of five meanings, or any colour. Words on it are legible whatever the colour.
  public enum Tint: Sendable, Hashable {
    case primary, destructive, success, warning, recording
    /// A custom colour, as sRGB codes 0...255.
    case color(red: UInt8, green: UInt8, blue: UInt8)

    /// The five meanings.
    static let meanings: [Tint] = [.primary, .destructive, .success, .warning, .recording]

    /// A colour written as 0xRRGGBB; higher bits are ignored.
    public static func hex(_ rgb: UInt32) -> Tint {
      .color(
        red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
        blue: UInt8(truncatingIfNeeded: rgb))
    }
  }

  /// Strength of the fallback materials: the wash's opacity, which contrast may deepen.
  public enum Tier: Double, Sendable, CaseIterable {
    case ultraThin = 0.02, thin = 0.05, regular = 0.1, thick = 0.2, ultraThick = 0.4
  }

  /// The kind of glass.
  public var variant: Variant
  /// The glass's colour; `nil` for none.
  public var tint: Tint?
  /// Reacts to press, release and touch.
  public var isInteractive: Bool
  /// Marks the one action of a screen: entirely in the tint's colour. Needs a tint.
  public var isProminent: Bool
  /// Strength of the wash of regular or clear glass; `nil` for the variant's own. Reduced transparency ignores it.
  var tier: Tier?
  /// Bends blue more than red, as thick glass does. Off by default.
  var isDispersive: Bool

  /// Glass of a variant; by default without tint, tier or reaction.
  public init(
    _ variant: Variant, tint: Tint? = nil, isInteractive: Bool = false, isProminent: Bool = false,
    tier: Tier? = nil, isDispersive: Bool = false
  ) {
    self.variant = variant
    self.tint = tint
    self.isInteractive = isInteractive
    self.isProminent = isProminent
    self.tier = tier
    self.isDispersive = isDispersive
  }

  /// Plain regular glass.
  public static let regular = Glass(.regular)
  /// Plain clear glass.
  public static let clear = Glass(.clear)
  /// No glass: keeps the layout and draws nothing.
  public static let identity = Glass(.identity)

  /// This glass with another tint, or with none for `nil`.
  public func tint(_ tint: Tint?) -> Glass {
    var glass = self
    glass.tint = tint
    return glass
  }

  /// This glass, reacting to press, release and touch, or not.
  public func interactive(_ isInteractive: Bool = true) -> Glass {
    var glass = self
    glass.isInteractive = isInteractive
    return glass
  }

  /// This glass as the one action of a screen, or not; see ``isProminent``.
  public func prominent(_ isProminent: Bool = true) -> Glass {
    var glass = self
    glass.isProminent = isProminent
    return glass
  }
}
