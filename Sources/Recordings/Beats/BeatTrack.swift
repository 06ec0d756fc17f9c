/// When a camera's picture changed at once: the moments at which a lamp went on or off, as far as its frames tell.
///
/// A change that falls between two exposures shows whole in the second frame, and could have come any time between them. One
/// that falls into an exposure is shared between that frame and the next, and the shares say when it came. Times are as if
/// stamps were those of the exposures' middles.
package struct BeatTrack: Sendable {
  /// One moment, in nanoseconds on the camera's stamps.
  package struct Beat: Sendable, Equatable {
    package var time: Double
    /// How far it may be from there, either way.
    package var reach: Double
  }

  /// In order.
  package private(set) var beats: [Beat] = []
  /// The typical time between frames, in nanoseconds.
  package private(set) var interval = 0.0
  /// The standard error, in nanoseconds, that all beats have in common: the exposure's length is known from them alone.
  package private(set) var commonError = 0.0

  // A beat is this many times the usual change.
  private static let standsOut = 5.0
  private static let leastChange = 1.0
  private static let mostFrames = 2
  // More say little more, and each is compared with each of another camera.
  private static let mostBeats = 2000

  /// - Parameters:
  ///   - times: of the frames, rising, in nanoseconds.
  ///   - changes: how much each differs from the one before, in codes of luma; of the first 0.
  package init(times: [Int64], changes: [Double]) {
    guard times.count == changes.count, times.count > 8 else { return }
    let steps = zip(times.dropFirst(), times).map { Double($0) - Double($1) }.sorted()
    interval = steps[steps.count / 2]
    let sorted = changes.sorted()
    let usual = sorted[sorted.count / 2]
    let spread = changes.map { abs($0 - usual) }.sorted()[changes.count / 2]
    let bound = usual + max(Self.standsOut * 1.48 * spread, Self.leastChange)
    var found: [(first: Int, share: Double)] = []
    var index = 1
    while index < changes.count, found.count < Self.mostBeats {
      guard changes[index] > bound else {
        index += 1
        continue
      }
      let first = index
      while index < changes.count, changes[index] > bound { index += 1 }
      // More frames than an exposure can reach are movement, and nothing is known of the time across lost frames.
      guard index - first <= Self.mostFrames,
        Double(times[index - 1]) - Double(times[first - 1]) < (Double(index - first) + 0.5) * interval
      else { continue }
      let (one, other) = (changes[first] - usual, index - first > 1 ? changes[first + 1] - usual : 0)
      found.append((first, one / (one + max(other, 0))))
    }
    // An exposure that a beat falls into shares it between two frames: that happens as often as exposures are long.
    let isShared = found.map { (Self.least...1 - Self.least).contains($0.share) }
    let exposure =
      found.isEmpty
      ? 0 : min(1, Double(isShared.count { $0 }) / Double(found.count) / (1 - 2 * Self.least)) * interval
    let open = interval > 0 ? exposure / interval : 0
    commonError =
      Self.exposureWeight * interval
      * (max(open * (1 - open), 0.02) / Double(max(found.count, 1))).squareRoot()
    for (beat, isShared) in zip(found, isShared) {
      let time = Double(times[beat.first])
      let step = time - Double(times[beat.first - 1])
      beats.append(
        isShared
          ? Beat(time: time + exposure * (0.5 - beat.share), reach: Self.shareError * interval)
          : beat.share < 0.5
            ? Beat(time: time + step / 2, reach: max(step - exposure, Self.shareError * step) / 2)
            : Beat(time: time - step / 2, reach: max(step - exposure, Self.shareError * step) / 2))
    }
  }

  // The least share of a beat that a frame is believed, and how far a share's time may be off, in frames.
  private static let least = 0.08
  private static let shareError = 0.05
  // How much of an exposure's error is the beats': simulated.
  private static let exposureWeight = 0.5
}
