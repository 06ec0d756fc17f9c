import PixelTypes

/// A monitor's instruments, to be overlaid on a picture on demand.
package enum Assist: String, Sendable, CaseIterable {
  /// Stripes where the luma is at or close to clipping.
  case zebra
  /// Dots on the sharpest edges.
  case peaking
  /// How often each luma level occurs, in a corner.
  case histogram
  /// The luma levels of each column of the picture.
  case waveform
  /// How often each hue and saturation occurs.
  case vectorscope
  /// How much of the picture lies in each zone of brightness.
  case zones
  /// The main camera's picture in colours that tell exposure, as a panel of the chrome.
  case falseColor = "false-color"
  /// The edges of the picture that was kept last.
  case onionSkin = "onion-skin"
  /// The last seconds of the focus box's sharpness.
  case focusHistory = "focus-history"
  /// A red frame while pictures are recorded.
  case tally
  /// The horizon with a ladder of 5° of pitch.
  case artificialHorizon = "artificial-horizon"
  /// Where action, and where titles are safe from being cut off.
  case safeAreas = "safe-areas"
  // What other aspect ratios leave of the picture.
  case cinema239 = "2.39"
  case cinema185 = "1.85"
  case wide = "16:9"
  case tall = "9:16"
  case portrait = "4:5"
  case square = "1:1"

  /// The rectangles that it frames, as shares of a viewfinder's sides, centred.
  ///
  /// Safe areas leave 3.5 % and 5 % on all sides (EBU R 95, SMPTE ST 2046-1); the widest films have 2.39 : 1 (SMPTE ST 195).
  ///
  /// - Parameter aspect: the viewfinder's width over its height.
  func frames(aspect: Double) -> [(width: Double, height: Double)] {
    let ratio: Double
    switch self {
    case .safeAreas: return [(0.93, 0.93), (0.9, 0.9)]
    case .cinema239: ratio = 2.39
    case .cinema185: ratio = 1.85
    case .wide: ratio = 16.0 / 9
    case .tall: ratio = 9.0 / 16
    case .portrait: ratio = 4.0 / 5
    case .square: ratio = 1
    default: return []
    }
    return [(min(1, ratio / aspect), min(1, aspect / ratio))]
  }
}
