/// What a piece of glass is asked to be, in SwiftUI's words; how it is drawn is `GlassMaterial`'s matter.
public struct Glass: Sendable, Hashable {
  public enum Variant: Sendable, Hashable {
    /// For controls and bars: blurs and adapts, legible over anything.
    case regular
    /// For rich media under bold bright foreground, with a dimming layer of its own.
    case clear
    /// Keeps the layout and draws nothing.
    case identity
  }

  /// A meaning that colours the glass. Tint is never decoration.
  public enum Tint: Sendable, Hashable, CaseIterable {
    case primary, destructive, success, warning, recording
  }

  /// Opacity of the fallback materials, ultraThin … ultraThick; `nil` for glass proper.
  public enum Tier: Double, Sendable, CaseIterable {
    case ultraThin = 0.02, thin = 0.05, regular = 0.1, thick = 0.2, ultraThick = 0.4
  }

  public var variant: Variant
  public var tint: Tint?
  /// Reacts to press, release and touch.
  public var isInteractive: Bool
  /// The one action of a screen: wholly tinted.
  public var isProminent: Bool
  public var tier: Tier?
  /// Bends blue more than red, as thick glass does. Off unless asked for.
  public var isDispersive: Bool

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

  public static let regular = Glass(.regular)
  public static let clear = Glass(.clear)
  public static let identity = Glass(.identity)

  public func tint(_ tint: Tint?) -> Glass {
    var glass = self
    glass.tint = tint
    return glass
  }

  public func interactive(_ isInteractive: Bool = true) -> Glass {
    var glass = self
    glass.isInteractive = isInteractive
    return glass
  }

  public func prominent(_ isProminent: Bool = true) -> Glass {
    var glass = self
    glass.isProminent = isProminent
    return glass
  }
}
