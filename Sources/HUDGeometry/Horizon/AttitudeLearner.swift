import RealModule

/// Finds how the angles of an attitude sensor, or of another camera, become a camera's roll, from pictures whose horizon is sure.
///
/// Each sample is compared with the pictures' roll at its arrival less each of 36 delays, so every sample counts once. For each
/// delay, least squares on sums give the turn on the circle; the delay with the least error, to a fraction of its step, wins. Only
/// what is faster than some seconds counts, by the same filter of both: pictures follow that exactly, where their angles err by more
/// the further they are from level. At rest all delays fit alike, and nothing is adopted; nor is anything while the picture doesn't
/// follow the sensor, as in a cabin that rolls along. The mounting is a mean.
struct AttitudeLearner: Sendable {
  /// The delays, in seconds: from `first` in steps.
  static let first = -0.05
  static let step = 0.01
  static let bins = 36
  static var last: Double { first + step * Double(bins - 1) }

  /// How long samples count for delay and turn, in seconds of learning, and at first, when they may be of a cabin; the mounting follows sooner, as sensors drift.
  private static let memory = 120.0
  private static let firstMemory = 30.0
  private static let mountingMemory = 60.0
  /// Variance that the mounting has by drifting meanwhile, in degrees².
  private static let drift = 0.0025
  /// Slower than this, in seconds, pictures err.
  private static let slow = 4.0
  /// For how many seconds the picture must be off by the same angle until that is the mounting's: in one place, in two, and where it was
  /// seen to turn.
  private static let turned = (inOnePlace: 60.0, inTwo: 20.0, seen: 6.0)
  /// Seconds between two solutions.
  private static let period = 0.25
  /// Seconds, samples and degrees of motion that are needed.
  private static let seconds = 6.0
  private static let fewest = 25.0
  private static let motion = 0.3
  /// The most of the picture's variance that may be left unexplained.
  private static let unexplained = 0.3
  /// Half the 90 % interval of a delay that is known, in seconds.
  private static let known = 0.025
  /// What moves less than this, in degrees², says nothing.
  private static let still = 0.0025
  /// How much more errors vary than if they were independent.
  private static let dependence = 2.0
  private static let turns = 48
  /// Between cameras' frames, as a standard deviation in seconds.
  private static let usualDelay = 0.01
  /// Variance of a camera's angles that counts half as much for the mounting as none, in degrees².
  private static let usual = 0.05

  private struct Sums: Sendable {
    var y = 0.0
    var yy = 0.0
    var ry = 0.0
    var py = 0.0
    /// The pictures' roll lately.
    var slow = 0.0
    /// The pictures' angles, by the mounting's memory.
    var angle = 0.0
  }

  private let isCamera: Bool
  private(set) var calibration: AttitudeCalibration?
  /// Where the calibration comes from: the share of the place that the camera sees now, the sum of all places' squared shares, and the
  /// mean variance and confidence of the pictures.
  private(set) var share = 0.0
  private(set) var spread = 1.0
  private(set) var pictureVariance = 0.0
  private(set) var pictureConfidence = 0.0

  /// The first sample's and the first picture's angles: sums are less these.
  private var origin: (roll: Double, pitch: Double, angle: Double)?
  /// The sensor's angles lately; the scene that they, and the pictures', are of.
  private var lately = (roll: 0.0, pitch: 0.0)
  private var scene: Int?
  private var heard = 0.0
  // Of what is fast.
  private var weight = 0.0
  private var (r, p, rr, rp, pp) = (0.0, 0.0, 0.0, 0.0, 0.0)
  private var sums = [Sums](repeating: Sums(), count: bins)
  private var errors = [Double](repeating: 0, count: bins)
  private var circle = [(cosine: Double, sine: Double)]()
  private var hasPitch = false
  private var learned = 0.0
  private var sinceSolution = 0.0
  private var last: Int64?
  // By the mounting's memory: all weights, those of the present place, and of all before, squared; sums of angles, and of what pictures
  // said of themselves.
  private var mounted = 0.0
  /// All weights before what pictures are sure of: how many samples.
  private var taken = 0.0
  private var here = 0.0
  private var squares = 0.0
  private var means = (roll: 0.0, pitch: 0.0)
  private var variances = 0.0
  private var confidences = 0.0
  /// Residuals of the last seconds: their mean and variance, the mixture's variance, for how long they have been off, and in how many
  /// more places.
  private var recent = (residual: 0.0, variance: 0.0, mix: 0.0, motion: 0.0, off: 0.0, places: 0)
  /// Seconds for which a turn that was seen counts.
  private var sawTurn = 0.0

  /// - Parameter isCamera: whether samples are what another camera sees.
  init(isCamera: Bool) {
    self.isCamera = isCamera
    circle = (0..<Self.turns).map {
      let turn = 2 * Double.pi * Double($0) / Double(Self.turns)
      return (.cos(turn), .sin(turn))
    }
  }

  /// The camera sees another place: what misled it before doesn't any more.
  mutating func move() {
    squares += here * here
    here = 0
    recent.places += 1
    weigh()
  }

  /// Whether the camera was seen to turn in its mounting, and it isn't known yet by how much.
  var isDoubtful: Bool { sawTurn > 0 }

  /// Notes that the pictures turned against the sensor within one scene.
  mutating func noteTurn() { sawTurn = 20 }

  /// Learns from a sample.
  ///
  /// - Parameters:
  ///   - sample: its roll must go on from the last one's, not around the circle.
  ///   - picture: the pictures' variance in degrees², and their confidence.
  ///   - scene: the pictures'; in another one their roll begins anew.
  ///   - angles: the pictures' at the sample's arrival less the delay of each bin.
  ///   - rolls: the same of their roll.
  mutating func learn(
    _ sample: AttitudeSample, picture: (variance: Double, confidence: Double), scene: Int,
    angles: borrowing [Double], rolls: borrowing [Double]
  ) {
    let step = last.map { max(0, min(0.5, Double(sample.nanoseconds &- $0) / 1e9)) } ?? 0
    last = sample.nanoseconds
    hasPitch = sample.pitchDegrees != nil
    let (roll, pitch) = (sample.rollDegrees, sample.pitchDegrees ?? 0)
    if scene != self.scene { (self.scene, heard) = (scene, 0) }
    heard += 1
    let part = max(1 / heard, 1 - Double.exp(-step / Self.slow))
    lately.roll += part * (roll - lately.roll)
    lately.pitch += part * (pitch - lately.pitch)
    for bin in 0..<Self.bins { sums[bin].slow += part * (rolls[bin] - sums[bin].slow) }
    let (x, z) = (roll - lately.roll, pitch - lately.pitch)
    let own = trust(roll, pitch, isCamera ? picture.variance : 0, angles, rolls, step)
    // The mounting is a mean of two cameras' angles, so those count that are sure.
    let sure = isCamera ? own / (1 + picture.variance / Self.usual) : own
    let start = origin ?? (roll, pitch, angles[0])
    origin = start
    // What hardly counts makes nothing older.
    fade(
      .exp(-step * own / (calibration == nil ? Self.firstMemory : Self.memory)),
      .exp(-step * own / Self.mountingMemory))
    weight += own
    (r, p) = (r + own * x, p + own * z)
    (rr, rp, pp) = (rr + own * x * x, rp + own * x * z, pp + own * z * z)
    for bin in 0..<Self.bins {
      let y = rolls[bin] - sums[bin].slow
      sums[bin].y += own * y
      sums[bin].yy += own * y * y
      sums[bin].ry += own * x * y
      sums[bin].py += own * z * y
      sums[bin].angle += sure * (angles[bin] - start.angle)
    }
    means = (means.roll + sure * (roll - start.roll), means.pitch + sure * (pitch - start.pitch))
    mounted += sure
    taken += own
    here += sure
    variances += sure * picture.variance
    confidences += sure * picture.confidence
    learned += step
    sinceSolution += step
    guard sinceSolution >= Self.period else { return }
    sinceSolution = 0
    solve()
  }

  /// Takes all samples so far as if the camera had been rolled further by some degrees. By how much exactly, the next seconds tell.
  private mutating func turn(by degrees: Double) {
    for bin in 0..<Self.bins { sums[bin].angle += degrees * mounted }
    fadeMounting(0.1)
    calibration?.mounting += degrees
    (recent, sawTurn) = ((0, 0, 0, 0, 0, 0), 0)
  }

  private mutating func fade(_ keep: Double, _ keepMounting: Double) {
    weight *= keep
    (r, p, rr, rp, pp) = (r * keep, p * keep, rr * keep, rp * keep, pp * keep)
    for bin in 0..<Self.bins {
      sums[bin].y *= keep
      sums[bin].yy *= keep
      sums[bin].ry *= keep
      sums[bin].py *= keep
    }
    fadeMounting(keepMounting)
  }

  private mutating func fadeMounting(_ keep: Double) {
    (mounted, taken, here, squares) = (mounted * keep, taken * keep, here * keep, squares * keep * keep)
    means = (means.roll * keep, means.pitch * keep)
    (variances, confidences) = (variances * keep, confidences * keep)
    for bin in 0..<Self.bins { sums[bin].angle *= keep }
  }

  /// How much a sample counts: less the further it is from what is known (Geman & McClure 1985). A sensor or a camera that was
  /// turned in its mounting moves with the picture as before, but off by the same angle: after a while of that all is learned anew.
  private mutating func trust(
    _ roll: Double, _ pitch: Double, _ doubt: Double, _ angles: borrowing [Double],
    _ rolls: borrowing [Double], _ step: Double
  ) -> Double {
    guard let calibration else { return 1 }
    let (bin, rest) = Self.place(of: calibration.delay)
    let seen = angles[bin] + rest * (angles[bin + 1] - angles[bin])
    let mix = calibration.mix(roll, pitch)
    let residual = (seen - mix - calibration.mounting).remainder(dividingBy: 360)
    let part = min(1, step / 6)
    let (off, moved) = (residual - recent.residual, mix - recent.mix)
    recent.residual += part * off
    recent.variance += part * (off * off - recent.variance)
    recent.mix += part * moved
    recent.motion += part * (moved * moved - recent.motion)
    let deviation = (calibration.noise + doubt).squareRoot()
    let isTurned =
      recent.residual.magnitude > max(1, 4 * deviation) && recent.motion > Self.motion * Self.motion
      && recent.variance < 0.25 * recent.motion + 4 * deviation * deviation
    (recent.off, recent.places) = isTurned ? (recent.off + step, recent.places) : (0, 0)
    sawTurn -= step
    let enough =
      sawTurn > 0 ? Self.turned.seen : recent.places > 0 ? Self.turned.inTwo : Self.turned.inOnePlace
    if recent.off > enough {
      turn(by: recent.residual)
      return 1
    }
    let turned =
      rolls[bin] - sums[bin].slow + rest * (rolls[bin + 1] - rolls[bin] - sums[bin + 1].slow + sums[bin].slow)
    let fast = turned - calibration.mix(roll - lately.roll, pitch - lately.pitch)
    func weight(_ off: Double) -> Double {
      let share = off / max(0.2, 4 * calibration.noise.squareRoot())
      return 1 / ((1 + share * share) * (1 + share * share))
    }
    return min(weight(residual), weight(fast))
  }

  /// The bin before a delay, and what part of the way to the next it is.
  private static func place(of delay: Double) -> (bin: Int, part: Double) {
    let place = max(0, min(Double(bins - 1), (delay - first) / step))
    let bin = min(Int(place), bins - 2)
    return (bin, place - Double(bin))
  }

  /// The covariances of one delay's.
  private func covariance(_ bin: Int) -> (ry: Double, py: Double, yy: Double) {
    let (y, m) = (sums[bin].y / weight, sums[bin])
    return (m.ry / weight - r / weight * y, m.py / weight - p / weight * y, max(0, m.yy / weight - y * y))
  }

  private mutating func solve() {
    guard weight > Self.fewest, learned >= Self.seconds, let origin else { return }
    let mean = (r: r / weight, p: p / weight)
    let (vr, vp) = (rr / weight - mean.r * mean.r, pp / weight - mean.p * mean.p)
    let both = rp / weight - mean.r * mean.p
    // Quarter turns are likelier than others, and none likeliest, by what a few samples say.
    let prior = 0.09 / weight
    func error(_ c: (ry: Double, py: Double, yy: Double), _ cosine: Double, _ sine: Double) -> Double {
      let (square, product) = (cosine * cosine, cosine * sine)
      let least =
        c.yy - 2 * (cosine * c.ry + sine * c.py) + square * vr + 2 * product * both + sine * sine * vp
      return least + prior * (8 * product * product + 0.5 * (1 - cosine))
    }
    let isPlain = !hasPitch || vp < Self.still
    if isPlain && vr < Self.still { return }
    func best(_ c: (ry: Double, py: Double, yy: Double)) -> (error: Double, turn: Double, isExact: Bool) {
      var found = (error: Double.infinity, index: 0)
      for (index, angle) in circle.enumerated() {
        // What doesn't move says nothing of a turn.
        if isPlain, index % (Self.turns / 2) != 0 { continue }
        if vr < Self.still, index % (Self.turns / 2) != Self.turns / 4 { continue }
        let next = error(c, angle.cosine, angle.sine)
        if next < found.error { found = (next, index) }
      }
      let width = 2 * Double.pi / Double(Self.turns)
      let turn = Double(found.index) * width
      if isPlain || vr < Self.still { return (found.error, turn, true) }
      let (a, b) = (
        error(c, .cos(turn - width), .sin(turn - width)), error(c, .cos(turn + width), .sin(turn + width))
      )
      let bend = a + b - 2 * found.error
      let part = bend > 0 ? max(-0.5, min(0.5, (a - b) / (2 * bend))) : 0
      let exact = turn + part * width
      return (error(c, .cos(exact), .sin(exact)), exact, false)
    }
    var least = 0
    for bin in 0..<Self.bins {
      errors[bin] = best(covariance(bin)).error
      if errors[bin] < errors[least] { least = bin }
    }
    if isCamera {
      // Cameras' clocks are one, but for exposures: −2 log of a normal distribution.
      let scale = max(1e-4, errors[least]) * Self.dependence / weight
      for bin in 0..<Self.bins {
        let delay = (Self.first + Self.step * Double(bin)) / Self.usualDelay
        errors[bin] += delay * delay * scale
        if errors[bin] < errors[least] { least = bin }
      }
    }
    guard least > 0, least < Self.bins - 1 else { return }
    let bend = errors[least - 1] + errors[least + 1] - 2 * errors[least]
    guard bend > 0 else { return }
    let part = (errors[least - 1] - errors[least + 1]) / (2 * bend)
    let noise = max(1e-4, errors[least] * weight / (weight - 4))
    let motion = covariance(least).yy
    guard motion > Self.motion * Self.motion, noise < Self.unexplained * motion, noise < 2.25 else { return }
    // −2 log likelihood is errors · weight / noise.
    let deviation = Self.step * (2 * noise * Self.dependence / (weight * bend)).squareRoot()
    // All delays that are as likely as those at the interval's ends.
    let bound = errors[least] + 2.7 * noise * Self.dependence / weight
    var half = 1.645 * deviation
    for bin in 0..<Self.bins where errors[bin] < bound {
      half = max(half, (Double(bin - least).magnitude - 1) * Self.step)
    }
    guard half < Self.known else { return }
    let c = covariance(least)
    let turned = best(c)
    var next = AttitudeCalibration()
    next.delay = Self.first + Self.step * (Double(least) + part)
    next.delayDeviation = max(deviation, half / 1.645)
    next.turn = turned.turn.remainder(dividingBy: 2 * .pi)
    if !turned.isExact {
      let width = 0.1
      let curve =
        (error(c, .cos(turned.turn - width), .sin(turned.turn - width))
          + error(c, .cos(turned.turn + width), .sin(turned.turn + width)) - 2 * turned.error)
        / (width * width)
      next.turnDeviation = curve > 0 ? (2 * noise * Self.dependence / (weight * curve)).squareRoot() : 1
    }
    let (bin, rest) = Self.place(of: next.delay)
    let angle = sums[bin].angle + rest * (sums[bin + 1].angle - sums[bin].angle)
    next.mean = (means.roll / mounted + origin.roll, means.pitch / mounted + origin.pitch)
    next.mounting = (angle / mounted + origin.angle - next.mix(next.mean.roll, next.mean.pitch)).remainder(
      dividingBy: 360)
    next.noise = noise
    next.mountingVariance = noise * Self.dependence / taken + Self.drift
    calibration = next
    weigh()
  }

  private mutating func weigh() {
    guard mounted > 0, calibration != nil else { return }
    share = here / mounted
    spread = min(1, (squares + here * here) / (mounted * mounted))
    pictureVariance = variances / mounted
    pictureConfidence = confidences / mounted
  }
}
