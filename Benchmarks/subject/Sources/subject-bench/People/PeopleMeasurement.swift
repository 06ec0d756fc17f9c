import Foundation
import HUDGeometry

/// Shows films of people to an analyzer and compares its outlines with the truth.
struct PeopleMeasurement {
  let size: Int
  let dump: String?
  /// How often each film is shown to horizon and subject together, for the least time of each frame; 0 to time the subject alone.
  var rounds = 0

  /// What is measured in the films of one story.
  struct Sums {
    var union: [Double] = []
    var person: [Double] = []
    var late: [Double] = []
    var (right, counted, empty, wrong) = (0, 0, 0, 0)
    var (switches, flips) = (0, 0)
    var minutes = 0.0
    var first: [Double] = []
    var times: [Double] = []
  }

  static let heading =
    "story                   union person   late | number  switches   flips a min | first s | wrong | ms mean   p99"

  static func line(_ name: String, _ sums: Sums) -> String {
    func mean(_ all: [Double]) -> Double { all.isEmpty ? .nan : all.reduce(0, +) / Double(all.count) }
    let times = sums.times.sorted()
    let last = times.isEmpty ? .nan : times[min(times.count - 1, times.count * 99 / 100)]
    let first = sums.first.sorted()
    return name.padding(toLength: 22, withPad: " ", startingAt: 0)
      + String(
        format: " %6.3f %6.3f %6.3f | %5.1f%%  %8.2f %9.2f   | %7.2f | %4.1f%% | %6.3f %6.3f",
        mean(sums.union),
        mean(sums.person), mean(sums.late), 100 * Double(sums.right) / Double(max(1, sums.counted)),
        Double(sums.switches) / max(1e-9, sums.minutes), Double(sums.flips) / max(1e-9, sums.minutes),
        first.isEmpty ? .nan : first[first.count / 2], 100 * Double(sums.wrong) / Double(max(1, sums.empty)),
        mean(times), last)
  }

  /// Prints a line for each story, over all seeds.
  func run(backgrounds: String, cutOuts: String?, seeds: ClosedRange<Int>, only: String?) throws {
    let places = Self.files(in: backgrounds)
    guard !places.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
    let photographed = cutOuts.map { Self.files(in: $0).compactMap { CutOut($0) } } ?? []
    let camera = try Camera()
    print(Self.heading)
    for k in Story.all(seed: 1).indices {
      let name = Story.all(seed: 1)[k].name
      if let only, !name.contains(only) { continue }
      var sums = Sums()
      for seed in seeds {
        // Far apart, as neighbours often show the same place.
        guard let background = Canvas(jpeg: places[(seed * 7 + k * 3) % places.count]) else { continue }
        let film = Film(Story.all(seed: seed)[k], seed: seed, background: background, cutOuts: photographed)
        try run(film, camera: camera, into: &sums, name: "\(name) \(seed)")
      }
      print(Self.line(name, sums))
      fflush(nil)
    }
  }

  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jpg") && !$0.hasSuffix("-mask.jpg") }.sorted().map {
      folder + "/" + $0
    }
  }

  /// A person counts if this share of the picture shows them.
  private static let leastShare = 0.008

  func run(_ film: Film, camera: Camera, into sums: inout Sums, name: String) throws {
    var settings = HUDSettings(template: nil, detectsHorizon: false)
    (settings.viewfinderWidth, settings.viewfinderHeight) = (1920, 1080)
    let height = size * 9 / 16
    var analyzer = HUDAnalyzer(settings: settings, lumaWidth: size, lumaHeight: height)
    var last = [Int?](repeating: nil, count: film.story.people.count)
    var seen = [Double?](repeating: nil, count: film.story.people.count)
    var isFirst = [Bool](repeating: true, count: film.story.people.count)
    var followed: Int?
    var shown: [SmallFrame] = []
    defer { sums.times += leastTimes(shown) }
    let (columns, rows) = (Film.columns, Film.rows)
    for index in 0..<Int(film.story.seconds * 30) {
      let time = Double(index) / 30
      let (canvas, truth) = film.frame(time)
      let full = try camera.take(canvas)
      let small = full.small(size, height, x: 0, y: 0, gain: 1)
      let clock = ContinuousClock()
      let took = clock.measure {
        analyzer.update(
          luma: small.luma.span, bytesPerRow: small.width, cb: small.cb.span, cr: small.cr.span,
          chromaBytesPerRow: small.width / 2, nanoseconds: Int64(index) * 33_333_333)
      }
      if rounds > 0 { shown.append(small) }
      if rounds == 0, index > 20 { sums.times.append(Double(took.components.attoseconds) * 1e-15) }
      let found = Self.outlines(analyzer.reading)
      let masks = found.map { filled($0.path, columns: columns, rows: rows) }
      if let dump { try write(canvas, found, truth, to: dump, name: name, index: index) }
      let areas = truth.map { $0.reduce(0) { $0 + Int($1) } }
      let visible = truth.indices.filter { Double(areas[$0]) > Self.leastShare * Double(columns * rows) }
      for k in visible where seen[k] == nil { seen[k] = time }
      // The scene is watched for .3 s.
      guard time >= 0.3 else { continue }
      guard !visible.isEmpty else {
        // Those who are partly in the picture count neither way.
        guard areas.allSatisfy({ $0 == 0 }) else { continue }
        sums.empty += 1
        if !found.isEmpty { sums.wrong += 1 }
        followed = nil
        continue
      }
      if let stirs = film.story.stirs, time < stirs { continue }
      sums.minutes += 1.0 / 1800
      sums.counted += 1
      let isWhole = truth.indices.allSatisfy { areas[$0] == 0 || visible.contains($0) }
      if found.count == visible.count || !isWhole { sums.right += 1 }
      var pairs: [(person: Int, found: Int, overlap: Double)] = []
      for k in visible {
        for (n, mask) in masks.enumerated() { pairs.append((k, n, Self.overlap(truth[k], mask))) }
      }
      pairs.sort { $0.overlap > $1.overlap }
      var match = [Int?](repeating: nil, count: truth.count)
      var overlaps = [Double](repeating: 0, count: truth.count)
      var taken = Set<Int>()
      for pair in pairs where match[pair.person] == nil && !taken.contains(pair.found) && pair.overlap > 0.1 {
        (match[pair.person], overlaps[pair.person]) = (pair.found, pair.overlap)
        taken.insert(pair.found)
      }
      let union = Self.overlap(Self.union(truth), Self.union(masks))
      sums.union.append(union)
      for k in visible {
        sums.person.append(overlaps[k])
        if let stirs = film.story.stirs, time > stirs + 1.5, time < stirs + 2.5 {
          sums.late.append(overlaps[k])
        }
        if overlaps[k] > 0.5, let n = match[k] {
          if let old = last[k], old != found[n].id { sums.switches += 1 }
          last[k] = found[n].id
          if isFirst[k], let since = seen[k] {
            sums.first.append(time - max(since, film.story.stirs ?? 0))
            isFirst[k] = false
          }
        }
      }
      if let main = found.first, let person = visible.first(where: { match[$0] == 0 && overlaps[$0] > 0.4 }) {
        _ = main
        if let followed, followed != person { sums.flips += 1 }
        followed = person
      }
    }
  }

  /// Milliseconds of each frame, the least of all rounds: what others do at the same time counts in few of them.
  private func leastTimes(_ frames: [SmallFrame]) -> [Double] {
    var least = [Double](repeating: .infinity, count: frames.count)
    for _ in 0..<rounds {
      var settings = HUDSettings()
      (settings.viewfinderWidth, settings.viewfinderHeight) = (1920, 1080)
      var analyzer = HUDAnalyzer(settings: settings, lumaWidth: size, lumaHeight: size * 9 / 16)
      for (index, frame) in frames.enumerated() {
        let took = ContinuousClock().measure {
          analyzer.update(
            luma: frame.luma.span, bytesPerRow: frame.width, cb: frame.cb.span, cr: frame.cr.span,
            chromaBytesPerRow: frame.width / 2, nanoseconds: Int64(index) * 33_333_333)
        }
        least[index] = min(least[index], Double(took.components.attoseconds) * 1e-15)
      }
    }
    return least
  }

  /// What was found, the main subject first.
  static func outlines(_ reading: HUDReading) -> [(id: Int, path: Path)] {
    if !reading.subjects.isEmpty { return reading.subjects.map { ($0.id, $0.contour) } }
    return reading.silhouette.hasSubject ? [(reading.subject.id, reading.silhouette.contour)] : []
  }

  private static func union(_ masks: [[UInt8]]) -> [UInt8] {
    var all = [UInt8](repeating: 0, count: Film.columns * Film.rows)
    for mask in masks { for i in all.indices { all[i] |= mask[i] } }
    return all
  }

  private static func overlap(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var (both, either) = (0, 0)
    for i in a.indices {
      both &+= Int(a[i] & b[i])
      either &+= Int(a[i] | b[i])
    }
    return Double(both) / Double(max(1, either))
  }

  /// Every tenth frame with outlines as a PPM.
  private func write(
    _ canvas: Canvas, _ found: [(id: Int, path: Path)], _ truth: [[UInt8]], to folder: String, name: String,
    index: Int
  ) throws {
    guard index % 10 == 0 else { return }
    var picture = canvas
    let colors = [
      Color(255, 60, 60), Color(60, 255, 255), Color(255, 255, 60), Color(255, 80, 255), Color(90, 255, 90),
    ]
    for one in found {
      let color = colors[one.id % colors.count]
      trace(one.path, width: canvas.width, height: canvas.height) { x, y in
        for (u, v) in [(x, y), (x + 1, y), (x, y + 1)]
        where u >= 0 && v >= 0 && u < canvas.width && v < canvas.height {
          picture.blend(v * canvas.width + u, color, 1)
        }
      }
    }
    var bytes = Data("P6 \(canvas.width) \(canvas.height) 255\n".utf8)
    for i in picture.luma.indices {
      let color = picture.color(i)
      for k in 0..<3 { bytes.append(UInt8(max(0, min(255, color[k])))) }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    try bytes.write(to: URL(fileURLWithPath: folder + "/\(file)-" + String(format: "%04d", index) + ".ppm"))
  }
}
