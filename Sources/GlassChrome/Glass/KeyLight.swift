import RealModule

/// The light on every rim of a screen: its direction, colour and strength, in steps too small to see.
struct KeyLight: Equatable {
  /// Its direction, in steps of 1/128 of a turn: 0 right, 32 down, 64 left, 96 up.
  var direction: Int
  /// 0...16 for none to all.
  var strength: Int
  /// Its chroma: Cb and Cr in steps of 4 codes from 128.
  var cb = 0
  var cr = 0

  /// White light from above, slightly from the left.
  static let standard = KeyLight(toward: -0.45, -0.893, strength: 1)

  /// - Parameters:
  ///   - x: of the direction to the light, y down; any length.
  ///   - strength: 0...1.
  init(toward x: Double, _ y: Double, strength: Double, cb: Double = 0, cr: Double = 0) {
    let turn = Double.atan2(y: y, x: x) / (2 * .pi)
    direction = (Int((turn * 128).rounded()) + 128) % 128
    self.strength = Int((min(max(strength, 0), 1) * 16).rounded())
    self.cb = Int((cb / 4).rounded())
    self.cr = Int((cr / 4).rounded())
  }

  /// Whether the eye can't tell it from the other.
  func isLike(_ other: KeyLight) -> Bool {
    let turn = abs(direction - other.direction)
    return min(turn, 128 - turn) < 2 && abs(strength - other.strength) < 2 && abs(cb - other.cb) < 2
      && abs(cr - other.cr) < 2
  }

  /// The direction to the light in radians, from the right clockwise on screen.
  var angle: Double { Double(direction) / 128 * 2 * .pi }

  /// The chroma of channel 1 or 2.
  func code(_ channel: Int) -> UInt8 { UInt8(clamping: 128 + 4 * (channel == 1 ? cb : cr)) }
}

/// Finds a scene's light: the direction of its brightest part from the middle of its lower edge,
/// its colour, and how much brighter it is than the rest. It follows slowly.
struct KeyLightMeter {
  /// Time constant with which the light follows the scene.
  static let followNanoseconds = 900_000_000.0
  /// Least time between two lights shown.
  static let restNanoseconds: Int64 = 200_000_000

  private(set) var light = KeyLight.standard
  /// What it follows: the direction, the strength, and the chroma as Cb and Cr.
  private var way = SIMD2(-0.45, -0.893)
  private var strength = 1.0
  private var chroma = SIMD2(0.0, 0.0)
  private var last: Int64?
  private var shown: Int64?

  /// Looks at a frame.
  ///
  /// - Parameters:
  ///   - rollDegrees: the camera's; light keeps its place in the scene, and so turns on the screen.
  ///   - nanoseconds: monotonic.
  mutating func look(at pyramid: BlurPyramid, rollDegrees: Double, nanoseconds: Int64) {
    let seen = Self.seen(pyramid)
    let elapsed = last.map { Double(max(nanoseconds - $0, 0)) } ?? .infinity
    last = nanoseconds
    let share = 1 - Double.exp(-elapsed / Self.followNanoseconds)
    way += (seen.way - way) * share
    strength += (seen.strength - strength) * share
    chroma += (seen.chroma - chroma) * share
    if let shown, nanoseconds - shown < Self.restNanoseconds { return }
    let roll = -rollDegrees * .pi / 180
    let next = KeyLight(
      toward: way.x * Double.cos(roll) - way.y * Double.sin(roll),
      way.x * Double.sin(roll) + way.y * Double.cos(roll), strength: strength, cb: chroma.x, cr: chroma.y)
    guard !next.isLike(light) else { return }
    light = next
    shown = nanoseconds
  }

  private static func seen(_ pyramid: BlurPyramid) -> (
    way: SIMD2<Double>, strength: Double, chroma: SIMD2<Double>
  ) {
    var index = 0
    while index < pyramid.levels.count - 1, pyramid.levels[index].width > 24 { index += 1 }
    let level = pyramid.levels[index]
    var (weights, sumX, sumY, mean, most) = (1e-12, 0.0, 0.0, 0.0, 0.0)
    var light = SIMD3<Double>.zero
    for row in 0..<level.height {
      for column in 0..<level.width {
        let color = LinearColor(
          red: Double(level.first[column, row]) / 65_535, green: Double(level.second[column, row]) / 65_535,
          blue: Double(level.third[column, row]) / 65_535)
        let luminance = color.luminance
        let square = luminance * luminance
        let weight = square * square * square
        weights += weight
        sumX += weight * (Double(column) + 0.5)
        sumY += weight * (Double(row) + 0.5)
        light += weight * SIMD3(color.red, color.green, color.blue)
        mean += luminance
        most = max(most, luminance)
      }
    }
    let (width, height) = (Double(level.width), Double(level.height))
    mean /= width * height
    let (dx, dy) = (sumX / weights - width / 2, sumY / weights - height * 0.9)
    let length = max((dx * dx + dy * dy).squareRoot(), 1e-6)
    let lead = most / max(mean, 1e-3)
    light /= max(light.max(), 1e-9)
    let color = InkColor(
      255 * TransferCurve.code(light.x), 255 * TransferCurve.code(light.y),
      255 * TransferCurve.code(light.z))
    return (
      SIMD2(dx, dy) / length, min(0.55 + 0.3 * (lead - 1), 1),
      (SIMD2(Double(color.cb), Double(color.cr)) - 128) / 2
    )
  }
}

/// How a key light falls on rims that face each way.
struct RimLight {
  private typealias Lobe = (rim: Float, glow: Float)

  /// By where the rim faces, as in `EdgeLook`: the shares of light of its hairline and of the glow behind it.
  private var lobes = [Lobe](repeating: (0, 0), count: 256)
  private let stored = (0...255).map { LightTable.stored(min(Double($0) / 255, 0.93)) }
  private var outline = 0

  /// Turns towards a key light.
  ///
  /// - Parameters:
  ///   - strength: the material's, 0...1.
  ///   - outline: pixels inside the edge that no word comes near: their light doesn't yield to words.
  mutating func aim(_ key: KeyLight, strength: Double, outline: Int) {
    self.outline = outline
    let power = Double(key.strength) / 16
    for i in 0..<256 {
      let facing = Double.cos(Double(i) / 256 * 2 * .pi - key.angle)
      let (near, far) = (max(facing, 0), max(-facing, 0))
      let rim = 0.08 + power * (0.85 * Double.pow(near, 2.2) + 0.38 * far * far * far)
      let glow = power * (0.16 * near * near + 0.07 * far * far)
      lobes[i] = (Float(rim * strength), Float(glow * strength))
    }
  }

  /// Sets the samples' light.
  func light(_ looks: inout [EdgeLook]) {
    let (lobes, stored) = (lobes.span, stored.span)
    var looks = looks.mutableSpan
    for i in looks.indices { light(&looks[i], lobes, stored) }
  }

  /// Sets the light of edges whose samples all look alike.
  func light(_ segments: inout [GlassRows.Segment]) {
    let (lobes, stored) = (lobes.span, stored.span)
    var segments = segments.mutableSpan
    for i in segments.indices where segments[i].kind == .band { light(&segments[i].look, lobes, stored) }
  }

  @inline(__always)
  private func light(_ look: inout EdgeLook, _ lobes: Span<Lobe>, _ stored: Span<UInt8>) {
    look.yields_light = Int(look.depth) >= outline ? 1 : 0
    guard look.rim > 0 || look.glow > 0 else {
      look.light = look.border
      return
    }
    let lobe = lobes[Int(look.facing)]
    let share = lobe.rim * Float(look.rim) + lobe.glow * Float(look.glow)
    look.light = max(stored[min(Int(share + 0.5), 255)], look.border)
  }
}
