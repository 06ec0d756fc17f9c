import PixelTypes

/// Light or dark ink for each region, so that the parts of a column don't differ.
///
/// Each group's words would take the ink that needs less of their own glass; in a region they take the one that needs less
/// of all its glass together. Either ink is legible: glass takes the tone that it needs.
struct RegionInks {
  private struct Ink {
    var isDark: Bool?
    var turned: Int64?
  }

  private let regions: [PixelRect]
  private var inks: [Ink]

  /// - Parameter regions: whose glass has one ink; glass beside them turns alone.
  init(_ regions: [PixelRect]) {
    self.regions = regions
    inks = Array(repeating: Ink(), count: regions.count)
  }

  /// Continues with a former painter's inks, if it had as many regions.
  mutating func goOn(from former: RegionInks) {
    if former.inks.count == inks.count { inks = former.inks }
  }

  /// Decides by what was last seen behind the glass, and tells the bodies. Allocates nothing.
  mutating func turn(_ bodies: [GlassBody], nanoseconds: Int64) {
    for place in regions.indices {
      var (light, dark, area, isClear, prefersDark) = (0.0, 0.0, 0.0, true, false)
      for body in bodies where body.region(in: regions) == place {
        guard let need = body.soft.words.need else { continue }
        let size = Double(body.area.width * body.area.height)
        light += Double(need.light) * size
        dark += Double(need.dark) * size
        area += size
        if !need.isClear { (isClear, prefersDark) = (false, need.prefersDark) }
      }
      guard area > 0 else { continue }
      let isDark = inks[place].isDark ?? prefersDark
      let (own, other) = isDark ? (dark / area, light / area) : (light / area, dark / area)
      let bias = Double(WordTones.bias(isClear: isClear, isPreferred: isDark == prefersDark))
      let mayTurn = inks[place].turned.map { nanoseconds - $0 >= WordTones.dwellNanoseconds } ?? true
      inks[place].isDark = isDark
      if own > other + bias, mayTurn {
        inks[place].isDark = !isDark
        inks[place].turned = nanoseconds
      }
    }
    for body in bodies { body.soft.follow(body.region(in: regions).flatMap { inks[$0].isDark }) }
  }
}
