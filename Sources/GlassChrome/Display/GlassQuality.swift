/// How much of the glass is drawn. Effects are dropped in this order; contrast and ink never are.
public enum GlassQuality: Int, Sendable, Hashable, Comparable, CaseIterable {
  case full
  /// Without the mirrored environment and dispersion.
  case withoutEnvironment
  /// Also without refraction.
  case withoutRefraction
  /// An opaque plate instead of blur.
  case opaque

  /// Whether the rim mirrors the scene around it and light may disperse.
  var drawsEnvironment: Bool { self < .withoutEnvironment }
  /// Whether the bevel bends light.
  var refracts: Bool { self < .withoutRefraction }
  /// Whether the scene shows through, blurred; otherwise plates are opaque.
  var blurs: Bool { self < .opaque }

  /// The name in a manifest and on the command line.
  public var name: String {
    switch self {
    case .full: "full"
    case .withoutEnvironment: "without-environment"
    case .withoutRefraction: "without-refraction"
    case .opaque: "opaque"
    }
  }

  /// Higher quality comes first: `full` is less than `opaque`.
  public static func < (a: GlassQuality, b: GlassQuality) -> Bool { a.rawValue < b.rawValue }
}
