import PixelTypes

/// What a material's tone makes of the sharp scene's codes, as in the body: more saturated, times `keep`, plus `add`.
///
/// Lens and rim are drawn channel by channel, and a channel knows nothing of the others: they are taken from
/// the scene's mean colour. So over a single colour the rim is as bright and colourful as the body.
@safe
final class LensTone {
  /// A picture's colour as full range BT.601 codes, chroma about 0.
  struct Color: Equatable {
    var luma: Double
    var cb: Double
    var cr: Double
  }

  private let material: GlassMaterial
  // SAFETY: allocated in init and as large as three channels; `codes` gives out memory that lives as long as the tone.
  private let table: UnsafeMutablePointer<UInt8>
  private var mean: Color?
  private var curve: ToneCurve?
  private var rung: Int?
  private static let columns = 257
  /// Codes between entries that are computed.
  private static let step = 8
  /// How much the chroma of dark parts counts, 0...1.
  private static let shareOfDark = 0.25
  /// Codes by which the mean colour must change before the table is remade.
  private static let slack = 4.0

  /// - Returns: `nil` if the materials differ in tone, or leave light as it is.
  init?(_ materials: [GlassMaterial]) {
    let first = materials[0]
    let isAlike = materials.allSatisfy {
      !$0.isClear && !$0.isOpaque && $0.keep == first.keep && $0.add == first.add
        && $0.saturation == first.saturation
    }
    guard isAlike, !first.leavesLight else { return nil }
    material = first
    // Kernels load four entries at once.
    unsafe table = .allocate(capacity: 3 * Self.columns + 3)
    unsafe table.initialize(repeating: 128, count: 3 * Self.columns + 3)
    fit(LinearColor(grey: 0.2))
    mean = nil
  }

  // SAFETY: allocated in init; nothing else owns it.
  deinit { unsafe table.deallocate() }

  /// 257 codes of a channel (0 luma, 1 Cb, 2 Cr); the last repeats for interpolation.
  @unsafe
  func codes(_ channel: Int) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(table + channel * Self.columns)
  }

  /// Follows the scene's mean colour, and the tone that words need.
  func fit(_ light: LinearColor, _ curve: ToneCurve? = nil) {
    let color = Self.color(light)
    if let mean, curve === self.curve, curve?.rung == rung, abs(mean.luma - color.luma) < Self.slack,
      abs(mean.cb - color.cb) < Self.slack,
      abs(mean.cr - color.cr) < Self.slack
    {
      return
    }
    (mean, self.curve, rung) = (color, curve, curve?.rung)
    for channel in 0..<3 { set(channel, color) }
  }

  private func set(_ channel: Int, _ mean: Color) {
    func entry(_ code: Int) -> Double {
      var color = mean
      switch channel {
      case 0:
        // Darker parts of a scene have less chroma.
        let share = min(Double(code) / max(mean.luma, 1), 1)
        color = Color(luma: Double(code), cb: mean.cb * share, cr: mean.cr * share)
      case 1: color.cb = Double(code - 128)
      default: color.cr = Double(code - 128)
      }
      let shown = toned(color)
      if channel == 0 { return shown.luma }
      // Dark parts, which `add` makes paler, count a little.
      let dark = toned(Color(luma: color.luma / 2, cb: color.cb / 2, cr: color.cr / 2))
      let (own, pale) = channel == 1 ? (shown.cb, 2 * dark.cb) : (shown.cr, 2 * dark.cr)
      return 128 + own * (1 - Self.shareOfDark) + pale * Self.shareOfDark
    }
    var before = entry(0)
    for start in stride(from: 0, to: 256, by: Self.step) {
      let after = entry(start + Self.step)
      for i in 0..<Self.step {
        let code = before + (after - before) * Double(i) / Double(Self.step)
        unsafe table[channel * Self.columns + start + i] = UInt8(min(max(code, 0), 255).rounded())
      }
      before = after
    }
    unsafe table[channel * Self.columns + 256] = table[channel * Self.columns + 255]
  }

  private func toned(_ color: Color) -> Color {
    let light = LinearColor(
      code: min(max(color.luma + 1.402 * color.cr, 0), 255),
      min(max(color.luma - 0.344_136 * color.cb - 0.714_136 * color.cr, 0), 255),
      min(max(color.luma + 1.772 * color.cb, 0), 255))
    let (grey, vivid) = (light.luminance, Double(material.saturation) / 256)
    func toned(_ value: Double, _ add: Double) -> Double {
      min(max(grey + (value - grey) * vivid, 0), 1) * material.keep + add
    }
    let shown = LinearColor(
      red: toned(light.red, material.add.red), green: toned(light.green, material.add.green),
      blue: toned(light.blue, material.add.blue))
    guard let curve else { return Self.color(shown) }
    return Self.color(shown.mixed(with: curve.wash, curve.opacity(shown.luminance)))
  }

  private static func color(_ light: LinearColor) -> Color {
    func code(_ light: Double) -> Double { 255 * TransferCurve.code(min(max(light, 0), 1)) }
    let (red, green, blue) = (code(light.red), code(light.green), code(light.blue))
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return Color(luma: luma, cb: (blue - luma) / 1.772, cr: (red - luma) / 1.402)
  }
}

extension GlassMaterial {
  /// Whether its body shows the scene's light unchanged.
  var leavesLight: Bool { keep == 1 && add == .black && saturation == 256 }
}
