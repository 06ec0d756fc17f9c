import PixelTypes

/// How much a tile's scene has changed since it was last drawn.
enum SceneChange: Int, Comparable {
  case none
  /// It may wait for its turn: the delay is invisible.
  case slight
  /// It must be drawn now.
  case plain

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Whether to draw the tile in this frame.
  ///
  /// - Parameter isTurn: whether this frame is the tile's turn.
  func isDue(isTurn: Bool) -> Bool { self == .plain || (self == .slight && isTurn) }
}

/// A part of the canvas, in pixels, and how much the scene has changed there.
struct ScenePart {
  var area: PixelRect
  var size: SceneChange
}

/// Notices when a tile's part of the scene has changed visibly.
///
/// It compares the current texels with those the tile was drawn from. A tile may stay as it is
/// while none has moved by `tolerance` of an 8-bit code step: a blurred, washed picture of them
/// then moves by less than one step. While none has moved by `patience` steps, the tile may wait
/// for its turn, so that a drifting scene doesn't redraw the whole canvas in every frame.
struct SceneMemory {
  /// In sRGB code steps, like `patience`.
  static let tolerance = 0.5
  static let patience = 5.0
  /// Frames in a round; each tile has one turn per round.
  static let turns = 12

  private var area = PixelRect.empty
  private var level = -1
  private var seen = SampleTriple(width: 0, height: 0)
  /// How far each may move unseen.
  private var slack = SampleTriple(width: 0, height: 0)

  /// Switches to other texels.
  mutating func aim(at area: PixelRect, level: Int) {
    guard area != self.area || level != self.level else { return }
    self.area = area
    self.level = level
    seen = SampleTriple(width: area.width, height: area.height)
    slack = SampleTriple(width: area.width, height: area.height)
    isFresh = true
  }

  /// Whether the next comparison reports a plain change.
  private var isFresh = true

  /// How much the scene has changed since it was last remembered.
  func change(_ pyramid: BlurPyramid) -> SceneChange {
    guard !isFresh, pyramid.levels.indices.contains(level) else { return .plain }
    let now = pyramid.levels[level]
    var change = SceneChange.none
    for channel in 0..<3 where change < .plain { change = max(change, compare(now[channel], channel)) }
    return change
  }

  /// Remembers the current scene as drawn.
  mutating func remember(_ pyramid: BlurPyramid) {
    guard pyramid.levels.indices.contains(level) else { return }
    isFresh = false
    let now = pyramid.levels[level]
    let steps = LightStep.shared
    for channel in 0..<3 {
      let (from, to, slack) = (now[channel], seen[channel], slack[channel])
      for y in 0..<area.height {
        // SAFETY: the area lies within the level (it was made from clamped taps), and `seen` and `slack` have its size; the
        // table has an entry for every high byte.
        let (source, target) = unsafe (from.row(area.y + y) + area.x, to.row(y))
        let allowed = unsafe slack.row(y)
        for x in 0..<area.width {
          unsafe target[x] = source[x]
          unsafe allowed[x] = steps.light[Int(source[x] >> 8)]
        }
      }
    }
  }

  private func compare(_ now: SamplePlane, _ channel: Int) -> SceneChange {
    let (seen, slack) = (seen[channel], slack[channel])
    let patience = UInt16(Self.patience / Self.tolerance)
    var change = SceneChange.none
    for y in 0..<area.height {
      // SAFETY: as above.
      let (a, b, c) = unsafe (now.row(area.y + y) + area.x, seen.row(y), slack.row(y))
      var (isSeen, isPlain): (UInt16, UInt16) = (0, 0)
      for x in 0..<area.width {
        let (new, old) = unsafe (a[x], b[x])
        let distance = new > old ? new &- old : old &- new
        // At most 300, so that its product stays below 65,536.
        let allowed = unsafe c[x]
        isSeen |= distance > allowed ? 1 : 0
        isPlain |= distance > allowed &* patience ? 1 : 0
      }
      if isPlain != 0 { return .plain }
      if isSeen != 0 { change = .slight }
    }
    return change
  }
}

/// The light in `SceneMemory.tolerance` of a code step, indexed by the light's high byte.
@safe
private final class LightStep: Sendable {
  static let shared = LightStep()
  // SAFETY: the table is only read.
  nonisolated(unsafe) let light = unsafe constantTable(256) { i in
    let code = TransferCurve.code(Double(i) / 256) * 255
    let step = TransferCurve.light((code + SceneMemory.tolerance) / 255) - TransferCurve.light(code / 255)
    return UInt16((step * 65_535).rounded(.down))
  }

  private init() {}
}
