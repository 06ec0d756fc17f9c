import Testing

@testable import HUDGeometry

/// Values at times in milliseconds, and the state after each.
typealias Script = [(Int64, Double?, GuideState)]

struct SnapMachineTests {
  func play(_ script: Script, _ thresholds: SnapThresholds) {
    var machine = SnapMachine(thresholds: thresholds)
    for (time, value, state) in script {
      machine.update(value, nanoseconds: time * 1_000_000)
      #expect(machine.state == state, "at \(time) ms, \(String(describing: value))")
    }
  }

  @Test(
    "the horizon's thresholds and dwells are exact",
    arguments: [
      [(0, 3.01, .idle), (33, 3.0, .near)],
      [(0, 0.5, .near), (99, 0.5, .near), (100, 0.5, .snapped)],
      [(0, 0.51, .near), (200, 0.51, .near), (300, 0.5, .near), (399, 0.0, .near), (400, 0.5, .snapped)],
      // An interruption costs its own length: the counter goes 90, 85, 85, 99, 100.
      [
        (0, 0.4, .near), (90, 0.4, .near), (95, 0.6, .near), (100, 0.4, .near), (114, 0.4, .near),
        (115, 0.4, .snapped),
      ],
      // One as long as the count drains it; what follows is counted from its own beginning.
      [
        (0, 0.4, .near), (60, 0.4, .near), (160, 0.6, .near), (170, 0.4, .near), (269, 0.4, .near),
        (270, 0.4, .snapped),
      ],
      // Many calls at one time count once.
      [(0, 0.4, .near), (50, 0.4, .near), (50, 0.4, .near), (50, 0.4, .near), (99, 0.4, .near)],
      [(0, 0, .near), (100, 0, .snapped), (150, 0.9, .snapped), (400, 0.9, .snapped)],
      [(0, 0, .near), (100, 0, .snapped), (150, 0.91, .snapped), (249, 0.91, .snapped), (250, 0.91, .near)],
      [(0, 3, .near), (50, 4.0, .near), (250, 4.0, .near)],
      [(0, 3, .near), (50, 4.01, .near), (149, 4.01, .near), (150, 4.01, .idle), (160, 3.5, .idle)],
      // Out of snapped to idle through near, a dwell each.
      [
        (0, 0, .near), (100, 0, .snapped), (110, 9, .snapped), (210, 9, .near), (309, 9, .near),
        (310, 9, .idle),
      ],
      [(0, 0, .near), (100, 0, .snapped), (101, nil, .unknown), (102, 5, .idle), (103, 0, .near)],
      [(0, .nan, .unknown), (1, 0, .near)],
    ] as [Script])
  func horizon(_ script: Script) { play(script, .horizon) }

  @Test(
    "the silhouette's thresholds and dwells are exact",
    arguments: [
      [(0, -0.65, .idle), (99, -0.65, .idle), (100, -0.65, .near)],
      [(0, -0.649, .idle), (200, -0.649, .idle)],
      [(0, -0.85, .idle), (100, -0.85, .near), (199, -0.85, .near), (200, -0.85, .snapped)],
      [
        (0, -0.9, .idle), (100, -0.9, .near), (200, -0.9, .snapped), (300, -0.80, .snapped),
        (500, -0.80, .snapped),
      ],
      [
        (0, -0.9, .idle), (100, -0.9, .near), (200, -0.9, .snapped), (300, -0.79, .snapped),
        (400, -0.79, .near),
      ],
      [(0, -0.7, .idle), (100, -0.7, .near), (200, -0.6, .near), (300, -0.59, .near), (400, -0.59, .idle)],
    ] as [Script])
  func silhouette(_ script: Script) { play(script, .silhouette) }

  @Test(
    "the subject's thresholds and dwells are exact",
    arguments: [
      [(0, 0.051, .idle), (100, 0.05, .idle), (200, 0.05, .near), (300, 0.065, .near), (500, 0.065, .near)],
      [(0, 0.05, .idle), (100, 0.05, .near), (110, 0.066, .near), (210, 0.066, .idle)],
      [
        (0, 0.015, .idle), (100, 0.015, .near), (200, 0.015, .snapped), (210, 0.026, .snapped),
        (310, 0.026, .near),
      ],
    ] as [Script])
  func subject(_ script: Script) { play(script, .subject) }

  @Test("a gap alone fulfils no dwell, but slow frames do; time that runs back begins anew")
  func time() {
    play([(0, 0.1, .near), (10_000, 0.1, .near), (20_000, 0.1, .snapped)], .horizon)
    play([(0, 0.1, .near), (200, 0.1, .snapped)], .horizon)
    play(
      [(1000, 0.1, .near), (1090, 0.1, .near), (500, 0.1, .near), (599, 0.1, .near), (600, 0.1, .snapped)],
      .horizon)
    let (last, first) = (Int64.max / 1_000_000, Int64.min / 1_000_000)
    play([(last, 0.1, .near), (first, 0.1, .near)], .horizon)
  }

  @Test("confidence shows after 200 ms from .5 on and hides after 300 ms below .35")
  func dwellSwitch() {
    var shown = DwellSwitch(onLevel: 0.5, offLevel: 0.35, onDwell: 200, offDwell: 300)
    for (time, value, isOn) in [
      (0, 0.5, false), (199, 0.5, false), (200, 0.5, true), (250, 0.35, true), (900, 0.35, true),
      (950, 0.34, true), (1249, 0.2, true), (1250, 0.2, false), (1260, 0.49, false), (1700, 0.49, false),
    ] as [(Int64, Double, Bool)] {
      shown.update(value, nanoseconds: time)
      #expect(shown.isOn == isOn, "at \(time)")
    }
  }
}
