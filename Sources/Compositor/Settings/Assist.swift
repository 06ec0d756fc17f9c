import HUDGeometry

/// A monitor's assists: what is drawn over a picture, on demand, to help judge it.
package enum Assist: String, Sendable, CaseIterable {
  /// Stripes where the luma is at or close to clipping.
  case zebra
  /// Lines along the sharpest edges.
  case peaking
  /// How often each luma level occurs, in a corner.
  case histogram
  /// The luma levels of each column of the picture.
  case waveform
  /// The levels of red, green and blue of each column of the picture.
  case parade = "rgb-parade"
  /// How often each hue and saturation occurs.
  case vectorscope
  /// How much of the picture lies in each zone of brightness.
  case zones
  /// The picture in colours that tell its levels.
  case falseColor = "false-color"
  /// The picture in colours that tell stops from middle grey.
  case elZone = "el-zone"
  /// The edges of the picture that was kept last.
  case onionSkin = "onion-skin"
  /// How sharp the focus box was in the last seconds.
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

  /// Those that are plots, or keys to colours, the most important one first.
  static let scopes: [Assist] = [.falseColor, .elZone, .histogram, .waveform, .parade, .vectorscope, .zones]

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

extension Path {
  /// A rectangle in the middle of a picture, its lines on whole pixels; without those along the picture's edges.
  ///
  /// - Parameter corner: how long lines are at each corner; `nil` for whole ones.
  mutating func addFrame(
    _ width: Double, _ height: Double, corner: Double?, in size: Point, _ hairline: Double
  ) {
    let x = ((size.x - width) / 2).rounded() + hairline / 2
    let y = ((size.y - height) / 2).rounded() + hairline / 2
    let (hasSides, hasEnds) = (x > hairline, y > hairline)
    let (left, right) = hasSides ? (x, size.x - x) : (0, size.x)
    let (top, bottom) = hasEnds ? (y, size.y - y) : (0, size.y)
    func add(_ from: Point, _ to: Point) {
      guard let corner else { return line(from: from, to: to) }
      let step = to - from
      let share = min(0.5, corner / max(step.x, step.y))
      line(from: from, to: from + step * share)
      line(from: to - step * share, to: to)
    }
    if hasSides {
      add(Point(left, top), Point(left, bottom))
      add(Point(right, top), Point(right, bottom))
    }
    if hasEnds {
      add(Point(left, top), Point(right, top))
      add(Point(left, bottom), Point(right, bottom))
    }
  }
}
