import Foundation
import HUDGeometry

/// Single views of panoramas whose roll is exactly known, by kind of scene.
struct Views {
  private var answers: [(kind: String, answer: Answer)] = []
  private var random = Noise(state: 21)
  private let width: Int
  private let codec: LumaCodec
  /// Where the views are written, if anywhere.
  private let saved: String?
  /// Whether text stands on them, as recorders burn it in.
  private let hasText: Bool
  private static let perPanorama = 60

  init(width: Int, saved: String?, hasText: Bool) throws {
    (self.width, self.saved, self.hasText) = (width, saved, hasText)
    codec = try LumaCodec()
    if let saved {
      try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: true)
    }
  }

  /// Rolls of ±30°, pitches of ±15°, 30° to 60° high; noise of 2 levels, JPEG of quality 85.
  ///
  /// - Parameter name: of the panorama's file: the kind of scene, an underscore and a number.
  mutating func measure(_ whole: Picture, name: String) throws {
    let panorama = Panorama(whole, width: width)
    let height = width * 9 / 16
    var estimator = HorizonEstimator(width: width, height: height, viewfinderAspect: 16.0 / 9)
    let kind = String(name.prefix { $0 != "_" })
    let stem = (name as NSString).deletingPathExtension
    for number in 0..<Self.perPanorama {
      let pose = Panorama.Pose(
        yaw: 360 * random.uniform(), pitch: 30 * random.uniform() - 15, roll: 60 * random.uniform() - 30)
      var seen = panorama.view(pose, field: 30 + 30 * random.uniform())
        .seen(gain: 1, noise: 2, random: &random)
      if hasText { seen.burnIn() }
      let picture = try seen.compressed(codec)
      let file = "\(stem)_\(number).pgm"
      if let saved { try picture.write(pgm: saved + "/" + file) }
      let start = HorizonBench.cpuMilliseconds()
      let found = estimator.estimate(picture.pixels.span, bytesPerRow: width)
      let answer = Answer(
        name: file, truth: pose.roll, angle: found.angleDegrees, scene: kind,
        error: abs(found.angleDegrees - pose.roll), confidence: found.confidence,
        margin: found.marginDegrees, milliseconds: HorizonBench.cpuMilliseconds() - start,
        pitchError: abs(found.pitchDegrees - pose.pitch), pitchMargin: found.pitchMarginDegrees)
      answers.append((kind, answer))
    }
  }

  /// What makes the saved views a folder that this program and others measure.
  func writeTruth() throws {
    guard let saved else { return }
    let lines = answers.map { String(format: "%@,%.4f", $0.answer.name, $0.answer.truth) }
    try (["file,roll"] + lines + [""]).joined(separator: "\n")
      .write(toFile: saved + "/truth.csv", atomically: true, encoding: .utf8)
  }

  func report() {
    print(
      "| scene | AUC 1°, 5°, 10° | median | p90 | confident: share | median | p90 | ≥ .8: share | within 1° | 90 % interval "
        + "| pitch: median | p90 | confident: median | p90 | 90 % interval |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for kind in Set(answers.map(\.kind)).sorted() {
      print(line(kind, answers.filter { $0.kind == kind }.map(\.answer)))
    }
    print(line("all", answers.map(\.answer)))
  }

  private func line(_ kind: String, _ part: [Answer]) -> String {
    let errors = part.map(\.error)
    let confident = part.filter { $0.confidence >= 0.5 }
    let sure = part.filter { $0.confidence >= 0.8 }
    func share(_ some: [Answer], of all: [Answer]) -> Double {
      100 * Double(some.count) / Double(max(1, all.count))
    }
    // The area under the share of answers within an error, up to a limit, divided by the limit.
    let areas = [1.0, 5, 10].map { limit in
      errors.reduce(0) { $0 + max(0, 1 - $1 / limit) } / Double(max(1, errors.count))
    }
    let (pitches, surer) = (part.compactMap(\.pitchError), confident.compactMap(\.pitchError))
    return String(
      format: "| %@ | %.2f, %.2f, %.2f | %.2f | %.2f | %.0f %% | %.2f | %.2f | %.0f %% | %.0f %% | %.0f %% "
        + "| %.2f | %.2f | %.2f | %.2f | %.0f %% |",
      kind,
      areas[0], areas[1], areas[2], HorizonBench.quantile(errors, 0.5), HorizonBench.quantile(errors, 0.9),
      share(confident, of: part), HorizonBench.quantile(confident.map(\.error), 0.5),
      HorizonBench.quantile(confident.map(\.error), 0.9), share(sure, of: part),
      share(sure.filter { $0.error <= 1 }, of: sure), share(part.filter { $0.error <= $0.margin }, of: part),
      HorizonBench.quantile(pitches, 0.5), HorizonBench.quantile(pitches, 0.9),
      HorizonBench.quantile(surer, 0.5), HorizonBench.quantile(surer, 0.9),
      share(part.filter { $0.pitchError ?? .infinity <= $0.pitchMargin }, of: part))
  }
}
