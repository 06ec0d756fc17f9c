extension GlassBaker.Edge {
  /// - Parameters:
  ///   - outline: the element's, in pixels.
  ///   - scale: pixels per point.
  ///   - isToned: whether the lens shows the scene in the material's tone; untoned, it shows as
  ///     much of it as the body keeps.
  init(
    of element: GlassElement, _ material: GlassMaterial, _ outline: ShapeOutline, scale: Double, isToned: Bool
  ) {
    bevel = Float(min(BevelTable.widestBevel * scale, outline.widestBevel))
    longest = Float(outline.halfMinor * (element.glass.variant == .clear ? 1.33 : 1))
    presence = Float(min(max(element.presence, 0), 1))
    lens = Float(material.isOpaque ? 0 : isToned ? material.lens : material.lens * material.keep)
    clear = material.isClear ? 1 : 0
  }

  /// Each pixel's edge: the nearest element's. Bevels are mixed across the whole spacing, weighted
  /// by presence, so that no seam shows; presences across a quarter of it, so that glass just
  /// appearing takes nothing from its neighbour.
  static func mixed(_ edges: [Self], _ fields: [ShapeField], over spacing: Double) -> [Self] {
    if edges.allSatisfy({ $0 == edges[0] }) { return [edges[0]] }
    let blend = Float(max(spacing, 1))
    let narrow = max(blend / 4, 1)
    let values = edges.map { SIMD4($0.bevel, $0.longest, $0.lens, $0.clear) }
    return fields[0].distance.indices.map { i in
      var deepest = fields[0].distance[i]
      for f in fields.indices.dropFirst() { deepest = max(deepest, fields[f].distance[i]) }
      var mixed = SIMD4<Float>.zero
      var (presence, sum, narrowSum): (Float, Float, Float) = (0, 0, 0)
      for f in fields.indices {
        let below = deepest - fields[f].distance[i]
        let weight = max(0, blend - below) * max(edges[f].presence, 1e-3)
        mixed += weight * values[f]
        sum += weight
        let narrowWeight = max(0, narrow - below)
        presence += narrowWeight * edges[f].presence
        narrowSum += narrowWeight
      }
      mixed /= sum
      return Self(
        bevel: mixed.x, longest: mixed.y, presence: presence / narrowSum, lens: mixed.z, clear: mixed.w)
    }
  }
}
