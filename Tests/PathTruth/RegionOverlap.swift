import Geometry

// The areas of two drawings' union and intersection, without clipping them.
//
// The plane is cut into scanbeams at every vertex (Vatti, "A generic solution to polygon clipping", CACM 35(7),
// 1992), and these again at every crossing of two edges. Between two cuts the edges keep their order, so the
// length that a horizontal line has in common with any combination of the regions changes linearly with y, and
// the midpoint rule integrates it exactly. Nothing depends on the topology of the crossings: a crossing that
// rounding puts a hair too high costs the square of that hair. So edges may touch, overlap and cross themselves.

/// The areas that two regions have alone and in common, in the square of the caller's units.
public struct RegionOverlap: Hashable, Sendable {
  public private(set) var firstArea = 0.0
  public private(set) var secondArea = 0.0
  public private(set) var intersection = 0.0

  public var union: Double { firstArea + secondArea - intersection }

  /// Intersection over union, 0 … 1; 0 where neither has an area.
  public var intersectionOverUnion: Double { union > 0 ? max(0, min(1, intersection / union)) : 0 }

  /// Exact but for rounding: polygons are closed, and may have holes, overlap and cross themselves. Points that
  /// are not finite are left out.
  public init(_ first: [Polyline], _ second: [Polyline], rule: FillRule = .nonZero) {
    var sweep = OverlapSweep()
    sweep.add(first, isFirst: true)
    sweep.add(second, isFirst: false)
    sweep.run(rule) { height, lengths in
      firstArea += height * lengths.first
      secondArea += height * lengths.second
      intersection += height * lengths.both
    }
  }

  /// Curves are flattened to `tolerance`: each area is off by the length of its outline times that at most.
  public init(_ first: Path, _ second: Path, tolerance: Double, rule: FillRule = .nonZero) {
    self.init(first.flattened(tolerance: tolerance), second.flattened(tolerance: tolerance), rule: rule)
  }
}

extension Path {
  /// Intersection over union of both insides, 0 … 1; curves are flattened to `tolerance`.
  public func intersectionOverUnion(
    _ other: Path, tolerance: Double, rule: FillRule = .nonZero
  ) -> Double {
    RegionOverlap(self, other, tolerance: tolerance, rule: rule).intersectionOverUnion
  }

  /// The area of the inside, each part once, however often it is wound around; curves are flattened to
  /// `tolerance`.
  public func filledArea(tolerance: Double, rule: FillRule = .nonZero) -> Double {
    RegionOverlap(flattened(tolerance: tolerance), [], rule: rule).firstArea
  }
}
