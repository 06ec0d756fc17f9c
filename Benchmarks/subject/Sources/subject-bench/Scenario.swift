/// Which frames are shown, in which order, and what is done to the camera.
struct Scenario {
  /// One frame as the camera shows it.
  struct Step {
    /// The scene's frame.
    var frame: Int
    /// How far the camera is moved, in pixels of 1080p.
    var x = 0
    var y = 0
    var gain = 1.0
    /// Judged under this name; `nil`: not judged.
    var phase: String?
  }

  var name: String
  var source: String
  var steps: [Step]
  /// Whether the first frame is taken as a plate.
  var plate = false

  /// Gaussian steps of `deviation` pixels of 1080p, the same on every run.
  struct Shaker {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    mutating func uniform() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) / Double(1 << 53)
    }
    mutating func step(_ deviation: Double) -> Int {
      var sum = -6.0
      for _ in 0..<12 { sum += uniform() }
      return Int((sum * deviation).rounded())
    }
  }

  /// The walker comes in from frame 36 on, stands at the left third from 4.2 s to 6.4 s and walks on to the middle.
  static func walker(
    _ name: String, shake: Double = 0, seed: Int = 1, plate: Bool = false, gain: (Int) -> Double = { _ in 1 }
  ) -> Scenario {
    var shaker = Shaker()
    let steps = (0..<246).map { i in
      let isWalking = (60..<122).contains(i) || (196..<240).contains(i)
      return Step(
        frame: i, x: shaker.step(shake), y: shaker.step(shake), gain: gain(i),
        phase: isWalking ? "walking" : (132..<190).contains(i) ? "still" : nil)
    }
    return Scenario(name: name, source: "walker?seed=\(seed)", steps: steps, plate: plate)
  }

  /// She stands for 60 s.
  static func standing(shake: Double) -> Scenario {
    var shaker = Shaker()
    var steps = (0..<132).map { Step(frame: $0, x: shaker.step(shake), y: shaker.step(shake)) }
    for i in 0..<1800 {
      steps.append(
        Step(
          frame: 132 + i % 50, x: shaker.step(shake), y: shaker.step(shake),
          phase: i < 60 ? "first 2 s" : i >= 1740 ? "after 58 s" : nil))
    }
    return Scenario(name: shake > 0 ? "60 s still, shaking" : "60 s still", source: "walker", steps: steps)
  }

  static func plain(_ name: String, _ source: String, frames: Int) -> Scenario {
    Scenario(
      name: name, source: source, steps: (0..<frames).map { Step(frame: $0, phase: "empty") })
  }

  static let shake = 0.7 * 8

  static var all: [Scenario] {
    let steps: (Int) -> Double = { i in
      switch i {
      case 75..<95: 1.06
      case 95..<110: 0.94
      case 150..<170: 0.94
      case 170..<210: 1.06
      default: 1
      }
    }
    var list = [
      walker("fixed"), walker("fixed, seed 2", seed: 2), walker("fixed, seed 3", seed: 3),
      walker("fixed, plate", plate: true),
      walker("shaking .7", shake: shake), walker("shaking .7, seed 3", shake: shake, seed: 3),
      walker("exposure ±6 %", gain: steps), walker("exposure, shaking", shake: shake, gain: steps),
      walker("flicker ±3 %", gain: { i in 1 + 0.03 * [0, 1, 0.3, -0.8, -0.5, 0.9][i % 6] }),
    ]
    var nudged = walker("nudged at 155")
    for i in 155..<nudged.steps.count {
      nudged.steps[i].x += 60
      nudged.steps[i].y -= 24
      if i < 165 { nudged.steps[i].phase = nil }
    }
    list.append(nudged)
    var late = walker("there from the start")
    late.steps = late.steps.enumerated().filter { $0.offset >= 140 }.map(\.element)
    for i in late.steps.indices where late.steps[i].frame < 215 { late.steps[i].phase = nil }
    list.append(late)
    var leaves = walker("leaves")
    leaves.steps = (140..<580).map { Step(frame: $0) }
    for i in leaves.steps.indices where (525..<580).contains(leaves.steps[i].frame) {
      leaves.steps[i].phase = "empty"
    }
    list.append(leaves)
    for text in [
      "coast", "coast?roll=3&sway=3", "coast?roll=-12&sway=1", "coast?sway=8&seed=4", "coast?seed=2", "fog",
      "noise", "grey", "chart", "city",
    ] { list.append(plain(text, text, frames: 240)) }
    return list
  }
}
