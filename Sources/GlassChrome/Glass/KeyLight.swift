import RealModule

/// The light that shines on every rim of a screen: where it comes from, its colour and its strength, in steps too small to see.
struct KeyLight: Equatable {
  /// Where it comes from, in steps of 1/128 of a turn: 0 right, 32 down, 64 left, 96 up.
  var direction: Int
  /// 0...16 for none to all.
  var strength: Int
  /// Its chroma: Cb and Cr in steps of 4 codes from 128.
  var cb = 0
  var cr = 0

  /// White light from above, a little from the left.
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

  /// The direction to the light in radians, from the right clockwise on screen.
  var angle: Double { Double(direction) / 128 * 2 * .pi }

  /// The chroma of channel 1 or 2.
  func code(_ channel: Int) -> UInt8 { UInt8(clamping: 128 + 4 * (channel == 1 ? cb : cr)) }
}

/// How a key light falls on rims that face each way.
struct RimLight {
  /// By where the rim faces, as in `EdgeLook`: the shares of light of its hairline and of the glow behind it.
  private var lobes: [(rim: Float, glow: Float)] = []
  private let stored: [UInt8]
  private let outline: Int

  /// - Parameters:
  ///   - strength: the material's, 0...1.
  ///   - outline: pixels inside the edge that no word comes near: their light doesn't yield to words.
  init(_ key: KeyLight, strength: Double, outline: Int) {
    self.outline = outline
    let power = Double(key.strength) / 16
    for i in 0..<256 {
      let facing = Double.cos(Double(i) / 256 * 2 * .pi - key.angle)
      let (near, far) = (max(facing, 0), max(-facing, 0))
      let rim = 0.08 + power * (0.85 * Double.pow(near, 2.2) + 0.38 * far * far * far)
      let glow = power * (0.16 * near * near + 0.07 * far * far)
      lobes.append((Float(rim * strength), Float(glow * strength)))
    }
    stored = (0...255).map { LightTable.stored(min(Double($0) / 255, 0.93)) }
  }

  /// Sets a sample's light.
  func light(_ look: inout EdgeLook) {
    look.yieldsLight = Int(look.depth) >= outline
    guard look.rim > 0 || look.glow > 0 else {
      look.light = look.border
      return
    }
    let lobe = lobes[Int(look.facing)]
    let share = lobe.rim * Float(look.rim) + lobe.glow * Float(look.glow)
    look.light = max(stored[min(Int(share + 0.5), 255)], look.border)
  }
}
