import Testing

@testable import HUDGeometry

struct PowerPointTests {
  func box(at x: Double, _ y: Double) -> Rect { Rect(x: x - 0.1, y: y - 0.1, width: 0.2, height: 0.2) }

  @Test("another point is taken only when it is nearer by more than .01 of the diagonal")
  func margin() {
    let settings = HUDSettings(grid: .thirds, viewfinderWidth: 1000, viewfinderHeight: 1000)
    var tracker = PowerPointTracker(settings: settings)
    var reading = SubjectReading()
    // In shares of the diagonal, moving by d across changes the two distances' difference by about 2d/√2.
    for (x, point) in [(0.45, 0), (0.504, 0), (0.506, 0), (0.508, 1), (0.494, 1), (0.492, 0)] {
      tracker.update(box: box(at: x, 1 / 3.0), nanoseconds: 0, reading: &reading)
      #expect(reading.powerPoint == point, "at \(x)")
    }
  }

  @Test("distance is a share of the diagonal, whatever the aspect", arguments: [(1920, 1080), (1080, 1920)])
  func distance(_ size: (Int, Int)) {
    var tracker = PowerPointTracker(
      settings: HUDSettings(grid: .crosshair, viewfinderWidth: size.0, viewfinderHeight: size.1))
    var reading = SubjectReading()
    tracker.update(box: box(at: 1, 1), nanoseconds: 0, reading: &reading)
    #expect(abs(reading.distance - 0.5) < 1e-12)
    #expect(reading.state == .idle)
  }

  @Test("without a grid or a subject there is no point and nothing to judge")
  func none() {
    var tracker = PowerPointTracker(settings: HUDSettings(grid: .none))
    var reading = SubjectReading()
    tracker.update(box: box(at: 0.5, 0.5), nanoseconds: 0, reading: &reading)
    #expect(
      reading.hasSubject && reading.powerPoint == -1 && reading.state == .unknown && reading.distance == 1)
    tracker.update(box: nil, nanoseconds: 1, reading: &reading)
    #expect(!reading.hasSubject && reading.box == .zero)
  }
}
