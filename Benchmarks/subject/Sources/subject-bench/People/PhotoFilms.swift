import Foundation
import HUDGeometry

/// Films of photographed people, as photos.py writes them, shown to an analyzer; its outlines are compared with their truth.
struct PhotoFilms {
  /// A film's first line.
  struct Head: Decodable {
    var name: String
    var kind: String
    var motion: String
    var width: Int
    var height: Int
    var fps: Int
    var frames: Int
    var people: Int
  }

  /// What is measured in a film.
  struct Result {
    /// The overlap of what is outlined with all people after one second, after five, and the mean from .5 s on.
    var (first, fifth, mean) = (0.0, 0.0, 0.0)
    /// Frames from .5 s on, and of these those with as many outlines as people, with any, and those in which the number changes.
    var (frames, right, outlined, changes) = (0, 0, 0, 0)
    var times: [Double] = []
  }

  let dump: String?

  static func row(_ name: String, _ all: [Result]) -> String {
    func quantile(_ part: Double, _ value: (Result) -> Double) -> Double {
      let sorted = all.map(value).sorted()
      return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }
    func share(_ value: (Result) -> Double) -> Double {
      100 * all.map(value).reduce(0, +) / Double(all.count)
    }
    let frames = Double(max(1, all.map(\.frames).reduce(0, +)))
    let times = all.flatMap(\.times).sorted()
    return name.padding(toLength: 22, withPad: " ", startingAt: 0)
      + String(
        format:
          " %4d | %5.2f %5.2f %3.0f%% | %5.2f %5.2f %3.0f%% | %5.2f | %4.0f%% %5.1f | %5.1f%% | %6.3f %6.3f",
        all.count, quantile(0.5, \.first), quantile(0.1, \.first), share { $0.first >= 0.7 ? 1 : 0 },
        quantile(0.5, \.fifth), quantile(0.1, \.fifth), share { $0.fifth >= 0.7 ? 1 : 0 },
        all.map(\.mean).reduce(0, +) / Double(all.count),
        100 * Double(all.map(\.right).reduce(0, +)) / frames,
        Double(all.map(\.changes).reduce(0, +)) / frames * 1800,
        100 * Double(all.map(\.outlined).reduce(0, +)) / frames,
        times.reduce(0, +) / Double(max(1, times.count)),
        times.isEmpty ? 0 : times[times.count * 99 / 100])
  }

  static let heading =
    "                      films | at 1 s  p10  ≥.7 | at 5 s  p10  ≥.7 |  mean | number  a min | outlined | ms mean  p99"

  /// Prints a line for each film, and then for each motion and kind.
  func run(_ path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path == "-" ? "/dev/stdin" : path) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    var results: [String: [Result]] = [:]
    print(Self.heading)
    while let line = try Self.line(file) {
      let head = try JSONDecoder().decode(Head.self, from: line)
      let result = try measure(head, file)
      print(Self.row("\(head.motion) \(head.kind) \(head.name)", [result]))
      for key in [head.motion, "\(head.motion) \(head.kind)"] { results[key, default: []].append(result) }
      fflush(nil)
    }
    print(Self.heading)
    for (name, all) in results.sorted(by: { $0.key < $1.key }) { print(Self.row(name, all)) }
  }

  private static func line(_ file: FileHandle) throws -> Data? {
    var line = Data()
    while let byte = try file.read(upToCount: 1), byte.first != 10 { line += byte }
    return line.isEmpty ? nil : line
  }

  private static func bytes(_ count: Int, _ file: FileHandle) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let more = try file.read(upToCount: count - bytes.count), !more.isEmpty else {
        throw CocoaError(.fileReadCorruptFile)
      }
      bytes += more
    }
    return bytes
  }

  private func measure(_ head: Head, _ file: FileHandle) throws -> Result {
    var settings = HUDSettings(template: nil, detectsHorizon: false)
    (settings.viewfinderWidth, settings.viewfinderHeight) = (1920, 1080)
    var analyzer = HUDAnalyzer(settings: settings, lumaWidth: head.width, lumaHeight: head.height)
    let (area, small) = (head.width * head.height, (head.width / 2) * (head.height / 2))
    var result = Result()
    var sum = 0.0
    var last: Int?
    for index in 0..<head.frames {
      let luma = try Self.bytes(area, file)
      let (cb, cr) = try (Self.bytes(small, file), Self.bytes(small, file))
      let truth = try Self.bytes(area, file)
      let took = ContinuousClock().measure {
        analyzer.update(
          luma: luma.span, bytesPerRow: head.width, cb: cb.span, cr: cr.span,
          chromaBytesPerRow: head.width / 2,
          nanoseconds: Int64(index) * 1_000_000_000 / Int64(head.fps))
      }
      result.times.append(Double(took.components.attoseconds) * 1e-15)
      let found = PeopleMeasurement.outlines(analyzer.reading)
      if let dump, index % 15 == 0 || index == head.frames - 1 {
        try write(luma, found, head, to: "\(dump)/\(head.motion)-\(head.name)-\(index).pgm")
      }
      guard 2 * index >= head.fps else { continue }
      result.frames += 1
      if !found.isEmpty { result.outlined += 1 }
      let visible = Set((0..<area).lazy.map { truth[$0] }.filter { $0 > 0 && $0 < 255 }).count
      if found.count == visible { result.right += 1 }
      if let last, last != found.count { result.changes += 1 }
      last = found.count
      var all = [UInt8](repeating: 0, count: area)
      for one in found {
        let mask = filled(one.path, columns: head.width, rows: head.height)
        for i in all.indices { all[i] |= mask[i] }
      }
      var (both, either) = (0, 0)
      for i in all.indices where truth[i] != 255 {
        both += truth[i] > 0 ? Int(all[i]) : 0
        either += truth[i] > 0 ? 1 : Int(all[i])
      }
      let overlap = either == 0 ? 1 : Double(both) / Double(either)
      sum += overlap
      if index == head.fps { result.first = overlap }
      if index == 5 * head.fps { result.fifth = overlap }
    }
    result.mean = sum / Double(max(1, result.frames))
    return result
  }

  private func write(_ luma: [UInt8], _ found: [(id: Int, path: Path)], _ head: Head, to path: String) throws
  {
    var bytes = luma
    for one in found {
      trace(one.path, width: head.width, height: head.height) { x, y in
        guard x >= 0, y >= 0, x < head.width, y < head.height else { return }
        bytes[y * head.width + x] = one.id % 2 == 0 ? 255 : 0
      }
    }
    try (Data("P5 \(head.width) \(head.height) 255\n".utf8) + Data(bytes)).write(
      to: URL(fileURLWithPath: path))
  }
}
