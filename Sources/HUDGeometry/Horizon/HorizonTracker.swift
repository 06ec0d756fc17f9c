import RealModule

/// The horizon over time: evidence from single frames, gathered while the scene stays the same, shown or
/// hidden by its confidence, and judged. With a level reference, the roll since then instead.
///
/// Each frame is registered to an earlier one, which gives the picture's rotation between them to hundredths of a
/// degree; less what a pan adds to it (``PanCorrection``), that is the camera's roll. A frame's evidence can
/// therefore be turned back and added to the earlier frames': the sum doesn't jitter, yet follows rolls at once.
struct HorizonTracker: Sendable {
  /// How long evidence counts, in nanoseconds.
  static let memory = 4e9

  /// This many estimates of a scene are read whole, from one frame each, unless it has much to do besides. After that an
  /// estimate takes three frames, or five with a new perspective field. Estimates follow one another until `enough` stand behind
  /// the mean, then come once per `period` nanoseconds, since more add little in an unchanged scene. A picture that has shifted or
  /// turned this far since its last estimate is read at once. A field, turned by the roll since, serves the estimates of
  /// `fieldPeriod`, or six of them.
  private static let wholeFrames = 10.0
  private static let enough = 30.0
  private static let period: Int64 = 190_000_000
  private static let fieldPeriod: Int64 = 150_000_000
  private static let movedShift = 0.02
  private static let movedDegrees = 0.5

  /// A picture's own standard deviation, in degrees, as it weighs against evidence that was carried far: the best err, too, and
  /// doubtful ones shouldn't hold on to what lies behind any more than these.
  private static let deviations = 0.15...0.7
  /// A picture's least confidence to say anything of a pan.
  private static let least = 0.3

  /// Variance of a picture's roll against the last one's, in degrees², by the share of points that are missing, squared.
  private static let slip = 0.5

  /// How long the line of a level horizon is shown, in nanoseconds.
  private static let restsAfter: Int64 = 1_500_000_000

  private enum Part { case edges, look, field, flat, conclusion }

  private let followsReference: Bool
  private var estimator: HorizonEstimator
  private var registration: RollRegistration
  private var gathered = AnglePosterior()
  private var pitch: PitchTracker
  /// The roll from the frame that `gathered` is turned to, to the registration's reference.
  private var carriedDegrees = 0.0
  private var pan = PanCorrection()
  /// What the pan has added since the registration's reference; the last frame's shift and rotation against it, its time and roll.
  private var panDegrees = 0.0
  private var lastMove = Point.zero
  private var lastRoll = 0.0
  private var lastTime: Int64 = 0
  private var rollDegrees = 0.0
  /// When the last fully read picture was taken.
  private var last: Int64?
  /// What to do with the next frame; the roll, time and shift of the picture being read; the last line's
  /// centre.
  private var part = Part.edges
  private var pictureRoll = 0.0
  private var pictureTime: Int64 = 0
  private var pictureShift = 0.0
  /// The same of the last field's picture.
  private var fieldRoll = 0.0
  private var fieldTime: Int64 = 0
  private var fieldShift = -1.0
  private var center = Point(0.5, 0.5)
  /// The number of estimates in `gathered`.
  private var heard = 0.0
  /// Whether the current frame shows another scene than the last.
  private var isCut = false
  /// Whether evidence begins with the current frame, and how far the scene has moved since the last one, in picture widths.
  private var hasBegun = false
  private var travel = Point.zero
  private var shown = DwellSwitch(onLevel: 0.5, offLevel: 0.35, onDwell: 200_000_000, offDwell: 300_000_000)
  private var sure = DwellSwitch(onLevel: 0.8, offLevel: 0.7, onDwell: 200_000_000, offDwell: 300_000_000)
  private var filter = AngleFilter()
  private var machine = SnapMachine(thresholds: .horizon)
  private var glow: Glow
  private var fade: Glow
  private var rest: Glow
  /// Since when the horizon has been level.
  private var snappedSince: Int64?

  init(
    width: Int, height: Int, viewfinderAspect: Double, followsReference: Bool = false,
    isPhoto: Bool = false, reducesMotion: Bool = false
  ) {
    if isPhoto {
      (shown, sure, machine) = (shown.atOnce, sure.atOnce, SnapMachine(thresholds: .horizon.atOnce))
    }
    glow = Glow(reducesMotion: reducesMotion)
    fade = Glow(reducesMotion: reducesMotion)
    rest = fade
    self.followsReference = followsReference
    estimator = HorizonEstimator(width: width, height: height, viewfinderAspect: viewfinderAspect)
    pitch = PitchTracker(aspect: viewfinderAspect, isPhoto: isPhoto, reducesMotion: reducesMotion)
    registration = RollRegistration(
      width: width, height: height, pixelAspect: estimator.cells.pixelAspect)
  }

  /// The roll in degrees that counts as level; a level reference has its own.
  var levelDegrees = 0.0
  /// Whether the next frame has much to do besides, and whether it may have a part of an estimate; a new scene is read anyway.
  var isBusy = false
  var mayWork = true
  /// Whether the last frame had a part of an estimate.
  var hasWorked = false

  /// What a sensor says; `nil` until it says anything, and with a level reference.
  private(set) var attitude: AttitudeWitness?

  /// Takes what an attitude sensor said since the last frame, and when the next frame was taken by the same clock, in nanoseconds.
  mutating func hear(_ samples: borrowing [AttitudeSample], frame nanoseconds: Int64) {
    guard !followsReference, !samples.isEmpty || attitude != nil else { return }
    if attitude == nil { attitude = AttitudeWitness() }
    attitude?.hear(samples, frame: nanoseconds)
  }

  /// The other cameras, each a witness once it has been found to be on the same rig; by their numbers.
  private var cameras: [AttitudeWitness] = []
  /// When the next frame was taken, by the clock of all cameras.
  private var frame: Int64?
  /// What the last picture said by itself, for the other cameras; `nil` if it wasn't sure.
  private(set) var own: AttitudeSample?

  /// Takes what each camera's last picture said by itself, and when the next frame was taken by their clock, in nanoseconds.
  ///
  /// - Parameters:
  ///   - samples: by the cameras' numbers; `nil` for those that weren't sure.
  ///   - number: this camera's, which isn't heard.
  mutating func hear(cameras samples: borrowing [AttitudeSample?], as number: Int, frame nanoseconds: Int64) {
    guard !followsReference, samples.count > 1 else { return }
    while cameras.count < samples.count { cameras.append(AttitudeWitness(isCamera: true)) }
    for index in samples.indices where index != number {
      cameras[index].hear(samples[index], frame: nanoseconds)
    }
    frame = nanoseconds
  }

  /// Takes what another tracker of the same camera learned of a sensor and of the other cameras.
  mutating func takeWitnesses(of other: HorizonTracker) {
    guard !followsReference else { return }
    (attitude, cameras) = (other.attitude, other.cameras)
    attitude?.moveOn()
    for index in cameras.indices { cameras[index].moveOn() }
  }

  /// Takes the field of view from the left to the right edge as known; `nil` to estimate it.
  mutating func take(fieldOfView degrees: Double?) { estimator.pitch.take(fieldOfView: degrees) }

  /// Takes the next frame; `nil` if there is no picture.
  mutating func update(
    _ luma: Span<UInt8>?, bytesPerRow: Int, nanoseconds now: Int64, reading: inout HorizonReading
  ) {
    var confidence = 0.0
    let level = followsReference ? 0 : levelDegrees
    reading.levelDegrees = level
    isCut = false
    (reading.likelyDegrees, reading.marginDegrees) = (nil, nil)
    (reading.witness, reading.attitude) = (nil, nil)
    (hasBegun, travel) = (false, .zero)
    var isCarried = true
    var alone: HorizonEstimate?
    if let luma {
      var estimate =
        followsReference ? follow(luma, bytesPerRow) : gather(luma, bytesPerRow, nanoseconds: now)
      alone = estimate
      if attitude != nil || !cameras.isEmpty { isCarried = ask(&estimate, &reading) }
      confidence = estimate.confidence
      if confidence > 0 { reading.likelyDegrees = estimate.angleDegrees - level }
      if confidence > 0, !followsReference { reading.marginDegrees = estimate.marginDegrees }
      // A doubtful frame says nothing; the line rests until the next good one, or fades.
      if confidence >= shown.offLevel {
        let angle = estimate.angleDegrees
        // The roll since earlier frames is known; only the angle that it is added to is in doubt.
        if !isCarried { filter = AngleFilter() }
        reading.angleDegrees =
          followsReference || !isCarried
          ? angle - level : rollDegrees + filter.update(angle - rollDegrees, nanoseconds: now) - level
        reading.center = estimate.center
      }
    }
    // To a witness that spoke before, a cut is none.
    if isCut, reading.witness == nil || reading.witness == .picture {
      startOver(hides: confidence < shown.onLevel)
      if confidence < sure.onLevel { sure.turnOff() }
    }
    shown.update(confidence, nanoseconds: now)
    sure.update(confidence, nanoseconds: now)
    reading.confidence = confidence
    (reading.isKnown, reading.isSure) = (shown.isOn, sure.isOn)
    machine.update(shown.isOn ? reading.angleDegrees.magnitude : nil, nanoseconds: now)
    fade.update(shown.isOn, nanoseconds: now)
    reading.pitch =
      followsReference
      ? nil : pitch.read(estimator.pitch, isKnown: shown.isOn && luma != nil, nanoseconds: now)
    own = sample(alone, reading.pitch)
    frame = nil
    glow.update(machine.state.isLit, nanoseconds: now)
    // A line that fades because its horizon is lost doesn't come back meanwhile.
    if shown.isOn {
      rest.update(isAtRest(now), nanoseconds: now)
    } else if fade.value == 0 {
      (rest, snappedSince) = (Glow(reducesMotion: rest.reducesMotion), nil)
    }
    reading.rest = rest.value
    reading.visibility = fade.value
    reading.state = machine.state
    reading.glow = glow.value
  }

  /// Asks the sensor, too, or else the other cameras.
  ///
  /// - Returns: whether the angle goes with the roll that is carried along.
  private mutating func ask(_ estimate: inout HorizonEstimate, _ reading: inout HorizonReading) -> Bool {
    // A picture in which few points are found again, such as fog, may have turned by anything.
    let slip = max(0, 0.75 - registration.agreement)
    let sight = AttitudeWitness.Sight(
      estimate: estimate, rollDegrees: rollDegrees, isNew: hasBegun, travel: travel,
      growth: hasBegun ? 0 : pan.growth + Self.slip * slip * slip)
    var found = attitude?.testify(sight, gathered)
    reading.attitude = attitude?.reading
    let hasSensor = found != nil
    var isRig = false
    for index in cameras.indices {
      let other = cameras[index].testify(sight, gathered)
      isRig = isRig || cameras[index].reading != nil
      // Of several the surest; what they have in common isn't known.
      guard !hasSensor, let other else { continue }
      if found.map({ other.estimate.marginDegrees < $0.estimate.marginDegrees }) ?? true { found = other }
    }
    guard let found else {
      if estimate.confidence > 0, attitude != nil || isRig { reading.witness = .picture }
      return true
    }
    (estimate, reading.witness) = (found.estimate, found.witness)
    return found.isCarried
  }

  /// What a picture says by itself, if it is sure.
  private func sample(_ estimate: HorizonEstimate?, _ pitch: PitchReading?) -> AttitudeSample? {
    guard let frame, let estimate, let pitch, estimate.confidence >= AttitudeWitness.sure,
      estimate.marginDegrees <= AttitudeWitness.sureMargin
    else { return nil }
    var sample = AttitudeSample(frame, estimate.angleDegrees, pitch.degrees)
    let roll = estimate.marginDegrees / AnglePosterior.deviationsInMargin
    let look = pitch.marginDegrees / AnglePosterior.deviationsInMargin
    (sample.rollVariance, sample.pitchVariance) = (roll * roll, look * look)
    return sample
  }

  /// Whether the horizon has been level for a while.
  private mutating func isAtRest(_ now: Int64) -> Bool {
    guard machine.state == .snapped else {
      snappedSince = nil
      return false
    }
    let since = min(snappedSince ?? now, now)
    snappedSince = since
    let (past, overflow) = now.subtractingReportingOverflow(since)
    return overflow || past >= Self.restsAfter
  }

  /// A cut: the new scene's angle is judged afresh, and the old scene's isn't shown for another frame.
  private mutating func startOver(hides: Bool) {
    machine = SnapMachine(thresholds: machine.thresholds)
    (rest, snappedSince) = (Glow(reducesMotion: rest.reducesMotion), nil)
    guard hides else { return }
    shown.turnOff()
    fade = Glow(reducesMotion: fade.reducesMotion)
    glow = fade
  }

  /// The roll since the first frame with any structure.
  private mutating func follow(_ luma: Span<UInt8>, _ bytesPerRow: Int) -> HorizonEstimate {
    var estimate = HorizonEstimate()
    if registration.hasReference {
      guard registration.register(luma, bytesPerRow: bytesPerRow) else { return estimate }
    } else {
      registration.setReference(luma, bytesPerRow: bytesPerRow)
      guard registration.hasReference else { return estimate }
    }
    estimate.angleDegrees = registration.rollDegrees
    // Half of the points found again is enough; at 80 % nothing is in doubt.
    estimate.confidence = min(1, 0.5 + (registration.agreement - 0.5) / 0.6)
    return estimate
  }

  /// The absolute roll, from this frame and earlier ones of the same scene.
  ///
  /// The first frames of a scene are read whole. After that an estimate takes several frames, one
  /// part each: its angle is turned by the roll since its picture, so the delay costs nothing.
  private mutating func gather(
    _ luma: Span<UInt8>, _ bytesPerRow: Int, nanoseconds now: Int64
  ) -> HorizonEstimate {
    let isSame = registration.register(luma, bytesPerRow: bytesPerRow)
    guard isSame, let last, now >= last else { return begin(luma, bytesPerRow, nanoseconds: now) }
    carryRoll(to: now)
    let roll = rollDegrees
    if mayWork, part != .edges || isDue(roll, now) {
      advance(luma, bytesPerRow, nanoseconds: now, since: last)
    }
    var estimate = HorizonEstimate()
    let peak = gathered.peak()
    estimate.angleDegrees = peak.angleDegrees + roll
    estimate.confidence = peak.mass
    estimate.marginDegrees = gathered.margin(
      about: peak.angleDegrees, holding: AnglePosterior.ninetyPercent)
    estimate.center = center
    // Far from where it began, a reference has little in common with the picture.
    if registration.rollDegrees.magnitude > 8 || registration.shift > 0.12 || registration.agreement < 0.65 {
      registration.adopt(hiding: estimator.fixed)
      (carriedDegrees, panDegrees, lastMove, lastRoll) = (roll, 0, .zero, 0)
      (pictureShift, fieldShift) = (-1, -1)
    }
    return estimate
  }

  /// Does the next part of an estimate; in a new scene all parts in one frame, unless that frame is already busy.
  private mutating func advance(
    _ luma: Span<UInt8>, _ bytesPerRow: Int, nanoseconds now: Int64, since last: Int64
  ) {
    let isWhole = heard < Self.wholeFrames && !isBusy
    hasWorked = true
    repeat {
      switch part {
      case .edges:
        let findings = estimator.fixed.findings
        estimator.readEdges(luma, bytesPerRow: bytesPerRow)
        // What was read of text says nothing: this picture's estimate replaces the others.
        if estimator.fixed.findings > findings { (heard, pan) = (0, PanCorrection()) }
        (pictureRoll, pictureTime, pictureShift) = (rollDegrees, now, registration.shift)
        pitch.notePicture()
        part = .flat
        if isFieldDue(now) {
          (fieldRoll, fieldTime, fieldShift) = (pictureRoll, pictureTime, pictureShift)
          estimator.field.take(luma, bytesPerRow: bytesPerRow)
          part = .look
        }
      case .look:
        estimator.field.look()
        part = .field
      case .field:
        estimator.field.read()
        part = .flat
      case .flat:
        estimator.findFlatSegments()
        part = .conclusion
      case .conclusion:
        let estimate = estimator.conclude(
          luma, bytesPerRow: bytesPerRow, turnedBy: rollDegrees - pictureRoll,
          sinceField: pictureRoll - fieldRoll)
        blend(estimate, from: pictureRoll, since: pictureTime.subtractingReportingOverflow(last))
        // A field that has been heard says nothing new.
        if fieldTime == pictureTime, estimate.confidence > 0 {
          estimator.readPitch(rolledBy: estimate.angleDegrees)
          pitch.take(estimator.pitch, nanoseconds: pictureTime)
        }
        center = estimate.center
        self.last = pictureTime
        part = .edges
      }
    } while isWhole && part != .edges
  }

  /// Carries the roll along to this frame.
  private mutating func carryRoll(to now: Int64) {
    let angle = (rollDegrees + gathered.peak().angleDegrees) * .pi / 180
    let (sine, cosine): (Double, Double) = (.sin(angle), .cos(angle))
    let (dx, dy) = (registration.move.x - lastMove.x, registration.move.y - lastMove.y)
    let across = sine * dx + cosine * dy
    travel = Point(dx, dy)
    pitch.move(down: across, estimator.pitch)
    panDegrees += pan.move(
      along: cosine * dx - sine * dy, across: across,
      seconds: Double(max(0, now.subtractingReportingOverflow(lastTime).partialValue)) / 1e9)
    (lastMove, lastTime) = (registration.move, now)
    estimator.fixed.follow(Point(dx, dy), turnedBy: registration.rollDegrees - lastRoll)
    lastRoll = registration.rollDegrees
    rollDegrees = carriedDegrees + panDegrees + registration.rollDegrees
  }

  /// Whether to read another picture for its horizon.
  private func isDue(_ roll: Double, _ now: Int64) -> Bool {
    heard < Self.enough || isOld(pictureTime, now, Self.period) || hasMoved(roll - pictureRoll, pictureShift)
  }

  /// Whether to read this picture's perspective field, too.
  private func isFieldDue(_ now: Int64) -> Bool {
    let isSettled = heard >= Self.enough && !hasMoved(rollDegrees - fieldRoll, fieldShift)
    return heard == 0 || isOld(fieldTime, now, (isSettled ? 6 : 1) * Self.fieldPeriod)
  }

  private func isOld(_ time: Int64, _ now: Int64, _ period: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(time)
    return overflow || age < 0 || age >= period
  }

  private func hasMoved(_ roll: Double, _ shift: Double) -> Bool {
    roll.magnitude > Self.movedDegrees || (registration.shift - shift).magnitude > Self.movedShift
  }

  /// A new scene, or the first: nothing gathered so far applies.
  private mutating func begin(
    _ luma: Span<UInt8>, _ bytesPerRow: Int, nanoseconds now: Int64
  ) -> HorizonEstimate {
    (hasWorked, hasBegun) = (true, true)
    estimator.fixed.forget()
    registration.adopt(hiding: estimator.fixed)
    // A picture without structure may be a bad frame of the same scene.
    isCut = last != nil && registration.hasReference
    let estimate = estimator.estimate(luma, bytesPerRow: bytesPerRow)
    (carriedDegrees, heard, last, part, center) = (0, 0, now, .edges, estimate.center)
    (pan, panDegrees, lastMove, lastRoll) = (PanCorrection(), 0, .zero, 0)
    (lastTime, rollDegrees) = (now, 0)
    filter = AngleFilter()
    (pictureRoll, pictureTime, pictureShift) = (0, now, 0)
    (fieldRoll, fieldTime, fieldShift) = (0, now, 0)
    blend(estimate, from: 0, since: (0, false))
    pitch.startOver()
    if estimate.confidence > 0 { pitch.take(estimator.pitch, nanoseconds: now) }
    return estimate
  }

  private mutating func blend(
    _ estimate: HorizonEstimate, from roll: Double, since step: (partialValue: Int64, overflow: Bool)
  ) {
    let deviation = estimate.marginDegrees / AnglePosterior.deviationsInMargin
    let decay =
      step.overflow
      ? 0
      : Self.decay(
        heard: heard, seconds: Double(step.partialValue) / 1e9, doubt: pan.doubt, deviation: deviation)
    pan.gather(share: 1 - decay)
    if estimate.confidence > Self.least {
      pan.learn(error: estimate.angleDegrees - roll, deviation: deviation)
    }
    heard += 1
    // If a line was fitted, the posterior moves to it.
    let fit = estimate.angleDegrees - estimator.posterior.peak().angleDegrees
    gathered.blend(estimator.posterior, turnedBy: fit - roll, decay: Float(decay))
  }

  /// How much of its weight the evidence keeps when a picture is added: the mean of all estimates, until age limits it. Evidence that
  /// was carried far counts less the more doubtful the way is, and the surer the new picture.
  ///
  /// - Parameters:
  ///   - heard: the number of estimates so far.
  ///   - seconds: since the last one.
  ///   - doubt: of the way that the evidence was carried, as a standard deviation in degrees.
  ///   - deviation: the new picture's own.
  static func decay(heard: Double, seconds: Double, doubt: Double, deviation: Double) -> Double {
    let own = min(deviations.upperBound, max(deviations.lowerBound, deviation))
    return min(heard / (heard + 1), .exp(-seconds * 1e9 / memory), 1 / (1 + doubt * doubt / (own * own)))
  }
}
