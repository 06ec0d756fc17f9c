import Compositor
import GlassChrome
import HostResources
import JPEGCodec

/// What the pictures of a run sum up to: only those that were written, whatever became of others on their way.
struct RunSums {
  private(set) var frames = 0
  private(set) var bytes = 0
  private var mcus = SpliceCounts()
  private var glass = InlineArray<4, Int>(repeating: 0)

  /// Counts a written picture.
  ///
  /// - Parameter isTimed: whether its glass depended on the time that pictures took.
  mutating func add(_ picture: Picture, isTimed: Bool) {
    frames += 1
    bytes += picture.byteCount
    if case .spliced(let counts) = picture.facts.composition { mcus += counts }
    if isTimed, let quality = picture.facts.glass { glass[quality.rawValue] += 1 }
  }

  /// A run's totals with these sums in place of their own.
  func put(into totals: SessionTotals) -> SessionTotals {
    var totals = totals
    (totals.frames, totals.bytes) = (frames, bytes)
    totals.mcus = mcus.total > 0 ? SessionTotals.MCUs(mcus) : nil
    let qualities = GlassQuality.allCases.filter { glass[$0.rawValue] > 0 }
    totals.glass =
      qualities.isEmpty
      ? nil : Dictionary(uniqueKeysWithValues: qualities.map { ($0.name, glass[$0.rawValue]) })
    return totals
  }
}
