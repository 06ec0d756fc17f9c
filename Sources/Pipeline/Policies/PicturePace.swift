import Compositor
import GlassChrome

/// How much a picture may cost: by the time that recent ones took, it chooses threads and the quality of the glass.
struct PicturePace {
  /// Nanoseconds that a picture may take, with and without viewers; 0 if nothing waits for it.
  private let budgets: (watched: Int64, unwatched: Int64)
  private let demand: StageThreads
  private var threads: ThreadCountPolicy
  private var glass = QualityGovernor()

  /// - Parameters:
  ///   - cameraRate: the main camera's frames per second, if known.
  ///   - mayBeWatched: whether viewers can come.
  init(_ settings: JobSettings, cameraRate: Double?, mayBeWatched: Bool) {
    budgets = (
      settings.pictureBudget(cameraRate: cameraRate, isWatched: true),
      settings.pictureBudget(cameraRate: cameraRate, isWatched: false)
    )
    demand = settings.stage.threads
    threads = ThreadCountPolicy(demand, budget: mayBeWatched ? budgets.watched : budgets.unwatched)
  }

  /// From now on viewers can come, or can't.
  mutating func expect(viewers: Bool) {
    threads = ThreadCountPolicy(demand, budget: viewers ? budgets.watched : budgets.unwatched)
  }

  /// Whether several threads make the next picture.
  ///
  /// - Parameter isLong: whether it takes much longer than others, as one with another backdrop does.
  func isShared(isLong: Bool = false) -> Bool { threads.isShared(isLong: isLong) }

  /// Notes what a picture took.
  ///
  /// - Parameters:
  ///   - spent: nanoseconds of work, excluding waits.
  ///   - time: the picture's.
  /// - Returns: the quality of the next picture's glass, if it changes.
  mutating func note(spent: Int64, isWatched: Bool, at time: Int64) -> GlassQuality? {
    threads.note(spent: spent)
    return glass.note(spent: spent, budget: isWatched ? budgets.watched : budgets.unwatched, at: time)?.to
  }
}
