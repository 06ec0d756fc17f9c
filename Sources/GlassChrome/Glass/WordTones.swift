import PixelTypes

/// The inks of a body's words, and the tones in which its elements show the scene under them.
///
/// Elements of alike materials have one ink and one tone: that which the most demanding of their words needs. Between two
/// tones they are mixed as the materials are, but words always have their own element's.
struct WordTones {
  /// Room for rounding to 8-bit codes and for the dither.
  static let rounding = 0.004
  /// Ink turns at most this often.
  static let dwellNanoseconds: Int64 = 2_000_000_000

  private struct Element {
    var id: ElementID
    var light: ToneCurve
    var dark: ToneCurve
    var isInkDark: Bool
    var turned: Int64?
    /// How many of its texels have a luminance, by bins from black to white.
    var counts = [Int](repeating: 0, count: ToneCurve.bins)
    /// How much the tones under light and dark ink change the scene: the mean of ``ToneCurve/changes``.
    var costs: (light: Float, dark: Float) = (0, 0)

    var material: GlassMaterial { light.material }
    var curve: ToneCurve { isInkDark ? dark : light }
  }

  private var elements: [Element] = []
  /// Whether the ink of the region around is dark; `nil` outside regions, where each element turns alone.
  var isRegionDark: Bool?
  /// How much of its tone each element's texels take; empty if all have one.
  private var weights: [SamplePlane] = []

  init() {}

  /// - Parameters:
  ///   - elements: the body's, in its order; `materials` are theirs.
  ///   - shares: each element's share of each texel, 0...65535; empty for a single element.
  ///   - known: earlier tones: elements of the same id and a like material keep their inks, and their tones while words are gone.
  init(
    _ words: [GlassWord], elements: [ElementID], materials: [GlassMaterial], tile: SceneTile,
    shares: [SamplePlane], known: [WordTones]
  ) {
    let before = known.flatMap(\.elements)
    for (id, material) in zip(elements, materials) {
      if let i = self.elements.firstIndex(where: { $0.material.isToned(as: material) }) {
        self.elements.append(self.elements[i])
        self.elements[self.elements.count - 1].id = id
        continue
      }
      let alike = elements.indices.filter { materials[$0].isToned(as: material) }.map { elements[$0] }
      let former = before.first { $0.material.isToned(as: material) && alike.contains($0.id) }
      // Words that are no longer seen, or not yet, ask nothing of a tone that words have already made.
      let isWorded = former.map { $0.light.limit < 1 } ?? false
      let own = words.filter { alike.contains($0.element) && ($0.isSeen || !isWorded) }
      func curve(_ limit: Double?, isUnderDarkInk: Bool) -> ToneCurve {
        let last = isUnderDarkInk ? former?.dark : former?.light
        let limit = limit ?? last?.limit ?? (isUnderDarkInk ? 0 : 1)
        if let last, last.limit == limit { return last }
        return ToneCurve(limit: limit, isUnderDarkInk: isUnderDarkInk, material, after: last)
      }
      var element = Element(
        id: id, light: curve(own.map { $0.most - Self.rounding }.min(), isUnderDarkInk: false),
        dark: curve(own.map { $0.least + Self.rounding }.max(), isUnderDarkInk: true),
        isInkDark: former?.isInkDark ?? material.prefersDarkInk, turned: former?.turned)
      if let former { (element.counts, element.costs) = (former.counts, former.costs) }
      self.elements.append(element)
    }
    guard self.elements.contains(where: { $0.light !== self.elements[0].light }) else { return }
    weights = shares.map { share in
      let weight = SamplePlane(width: share.width, height: share.height)
      weight.copy(share)
      return weight
    }
    for word in words {
      let core = word.core(in: tile)
      for i in weights.indices {
        for y in core.y..<max(core.maxY, core.y) {
          for x in core.x..<max(core.maxX, core.x) {
            weights[i][x, y] = elements[i] == word.element ? 65_535 : 0
          }
        }
      }
    }
  }

  /// Whether an element's ink is currently dark.
  func isInkDark(_ element: Int) -> Bool { elements.isEmpty ? false : elements[element].isInkDark }

  /// The first element's tone.
  var curve: ToneCurve? { elements.first?.curve }

  /// Sees a scene: fits the tones to it, and finds how much each ink's would change it.
  ///
  /// - Parameters:
  ///   - luminance: of each texel, 0...65535, in the materials' tone.
  ///   - whole: the same for the place that a single element comes to rest in, if it is elsewhere: its tone suits both.
  mutating func look(at luminance: SamplePlane, whole: SamplePlane? = nil) {
    var (darkest, brightest) = (ToneCurve.bins - 1, 0)
    for e in elements.indices where e == 0 || !weights.isEmpty {
      for bin in elements[e].counts.indices { elements[e].counts[bin] = 0 }
      let plane = weights.isEmpty ? whole ?? luminance : luminance
      for y in 0..<plane.height {
        for x in 0..<plane.width where weights.isEmpty || weights[e][x, y] > 32_767 {
          elements[e].counts[Int(plane[x, y]) * ToneCurve.bins / 65_536] += 1
        }
      }
    }
    func see(_ plane: SamplePlane) {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let bin = Int(plane[x, y]) * ToneCurve.bins / 65_536
          (darkest, brightest) = (min(darkest, bin), max(brightest, bin))
        }
      }
    }
    see(luminance)
    if let whole { see(whole) }
    for element in elements {
      element.light.see(ToneCurve.rung(atLeast: Double(brightest + 1) / Double(ToneCurve.bins)))
      element.dark.see(ToneCurve.rung(atMost: Double(darkest) / Double(ToneCurve.bins)))
    }
    weigh()
  }

  /// Finds how much each ink's tone changes the scene last seen.
  private mutating func weigh() {
    for e in elements.indices {
      guard e == 0 || !weights.isEmpty else {
        elements[e].costs = elements[0].costs
        continue
      }
      let counts = elements[e].counts
      let sum = Float(max(counts.reduce(0, +), 1))
      func cost(_ curve: ToneCurve) -> Float {
        counts.indices.reduce(0) { $0 + Float(counts[$1]) * curve.changes[$1] } / sum
      }
      elements[e].costs = (cost(elements[e].light), cost(elements[e].dark))
    }
  }

  /// Brings inks and tones up to a monotonic time; true if one has changed.
  mutating func hold(_ nanoseconds: Int64) -> Bool {
    var hasChanged = false
    for element in elements {
      if element.light.relax(nanoseconds) { hasChanged = true }
      if element.dark.relax(nanoseconds) { hasChanged = true }
    }
    if hasChanged { weigh() }
    for e in elements.indices
    where elements[..<e].allSatisfy({ !$0.material.isToned(as: elements[e].material) }) {
      guard turns(e, nanoseconds) else { continue }
      hasChanged = true
      let material = elements[e].material
      for i in elements.indices where elements[i].material.isToned(as: material) {
        elements[i].isInkDark.toggle()
        elements[i].turned = nanoseconds
      }
    }
    return hasChanged
  }

  /// How much more one ink may need than the other before it turns: clear glass takes the ink that needs less; other glass
  /// takes its appearance's, unless that needs far more.
  static func bias(isClear: Bool, isPreferred: Bool) -> Float { isClear ? 0.06 : isPreferred ? 0.25 : -0.1 }

  /// What each ink needs of the glass, for a region to choose one; `nil` if no ink may turn, or nothing was seen.
  var need: (light: Float, dark: Float, isClear: Bool, prefersDark: Bool)? {
    guard let element = elements.first(where: { $0.material.turnsInk && !$0.material.hasOwnInk }),
      element.counts.contains(where: { $0 > 0 })
    else { return nil }
    return (
      element.costs.light, element.costs.dark, element.material.isClear, element.material.prefersDarkInk
    )
  }

  /// Whether an element's ink must turn from light to dark or back.
  private func turns(_ e: Int, _ nanoseconds: Int64) -> Bool {
    let element = elements[e]
    guard element.material.turnsInk else { return false }
    if let isRegionDark, !element.material.hasOwnInk { return isRegionDark != element.isInkDark }
    let (own, other) =
      element.isInkDark
      ? (element.costs.dark, element.costs.light) : (element.costs.light, element.costs.dark)
    let isPreferred = element.isInkDark == element.material.prefersDarkInk
    guard own > other + Self.bias(isClear: element.material.isClear, isPreferred: isPreferred) else {
      return false
    }
    return element.turned.map { nanoseconds - $0 >= Self.dwellNanoseconds } ?? true
  }

  /// Adds the tones to the materials'.
  func wash(_ washes: WashPlanes, _ luminance: SamplePlane) {
    guard !weights.isEmpty else {
      if let curve { GlassChrome.wash(washes, by: curve, luminance, weights: nil) }
      return
    }
    for e in elements.indices {
      GlassChrome.wash(washes, by: elements[e].curve, luminance, weights: weights[e])
    }
  }
}

extension GlassMaterial {
  /// Whether words ask the same of both: glass that merges with other glass then has one tone, whatever their blur.
  fileprivate func isToned(as other: GlassMaterial) -> Bool {
    darkWash == other.darkWash && lightWash == other.lightWash && knee == other.knee
      && prefersDarkInk == other.prefersDarkInk && turnsInk == other.turnsInk && isClear == other.isClear
  }
}
