import Foundation
import HUDGeometry

/// Films of a camera that turns in the middle of a panorama, with its roll known in every frame.
struct Turning {
  /// A way to move: the pose at a time in seconds.
  struct Motion: Sendable {
    var name: String
    /// What its films' files begin with.
    var file: String
    var pose: @Sendable (Double) -> Panorama.Pose
  }

  /// What was seen of one film or more.
  struct Tally {
    /// Errors in degrees of all frames that have an angle, by film and by the same frames as stills.
    var film: [Double] = []
    var stills: [Double] = []
    /// Of the frames whose still is confident: the film's, and the still's.
    var beside: [Double] = []
    var confidentStills: [Double] = []
    /// Of the frames whose horizon is shown, and of those that are at least .8 sure.
    var shown: [Double] = []
    var sure: [Double] = []
    /// Of the pitch, where its ladder is shown.
    var pitches: [Double] = []
    /// Frames in all, those that say "snapped", and of those the ones that have been off by more than 1° for longer than the
    /// 100 ms that the state takes to change, and two frames.
    var frames = 0
    var snapped = 0
    var falselySnapped = 0
    /// Frames with a hint about level, those in which the truth is within half a degree or on the other side, and those whose state is
    /// "snapped".
    var hints = 0
    var deniedHints = 0
    var contradicted = 0

    mutating func add(_ other: Tally) {
      film += other.film
      stills += other.stills
      beside += other.beside
      confidentStills += other.confidentStills
      shown += other.shown
      sure += other.sure
      pitches += other.pitches
      frames += other.frames
      snapped += other.snapped
      falselySnapped += other.falselySnapped
      hints += other.hints
      deniedHints += other.deniedHints
      contradicted += other.contradicted
    }

    func line(_ name: String) -> String {
      func rms(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
      }
      func within(_ values: [Double]) -> Double {
        Double(values.count { $0 <= 1 }) / Double(max(1, values.count))
      }
      return name.padding(toLength: 22, withPad: " ", startingAt: 0)
        + String(
          format:
            "RMS %5.2f, as stills %5.2f, of sure stills %4.2f times; p95 %5.2f, as stills %5.2f; shown %3.0f %%, p95 %5.2f; ≥ .8 sure %3.0f %%, within 1° %3.0f %%; "
            + "snapped %d, wrongly %d; pitch shown %3.0f %%, median %4.2f, p95 %4.2f; hints in %d frames, %d denied, %d while snapped",
          rms(film), rms(stills), rms(beside) / max(1e-9, rms(confidentStills)),
          HorizonBench.quantile(film, 0.95), HorizonBench.quantile(stills, 0.95),
          100 * Double(shown.count) / Double(max(1, frames)), HorizonBench.quantile(shown, 0.95),
          100 * Double(sure.count) / Double(max(1, frames)), 100 * within(sure), snapped, falselySnapped,
          100 * Double(pitches.count) / Double(max(1, frames)), HorizonBench.quantile(pitches, 0.5),
          HorizonBench.quantile(pitches, 0.95), hints, deniedHints, contradicted)
    }
  }

  static let motions: [Motion] = [
    Motion(name: "pan 12°/s, roll 5°", file: "slantedpan") { Panorama.Pose(yaw: 12 * $0, pitch: 6, roll: 5) },
    Motion(name: "pan 12°/s, level", file: "levelpan") {
      Panorama.Pose(yaw: -12 * $0 + 80, pitch: -6, roll: 0)
    },
    Motion(name: "pan 30°/s", file: "fastpan") { Panorama.Pose(yaw: 30 * $0 + 160, pitch: 4, roll: -3) },
    Motion(name: "roll ±15°", file: "roll") { Panorama.Pose(yaw: 40, pitch: 2, roll: 15 * sin(1.3 * $0)) },
    Motion(name: "pan and roll", file: "panroll") {
      Panorama.Pose(yaw: 12 * $0 + 200, pitch: 5, roll: 15 * sin(1.3 * $0))
    },
    Motion(name: "slow", file: "slow") {
      Panorama.Pose(yaw: 3 * $0 + 290, pitch: -4, roll: 5 * sin(0.7 * $0))
    },
    Motion(name: "sway", file: "sway") {
      Panorama.Pose(
        yaw: 120 + 1.5 * sin(3.1 * $0) + 0.7 * sin(7.3 * $0), pitch: 3 + sin(2.7 * $0 + 1),
        roll: 1.2 * sin(2.3 * $0) + 0.5 * sin(6.1 * $0))
    },
    Motion(name: "tilt", file: "tilt") { Panorama.Pose(yaw: 250, pitch: 15 * sin(0.9 * $0), roll: -4) },
  ]

  private let panorama: Panorama
  private let width: Int
  private let codec: LumaCodec
  private var random = Noise(state: 3)
  /// The panorama's own tilt, which adds a·sin(yaw) + b·cos(yaw) degrees to a view's roll.
  private var tilt = (sine: 0.0, cosine: 0.0)
  private static let field = 45.0
  private static let framesPerSecond = 30.0
  private static let frames = 180

  /// Whether text stands on the picture, as recorders burn it in.
  private let hasText: Bool

  /// Whether the shutter rolls and moving pictures blur.
  private let hasShutter: Bool
  /// Seconds from the first row's exposure to the last one's, as phones and webcams take, and of each row's exposure.
  private static let readout = 0.02
  private static let exposure = 1.0 / 60

  init(_ whole: Picture, width: Int, hasText: Bool, hasShutter: Bool) throws {
    panorama = Panorama(whole, width: width)
    (self.width, self.hasText, self.hasShutter) = (width, hasText, hasShutter)
    codec = try LumaCodec()
    tilt = fitTilt()
  }

  /// One film; its first second isn't counted.
  ///
  /// - Returns: what was seen, and the worst frame with its answer.
  mutating func film(_ motion: Motion) throws -> (Tally, worst: (Picture, Answer)?) {
    var tally = Tally()
    var worst: (Picture, Answer)?
    let height = width * 9 / 16
    let settings = HUDSettings(tracksSubject: false, viewfinderWidth: width, viewfinderHeight: height)
    var analyzer = HUDAnalyzer(settings: settings, lumaWidth: width, lumaHeight: height)
    var estimator = HorizonEstimator(width: width, height: height, viewfinderAspect: 16.0 / 9)
    var lastNear = 0
    for frame in 0..<Self.frames {
      let pose = motion.pose(Double(frame) / Self.framesPerSecond)
      var seen = (hasShutter ? shot(motion, frame) : panorama.view(pose, field: Self.field))
        .seen(gain: 1, noise: 2, random: &random)
      if hasText { seen.burnIn() }
      let picture = try seen.compressed(codec)
      analyzer.update(
        luma: picture.pixels.span, bytesPerRow: width,
        nanoseconds: Int64(Double(frame) / Self.framesPerSecond * 1e9))
      let truth = roll(pose)
      if abs(truth) <= 1 { lastNear = frame }
      guard frame >= 30 else { continue }
      let reading = analyzer.reading.horizon
      tally.frames += 1
      let error = abs(reading.angleDegrees - truth)
      if reading.confidence > 0 {
        tally.film.append(error)
        if error > worst?.1.error ?? -1 {
          worst = (
            picture,
            Answer(
              name: motion.file, truth: truth, angle: reading.angleDegrees, scene: motion.name, error: error,
              confidence: reading.isKnown ? reading.confidence : 0, margin: reading.marginDegrees ?? 0,
              milliseconds: 0)
          )
        }
      }
      if reading.isKnown { tally.shown.append(error) }
      if reading.isKnown, reading.confidence >= 0.8 { tally.sure.append(error) }
      if let pitch = reading.pitch, pitch.visibility > 0 {
        tally.pitches.append(abs(pitch.degrees - pose.pitch))
      }
      if reading.state == .snapped {
        tally.snapped += 1
        if frame - lastNear > 5 { tally.falselySnapped += 1 }
      }
      if let hint = analyzer.reading.hint, hint.isAboutLevel {
        tally.hints += 1
        let isLeft = hint == .tiltLeft || hint == .tiltLeftALittle
        if abs(truth) <= 0.5 || (truth > 0) != isLeft { tally.deniedHints += 1 }
        if reading.state == .snapped { tally.contradicted += 1 }
      }
      if frame.isMultiple(of: 3) {
        let still = estimator.estimate(picture.pixels.span, bytesPerRow: width)
        tally.stills.append(abs(still.angleDegrees - truth))
        if still.confidence >= 0.8, reading.confidence > 0 {
          tally.beside.append(error)
          tally.confidentStills.append(abs(still.angleDegrees - truth))
        }
      }
    }
    return (tally, worst)
  }

  /// A frame whose middle row's exposure is in its middle at the frame's time.
  private func shot(_ motion: Motion, _ frame: Int) -> Picture {
    let parts = (0..<4).map { part in
      let time = Double(frame) / Self.framesPerSecond + Self.exposure * ((Double(part) + 0.5) / 4 - 0.5)
      return panorama.view(field: Self.field) { motion.pose(time + Self.readout * ($0 - 0.5)) }
    }
    return Picture(mean: parts)
  }

  /// The roll that a view has, with the panorama's tilt.
  private func roll(_ pose: Panorama.Pose) -> Double {
    let yaw = pose.yaw * .pi / 180
    return pose.roll + tilt.sine * sin(yaw) + tilt.cosine * cos(yaw)
  }

  /// The tilt that explains the estimator's answers on level views best: least squares, reweighted against outliers.
  private mutating func fitTilt() -> (sine: Double, cosine: Double) {
    let height = width * 9 / 16
    var estimator = HorizonEstimator(width: width, height: height, viewfinderAspect: 16.0 / 9)
    let views = stride(from: 0.0, to: 360, by: 5).map { yaw in
      let picture = panorama.view(Panorama.Pose(yaw: yaw, pitch: 0, roll: 0), field: Self.field)
      let found = estimator.estimate(picture.pixels.span, bytesPerRow: width)
      return (yaw: yaw * .pi / 180, angle: found.angleDegrees, weight: found.confidence * found.confidence)
    }
    var fit = (sine: 0.0, cosine: 0.0)
    for _ in 0..<20 {
      var (ss, sc, cc, sy, cy) = (1e-9, 0.0, 1e-9, 0.0, 0.0)
      for view in views {
        let (s, c) = (sin(view.yaw), cos(view.yaw))
        let error = (view.angle - fit.sine * s - fit.cosine * c) / 0.7
        let weight = view.weight / ((1 + error * error) * (1 + error * error))
        ss += weight * s * s
        sc += weight * s * c
        cc += weight * c * c
        sy += weight * s * view.angle
        cy += weight * c * view.angle
      }
      let whole = ss * cc - sc * sc
      guard whole > 1e-9 else { break }
      fit = ((sy * cc - cy * sc) / whole, (cy * ss - sy * sc) / whole)
    }
    return fit
  }
}
