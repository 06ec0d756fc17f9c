import RealModule

/// A sensor's angle between its samples and after the last one.
///
/// A bank of Kalman filters (1960) of angle and rate, for motions that swing about their mean with one of several periods, or none, and
/// are pushed about more or less. Each filter's likelihood over the last seconds weighs it (multiple model adaptive estimation, Magill
/// 1965). All variances are in units of the sensor's noise. Its size follows from each filter's surprises, near what it is against the
/// pictures: otherwise all motion might be noise.
struct AttitudeForecast: Sendable {
  /// Radians a second; 0 for no period.
  private static let swings = [0, 0.6, 0.85, 1.2, 1.7, 2.4, 3.4, 5, 8, 12]
  /// Accelerations' density in noises a second³.
  private static let pushes: [Double] = [0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5]
  /// Seconds of which likelihoods are, and of the mean that motions swing about.
  private static let memory = 10.0
  private static let meanMemory = 20.0
  /// Several swings at once are less sure than the filter of one of them says.
  private static let mixed = 1.6

  private struct Filter: Sendable {
    let swing: Double
    let push: Double
    var angle = 0.0
    var rate = 0.0
    // Variance of the angle, covariance, variance of the rate.
    var vv = 1.0
    var vr = 0.0
    var rr = 1e3
    // Of the surprises: their sum in their own variances, and that of the variances' logarithms.
    var surprise = 0.0
    var logarithm = 0.0

    /// Goes on by some seconds about a mean; back if they are negative, where nothing pushes.
    mutating func go(_ seconds: Double, about mean: Double) {
      let phase = swing * seconds
      let (c, d) = (swing == 0 ? 1 : Double.cos(phase), swing == 0 ? seconds : Double.sin(phase) / swing)
      let e = swing == 0 ? 0 : -swing * Double.sin(phase)
      (angle, rate) = (mean + c * (angle - mean) + d * rate, e * (angle - mean) + c * rate)
      let (a, b) = (c * vv + d * vr, c * vr + d * rr)
      let (f, g) = (e * vv + c * vr, e * vr + c * rr)
      (vv, vr, rr) = (a * c + b * d, a * e + b * c, f * e + g * c)
      guard seconds > 0 else { return }
      vv += push * seconds * seconds * seconds / 3
      vr += push * seconds * seconds / 2
      rr += push * seconds
    }

    mutating func startOver(at value: Double) {
      (angle, rate) = (value, 0)
      (vv, vr, rr) = (1, 0, 1e3)
      (surprise, logarithm) = (0, 0)
    }

    mutating func take(_ value: Double, keeping keep: Double) {
      let sum = vv + 1
      let off = value - angle
      let (gain, turn) = (vv / sum, vr / sum)
      angle += gain * off
      rate += turn * off
      rr -= turn * vr
      vr -= gain * vr
      vv -= gain * vv
      surprise = surprise * keep + off * off / sum
      logarithm = logarithm * keep + .log(sum)
    }
  }

  /// Of the sensor against the pictures, in degrees²; at least a hundredth of a degree's.
  var noise = 1e-4

  private var filters: [Filter]
  private var weights: [Double]
  private var mean = 0.0
  private var heard = 0.0
  private var seconds = 0.0
  private(set) var last: Int64?

  init() {
    filters = Self.swings.flatMap { swing in Self.pushes.map { Filter(swing: swing, push: $0) } }
    weights = [Double](repeating: 0, count: filters.count)
  }

  /// Whether enough was heard to go on from.
  var isReady: Bool { heard >= 8 && seconds >= 1 }

  /// Forgets all, and begins with an angle in degrees.
  mutating func startOver(at value: Double = 0) {
    (mean, heard, seconds, last) = (value, 0, 0, nil)
    for index in filters.indices { filters[index].startOver(at: value) }
  }

  /// Takes the angle in degrees that came at a time in nanoseconds; forgets all if that is earlier than the last, or much later.
  mutating func take(_ value: Double, at time: Int64) {
    let (span, overflow) = last.map { time.subtractingReportingOverflow($0) } ?? (0, false)
    let step = Double(span) / 1e9
    if last == nil || overflow || step < 0 || step > 2 {
      startOver(at: value)
    } else {
      mean += (value - mean) * (seconds < Self.meanMemory ? 1 / (heard + 1) : step / Self.meanMemory)
      seconds += step
      let keep = Double.exp(-step / Self.memory)
      heard = heard * keep
      for index in filters.indices {
        filters[index].go(step, about: mean)
        filters[index].take(value, keeping: keep)
      }
    }
    heard += 1
    last = time
    weigh()
  }

  private mutating func weigh() {
    var most = -Double.infinity
    for index in filters.indices {
      let noise = noise(of: filters[index])
      weights[index] =
        -0.5 * (filters[index].logarithm + heard * .log(noise) + filters[index].surprise / noise)
      most = max(most, weights[index])
    }
    var sum = 0.0
    for index in filters.indices {
      weights[index] = .exp(weights[index] - most)
      sum += weights[index]
    }
    for index in filters.indices { weights[index] /= sum }
  }

  private func noise(of filter: Filter) -> Double {
    max(noise / 4, min(2 * noise, filter.surprise / heard))
  }

  /// The angle at a time in nanoseconds, with its variance in degrees² and the rate's square in degrees² a second².
  func angle(at time: Int64) -> (degrees: Double, variance: Double, rate: Double) {
    guard let last else { return (0, .infinity, 0) }
    let step = Double(time &- last) / 1e9
    var (sum, square, variance, rate) = (0.0, 0.0, 0.0, 0.0)
    for index in filters.indices where weights[index] > 1e-4 {
      var filter = filters[index]
      filter.go(step, about: mean)
      sum += weights[index] * (filter.angle - mean)
      square += weights[index] * (filter.angle - mean) * (filter.angle - mean)
      variance += weights[index] * filter.vv * noise(of: filter)
      rate += weights[index] * filter.rate * filter.rate
    }
    return (mean + sum, Self.mixed * (variance + max(0, square - sum * sum)), rate)
  }
}
