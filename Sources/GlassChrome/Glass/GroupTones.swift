import PixelTypes

/// Dark or light for each group of glass, by the scene behind it.
///
/// A group turns where the scene is clearly brighter or darker than suits its glass, and at most once in two seconds;
/// all groups of a region turn together.
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

  /// Whose glass looks alike.
  private let regions: [PixelRect]
  private var tones: [Tone] = []

  /// - Parameter regions: groups whose glass lies in one of them turn together.
  init(_ regions: [PixelRect]) { self.regions = regions }

  /// Takes over the appearances that groups have in another layout.
  mutating func goOn(from former: GroupTones) { tones = former.tones }

  /// A group's appearance.
  subscript(group: ElementID) -> ChromeStyle.Appearance {
    tones.contains { $0.group == group && $0.isLight } ? .light : .dark
  }

  /// Looks at what lies behind the glass; true if a group turns.
  mutating func turn(_ bodies: [GlassBody], nanoseconds: Int64) -> Bool {
    var hasTurned = false
    for (i, body) in bodies.enumerated() where !bodies[..<i].contains(where: { $0.group == body.group }) {
      let region = body.region(in: regions)
      let index = tones.firstIndex { $0.group == body.group } ?? tones.count
      if index == tones.count {
        // New glass looks like that around it.
        let peer = bodies.first { other in
          region != nil && other.region(in: regions) == region && tones.contains { $0.group == other.group }
        }
        let look = peer.flatMap { peer in tones.first { $0.group == peer.group } }
        tones.append(Tone(group: body.group, isLight: look?.isLight ?? false, turned: look?.turned))
      }
      var (sum, area) = (0.0, 0.0)
      for other in bodies where other.hasScene {
        guard other.group == body.group || (region != nil && other.region(in: regions) == region) else {
          continue
        }
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

extension GlassBody {
  /// Which of some regions its middle lies in; `nil` if none.
  func region(in regions: [PixelRect]) -> Int? {
    regions.firstIndex { $0.contains(x: area.x + area.width / 2, y: area.y + area.height / 2) }
  }
}
