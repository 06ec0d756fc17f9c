import PixelTypes

/// A tone of glass under ink: what it makes of each luminance, by a wash of one colour.
///
/// Under light ink bright parts of the scene are compressed below a limit, and under dark ink dark parts are raised above
/// one, as far as the scene's brightest or darkest light asks; the rest stays. The tone knows no places: it has no edges
/// of its own, and what was brighter stays brighter.
final class ToneCurve {
  /// Entries of the wash's opacity, evenly spaced over the luminances, 0...65535.
  static let entries = 1024
  /// Entries of the change, likewise.
  static let bins = 64

  let isUnderDarkInk: Bool
  /// The greatest luminance left under light ink, or the least under dark ink.
  let limit: Double
  let material: GlassMaterial
  let wash: LinearColor
  private(set) var opacities = [UInt16](repeating: 0, count: entries)
  /// How much each luminance changes to the eye: by its root, 0...1.
  private(set) var changes = [Float](repeating: 0, count: bins)
  /// The rung of the scene's brightest light under light ink, or of its darkest under dark ink, that it is made for.
  private(set) var rung: Int
  /// The limit that it keeps: a former tone's stricter one is eased off.
  private var kept: Double
  /// What is eased off, and since when; that is known from the first time on.
  private var easing: (from: Double, since: Int64?)?

  /// The rung of the scene last seen; `nil` before the first.
  private var need: Int?
  /// The last time that a scene needed the rung.
  private var needed: Int64?

  /// A tone for whatever scene, or for those that a former one was for.
  init(limit: Double, isUnderDarkInk: Bool, _ material: GlassMaterial, after former: ToneCurve? = nil) {
    (self.limit, self.isUnderDarkInk, self.material) = (limit, isUnderDarkInk, material)
    wash = isUnderDarkInk ? material.lightWash : material.darkWash
    rung = former?.rung ?? (isUnderDarkInk ? 0 : Self.rungs)
    kept = former.map { isUnderDarkInk ? max($0.kept, limit) : min($0.kept, limit) } ?? limit
    if kept != limit { easing = (kept, nil) }
    (need, needed) = (former?.need, former?.needed)
    fill()
  }

  /// Rungs from black to white, even to the eye.
  static let rungs = 32

  /// The lowest rung at least as bright as a luminance.
  static func rung(atLeast luminance: Double) -> Int {
    Int((luminance.squareRoot() * Double(rungs)).rounded(.up))
  }

  /// The highest rung at most as bright.
  static func rung(atMost luminance: Double) -> Int { Int(luminance.squareRoot() * Double(rungs)) }

  /// A scene that needs less keeps the tone for so long; then it becomes weaker rung by rung.
  static let holdNanoseconds: Int64 = 1_000_000_000
  private static let stepNanoseconds: Int64 = 25_000_000
  /// Steps in which words that ask for less, or are gone, take effect.
  private static let easingSteps: Int64 = 16

  /// How many rungs stronger it is than the scene needs.
  private var slack: Int { need.map { isUnderDarkInk ? $0 - rung : rung - $0 } ?? 0 }

  /// Sees a scene whose brightest light, or darkest under dark ink, is on a rung: the first is met exactly, a more demanding one
  /// at once.
  func see(_ rung: Int) {
    let isFirst = need == nil
    need = rung
    if isFirst || slack < 0 { fit(rung) }
  }

  /// Follows words and a scene that need less, up to a monotonic time; true if the tone has become weaker.
  func relax(_ nanoseconds: Int64) -> Bool {
    let isEased = ease(nanoseconds)
    return follow(nanoseconds) || isEased
  }

  private func ease(_ nanoseconds: Int64) -> Bool {
    guard let (from, since) = easing else { return false }
    guard let since else {
      easing = (from, nanoseconds)
      return false
    }
    let steps = min((nanoseconds - since) / Self.stepNanoseconds, Self.easingSteps)
    // Even to the eye.
    let root =
      from.squareRoot() + (limit.squareRoot() - from.squareRoot()) * Double(steps) / Double(Self.easingSteps)
    let due = steps == Self.easingSteps ? limit : root * root
    if steps == Self.easingSteps { easing = nil }
    guard due != kept, steps > 0 else { return false }
    kept = due
    fill()
    return true
  }

  private func follow(_ nanoseconds: Int64) -> Bool {
    // A rung's slack keeps noise from moving it.
    guard slack > 1, let since = needed else {
      needed = nanoseconds
      return false
    }
    let due = nanoseconds - since - Self.holdNanoseconds
    guard due >= 0 else { return false }
    let steps = min(Int(due / Self.stepNanoseconds) + 1, slack - 1)
    needed = since + Int64(steps) * Self.stepNanoseconds
    fit(isUnderDarkInk ? rung + steps : rung - steps)
    return true
  }

  private func fit(_ rung: Int) {
    guard rung != self.rung else { return }
    self.rung = rung
    fill()
  }

  private func fill() {
    let goal = wash.luminance
    let extreme = Double(rung * rung) / Double(Self.rungs * Self.rungs)
    func shown(_ light: Double, _ limit: Double) -> Double {
      isUnderDarkInk
        ? Self.raised(light, above: limit)
        : Self.compressed(light, below: limit, from: max(limit * material.knee, goal))
    }
    // The family's member that brings the extreme to the limit.
    var (weak, strong) = isUnderDarkInk ? (0.0, kept) : (1.0, kept)
    for _ in 0..<16 {
      let middle = (weak + strong) / 2
      let reached = shown(extreme, middle)
      if isUnderDarkInk ? reached >= kept : reached <= kept { strong = middle } else { weak = middle }
    }
    func opacity(_ light: Double) -> Double {
      let (way, change) = (goal - light, shown(light, strong) - light)
      return way * change > 0 ? min(change / way, 1) : 0
    }
    // An entry is right for the worst luminance that it stands for.
    let worst = isUnderDarkInk ? 0.0 : 1.0
    for i in opacities.indices {
      opacities[i] = UInt16((opacity((Double(i) + worst) / Double(Self.entries)) * 65_535).rounded(.up))
    }
    for i in changes.indices {
      let light = (Double(i) + 0.5) / Double(Self.bins)
      let washed = light + (goal - light) * opacity(light)
      changes[i] = abs(Float(washed).squareRoot() - Float(light).squareRoot())
    }
  }

  /// Unchanged up to a knee, then ever flatter: 1 becomes the limit.
  private static func compressed(_ light: Double, below limit: Double, from knee: Double) -> Double {
    guard limit < 1, light > knee else { return light }
    let over = light - knee
    return knee + over / (1 + over * (1 / max(limit - knee, 1e-6) - 1 / (1 - knee)))
  }

  /// 0 becomes the limit; unchanged from twice that on.
  private static func raised(_ light: Double, above limit: Double) -> Double {
    let left = limit > 0 ? max(1 - light / (2 * limit), 0) : 0
    return light + limit * left * left
  }

  /// The wash's opacity over a luminance of 0...1.
  func opacity(_ light: Double) -> Double {
    Double(opacities[min(max(Int(light * Double(Self.entries)), 0), Self.entries - 1)]) / 65_535
  }
}

/// Adds a curve's wash to each texel's.
///
/// - Parameters:
///   - luminance: of each texel under the washes so far.
///   - weights: how much of it each texel takes, 0...65535; all of it if `nil`.
func wash(_ washes: WashPlanes, by curve: ToneCurve, _ luminance: SamplePlane, weights: SamplePlane?) {
  func stored(_ light: Double) -> UInt32 { UInt32(light * 65_535) }
  let (red, green, blue) = (stored(curve.wash.red), stored(curve.wash.green), stored(curve.wash.blue))
  let table = curve.opacities
  let opacities = table.span
  for y in 0..<luminance.height {
    // SAFETY: all planes have one size; x stays below their width.
    let (keep, light) = unsafe (washes.keep.row(y), luminance.row(y))
    let (addR, addG, addB) = unsafe washes.add.rows(y)
    let weight = unsafe weights?.row(y)
    for x in 0..<luminance.width {
      var opacity = unsafe UInt32(opacities[Int(light[x] >> 6)])
      if let weight = unsafe weight { opacity = unsafe (opacity * UInt32(weight[x]) + 65_534) / 65_535 }
      guard opacity > 0 else { continue }
      let left = 65_535 - opacity
      func over(_ sample: UInt16, _ wash: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: (UInt32(sample) * left + wash * opacity) >> 16)
      }
      unsafe keep[x] = over(keep[x], 0)
      unsafe addR[x] = over(addR[x], red)
      unsafe addG[x] = over(addG[x], green)
      unsafe addB[x] = over(addB[x], blue)
    }
  }
}
