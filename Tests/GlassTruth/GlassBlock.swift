import RealModule

/// Pieces of glass that flow together, and their surface: what the tracer's rays meet. In points.
public struct GlassBlock: Sendable {
  /// One piece: a rectangle with continuous corners; a circle's and a capsule's radius is half the shorter side.
  public struct Piece: Sendable {
    /// Left edge.
    public var x: Double
    /// Upper edge.
    public var y: Double
    /// Width.
    public var width: Double
    /// Height.
    public var height: Double
    /// Radius of the corners.
    public var radius: Double

    /// A piece by its frame and radius.
    public init(x: Double, y: Double, width: Double, height: Double, radius: Double) {
      (self.x, self.y, self.width, self.height, self.radius) = (x, y, width, height, radius)
    }
  }

  /// The surface over one point.
  public struct Surface {
    /// Depth inside the outline; negative outside.
    public var depth: Double
    /// Unit normal of the nearest edge in the picture's plane, outwards.
    public var outwards: SIMD2<Double>
    /// Width of the bevel here, and u = 1 − depth / width, 0 beyond the bevel's foot.
    public var bevel: Double
    public var u: Double
    /// Half the shorter side of what stands here.
    var halfMinor: Double
    /// Rise of the surface towards the middle, and its height over the floor.
    var slope: Double
    var height: Double
  }

  /// The widest bevel.
  private static let widestBevel = 20.0

  public let outline: TrueOutline
  private let parts: [(outline: TrueOutline, bevel: Double, halfMinor: Double)]
  private let spacing: Double

  /// - Parameters:
  ///   - pieces: not empty.
  ///   - spacing: below what distance they flow together; 0 for never.
  public init(_ pieces: [Piece], spacing: Double = 0) {
    parts = pieces.map { piece in
      let outline = TrueOutline(
        x: piece.x, y: piece.y, width: piece.width, height: piece.height, radius: piece.radius)
      return Self.part(outline, halfMinor: min(piece.width, piece.height) / 2)
    }
    self.spacing = spacing
    outline = .merged(parts.map(\.outline), spacing: spacing)
  }

  /// One piece of any form, by half its shorter side.
  public init(_ outline: TrueOutline, halfMinor: Double) {
    parts = [Self.part(outline, halfMinor: halfMinor)]
    spacing = 0
    self.outline = outline
  }

  private static func part(_ outline: TrueOutline, halfMinor: Double) -> (
    outline: TrueOutline, bevel: Double, halfMinor: Double
  ) {
    (outline, min(widestBevel, outline.tightestBend, halfMinor / 2), halfMinor)
  }

  /// The widest bevel of its pieces.
  public var widest: Double { parts.map(\.bevel).max() ?? 0 }

  /// The surface over a point: height w (1 − u³)^(1/3) over the floor.
  public func surface(at p: SIMD2<Double>) -> Surface {
    let place = outline.place(of: p)
    let (bevel, halfMinor) = place.depth > 0 ? edge(at: p) : (parts[0].bevel, parts[0].halfMinor)
    // The very edge is a cliff: no finite slope.
    let u = min(max(1 - place.depth / bevel, 0), 1 - 1e-9)
    let rest = 1 - u * u * u
    return Surface(
      depth: place.depth, outwards: place.normal, bevel: bevel, u: u, halfMinor: halfMinor,
      slope: u * u / Double.pow(rest, 2.0 / 3), height: bevel * Double.root(rest, 3))
  }

  /// The bevel's width at a point: of several pieces, each counts the less, the further it is behind the deepest.
  private func edge(at p: SIMD2<Double>) -> (bevel: Double, halfMinor: Double) {
    guard parts.count > 1 else { return (parts[0].bevel, parts[0].halfMinor) }
    let depths = parts.map { $0.outline.place(of: p).depth }
    let deepest = depths.max() ?? 0
    var (sum, bevel, halfMinor) = (0.0, 0.0, 0.0)
    for (part, depth) in zip(parts, depths) {
      let weight = max(max(spacing, 1e-9) - (deepest - depth), 0)
      sum += weight
      bevel += weight * part.bevel
      halfMinor += weight * part.halfMinor
    }
    return (bevel / sum, halfMinor / sum)
  }
}
