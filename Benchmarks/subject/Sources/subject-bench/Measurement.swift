import Foundation
import HUDGeometry

/// Runs one scenario through an analyzer and compares with the truth.
struct Measurement {
  let scenario: Scenario
  let width: Int
  let height: Int
  let dump: String?

  init(_ scenario: Scenario, width: Int, dump: String?) {
    self.scenario = scenario
    self.width = width
    height = width * 9 / 16
    self.dump = dump
  }

  struct Phase {
    var name: String
    var ious: [Double] = []
    var distances: [Double] = []
    var cubics = 0
    var found = 0
    var frames = 0
  }

  static let heading =
    "scenario                  phase        frames found   IoU  worst | contour p50   p95   max | cubics | ms p50   p95"

  func run() throws -> [String] {
    let source = try FrameSource(scenario.source)
    var settings = HUDSettings(template: nil, detectsHorizon: false)
    settings.viewfinderWidth = 1920
    settings.viewfinderHeight = 1080
    var analyzer = HUDAnalyzer(settings: settings, lumaWidth: width, lumaHeight: height)
    if scenario.plate { analyzer.takePlate() }
    var cache: [Int: FullFrame] = [:]
    let isLooping = scenario.steps.count > 1000 && !scenario.source.hasPrefix("raw")
    var next = 0
    var current: FullFrame?
    var phases: [Phase] = []
    var times: [Double] = []
    let output = try dump.map { try Dump(folder: $0, name: scenario.name, width: width, height: height) }
    for (index, step) in scenario.steps.enumerated() {
      if let cached = cache[step.frame] {
        current = cached
      } else {
        while next <= step.frame {
          current = try source.next()
          next += 1
        }
        if isLooping, step.frame >= 132 { cache[step.frame] = current }
      }
      guard let full = current else { break }
      let small = full.small(width, height, x: step.x, y: step.y, gain: step.gain)
      let clock = ContinuousClock()
      let time = clock.measure {
        analyzer.update(
          luma: small.luma.span, bytesPerRow: small.width, cb: small.cb.span, cr: small.cr.span,
          chromaBytesPerRow: small.width / 2, nanoseconds: Int64(index) * 33_333_333)
      }
      if index > 20 { times.append(Double(time.components.attoseconds) * 1e-15) }
      let mask = analyzer.subjectMask
      let hasSubject = analyzer.reading.subject.hasSubject
      var truth: [UInt8]?
      if step.phase != nil || output != nil, let exact = source.mask(step.frame, width: 1920, height: 1080) {
        truth = moved(exact, 1920, 1080, x: step.x, y: step.y)
      }
      try output?.write(small, truth: truth, mask: mask.cells, contour: analyzer.reading.silhouette.contour)
      guard let name = step.phase else { continue }
      if !phases.contains(where: { $0.name == name }) { phases.append(Phase(name: name)) }
      guard let p = phases.firstIndex(where: { $0.name == name }) else { continue }
      phases[p].frames += 1
      if hasSubject { phases[p].found += 1 }
      guard name != "empty", let truth else { continue }
      phases[p].ious.append(
        Truth.iou(truth, 1920, 1080, mask.cells, columns: mask.columns, rows: mask.rows))
      if index % 8 == 0 {
        let contour = analyzer.reading.silhouette.contour
        phases[p].distances += Truth.distances(truth, 1920, 1080, to: contour)
        let cubics = contour.elements.count { if case .cubic = $0 { true } else { false } }
        phases[p].cubics = max(phases[p].cubics, cubics)
      }
    }
    times.sort()
    return phases.map { line($0, times) }
  }

  private func line(_ phase: Phase, _ times: [Double]) -> String {
    func pad(_ text: String, _ width: Int) -> String {
      text.padding(toLength: width, withPad: " ", startingAt: 0)
    }
    func at(_ values: [Double], _ share: Double) -> Double {
      values.isEmpty ? .nan : values[min(values.count - 1, Int(Double(values.count) * share))]
    }
    let distances = phase.distances.sorted()
    let mean = phase.ious.isEmpty ? .nan : phase.ious.reduce(0, +) / Double(phase.ious.count)
    return pad(scenario.name, 26) + pad(phase.name, 12)
      + String(
        format: " %6d %5d %6.3f %6.3f | %8.2f %7.2f %5.1f | %6d | %6.3f %6.3f", phase.frames, phase.found,
        mean,
        phase.ious.min() ?? .nan, at(distances, 0.5), at(distances, 0.95), distances.last ?? .nan,
        phase.cubics,
        at(times, 0.5), at(times, 0.95))
  }
}
