import PixelTypes

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

  /// By stops from middle grey (18 %), in the order of Ed Lachman's EL Zone System (elzonesystem.com): grey for grey, half stops
  /// beside it, below that ever colder to black, above ever warmer; as far as a finished picture's range goes. Which red or
  /// blue is dualcam's choice: no figures are published. Bounds are
  /// the sRGB codes (IEC 61966-2-1) halfway between stops: .18 · 2 to the power of −5½, −4½ …, −¾, −¼, ¼, ¾, 1½, 2¼.
  private static let stops: [Band] = [
    Band(bound: 0.0505, color: GuideColor(red: 0, green: 0, blue: 0), name: "−6"),
    Band(bound: 0.0858, color: GuideColor(red: 62, green: 20, blue: 110), name: "−5"),
    Band(bound: 0.1329, color: GuideColor(red: 110, green: 50, blue: 190), name: "−4"),
    Band(bound: 0.1958, color: GuideColor(red: 40, green: 70, blue: 220), name: "−3"),
    Band(bound: 0.2798, color: GuideColor(red: 60, green: 160, blue: 235), name: "−2"),
    Band(bound: 0.3608, color: GuideColor(red: 30, green: 140, blue: 60), name: "−1"),
    Band(bound: 0.4254, color: GuideColor(red: 120, green: 205, blue: 90), name: "−½"),
    Band(bound: 0.5, color: GuideColor(red: 128, green: 128, blue: 128), name: "0"),
    Band(bound: 0.5862, color: GuideColor(red: 250, green: 245, blue: 150), name: "+½"),
    Band(bound: 0.7413, color: GuideColor(red: 250, green: 215, blue: 30), name: "+1"),
    Band(bound: 0.9339, color: GuideColor(red: 245, green: 140, blue: 30), name: "+2"),
    Band(bound: 2, color: GuideColor(red: 225, green: 40, blue: 40), name: "+2½"),
  ]

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
