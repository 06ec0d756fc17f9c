import RealModule

/// Pitch and field of view over time: estimates of single pictures, each turned by what the camera has tilted since.
struct PitchTracker {
  /// How long estimates count, in nanoseconds: a registration says less of pitch than of roll, as a camera that comes nearer
  /// also moves the picture.
  private static let memory = 2e9

  /// Shown by the probability of being within half a rung of the ladder.
  private static let rung = 5.0
  private var shown: DwellSwitch
  private var fade: Glow
  private var gathered = AnglePosterior()
  private var focal = [Float](repeating: 0, count: PitchEstimator.focals)
  private var heard = 0.0
  private var last: Int64 = 0
  /// Degrees that the camera has tilted up since the scene's first frame, and until the picture that is read.
  private var tilt = 0.0
  private var pictureTilt = 0.0
  /// Half a picture width, in halves of its longer side.
  private let half: Double

  init(aspect: Double, isPhoto: Bool, reducesMotion: Bool) {
    half = min(1, aspect)
    let usual = DwellSwitch(onLevel: 0.5, offLevel: 0.35, onDwell: 200_000_000, offDwell: 300_000_000)
    shown = isPhoto ? usual.atOnce : usual
    fade = Glow(reducesMotion: reducesMotion)
  }

  /// A new scene.
  mutating func startOver() { (heard, tilt, pictureTilt) = (0, 0, 0) }

  /// The scene has moved down in the picture by this many picture widths: the camera tilts up.
  mutating func move(down widths: Double, _ estimator: PitchEstimator) {
    tilt += widths * 2 * half / focalLength(estimator) * 180 / .pi
  }

  /// Another picture is read from now on.
  mutating func notePicture() { pictureTilt = tilt }

  /// Takes what the picture of this time said.
  mutating func take(_ estimator: PitchEstimator, nanoseconds now: Int64) {
    let (age, overflow) = now.subtractingReportingOverflow(last)
    let decay = overflow ? 0 : Float(min(heard / (heard + 1), Double.exp(-Double(age) / Self.memory)))
    last = now
    heard += 1
    gathered.blend(estimator.posterior, turnedBy: -pictureTilt, decay: decay)
    for k in focal.indices { focal[k] = focal[k] * decay + estimator.focal[k] * (1 - decay) }
  }

  /// - Parameter isKnown: whether the roll is; without it the ladder isn't shown.
  mutating func read(_ estimator: PitchEstimator, isKnown: Bool, nanoseconds now: Int64) -> PitchReading? {
    let center = gathered.center(within: PitchEstimator.stretch)
    let isNear = gathered.mass(about: center, within: Self.rung / 2)
    shown.update(isKnown && heard > 0 ? isNear : 0, nanoseconds: now)
    fade.update(shown.isOn, nanoseconds: now)
    guard heard > 0 else { return nil }
    var reading = PitchReading()
    reading.degrees = center + tilt
    reading.marginDegrees = gathered.margin(about: center, holding: 0.9)
    let focalLength = focalLength(estimator)
    reading.fieldOfViewDegrees = fieldOfView(focalLength)
    if estimator.knownFocal == nil { reading.fieldOfViewMarginDegrees = fieldOfViewMargin }
    reading.visibility = fade.value
    return reading
  }

  /// In halves of the picture's longer side.
  private func focalLength(_ estimator: PitchEstimator) -> Double {
    if let known = estimator.knownFocal { return known }
    var mean: Float = 0
    for k in focal.indices { mean += focal[k] * Float.log(PitchEstimator.lengths[k]) }
    return Double(Float.exp(mean))
  }

  /// From edge to edge, in degrees.
  private func fieldOfView(_ focalLength: Double) -> Double {
    2 * Double.atan(half / focalLength) * 180 / .pi
  }

  /// Half of what lies between the focal lengths with a twentieth of the mass below and above.
  private var fieldOfViewMargin: Double {
    var (below, ends) = (Float(0), (short: 0, long: focal.count - 1))
    for k in focal.indices {
      below += focal[k]
      if below < 0.05 { ends.short = k }
      if below > 0.95 {
        ends.long = k
        break
      }
    }
    let lengths = PitchEstimator.lengths
    return (fieldOfView(Double(lengths[ends.short])) - fieldOfView(Double(lengths[ends.long]))) / 2
  }
}
