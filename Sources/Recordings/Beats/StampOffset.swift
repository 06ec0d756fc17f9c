import Foundation

/// How far one camera's stamps are from another's, by beats that both saw.
package struct StampOffset: Sendable, Equatable {
  /// What is to be added to the camera's stamps, in nanoseconds.
  package var nanoseconds: Double
  /// Half the width of the interval that holds it in 19 of 20 cases.
  package var error: Double
  /// Beats that both saw.
  package var beats: Int

  /// The fewest beats that say something.
  package static let fewestBeats = 8
  // Cameras further apart than this haven't seen the same beat.
  static let most = 1e9
  // The chance that two beats aren't the same one.
  private static let strangers = 0.02
  private static let step = 1e5

  /// Estimates it.
  ///
  /// Each pair of beats allows the offsets at which the moments that the two cameras allow overlap: a trapezoid. Their
  /// product over all pairs is the posterior; with beats at random phases of the frames it narrows as one over their number.
  ///
  /// - Returns: `nil` if too few beats are common to both.
  package init?(of track: BeatTrack, to reference: BeatTrack) {
    guard let near = Self.coarse(track.beats, reference.beats) else { return nil }
    let reach = min(2 * max(track.interval, reference.interval), Self.most)
    var pairs: [(distance: Double, wide: Double, narrow: Double)] = []
    for beat in track.beats {
      guard
        let other = reference.beats.min(by: {
          abs($0.time - beat.time - near) < abs($1.time - beat.time - near)
        }), abs(other.time - beat.time - near) < reach
      else { continue }
      let (a, b) = (max(beat.reach, Self.step), max(other.reach, Self.step))
      pairs.append((other.time - beat.time, a + b, abs(a - b)))
    }
    guard pairs.count >= Self.fewestBeats else { return nil }
    let places = stride(from: near - reach, through: near + reach, by: Self.step).map { $0 }
    let logs = places.map { place in
      pairs.reduce(0) { sum, pair in
        let away = abs(place - pair.distance)
        let top = 2 / (pair.wide + pair.narrow)
        let height =
          away <= pair.narrow
          ? top : away >= pair.wide ? 0 : top * (pair.wide - away) / (pair.wide - pair.narrow)
        return sum + log((1 - Self.strangers) * height + Self.strangers / (2 * reach))
      }
    }
    let peak = logs.max() ?? 0
    let weights = logs.map { exp($0 - peak) }
    let sum = weights.reduce(0, +)
    let mean = zip(places, weights).reduce(0) { $0 + $1.0 * $1.1 } / sum
    let variance = zip(places, weights).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 } / sum
    let common = track.commonError * track.commonError + reference.commonError * reference.commonError
    (nanoseconds, error, beats) = (mean, 2 * (variance + common).squareRoot(), pairs.count)
  }

  /// The offset that most pairs agree on, to a few hundredths of a second.
  private static func coarse(_ beats: [BeatTrack.Beat], _ others: [BeatTrack.Beat]) -> Double? {
    let width = 1e7
    var counts: [Int: Int] = [:]
    for beat in beats {
      for other in others where abs(other.time - beat.time) < most {
        counts[Int(((other.time - beat.time) / width).rounded()), default: 0] += 1
      }
    }
    // A beat's moment is uncertain by more than a bin.
    func around(_ bin: Int) -> Int { (-2...2).reduce(0) { $0 + (3 - abs($1)) * (counts[bin + $1] ?? 0) } }
    let best = counts.keys.max { a, b in
      (around(a), -abs(a), -a) < (around(b), -abs(b), -b)
    }
    return best.map { Double($0) * width }
  }
}
