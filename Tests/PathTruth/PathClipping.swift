import Geometry

extension Path {
  /// What lies in both insides.
  ///
  /// The result is made of straight lines: clockwise around each part (y down), counter-clockwise around its holes,
  /// so that either fill rule fills it, and no loop crosses itself or another. Empty where the insides have no area
  /// in common. Vertices of the flattened paths keep their coordinates; crossings are off by 4 · 10⁻¹² of the
  /// drawings' larger side at most. Allocates; the time grows with the square of the number of lines.
  ///
  /// - Parameters:
  ///   - other: another path; open subpaths are closed. Points that are not finite are left out.
  ///   - tolerance: how far the straight lines may be from curves.
  ///   - rule: what counts as inside, of both.
  public func intersection(_ other: Path, tolerance: Double, rule: FillRule = .nonZero) -> Path {
    clipped(other, tolerance, rule) { $0 && $1 }
  }

  /// What lies in either inside; as in ``intersection(_:tolerance:rule:)``.
  public func union(_ other: Path, tolerance: Double, rule: FillRule = .nonZero) -> Path {
    clipped(other, tolerance, rule) { $0 || $1 }
  }

  /// What lies in this inside but not in the other; as in ``intersection(_:tolerance:rule:)``.
  public func subtracting(_ other: Path, tolerance: Double, rule: FillRule = .nonZero) -> Path {
    clipped(other, tolerance, rule) { $0 && !$1 }
  }

  /// What lies in just one of both insides; as in ``intersection(_:tolerance:rule:)``.
  public func symmetricDifference(_ other: Path, tolerance: Double, rule: FillRule = .nonZero) -> Path {
    clipped(other, tolerance, rule) { $0 != $1 }
  }

  /// The outline of the inside alone, without the lines that run through it: nothing crosses itself any more; as in
  /// ``intersection(_:tolerance:rule:)``.
  public func outlined(tolerance: Double, rule: FillRule = .nonZero) -> Path {
    clipped(Path(), tolerance, rule) { inside, _ in inside }
  }

  private func clipped(
    _ other: Path, _ tolerance: Double, _ rule: FillRule, _ isInside: (Bool, Bool) -> Bool
  ) -> Path {
    let clipper = PolygonClipper(
      flattened(tolerance: tolerance), other.flattened(tolerance: tolerance))
    return clipper.path(rule, isInside)
  }
}
