import CaptureKit
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("Cameras' stamps by the beats that all see")
struct BeatTests {
  /// A lamp that goes on or off at moments that have nothing to do with any camera, in nanoseconds.
  private static func moments(_ seed: UInt64, count: Int) -> [Double] {
    var random = Seeded(seed)
    var time = 5e8
    return (0..<count).map { _ in
      time += Double.random(in: 4e8...9e8, using: &random)
      return time
    }
  }

  /// What a camera sees of it: its stamps are late by `delay`, and its exposures are `exposure` long.
  private static func track(
    _ moments: [Double], rate: Double, delay: Double, exposure: Double, seed: UInt64, blind: Double = 0
  ) -> BeatTrack {
    var random = Seeded(seed)
    let (interval, phase) = (1e9 / rate, Double.random(in: 0..<1e9 / rate, using: &random))
    let seen = moments.filter { _ in Double.random(in: 0..<1, using: &random) >= blind }
    // How many moments are over: exposures begin one after the other.
    var past = 0
    /// The lamp's light between two times, of a flicker between 60 and 140 codes.
    func light(_ from: Double, _ to: Double) -> Double {
      while past < seen.count, seen[past] <= from { past += 1 }
      var (at, isOn, sum) = (from, past % 2 == 1, 0.0)
      var next = past
      while next < seen.count, seen[next] < to {
        sum += (seen[next] - at) * (isOn ? 140 : 60)
        at = seen[next]
        isOn.toggle()
        next += 1
      }
      return (sum + (to - at) * (isOn ? 140 : 60)) / (to - from)
    }
    var (times, changes): ([Int64], [Double]) = ([], [])
    var last: Double?
    for frame in 0..<Int(((moments.last ?? 0) + 1e9) / interval) {
      let start = phase + Double(frame) * interval + Double.random(in: -3e5...3e5, using: &random)
      let level = light(start, start + exposure)
      times.append(Int64(start + exposure / 2 + delay))
      changes.append(last.map { abs(level - $0) } ?? 0 + Double.random(in: 0...0.3, using: &random))
      last = level
    }
    return BeatTrack(times: times, changes: changes)
  }

  struct Pair: Sendable {
    var rates = (30.0, 30.0)
    var exposures = (2e6, 2e6)
    var blind = 0.0
    var beats = 40
  }

  @Test(
    "forty beats find a delay to within two milliseconds, of short exposures more are needed, and the error is honest",
    arguments: Share.of(
      [
        Pair(exposures: (2.8e7, 3.2e7)), Pair(exposures: (1.6e7, 3e7)),
        Pair(rates: (30, 25), exposures: (1.6e7, 1.6e7)),
        Pair(rates: (60, 15), exposures: (8e6, 4e7)), Pair(exposures: (3e7, 3e7), blind: 0.2),
        Pair(exposures: (2e6, 2e6), beats: 300), Pair(exposures: (2e6, 3e7), beats: 80),
      ], oneIn: 3))
  func offsets(pair: Pair) throws {
    var (near, inside) = (0, 0)
    let seeds = 40
    for seed in 0..<UInt64(seeds) {
      var random = Seeded(seed + 1000)
      let delay = Double.random(in: -2e8...2e8, using: &random)
      let moments = Self.moments(seed, count: pair.beats)
      let first = Self.track(
        moments, rate: pair.rates.0, delay: 0, exposure: pair.exposures.0, seed: seed &* 3 + 1)
      let second = Self.track(
        moments, rate: pair.rates.1, delay: delay, exposure: pair.exposures.1, seed: seed &* 3 + 2,
        blind: pair.blind)
      guard let offset = StampOffset(of: second, to: first) else { continue }
      let wrong = abs(offset.nanoseconds + delay)
      if wrong <= 2e6 { near += 1 }
      if wrong <= offset.error { inside += 1 }
    }
    #expect(near >= seeds * 9 / 10, "\(near) of \(seeds) within 2 ms")
    #expect(inside >= seeds * 17 / 20, "\(inside) of \(seeds) within their error")
  }

  @Test("few beats, or those of others, say nothing")
  func nothing() throws {
    let few = Self.moments(1, count: 5)
    let a = Self.track(few, rate: 30, delay: 0, exposure: 2e6, seed: 1)
    #expect(a.beats.count == 5)
    #expect(StampOffset(of: a, to: a) == nil)
    #expect(BeatTrack(times: [], changes: []).beats.isEmpty)
    let still = BeatTrack(
      times: (0..<300).map { Int64($0) * 33_333_333 }, changes: (0..<300).map { Double($0 % 7) / 10 })
    #expect(still.beats.isEmpty)
  }

  @Test("times however far apart overflow nothing, and take no more memory than others")
  func farApart() throws {
    let (hour, count) = (Int64(3_600_000_000_000), 40)
    for times in [[Int64.min] + (0..<Int64(count)) + [.max], (0...Int64(count + 1)).map { $0 * hour }] {
      let changes = times.indices.map { $0 % 4 == 3 ? 90.0 : 0.1 }
      let track = BeatTrack(times: times, changes: changes)
      _ = StampOffset(of: track, to: track)
    }
    let many = (0..<Int64(30_000)).map { $0 * 33_333_333 }
    #expect(
      BeatTrack(times: many, changes: many.indices.map { $0 % 4 == 3 ? 90.0 : 0.1 }).beats.count == 2000)
    let folder = try TestFolder()
    let jpeg = try TestRecording.jpeg(PixelSize(clampingWidth: 16, height: 16), shade: 90)
    var lines = ""
    for index in 0..<12 {
      let cameras = ["primary", "secondary"].map {
        #"{"id":"\#($0)","state":"live","sequence":\#(index),"timestampNs":\#(Int64(index) * hour)}"#
      }
      for camera in ["primary", "secondary"] {
        try folder.put(jpeg, String(format: "sources/%06d.\(camera).jpg", index))
      }
      lines +=
        #"{"index":\#(index),"file":"\#(FileName(frame: index).text)","cameras":[\#(cameras.joined(separator: ","))],"hud":[]}"#
        + "\n"
    }
    try folder.put(lines, "frames.jsonl")
    try folder.put(JSONText.encode(TestRecording.session(), path: ""), "session.json")
    #expect { try RecordingBeats(folder.path).run { _, _ in } } throws: {
      "\($0)".contains("frames of the primary are more than a second apart")
    }
  }

  @Test("cameras of a recording are set right by what their kept frames show")
  func recording() throws {
    let folder = try TestFolder()
    let size = try #require(PixelSize(width: 64, height: 64))
    let shades: [UInt8: [UInt8]] = try Dictionary(
      uniqueKeysWithValues: Set(stride(from: 60, through: 140, by: 2)).map {
        (UInt8($0), try TestRecording.jpeg(size, shade: UInt8($0)))
      })
    let moments = Self.moments(5, count: 40)
    // The second camera's stamps are 48 ms late, and a third sees nothing.
    for (name, delay, isBlind) in [("a", 0.0, false), ("b", 4.8e7, false), ("c", 0, true)] {
      var (film, passed): ([UInt8], Int) = ([], 0)
      for frame in 0..<Int((moments[39] + 1e9) / 1e9 * 30) {
        let start = Double(frame) * 1e9 / 30 - delay
        let light = (0..<30).reduce(0.0) { sum, part in
          let time = start + Double(part) * 1e6
          while passed < moments.count, moments[passed] < time { passed += 1 }
          return sum + (passed % 2 == 1 && !isBlind ? 140 : 60)
        }
        film += shades[UInt8((light / 60).rounded()) * 2] ?? []
      }
      try folder.put(film, "\(name).mjpeg")
    }
    var settings = JobSettings(
      pace: .exact,
      sources: try ["a", "b", "c"].map {
        JobSettings.Source(
          specification: try SourceSpecification(parsing: "file:\(folder.file("\($0).mjpeg"))?fps=30"))
      })
    (settings.stage.keptSources, settings.stage.drawsHUD, settings.stage.drawsChrome) = (
      .beside, false, false
    )
    (settings.folder, settings.reportsProgress) = (folder.file("r"), false)
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    let cameras = try RecordingBeats(folder.file("r")).run { _, _ in }
    #expect(cameras.map(\.camera) == ["primary", "secondary", "third"])
    #expect(cameras[0].offsetMs == 0 && cameras[2].offsetMs == nil && cameras[2].beats == 0)
    #expect(abs((cameras[1].offsetMs ?? 0) + 48) < 2, "\(cameras[1])")
    // What was found is used: frames that show the same are paired.
    let file = folder.file("offsets.json")
    try CameraOffsets.keep(cameras, in: file)
    settings.offsets = try CameraOffsets(path: file)
    settings.folder = folder.file("s")
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    let lines = try folder.lines("s")
    let shifts = lines.dropFirst(10).dropLast(10).map {
      ($0.cameras[1].sequence ?? 0) - ($0.cameras[0].sequence ?? 0)
    }
    // 48 ms are 1.44 frames.
    #expect(Set(shifts) == [1], "\(Set(shifts))")
    try folder.put("{\"a\":5000}", "bad.json")
    #expect(throws: FileError.self) { try CameraOffsets(path: folder.file("bad.json")) }
  }
}
