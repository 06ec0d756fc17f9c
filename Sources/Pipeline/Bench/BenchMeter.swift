import Compositor
import HostResources
import Recordings
import Screen

/// Measures pictures made one after another, after a warm-up.
struct BenchMeter: ~Copyable {
  /// Nanoseconds between pictures, on the pictures' clock.
  static let frameTime: Int64 = 33_333_333

  /// Pictures left unmeasured while caches fill.
  let warmUp: Int
  /// Pictures to measure, and pictures measured.
  private let pictures: Int
  private(set) var measured = 0
  private(set) var timeline: FrameTimeline
  private let budget = FrameBudget()
  private var guides: [HUDBudget]
  private var chrome: ChromeBudget?
  private let counter = InstructionCounter()
  // The count at the first measured picture, and the count per picture up to the last.
  private var instructions: UInt64?
  private var instructionsPerFrame: InstructionCounter.Count?
  private var cpu: Int64 = 0
  private var wall: Int64 = 0
  private var allocations: UInt64 = 0
  private var bytes = 0

  init(_ stage: Stage, pictures: Int) {
    self.pictures = pictures
    warmUp = min(60, max(10, pictures / 4))
    timeline = FrameTimeline(capacity: pictures)
    guides = stage.settings.drawsHUD ? stage.cameras.map { _ in HUDBudget() } : []
    chrome = (stage.screen?.chrome.tiles).map { ChromeBudget(tiles: $0.columns * $0.rows) }
  }

  /// Call before a picture is made.
  mutating func begin(_ index: Int) {
    guard index == warmUp else { return }
    cpu = MonotonicClock.processCPU()
    wall = MonotonicClock.now()
    allocations = Allocations.count
    instructions = counter.count
  }

  /// Call after making a picture that began at `start`, in nanoseconds of CLOCK_MONOTONIC.
  mutating func record(
    _ picture: Picture, _ times: StageTimes, _ stage: Stage, _ index: Int, start: Int64
  ) {
    guard index >= warmUp else { return }
    budget.record(times)
    timeline.record(start: start, times)
    for camera in guides.indices { guides[camera].record(stage.cameras[camera].guides.times) }
    if let drawn = stage.screen?.chrome.tiles.count { chrome?.record(drawn: drawn) }
    bytes += picture.byteCount
    measured += 1
  }

  /// Does work outside the pictures: its allocations aren't counted.
  mutating func apart(_ index: Int, _ body: () -> Void) {
    let before = Allocations.count
    body()
    if index >= warmUp { allocations += Allocations.count - before }
  }

  /// Call after the last picture.
  mutating func end() {
    allocations = Allocations.count - allocations
    instructionsPerFrame = counter.perFrame(since: instructions, frames: measured)
    cpu = MonotonicClock.processCPU() - cpu
    wall = MonotonicClock.now() - wall
  }

  /// Writes the measurements into the report, then measures the chrome alone, on a stage no longer
  /// in use. Requires at least one measured picture.
  func fill(_ report: inout BenchJob.Report, _ stage: Stage) {
    let share = 1 / Double(measured)
    report.budget = budget.report()
    report.hud = guides.indices.map { index in
      let camera = stage.cameras[index]
      return guides[index].report(
        camera: "\(camera.id)", small: "\(camera.small.luma.width)x\(camera.small.luma.height)")
    }
    report.budget.cpuMsPerFrame = Double(cpu) / 1e6 * share
    report.budget.instructions = instructionsPerFrame
    report.budget.allocationsPerFrame = Allocations.isCounted ? Double(allocations) * share : nil
    report.wallMsPerFrame = Double(wall) / 1e6 * share
    report.framesPerSecond = 1000 / report.wallMsPerFrame
    report.bytesPerFrame = bytes / measured
    guard let screen = stage.screen, let scene = stage.cameras[0].small.backdrop else { return }
    report.chrome = chrome?.report(
      ChromeBench(
        screen.chrome, screen.state, scene: scene, after: Int64(warmUp + pictures) * Self.frameTime,
        into: stage.canvas, pictures: min(pictures, 120)))
  }
}
