import Foundation
import HUDGeometry
import JPEGCodec

struct Answer {
  var name: String
  /// Degrees.
  var truth: Double
  var angle: Double
  var scene: String
  var error: Double
  var confidence: Double
  /// Of the interval that is said to have the truth in nine of ten.
  var margin: Double
  var milliseconds: Double
  /// Of the pitch, if its truth is known: its error and its interval's half, in degrees.
  var pitchError: Double?
  var pitchMargin = 0.0
}

@main
struct HorizonBench {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    func option(_ name: String) -> String? {
      guard let i = arguments.firstIndex(of: name), i + 1 < arguments.count else { return nil }
      let value = arguments[i + 1]
      arguments.removeSubrange(i...(i + 1))
      return value
    }
    let width = option("--width").flatMap(Int.init) ?? 480
    let negatives = option("--negatives")
    let curves = option("--curves")
    let failures = option("--failures")
    let saved = option("--save")
    let answersFile = option("--answers")
    let byScene = arguments.contains("--by-scene")
    guard let folder = arguments.first(where: { !$0.hasPrefix("--") }) else {
      print(
        "usage: horizon-bench FOLDER [--width 480] [--negatives FOLDER] [--by-scene] [--over-time] [--curves FILE] "
          + "[--failures FILE.ppm] [--answers FILE.csv]"
          + "\n       horizon-bench PANORAMAS --turning [--width 480] [--text] [--shutter] [--save FOLDER]"
          + "\n       horizon-bench PANORAMAS --attitude [--width 480]"
          + "\n       horizon-bench PANORAMAS --rig [--width 480]"
          + "\n       horizon-bench PANORAMAS --views [--width 480] [--text] [--save FOLDER]")
      exit(64)
    }
    if arguments.contains("--turning") {
      try turning(
        folder, width: width, saved: saved, hasText: arguments.contains("--text"),
        hasShutter: arguments.contains("--shutter"))
      return
    }
    if arguments.contains("--attitude") {
      try attitude(folder, width: width)
      return
    }
    if arguments.contains("--rig") {
      try rigs(folder, width: width)
      return
    }
    if arguments.contains("--views") {
      try views(folder, width: width, saved: saved, hasText: arguments.contains("--text"))
      return
    }
    if arguments.contains("--over-time") {
      try overTime(folder, width: width)
      return
    }
    let answers = try measure(folder, width: width, curves: curves)
    report(answers, title: folder)
    if byScene {
      for scene in Set(answers.map(\.scene)).sorted() {
        report(answers.filter { $0.scene == scene }, title: scene)
      }
    } else {
      reliability(answers)
    }
    if let answersFile { try write(answers, to: answersFile) }
    if let failures { try FailureSheet(folder: folder, answers: answers).write(to: failures) }
    if let negatives { separate(answers, from: try measure(negatives, width: width, curves: nil)) }
  }

  /// Every picture of the folder as a scene, turned and standing.
  static func overTime(_ folder: String, width: Int) throws {
    var decoder = try JPEGDecoder()
    var overTime = try OverTime(width: width)
    for (name, _) in try truth(folder) {
      if let whole = Picture(path: folder + "/" + name, decoder: &decoder) { try overTime.measure(whole) }
    }
    print(folder)
    overTime.report()
  }

  /// Views of each of the folder's panoramas; `saved` is the folder that they are written to.
  static func views(_ folder: String, width: Int, saved: String?, hasText: Bool) throws {
    var decoder = try JPEGDecoder()
    var views = try Views(width: width, saved: saved, hasText: hasText)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      if let whole = Picture(path: folder + "/" + name, decoder: &decoder) {
        try views.measure(whole, name: name)
      }
    }
    try views.writeTruth()
    views.report()
  }

  /// Films of a camera that turns in the middle of each of the folder's panoramas.
  static func turning(_ folder: String, width: Int, saved: String?, hasText: Bool, hasShutter: Bool) throws {
    if let saved { try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: true) }
    var answers: [Answer] = []
    var decoder = try JPEGDecoder()
    var byMotion = Turning.motions.map { _ in Turning.Tally() }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      guard let panorama = Picture(path: folder + "/" + name, decoder: &decoder) else { continue }
      var turning = try Turning(panorama, width: width, hasText: hasText, hasShutter: hasShutter)
      var all = Turning.Tally()
      for (index, motion) in Turning.motions.enumerated() {
        let (tally, worst) = try turning.film(motion)
        if let saved, var (picture, answer) = worst {
          answer.name = "\(motion.file)_\((name as NSString).deletingPathExtension).pgm"
          try picture.write(pgm: saved + "/" + answer.name)
          answers.append(answer)
        }
        byMotion[index].add(tally)
        all.add(tally)
      }
      print(all.line(name))
    }
    for (tally, motion) in zip(byMotion, Turning.motions) { print(tally.line(motion.name)) }
    print(byMotion.reduce(into: Turning.Tally()) { $0.add($1) }.line("all"))
    if let saved { try write(answers, to: saved + "/dualcam-480.csv") }
  }

  /// Films of a rig with attitude sensors in the middle of each of the folder's panoramas.
  static func attitude(_ folder: String, width: Int) throws {
    var decoder = try JPEGDecoder()
    var attitude = Attitude()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      guard let panorama = Picture(path: folder + "/" + name, decoder: &decoder) else { continue }
      print(try attitude.film(panorama, width: width).line(name))
    }
    for (name, tally) in attitude.tallies { print(tally.line(name)) }
    print(attitude.tallies.reduce(into: Attitude.Tally()) { $0.add($1.tally) }.line("all"))
  }

  /// Films of rigs of two cameras, in each two of the folder's panoramas.
  static func rigs(_ folder: String, width: Int) throws {
    var decoder = try JPEGDecoder()
    let places = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
      Picture(path: folder + "/" + name, decoder: &decoder).map {
        (name.prefix { $0 != "." && $0 != "_" }, $0)
      }
    }
    var sums = Rig.motions.map { _ in Rig.Tally() }
    for (index, one) in places.enumerated() {
      for other in places[..<index] {
        for (place, motion) in Rig.motions.enumerated() {
          let tally = try Rig.film([one.1, other.1], width: width, motion.pose)
          print(tally.line("\(one.0) and \(other.0), \(motion.name)"))
          sums[place].add(tally)
        }
      }
    }
    for (sum, motion) in zip(sums, Rig.motions) { print(sum.line(motion.name)) }
  }

  /// File names and rolls in degrees.
  static func truth(_ folder: String) throws -> [(name: String, roll: Double)] {
    try String(contentsOfFile: folder + "/truth.csv", encoding: .utf8)
      .split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
        let fields = line.split(separator: ",")
        guard fields.count > 1, let roll = Double(fields[1]) else { return nil }
        return (String(fields[0]), roll)
      }
  }

  static func measure(_ folder: String, width: Int, curves: String?) throws -> [Answer] {
    var decoder = try JPEGDecoder()
    var answers: [Answer] = []
    var dump: [Float] = []
    for (name, roll) in try truth(folder) {
      guard let whole = Picture(path: folder + "/" + name, decoder: &decoder) else {
        print("\(name): not read")
        continue
      }
      let picture = whole.shrunk(toWidth: width)
      var estimator = HorizonEstimator(
        width: picture.width, height: picture.height,
        viewfinderAspect: Double(picture.width) / Double(picture.height))
      _ = estimator.estimate(picture.pixels.span, bytesPerRow: picture.width)
      let start = cpuMilliseconds()
      let found = estimator.estimate(picture.pixels.span, bytesPerRow: picture.width)
      answers.append(
        Answer(
          name: name, truth: roll, angle: found.angleDegrees,
          scene: name.contains("_") ? String(name[..<name.lastIndex(of: "_")!]) : "",
          error: abs(found.angleDegrees - roll), confidence: found.confidence,
          margin: found.marginDegrees,
          milliseconds: cpuMilliseconds() - start))
      if curves != nil { dump += estimator.evidenceCurves }
    }
    if let curves {
      var bytes = Data()
      for value in dump {
        for shift in stride(from: 0, to: 32, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(shift)))
        }
      }
      try bytes.write(to: URL(fileURLWithPath: curves))
    }
    return answers
  }

  /// One line for each answer, angles in degrees, for other programs to compare.
  static func write(_ answers: [Answer], to path: String) throws {
    let lines = answers.map { answer in
      String(
        format: "%@,%.4f,%.4f,%.4f,%.4f", answer.name, answer.truth, answer.angle, answer.confidence,
        answer.margin)
    }
    try (["file,roll,angle,confidence,margin"] + lines + [""]).joined(separator: "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  static func cpuMilliseconds() -> Double {
    var time = timespec()
    // SAFETY: the call fills the struct it is given and keeps no pointer.
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  static func quantile(_ values: [Double], _ q: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * q))]
  }

  static func report(_ answers: [Answer], title: String) {
    func line(_ part: [Answer]) -> String {
      let errors = part.map(\.error)
      let within = [1.0, 2].map { limit in Double(errors.count { $0 <= limit }) / Double(max(1, errors.count))
      }
      return String(
        format:
          "n %4d  median %.2f  p90 %.2f  p95 %.2f  within 1° %.2f  2° %.2f  the 90 %% interval %.2f (± %.1f)",
        part.count, quantile(errors, 0.5), quantile(errors, 0.9), quantile(errors, 0.95), within[0],
        within[1],
        Double(part.count { $0.error <= $0.margin }) / Double(max(1, part.count)),
        quantile(part.map(\.margin), 0.5))
    }
    print(title)
    print(
      "  all              \(line(answers))  \(String(format: "%.2f", quantile(answers.map(\.milliseconds), 0.5))) ms"
    )
    let sure = answers.filter { $0.confidence >= 0.5 }
    if !sure.isEmpty { print("  confidence ≥ .5  \(line(sure))") }
  }

  /// Of the answers of each tenth of confidence, how many are within 1°.
  static func reliability(_ answers: [Answer]) {
    for tenth in 0..<10 {
      let part = answers.filter { min(9, Int($0.confidence * 10)) == tenth }
      guard !part.isEmpty else { continue }
      let right = Double(part.count { $0.error <= 1 }) / Double(part.count)
      print(
        String(
          format: "  confidence %.1f to %.1f: n %4d, within 1° %.2f", Double(tenth) / 10,
          Double(tenth + 1) / 10, part.count,
          right))
    }
  }

  /// How well confidence tells pictures with a horizon from those without.
  static func separate(_ answers: [Answer], from none: [Answer]) {
    var above = 0.0
    for a in answers {
      for b in none { above += a.confidence > b.confidence ? 1 : a.confidence == b.confidence ? 0.5 : 0 }
    }
    let limit = quantile(none.map(\.confidence), 0.95)
    let answered = answers.filter { $0.confidence > limit }
    let wrong = answered.count { $0.error > 1 }
    print(
      String(
        format:
          "  negatives: n %d, AUC %.3f, shown from .5 on %.3f; at 5 %% of them accepted (confidence %.2f) "
          + "%.2f are answered, of those %.3f are off by more than 1°", none.count,
        above / Double(answers.count * none.count),
        Double(none.count { $0.confidence >= 0.5 }) / Double(none.count), limit,
        Double(answered.count) / Double(answers.count), Double(wrong) / Double(max(1, answered.count))))
  }
}
