import Foundation

/// Somebody drawn from a seed: a build, clothes and a gait.
struct Figure {
  enum Build: CaseIterable { case usual, tall, short, wide, child }
  enum Dress: CaseIterable { case trousers, skirt, coat }

  let build: Build
  let dress: Dress
  private let girth: Double
  private let head: Double
  private let swing: Double
  private let stride: Double
  private let phase: Double
  private let sway: Double
  private let upper: Cloth
  private let lower: Cloth
  private let skin: Cloth
  private let hair: Cloth
  private let shoes: Cloth
  private let hasLongHair: Bool

  /// - Parameters:
  ///   - seed: of everything but the clothes.
  ///   - clothes: the clothes' seed.
  init(seed: Int, clothes: Int, build: Build? = nil) {
    var random = Random(seed)
    self.build = build ?? random.pick(Build.allCases)
    let wide = self.build == .wide ? 1.3 : self.build == .tall ? 0.92 : 1
    girth = wide * random.within(0.92...1.08)
    head = self.build == .child ? 1.4 : 1
    swing = random.within(0.25...0.75)
    stride = random.within(0.38...0.55)
    phase = random.within(0...6.28)
    sway = random.within(0.8...1.3)
    var wardrobe = Random(clothes &+ 1000)
    func dye(_ random: inout Random) -> Color {
      let base = Float(random.within(25...215))
      return Color(
        base * Float(random.within(0.5...1.2)), base * Float(random.within(0.5...1.1)),
        base * Float(random.within(0.5...1.2)))
    }
    dress = wardrobe.pick(Dress.allCases)
    upper = Cloth(
      color: dye(&wardrobe), second: dye(&wardrobe), pattern: wardrobe.pick(Cloth.Pattern.allCases))
    lower = Cloth(
      color: dye(&wardrobe), second: dye(&wardrobe), pattern: wardrobe.uniform() < 0.7 ? .plain : .checks)
    let tone = Float(wardrobe.within(0.35...1))
    skin = Cloth(color: Color(228, 180, 150) * tone, second: Color())
    let shade = wardrobe.pick([
      Color(40, 30, 25), Color(95, 65, 40), Color(170, 135, 85), Color(150, 150, 150),
    ])
    hair = Cloth(color: shade, second: shade)
    shoes = Cloth(color: Color(repeating: Float(wardrobe.within(25...110))), second: Color())
    hasLongHair = wardrobe.uniform() < 0.4
  }

  /// Where somebody stands and what they do.
  struct Pose {
    /// The point between the feet and the body's height, in pixels.
    var x: Double
    var ground: Double
    var height: Double
    /// 0: seen from the right side, walking to the right; 90: from the front; 180: walking to the left.
    var degrees: Double
    /// How far they have walked, in pixels; `nil` while they stand.
    var way: Double?
    /// For swaying, in seconds; 0: stands stock-still.
    var time = 0.0
  }

  /// A point of the body: forwards, up and to the left, in body heights.
  private typealias Joint = SIMD3<Double>

  func limbs(_ pose: Pose) -> [Limb] {
    let turn = pose.degrees * .pi / 180
    var all: [Limb] = []
    let lean = pose.way == nil && pose.time > 0 ? 0.018 * sin(pose.time * 2.1 * sway + phase) : 0
    func end(_ joint: Joint, _ radius: Double) -> Limb.End {
      let across = joint.x * cos(turn) + joint.z * sin(turn) + lean * joint.y * 2
      return Limb.End(
        x: pose.x + across * pose.height, y: pose.ground - joint.y * pose.height, radius: radius * pose.height
      )
    }
    func add(_ a: Joint, _ ra: Double, _ b: Joint, _ rb: Double, _ cloth: Cloth, nearer: Double = 0) {
      let depth = (a.x + b.x) / 2 * -sin(turn) + (a.z + b.z) / 2 * cos(turn) - nearer
      all.append(Limb(from: end(a, ra), to: end(b, rb), depth: depth, cloth: cloth, size: pose.height))
    }
    let cycle = pose.way.map { $0 / (pose.height * 2 * stride) * 2 * .pi + phase }
    let hip = 0.51 + (cycle.map { 0.008 * cos(2 * $0) } ?? 0)
    for side in [-1.0, 1.0] {
      let angle = cycle.map { stride * sin($0 + (side > 0 ? 0 : .pi)) } ?? 0.03 * side
      let bend = cycle.map { 0.55 * max(0, sin($0 + (side > 0 ? 0 : .pi) - 1.9)) } ?? 0
      let top = Joint(0, hip, side * 0.048 * girth)
      let knee = top + Joint(sin(angle), -cos(angle), 0) * 0.245
      let ankle = knee + Joint(sin(angle - bend), -cos(angle - bend), 0) * 0.235
      let leg = dress == .skirt ? skin : lower
      add(top, 0.062 * girth, knee, 0.042 * girth, lower)
      add(knee, 0.042 * girth, ankle, 0.026, leg)
      add(ankle - Joint(0.01, 0.008, 0), 0.022, ankle + Joint(0.075, -0.014, 0), 0.016, shoes)
      let shoulder = Joint(0, 0.805, side * 0.098 * girth)
      let reach = cycle.map { -swing * sin($0 + (side > 0 ? 0 : .pi)) } ?? 0.06
      let elbow = shoulder + Joint(sin(reach), -cos(reach), side * 0.12) * 0.165
      let hand = elbow + Joint(sin(reach + 0.25), -cos(reach + 0.25), side * 0.04) * 0.15
      add(shoulder, 0.038 * girth, elbow, 0.03 * girth, upper, nearer: -0.02)
      add(elbow, 0.03 * girth, hand, 0.022, upper, nearer: -0.02)
      add(hand, 0.022, hand + Joint(0, -0.03, 0), 0.018, skin, nearer: -0.02)
      add(
        Joint(0, hip + 0.03, side * 0.035 * girth), 0.07 * girth, Joint(0, 0.76, side * 0.05 * girth),
        0.068 * girth, upper)
    }
    if dress != .trousers {
      let hem = dress == .coat ? 0.27 : 0.3
      add(
        Joint(0, 0.56, 0), 0.09 * girth, Joint(0, hem, 0), 0.125 * girth, dress == .coat ? upper : lower,
        nearer: 0.06)
    }
    add(Joint(0, 0.82, 0), 0.035, Joint(0.01, 0.88, 0), 0.033, skin)
    let (eyes, size) = (Joint(0.012, 0.925, 0), 0.058 * head)
    if hasLongHair {
      add(
        eyes + Joint(-0.03, 0.015, 0), size * 1.02, Joint(-0.035, 0.80, 0), 0.05 * head, hair,
        nearer: turn > 0 ? -0.03 : 0)
    }
    add(
      eyes - Joint(0, 0.018, 0) * head, size * 0.86, eyes + Joint(0, 0.014, 0) * head, size, skin,
      nearer: 0.01)
    add(
      eyes + Joint(-0.02, 0.028, 0) * head, size * 0.95, eyes + Joint(-0.008, 0.036, 0) * head, size * 0.95,
      hair, nearer: sin(turn) > 0.5 ? -0.02 : 0.02)
    return all.sorted { $0.depth > $1.depth }
  }

  func layer(_ pose: Pose) -> Layer {
    let (half, high) = (0.45 * pose.height + 4, 1.12 * pose.height + 4)
    var layer = Layer(
      left: Int(pose.x - half), top: Int(pose.ground - high), width: Int(2 * half),
      height: Int(high + 0.08 * pose.height))
    for limb in limbs(pose) { layer.draw(limb) }
    return layer
  }
}
