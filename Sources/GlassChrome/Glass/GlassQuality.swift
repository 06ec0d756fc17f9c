/// How much of the glass is drawn: it gets cheaper in this order when frames are late. Ink and contrast never change.
public enum GlassQuality: Int, Sendable, CaseIterable, Comparable, Hashable {
  /// Everything.
  case full
  /// Without what the rim mirrors, and without dispersion.
  case plainRim
  /// Without refraction as well.
  case unbent
  /// An opaque plate.
  case plate

  public static func < (a: GlassQuality, b: GlassQuality) -> Bool { a.rawValue < b.rawValue }

  var mirrors: Bool { self < .plainRim }
  var refracts: Bool { self < .unbent }
  var blurs: Bool { self < .plate }
}
