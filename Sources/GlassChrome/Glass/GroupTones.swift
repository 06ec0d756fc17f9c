/// Dark or light for each group of glass, by the scene behind it.
///
/// A group turns where the scene is clearly brighter or darker than suits its glass, and at most once in two seconds.
struct GroupTones {
  /// Mean luminance of the scene above which dark glass turns light, and below which light glass turns dark.
  static let bright = 0.42
  static let dim = 0.22
  static let dwellNanoseconds: Int64 = 2_000_000_000

  private struct Tone {
    var group: ElementID
    var isLight: Bool
    var turned: Int64?
  }

  private var tones: [Tone] = []

  /// A group's appearance.
  subscript(group: ElementID) -> ChromeStyle.Appearance {
    tones.contains { $0.group == group && $0.isLight } ? .light : .dark
  }

  /// Looks at what lies behind the glass; true if a group turns.
  mutating func turn(_ bodies: [GlassBody], nanoseconds: Int64) -> Bool {
    var hasTurned = false
    for (i, body) in bodies.enumerated() where !bodies[..<i].contains(where: { $0.group == body.group }) {
      let index = tones.firstIndex { $0.group == body.group } ?? tones.count
      if index == tones.count { tones.append(Tone(group: body.group, isLight: false)) }
      var (sum, area) = (0.0, 0.0)
      for other in bodies where other.group == body.group && other.hasScene {
        let size = Double(other.area.width * other.area.height)
        sum += other.soft.brightness * size
        area += size
      }
      guard area > 0 else { continue }
      let isWrong = tones[index].isLight ? sum / area < Self.dim : sum / area > Self.bright
      let mayTurn = tones[index].turned.map { nanoseconds - $0 >= Self.dwellNanoseconds } ?? true
      guard isWrong, mayTurn else { continue }
      tones[index].isLight.toggle()
      tones[index].turned = nanoseconds
      hasTurned = true
    }
    return hasTurned
  }
}
