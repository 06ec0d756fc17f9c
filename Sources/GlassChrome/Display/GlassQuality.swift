/// How much of the glass is drawn. What is given up is given up in this order; contrast and ink never are.
public enum GlassQuality: Int, Sendable, Hashable, Comparable, CaseIterable {
  case full
  /// Without the mirrored environment and dispersion.
  case withoutEnvironment
  /// Also without refraction.
  case withoutRefraction
  /// An opaque plate instead of blur.
  case opaque

  public var drawsEnvironment: Bool { self < .withoutEnvironment }
  public var refracts: Bool { self < .withoutRefraction }
  public var blurs: Bool { self < .opaque }

  /// As it stands in a manifest.
  public var name: String {
    switch self {
    case .full: "full"
    case .withoutEnvironment: "without-environment"
    case .withoutRefraction: "without-refraction"
    case .opaque: "opaque"
    }
  }

  public static func < (a: GlassQuality, b: GlassQuality) -> Bool { a.rawValue < b.rawValue }
}
