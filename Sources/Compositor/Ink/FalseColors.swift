import PixelTypes
import RealModule

/// Colours that tell exposure, in place of a picture's own.
enum FalseColors {
  /// A colour for the levels below a bound, with what its key says.
  private struct Band {
    /// Levels below, as shares of full range.
    let bound: Double
    /// `nil`: grey, as bright as the picture.
    let color: GuideColor?
    let name: String
  }

  /// By levels of luma in IRE, after ARRI's scheme for its cameras ("False Color", ALEXA manuals): purple and blue for black and
  /// nearly, green for middle grey, pink for light skin, yellow and red for white; grey between.
  private static let levels: [Band] = [
    Band(bound: 0.025, color: GuideColor(red: 130, green: 40, blue: 160), name: "0–2"),
    Band(bound: 0.04, color: GuideColor(red: 40, green: 80, blue: 230), name: "2–4"),
    Band(bound: 0.38, color: nil, name: ""),
    Band(bound: 0.42, color: GuideColor(red: 60, green: 190, blue: 70), name: "38–42"),
    Band(bound: 0.52, color: nil, name: ""),
    Band(bound: 0.56, color: GuideColor(red: 245, green: 140, blue: 170), name: "52–56"),
    Band(bound: 0.97, color: nil, name: ""),
    Band(bound: 0.99, color: GuideColor(red: 250, green: 220, blue: 40), name: "97–99"),
    Band(bound: 2, color: GuideColor(red: 235, green: 40, blue: 40), name: "99+"),
  ]

  /// By stops from middle grey (18 %), after Ed Lachman's EL Zone System, as far as a finished picture's range goes: bounds are
  /// halfway between stops.
  private static let stops: [Band] = [
    (-5.5, 0, 0, 0, "−6"), (-4.5, 62, 20, 110, "−5"), (-3.5, 110, 50, 190, "−4"), (-2.5, 40, 70, 220, "−3"),
    (-1.5, 60, 160, 235, "−2"), (-0.75, 30, 140, 60, "−1"), (-0.25, 120, 205, 90, "−½"),
    (0.25, 128, 128, 128, "0"),
    (0.75, 250, 245, 150, "+½"), (1.5, 250, 215, 30, "+1"), (2.25, 245, 140, 30, "+2"),
    (9, 225, 40, 40, "+2½"),
  ]
  .map { stop, red, green, blue, name in
    Band(bound: code(0.18 * .exp2(stop)), color: GuideColor(red: red, green: green, blue: blue), name: name)
  }

  /// The sRGB code of linear light, 0 … 1 for 0 … 1 (IEC 61966-2-1).
  private static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * .pow(light, 1 / 2.4) - 0.055
  }

  private static func bands(of assist: Assist) -> [Band] { assist == .elZone ? stops : levels }

  /// The colour of each luma level.
  static func table(of assist: Assist) -> [GuideColor] {
    let bands = bands(of: assist)
    return (0..<256).map { level in
      bands.first { Double(level) / 255 < $0.bound }?.color ?? GuideColor(y: UInt8(level), cb: 128, cr: 128)
    }
  }

  /// What the colours mean, from dark to bright: IRE, or stops from middle grey.
  static func key(of assist: Assist) -> [(color: GuideColor, name: String)] {
    bands(of: assist).compactMap { band in band.color.map { ($0, band.name) } }
  }
}
