import RealModule

/// An attitude sensor, or another camera of the rig, as a witness of the horizon: it speaks once the pictures have taught how its angles become the camera's roll.
///
/// While the scene is followed, each sample less the roll that the pictures carried along since its moment is a measurement of one
/// angle, whose mean neither lags nor needs a forecast, however late samples come. In the dark, or where the picture moves with the
/// camera, the samples' own forecast is the angle.
struct AttitudeWitness: Sendable {
  /// What one picture gives.
  struct Sight: Sendable {
    /// From the evidence of the scene so far, in degrees; no confidence for no horizon.
    var estimate: HorizonEstimate
    /// What the pictures' angle has turned since the scene's first one.
    var rollDegrees: Double
    /// Whether the scene is another one than the last picture's.
    var isNew: Bool
    /// How far the scene has moved in the picture since the last one, in widths, and the variance that adds to the roll, in degrees².
    var travel: Point
    var growth: Double
  }

  private struct Picture: Sendable {
    var time: Int64
    var angle: Double
    var roll: Double
    var scene: Int
    var isSure: Bool
    var variance: Double
    var confidence: Double
  }

  /// A picture is sure from this confidence on, and within this many degrees.
  static let sure = 0.6
  static let sureMargin = 3.0
  /// Pictures, and samples, that are remembered, and how far apart they are at least, in nanoseconds.
  private static let pictures = 96
  private static let pictureStep: Int64 = 5_000_000
  private static let samples = 256
  private static let sampleStep: Int64 = 2_000_000
  /// Nanoseconds between pictures that say nothing of the time between them.
  private static let gap: Int64 = 150_000_000
  /// Nanoseconds without a sample after which the sensor is silent.
  private static let patience: Int64 = 2_000_000_000
  /// What comes later than this after a picture's moment isn't forecast from, in nanoseconds.
  private static let lookahead: Int64 = 100_000_000
  /// Nanoseconds, so that sums are safe: 146 years.
  private static let longestTime: UInt64 = 1 << 62
  /// Seconds of a scene until its roll is believed, and until it is believed as others are: from there on more samples must disagree,
  /// and it may be further from the forecast, in standard deviations.
  private static let (young, old) = (1.0, 3.0)
  private static let doubtful = (young: 2.5, old: 4.0)
  /// Widths from where a place was first seen until the camera sees another one.
  private static let place = 1.0
  /// Variance by which the carried mean may go astray, in degrees² a second.
  private static let drift = 0.0004
  /// A picture's own noise as a standard deviation in degrees, beside what the scene makes wrong in all of them.
  private static let pictureNoise = 0.015
  /// How long it counts how far sure pictures were from the sensor, in seconds.
  private static let memory = 30.0
  /// A normal distribution's variance over that of its margin as posteriors have it: they hold 80 % of its mass for 90 %.
  private static let chosen = 1.645 * 1.645 / (1.2816 * 1.2816)
  /// Pictures with less of their probability near the sensor's angle say nothing.
  private static let least = 0.02

  private let isCamera: Bool
  private var learner: AttitudeLearner
  private var forecast = AttitudeForecast()
  private var seen: [Picture] = []
  private var heard: [AttitudeSample] = []
  // How many of the samples were learned from, carried and forecast from.
  private var learned = 0
  private var carried = 0
  private var forecasts = 0
  private var angles = [Double](repeating: 0, count: AttitudeLearner.bins)
  private var rolls = [Double](repeating: 0, count: AttitudeLearner.bins)
  private var posterior = AnglePosterior()
  private var scene = 0
  private var way = Point.zero
  private var last: AttitudeSample?
  private var used: AttitudeCalibration?
  /// When the next picture was taken, by the samples' clock.
  private var frame: Int64?
  private var lastFrame: Int64 = 0
  /// Since the last one.
  private var seconds = 0.0
  // The mixture less the carried roll, from this scene's samples: mean, variance, how many, of how many seconds; how well they agree (1: as
  // they should), and whether they don't; the means and variances of the mixture and of the carried roll.
  private var offset = 0.0
  private var offsetVariance = 0.0
  private var count = 0
  private var age = 0.0
  private var disagreement = 1.0
  private var isAtOdds = false
  /// By how much the samples vary more than they should, in degrees².
  private var excess = 0.0
  /// The offset when they agreed last.
  private var agreed: Double?
  private var motion = (mix: 0.0, mixes: 0.0, roll: 0.0, rolls: 0.0)
  private var lastCarried: Int64 = 0
  /// Of sure pictures: how far they were from the carried mean, squared, less its variance, and their variances.
  private var apart = (squares: 0.0, variances: 0.0)

  /// - Parameter isCamera: whether samples are what another camera sees, on the same rig as far as it is known.
  init(isCamera: Bool = false) {
    self.isCamera = isCamera
    learner = AttitudeLearner(isCamera: isCamera)
    seen.reserveCapacity(Self.pictures + 1)
    heard.reserveCapacity(Self.samples + 1)
  }

  /// Takes what was said since the last picture, and when the next one was taken, by the same clock.
  mutating func hear(_ samples: borrowing [AttitudeSample], frame nanoseconds: Int64) {
    frame = nanoseconds.magnitude < Self.longestTime ? nanoseconds : nil
    for index in samples.indices { hear(samples[index]) }
  }

  /// Takes what a camera's last picture said, if it was sure, and when the next frame was taken, by the same clock.
  mutating func hear(_ sample: AttitudeSample?, frame nanoseconds: Int64) {
    frame = nanoseconds.magnitude < Self.longestTime ? nanoseconds : nil
    if let sample { hear(sample) }
  }

  private mutating func hear(_ sample: AttitudeSample) {
    guard sample.nanoseconds.magnitude < Self.longestTime, sample.rollDegrees.isFinite,
      sample.pitchDegrees?.isFinite ?? true
    else { return }
    var sample = sample
    sample.rollDegrees.formRemainder(dividingBy: 360)
    sample.pitchDegrees?.formRemainder(dividingBy: 360)
    if let last {
      // A clock that was set anew, or a sensor that sends more than is worth hearing.
      if sample.nanoseconds < last.nanoseconds {
        forgetTimes()
      } else if sample.nanoseconds &- last.nanoseconds < Self.sampleStep {
        return
      }
      // On from the last one, for a sensor that hangs upside down.
      let next = last.rollDegrees + (sample.rollDegrees - last.rollDegrees).remainder(dividingBy: 360)
      if next.magnitude < 360 { sample.rollDegrees = next }
    }
    last = sample
    if heard.count == Self.samples { forget(samples: 1) }
    heard.append(sample)
  }

  private mutating func forgetTimes() {
    heard.removeAll(keepingCapacity: true)
    seen.removeAll(keepingCapacity: true)
    (learned, carried, forecasts) = (0, 0, 0)
    forecast.startOver()
    forgetScene()
  }

  private mutating func forget(samples number: Int) {
    heard.removeFirst(number)
    learned = max(0, learned - number)
    carried = max(0, carried - number)
    forecasts = max(0, forecasts - number)
  }

  private mutating func forgetScene() {
    (offset, offsetVariance, count, age, disagreement, excess, isAtOdds) = (0, 0, 0, 0, 1, 0, false)
    motion = (0, 0, 0, 0)
    agreed = nil
  }

  /// Another analyzer of the same camera begins where this one ends: its pictures have other rolls.
  mutating func moveOn() {
    seen.removeAll(keepingCapacity: true)
    (learned, carried) = (heard.count, heard.count)
    scene += 1
    forgetScene()
  }

  /// What was learned, for people and programs; `nil` before that.
  var reading: AttitudeReading? {
    learner.calibration.map {
      AttitudeReading(
        delaySeconds: $0.delay, turnDegrees: $0.turn * 180 / .pi, mountingDegrees: $0.mounting)
    }
  }

  /// Takes a picture, and says what both know of its horizon.
  ///
  /// - Parameters:
  ///   - sight: what the picture gives.
  ///   - gathered: the probability of each angle of the scene's first picture.
  /// - Returns: `nil` if the sensor has nothing to say. Otherwise the angle, who it is from, and whether it was found from the
  ///   scene's roll.
  mutating func testify(_ sight: Sight, _ gathered: borrowing AnglePosterior)
    -> (estimate: HorizonEstimate, witness: HorizonWitness, isCarried: Bool)?
  {
    guard let now = frame else { return nil }
    frame = nil
    if now < lastFrame { forgetTimes() }
    seconds = max(0, min(1, Double(now &- lastFrame) / 1e9))
    lastFrame = now
    note(sight, at: now)
    learn()
    guard let calibration = learner.calibration else {
      trim()
      return nil
    }
    if let used, (used.turn - calibration.turn).remainder(dividingBy: 2 * .pi).magnitude > 0.1 {
      // The carried mean and the forecast are of another mixture.
      forecast.startOver()
      forgetScene()
    }
    used = calibration
    // Another camera's pictures err alike for a while: a mean of them is no better than the last.
    if !isCamera { carry(calibration) }
    foresee(calibration, at: now)
    trim()
    guard let last, now &- last.nanoseconds <= Self.patience else { return nil }
    return fuse(sight, gathered, calibration, last, at: now)
  }

  private mutating func note(_ sight: Sight, at now: Int64) {
    if sight.isNew {
      scene += 1
      forgetScene()
    }
    way = way + sight.travel
    if sight.isNew || way.length > Self.place {
      learner.move()
      way = .zero
    }
    offsetVariance += sight.growth
    if let last = seen.last, last.scene == scene, now &- last.time < Self.pictureStep { return }
    if seen.count == Self.pictures { seen.removeFirst() }
    let estimate = sight.estimate
    let deviation = estimate.marginDegrees / AnglePosterior.deviationsInMargin
    seen.append(
      Picture(
        time: now, angle: estimate.angleDegrees, roll: sight.rollDegrees, scene: scene,
        isSure: estimate.confidence >= Self.sure && estimate.marginDegrees <= Self.sureMargin,
        variance: deviation * deviation, confidence: estimate.confidence))
  }

  /// Forgets samples that nobody waits for.
  private mutating func trim() {
    let done =
      learner.calibration == nil ? learned : min(learned, forecasts, isCamera ? .max : carried)
    if done > 0 { forget(samples: done) }
  }

  // MARK: - Learning

  private mutating func learn() {
    guard let newest = seen.last, let oldest = seen.first else { return }
    let (ahead, behind) = (Int64(-AttitudeLearner.first * 1e9), Int64(AttitudeLearner.last * 1e9))
    while learned < heard.count, heard[learned].nanoseconds &+ ahead <= newest.time {
      let sample = heard[learned]
      learned += 1
      guard !isAtOdds, sample.nanoseconds &- behind >= oldest.time,
        let picture = findAngles(of: sample.nanoseconds)
      else {
        continue
      }
      // What another camera's scene makes wrong goes into the mounting as what this one's does.
      let other = learner.calibration?.variance(of: sample) ?? max(sample.rollVariance, sample.pitchVariance)
      learner.learn(
        sample, picture: (picture.variance + other, picture.confidence), scene: scene, angles: angles,
        rolls: rolls)
    }
  }

  /// Fills `angles` and `rolls` with the pictures' at a time less each delay.
  ///
  /// - Returns: their variance and confidence; `nil` unless all are sure and of one scene.
  private mutating func findAngles(of time: Int64) -> (variance: Double, confidence: Double)? {
    var index = seen.count - 1
    var (variance, confidence) = (0.0, 1.0)
    for bin in 0..<AttitudeLearner.bins {
      let wanted = time &- Int64((AttitudeLearner.first + AttitudeLearner.step * Double(bin)) * 1e9)
      while index > 0, seen[index - 1].time >= wanted { index -= 1 }
      guard index > 0 || seen[index].time == wanted else { return nil }
      let (a, b) = (seen[max(0, index - 1)], seen[index])
      guard a.isSure, b.isSure, a.scene == b.scene, a.scene == scene, b.time &- a.time <= Self.gap else {
        return nil
      }
      angles[bin] = Self.between(wanted, a.time, a.angle, b.time, b.angle)
      rolls[bin] = Self.between(wanted, a.time, a.roll, b.time, b.roll)
      (variance, confidence) = (max(variance, b.variance), min(confidence, b.confidence))
    }
    return (variance, confidence)
  }

  private static func between(_ time: Int64, _ start: Int64, _ a: Double, _ end: Int64, _ b: Double) -> Double
  {
    end > start ? a + (b - a) * Double(time &- start) / Double(end &- start) : b
  }

  // MARK: - The sensor's angle

  /// Measures the scene's angle by samples of moments that this scene's pictures were taken around.
  private mutating func carry(_ calibration: AttitudeCalibration) {
    guard let newest = seen.last else { return }
    let delay = Int64(calibration.delay * 1e9)
    while carried < heard.count, heard[carried].nanoseconds &- delay <= newest.time {
      let sample = heard[carried]
      let moment = sample.nanoseconds &- delay
      carried += 1
      guard let next = seen.firstIndex(where: { $0.time >= moment }), next > 0 else { continue }
      let (a, b) = (seen[next - 1], seen[next])
      guard a.scene == scene, b.scene == scene, b.time &- a.time <= Self.gap else { continue }
      let roll = Self.between(moment, a.time, a.roll, b.time, b.roll)
      let mix = calibration.mix(sample.rollDegrees, sample.pitchDegrees ?? 0)
      let step = count > 0 ? max(0, min(1, Double(moment &- lastCarried) / 1e9)) : 0
      lastCarried = moment
      take(mix, roll, noise: calibration.noise, step)
    }
  }

  private mutating func take(_ mix: Double, _ roll: Double, noise: Double, _ step: Double) {
    let value = mix - roll
    count += 1
    age += step
    if count == 1 {
      (offset, offsetVariance, motion) = (value, noise, (mix, 0, roll, 0))
      return
    }
    offsetVariance = min(offsetVariance + Self.drift * step, 100)
    let sum = offsetVariance + noise
    let off = value - offset
    let gain = offsetVariance / sum
    offset += gain * off
    offsetVariance *= 1 - gain
    disagreement += max(min(1, step), 1 / Double(count)) * (off * off / sum - disagreement)
    excess = max(0, disagreement - 1.3) * sum
    isAtOdds = disagreement > (isAtOdds ? 2 : age < Self.old ? 2.5 : 4)
    // Find the new offset within seconds, if there is one; what swings on stays at odds.
    if isAtOdds { offsetVariance = max(offsetVariance, noise * min(1, step)) }
    if disagreement < 1.3, offsetVariance < noise / 4 {
      if let agreed, (agreed - offset).magnitude > max(0.7, 3 * noise.squareRoot()) { learner.noteTurn() }
      agreed = offset
    }
    let part = min(1, step / 3)
    let (mixed, rolled) = (mix - motion.mix, roll - motion.roll)
    motion.mix += part * mixed
    motion.mixes += part * (mixed * mixed - motion.mixes)
    motion.roll += part * rolled
    motion.rolls += part * (rolled * rolled - motion.rolls)
  }

  private mutating func foresee(_ calibration: AttitudeCalibration, at now: Int64) {
    forecast.noise = calibration.noise
    let end = now &+ Int64(calibration.delay * 1e9) &+ Self.lookahead
    while forecasts < heard.count, heard[forecasts].nanoseconds <= end {
      let sample = heard[forecasts]
      forecast.take(
        calibration.mix(sample.rollDegrees, sample.pitchDegrees ?? 0), at: sample.nanoseconds)
      forecasts += 1
    }
  }

  // MARK: - Both

  private mutating func fuse(
    _ sight: Sight, _ gathered: borrowing AnglePosterior, _ calibration: AttitudeCalibration,
    _ sample: AttitudeSample, at now: Int64
  ) -> (estimate: HorizonEstimate, witness: HorizonWitness, isCarried: Bool)? {
    // Who moves is right, if they disagree: a cabin rolls along with its camera, and a broken sensor stands still.
    let isSure = sight.estimate.confidence >= Self.sure
    if isSure, learner.isDoubtful || isAtOdds && motion.rolls > motion.mixes { return nil }
    var own = (angle: 0.0, variance: Double.infinity)
    if forecast.isReady {
      let next = forecast.angle(at: now &+ Int64(calibration.delay * 1e9))
      let late = calibration.delayDeviation * calibration.delayDeviation * next.rate
      own = (next.degrees, next.variance + late + calibration.variance(of: sample))
    }
    let carried = (angle: offset + sight.rollDegrees, variance: offsetVariance + excess)
    var isCarried = age >= Self.young && !isAtOdds && carried.variance <= own.variance
    if isCarried {
      // What stands still on the picture, such as dirt on the lens in fog, is no scene.
      let off = carried.angle - own.angle
      let most = age < Self.old ? Self.doubtful.young : Self.doubtful.old
      isCarried = !(off * off > most * most * (own.variance + carried.variance))
      if isCarried { own = carried }
    }
    guard own.variance < 9 else { return nil }
    let angle = (own.angle + calibration.mounting).remainder(dividingBy: 360)
    guard angle.magnitude <= Double(HorizonEvidence.span) else { return nil }
    // What the pictures were wrong by while they taught the mounting is in it, less the more places they were of.
    let taught = learner.spread * learner.pictureVariance
    let variance =
      taught + own.variance + calibration.mountingVariance
      + calibration.variance(sample.rollDegrees, sample.pitchDegrees ?? 0)
    // Cameras that aren't on one rig: each is believed of itself.
    if isCamera, isSure {
      let deviation = sight.estimate.marginDegrees / AnglePosterior.deviationsInMargin
      let off = sight.estimate.angleDegrees - angle
      if off * off > 9 * (variance + deviation * deviation) { return nil }
    }
    // Of pictures, what isn't in their variance: that the horizon is elsewhere.
    let doubt = Self.doubt(learner.pictureConfidence, learner.pictureVariance) * learner.spread
    let picture =
      isAtOdds || sight.estimate.confidence == 0
      ? nil : look(sight, gathered, around: angle, variance: variance)
    guard let picture else {
      var estimate = HorizonEstimate()
      estimate.angleDegrees = angle
      estimate.marginDegrees = AnglePosterior.deviationsInMargin * variance.squareRoot()
      estimate.confidence = Self.within(variance) * (1 - doubt)
      return (estimate, isCamera ? .rig : .sensor, isCarried)
    }
    // Both err alike by what this place made wrong in the mounting: only what they don't have in common is weighed. By how much
    // pictures err, sure ones tell: a sea's are much better than they say.
    let noise = isCarried ? Self.pictureNoise * Self.pictureNoise : picture.variance / 9
    let shared = min(learner.share * min(learner.pictureVariance, picture.variance), taught)
    if isCarried, isSure {
      let off = picture.angle - angle
      let part = min(1, seconds / Self.memory)
      apart.squares += part * (off * off - own.variance - apart.squares)
      apart.variances += part * (picture.variance - apart.variances)
    }
    let scale = apart.variances > 0 ? max(0.001, min(1, apart.squares / apart.variances)) : 1
    let first = scale * (picture.variance - shared) + noise
    let second = variance - taught + scale * (taught - shared)
    let share = max(0, min(1, first / (first + second)))
    let sum =
      (1 - share) * (1 - share) * (picture.variance + noise) + share * share * variance
      + 2 * share * (1 - share) * shared
    var estimate = sight.estimate
    estimate.angleDegrees = picture.angle + share * (angle - picture.angle)
    estimate.marginDegrees = AnglePosterior.deviationsInMargin * sum.squareRoot()
    let deviation = sight.estimate.marginDegrees / AnglePosterior.deviationsInMargin
    let doubts = (Self.doubt(sight.estimate.confidence, deviation * deviation), doubt)
    let joint = learner.share * min(doubts.0, doubts.1) + (1 - learner.share) * doubts.0 * doubts.1
    // Who agrees takes nothing away.
    estimate.confidence = max(Self.within(sum) * (1 - joint), sight.estimate.confidence)
    let isAlone = share > 0.98
    if isCamera { return (estimate, isAlone ? .rig : .pictureAndRig, share < 0.5) }
    return (estimate, isAlone ? .sensor : .both, isCarried)
  }

  /// What the picture says near an angle: its own there, with its variance; `nil` if it says nothing, or is sure that the horizon is
  /// elsewhere.
  private mutating func look(
    _ sight: Sight, _ gathered: borrowing AnglePosterior, around angle: Double, variance: Double
  ) -> (angle: Double, variance: Double)? {
    let nearby = 9 * variance + 0.25
    let kept = posterior.take(gathered, near: angle - sight.rollDegrees, deviation: nearby.squareRoot())
    guard kept >= Self.least else { return nil }
    let peak = posterior.peak().angleDegrees
    let margin = posterior.margin(about: peak, holding: AnglePosterior.ninetyPercent)
    let own = sight.estimate.angleDegrees
    let found = peak + sight.rollDegrees
    // Less what is only how the nearby was chosen: all that is left of a picture that says nothing.
    let deviations = margin / AnglePosterior.deviationsInMargin
    let precision = 1 / (deviations * deviations) - Self.chosen / nearby
    guard precision > 0.02 / nearby else { return nil }
    return ((found - own).magnitude < 0.5 ? own : found, 1 / precision)
  }

  /// The probability that a picture's angle isn't spread by its variance, but another one, by its probability of being within a degree.
  private static func doubt(_ confidence: Double, _ variance: Double) -> Double {
    max(0, 1 - confidence / within(variance))
  }

  /// The probability of being within a degree.
  private static func within(_ variance: Double) -> Double {
    Double.erf(1 / (2 * max(variance, 1e-9)).squareRoot())
  }
}
