import CaptureKit
import Foundation
import FrameBus
import HostResources
import PixelTypes
import Synchronization
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("A camera's rate")
struct FrameRateMonitorTests {
  @Test(
    "a camera that sends half of what it agreed to is told of once, with the control that may be to blame")
  func slow() throws {
    // 30 a second were agreed on; a third is lost on the way and tells nothing of the camera.
    let said = try remarks(
      (1...60).map { $0 < 30 ? Second(frames: 20, gaps: 10) : Second(frames: 10, gaps: 5) })
    #expect(said.count == 1 && said[0].second > 29)
    #expect(said.first?.text.contains("sends 15.0 fps, not the 30.0 it agreed to") == true, "\(said)")
    #expect(said.first?.text.contains("exposure_dynamic_framerate=0") == true)
  }

  /// What comes of a camera in a second.
  private struct Second {
    var frames: UInt64
    var gaps: UInt64 = 0
    var timeouts: UInt64 = 0
  }

  /// What is said of a camera over a minute and more.
  private func remarks(_ seconds: [Second]) throws -> [(second: Int, text: String)] {
    let slot = try #require(try TestSlot.read("synth:walker?w=96&h=64", frames: 1).first)
    let feed = ScriptedFeed("Cam", slot.format, doorbell: Doorbell())
    guard let consumer = feed.takeConsumer() else { throw Missing() }
    defer { consumer.close() }
    var watch = FrameRateMonitor()
    var said: [(Int, String)] = []
    for (second, each) in seconds.enumerated() {
      feed.counters.received += each.frames
      feed.counters.gaps += each.gaps
      feed.counters.timeouts += each.timeouts
      feed.publish(slot)
      if let remark = watch.remark(on: feed, id: "primary", at: Int64(second + 1) * 1_000_000_000) {
        said.append((second, remark))
      }
    }
    return said
  }

  @Test("a camera that was silent is not one in low light")
  func silent() throws {
    // One frame, a time-out, some more: as a camera that hangs every few seconds.
    let hanging = (0..<60).map {
      Second(frames: $0 % 10 < 2 ? 30 : 0, timeouts: [4, 9].contains($0 % 10) ? 1 : 0)
    }
    #expect(try remarks(hanging).isEmpty)
    // Silent from the middle of a window on, with the time-out in the next.
    let pause = (0..<40).map { Second(frames: (18..<22).contains($0) ? 0 : 30, timeouts: $0 == 20 ? 1 : 0) }
    #expect(try remarks(pause).isEmpty)
  }

  @Test("a camera that is slow, recovers and is slow again is told of twice")
  func slowAgain() throws {
    let said = try remarks((0..<90).map { Second(frames: (30..<60).contains($0) ? 30 : 12) })
    #expect(said.count == 2 && said[0].second < 30 && said[1].second >= 60, "\(said)")
  }
}

@Suite("A camera's damage")
struct DamageMonitorTests {
  @Test("is told with its share and cause while it goes on, once a minute, and again when it comes again")
  func told() throws {
    let slot = try #require(try TestSlot.read("synth:walker?w=96&h=64", frames: 1).first)
    let feed = ScriptedFeed("Cam", slot.format, doorbell: Doorbell())
    guard let consumer = feed.takeConsumer() else { throw Missing() }
    defer { consumer.close() }
    var watch = DamageMonitor()
    var tally = FrameTally()
    var said: [(second: Int, text: String)] = []
    for second in 0..<180 {
      tally.taken += 28
      tally.bad += 2 * ((10..<100).contains(second) || second >= 140 ? 1 : 0)
      // Now and then one is no news.
      tally.damaged += (10..<100).contains(second) || second >= 140 ? 4 : second % 5 == 0 ? 1 : 0
      if let text = watch.remark(on: feed, tally, id: "primary", at: Int64(second + 1) * 1_000_000_000) {
        said.append((second, text))
      }
    }
    #expect(said.map { $0.second / 10 } == [1, 7, 14], "\(said)")
    #expect(said[1].text.hasPrefix("primary (Cam): 30 of its last 150 frames were damaged (20 %)"), "\(said)")
    #expect(
      said[0].text.contains("cable") && said[0].text.contains("hub") && said[0].text.contains("bandwidth"))
  }

  @Test("decides about the job: more than half of the frames, or a camera's first two")
  func verdict() throws {
    let file = try SourceSpecification(parsing: "file:a.avi")
    let camera = try SourceSpecification(parsing: "/dev/video0")
    for (taken, damaged, unusable, bad) in product(0...4, 0...2, 0...2, 0...2)
    where damaged + unusable <= taken {
      var tally = FrameTally()
      (tally.taken, tally.damaged, tally.unusable, tally.bad) = (taken, damaged, unusable, bad)
      let spoiled = damaged + unusable + bad
      let isBad = 2 * spoiled > taken + bad
      let isUseless = unusable + bad == taken + bad
      let onFile = tally.verdict(on: file, "", bus: nil, problem: nil)
      let onCamera = tally.verdict(on: camera, "Cam", bus: "usb-1", problem: "no end")
      #expect(onFile?.exitCode == (isBad ? 65 : nil))
      #expect(onCamera?.exitCode == (isBad && (spoiled > 2 || isUseless) ? 74 : nil))
      let what =
        isUseless
        ? "none of its frames can be used" : "\(spoiled) of \(taken + bad) frames were damaged or unusable"
      if let onFile { #expect("\(onFile)" == "a.avi: \(what)") }
      if let onCamera {
        #expect("\(onCamera)" == "Cam: \(what): no end" && onCamera.remedy.contains("cable"))
      }
    }
  }

  private func product(
    _ a: ClosedRange<Int>, _ b: ClosedRange<Int>, _ c: ClosedRange<Int>, _ d: ClosedRange<Int>
  ) -> [(Int, Int, Int, Int)] {
    a.flatMap { a in b.flatMap { b in c.flatMap { c in d.map { (a, b, c, $0) } } } }
  }

  @Test("of a file or of a sensor on the board has no cable to blame")
  func advice() {
    #expect(DamageMonitor.advice(nil).contains("another program"))
    #expect(DamageMonitor.advice("platform:csi").contains("dmesg"))
  }
}

@Suite("A camera that goes away", .serialized)
struct CameraLossTests {
  private static let gone = CaptureError.disconnected(path: "/dev/video7")

  /// Runs a job over two staged cameras; `act` is called with them thirty times a second, by a clock that passes only
  /// while the job waits.
  private func run(
    _ change: (inout JobSettings) -> Void = { _ in }, cameras: Int = 2, startError: CaptureError? = nil,
    act: @escaping (inout Scene) -> Void
  ) throws -> (result: Result<JobSummary, PipelineError>, events: [String]) {
    let sources = ["synth:coast?w=160&h=96", "synth:walker?w=96&h=64", "synth:city?w=128&h=80"].prefix(
      cameras)
    let frames = try sources.map { Frames(slots: try TestSlot.read($0, frames: 4)) }
    let cameras = Mutex<[Camera]>([])
    var settings = try JobSettings.test(.live, Array(sources))
    settings.reportsProgress = false
    settings.openFeed = { _, doorbell throws(CaptureError) in
      cameras.withLock { cameras in
        let index = cameras.count
        let feed = ScriptedFeed(
          ["Left", "Right", "Top"][index], frames[index].slots[0].format, doorbell: doorbell,
          startError: index == 1 ? startError : nil)
        feed.status = .connecting
        cameras.append(Camera(feed: feed, frames: frames[index]))
        return feed
      }
    }
    var said: [String] = []
    var scene = Scene()
    settings.timekeeper = HandTurnedTime(every: 33_000_000) { time in
      (scene.time, scene.said, scene.cameras) = (time, said, cameras.withLock { $0 })
      act(&scene)
      scene.round += 1
    }
    change(&settings)
    let job = CameraJob(settings, stop: StopFlag()) { event in
      switch event {
      case .warning(let text), .note(let text): said.append(text)
      default: break
      }
    }
    do throws(PipelineError) { return (.success(try job.run()), said) } catch {
      return (.failure(error), said)
    }
  }

  // SAFETY: frames are only read.
  private struct Frames: @unchecked Sendable { let slots: [FrameSlot] }

  private struct Camera: Sendable {
    let feed: ScriptedFeed
    let frames: Frames
  }

  private struct Scene {
    var round = 0
    /// Nanoseconds of the job's clock.
    var time: Int64 = 0
    var cameras: [Camera] = []
    var said: [String] = []
    /// How far a test's story has come.
    var phase = 0

    func send(_ index: Int) { cameras[index].feed.publish(cameras[index].frames.slots[round % 4], at: time) }

    func hasSaid(_ text: String) -> Bool { said.contains { $0.contains(text) } }
  }

  @Test("with stop, a job ends well, with an error that names camera and reason")
  func stop() throws {
    let folder = try TestFolder()
    let (result, events) = try run({
      $0.onCameraLost = .stop
      $0.folder = folder.file("r")
    }) { scene in
      scene.send(0)
      if scene.round < 20 { scene.send(1) }
      if scene.round == 20 { scene.cameras[1].feed.lose(Self.gone) }
    }
    let error = try #require(throws: PipelineError.self) { try result.get() }
    #expect(error.exitCode == 69)
    #expect("\(error)".contains("secondary (Right) is gone: /dev/video7 was disconnected"))
    #expect("\(error)".contains("--on-camera-lost stop"))
    #expect(events.contains { $0.contains(" safe in ") })
    #expect(!events.contains { $0.contains("continuing") || $0.contains("is gone") }, "\(events)")
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test("with continue, it goes on, and a camera that comes back in another size is scaled and told of")
  func comesBack() throws {
    let folder = try TestFolder()
    let other = Frames(slots: try TestSlot.read("synth:city?w=128&h=128", frames: 1))
    let (result, events) = try run({
      $0.folder = folder.file("r")
      $0.frames = 60
    }) { scene in
      scene.send(0)
      let right = scene.cameras[1].feed
      switch scene.phase {
      case 0:
        scene.send(1)
        if scene.round >= 10 {
          right.lose(Self.gone)
          scene.phase = 1
        }
      case 1:
        // Only when the loss was seen.
        guard scene.hasSaid("is gone") else { return }
        right.comeBack(other.slots[0].format)
        scene.phase = 2
      default: right.publish(other.slots[0], at: scene.time)
      }
    }
    let summary = try result.get()
    #expect(summary.progress.written == 60)
    #expect(
      events.contains {
        $0 == "secondary (Right) is gone: /dev/video7 was disconnected; plug it in again;"
          + " continuing without it until it is back"
      })
    #expect(
      events.contains {
        $0.hasPrefix("secondary (Right) is back as /dev/video9 with mjpeg 128x128")
          && $0.contains("instead of mjpeg 96x64")
      })
    let lines = try folder.text("r/frames.jsonl").split(separator: "\n")
    #expect(lines.contains { $0.contains("\"state\":\"lost\"") && !$0.contains("\"reconnects\"") })
    let last = try #require(lines.last)
    #expect(
      last.contains("\"format\":\"mjpeg\",\"width\":128,\"height\":128") && last.contains("\"reconnects\":1"))
    #expect(try folder.text("r/session.json").contains("\"reconnects\" : 1"))
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test("alone, a camera is waited for")
  func alone() throws {
    let (result, events) = try run({ $0.frames = 30 }, cameras: 1) { scene in
      if scene.phase == 0, scene.round > 8 {
        scene.cameras[0].feed.lose(Self.gone)
        scene.phase = 1
      }
      if scene.phase == 1, scene.hasSaid("waiting for it") { scene.phase = 2 }
      if scene.phase != 1 { scene.send(0) }
    }
    _ = try result.get()
    #expect(events.contains { $0.contains("primary (Left) is gone") && $0.hasSuffix("waiting for it") })
    #expect(events.contains { $0.hasPrefix("primary (Left) is back as /dev/video9 with mjpeg 160x96") })
  }

  @Test("a camera that falls silent is told of, with what was done about it, and when it sends again")
  func silent() throws {
    let (result, events) = try run({ $0.frames = 40 }) { scene in
      scene.send(0)
      if scene.phase == 0, scene.round > 8 {
        scene.cameras[1].feed.meet(FeedIncident(remedy: .restarted, seconds: 2))
        scene.cameras[1].feed.meet(FeedIncident(remedy: .openedAgain, seconds: 7.04))
        scene.phase = 1
      }
      if scene.phase == 1, scene.hasSaid("reopened") { scene.phase = 2 }
      if scene.phase != 1 { scene.send(1) }
    }
    _ = try result.get()
    let told = events.filter { $0.hasPrefix("secondary (Right)") }
    #expect(told.count == 3, "\(told)")
    #expect(told[0] == "secondary (Right) went silent: no frame for 2.0 s; its stream was restarted")
    #expect(told[1] == "secondary (Right) is still silent: no frame for 7.0 s; it was reopened")
    #expect(told[2].hasPrefix("secondary (Right) is back as /dev/video9 with mjpeg 96x64"))
  }

  @Test(
    "whatever cameras do, in whatever order, what is recorded is whole and each lost frame is counted once")
  func stories() throws {
    let count = Campaign.count(12)
    for done in 1...count {
      try story(seed: Campaign.seed &+ UInt64(done))
      Campaign.tell("stories", done, of: count)
    }
  }

  private enum Habit: CaseIterable {
    case sends, stalls, isLost, comesBack, grows
  }

  private func story(seed: UInt64) throws {
    var random = Seeded(seed)
    let folder = try TestFolder()
    let cameras = Int.random(in: 1...3, using: &random)
    let other = Frames(slots: try TestSlot.read("synth:chart?w=128&h=128", frames: 1))
    // Every so many rounds each sends a frame; some are never seen.
    let paces = (0..<cameras).map { _ in Int.random(in: 1...4, using: &random) }
    var habits = [Habit](repeating: .sends, count: cameras)
    let frames = Int.random(in: 10...70, using: &random)
    let story = "seed \(seed), \(cameras) cameras, \(frames) pictures"
    var choices = Seeded(seed &+ 1)
    let (result, events) = try run(
      { settings in
        (settings.folder, settings.frames) = (folder.file("r"), frames)
        settings.wait = [.due, .leader, .all(nil)].randomElement(using: &random) ?? .due
        settings.stage.keptSources = [nil, .beside, .inside].randomElement(using: &random) ?? nil
        if Bool.random(using: &random) { settings.segment = .bytes(40_000) }
      }, cameras: cameras
    ) { scene in
      for index in 0..<cameras {
        if Int.random(in: 0..<20, using: &choices) == 0 {
          habits[index] = Habit.allCases.randomElement(using: &choices) ?? .sends
          // One at least keeps a job going.
          if !habits.contains(where: { $0 != .stalls && $0 != .isLost }) { habits[index] = .comesBack }
        }
        let feed = scene.cameras[index].feed
        switch habits[index] {
        case .sends where scene.round % paces[index] == 0: scene.send(index)
        case .isLost where feed.status != .lost: feed.lose(Self.gone)
        case .comesBack:
          feed.comeBack(scene.cameras[index].frames.slots[0].format)
          habits[index] = .sends
        case .grows:
          feed.comeBack(other.slots[0].format)
          feed.publish(other.slots[0], at: scene.time)
        default: break
        }
      }
    }
    let summary = try result.get()
    #expect(summary.progress.written == frames, "\(story): \(events)")
    let segments = try folder.names("r").filter { $0.allSatisfy(\.isNumber) }
    var lost = [Int](repeating: 0, count: cameras)
    for part in segments.isEmpty ? ["r"] : segments.map({ "r/\($0)" }) {
      let report = try RecordingVerifier(folder.file(part)).run { _, _ in }
      #expect(report.problems == [], "\(story)")
      for line in try folder.lines(part) {
        for index in 0..<cameras { lost[index] += line.cameras[index].gap ?? 0 }
      }
    }
    for (index, camera) in summary.progress.cameras.enumerated() {
      // Those of pictures that the disk was too slow for are in no line.
      #expect(camera.drops >= lost[index], "\(story)")
      if segments.isEmpty {
        let session = try folder.session("r")
        let told = ((session.previous ?? []).map(\.totals) + [session.totals])
          .compactMap { $0?.dropped[camera.id] }.reduce(0, +)
        #expect(told == camera.drops, "\(story)")
      }
    }
  }

  @Test(
    "a camera that never sends a frame is an error where all have to come, else it is told of",
    arguments: [0, 1, 2])
  func neverCame(kind: Int) throws {
    let (result, events) = try run({
      $0.frames = 20
      if kind == 1 { $0.isStrict = true }
      if kind == 2 { $0.onCameraLost = .stop }
      if kind > 0 { $0.firstFrameTimeout = .seconds(1) }
    }) { $0.send(0) }
    if kind == 0 {
      _ = try result.get()
      #expect(
        events.contains {
          $0 == "secondary (Right) has sent no frame; continuing without it until it is back"
        })
      return
    }
    let error = try #require(throws: PipelineError.self) { try result.get() }
    #expect(error.exitCode == 69 && "\(error)".contains("secondary (Right) has sent no frame in 1 s"))
  }

  @Test("every frame between the first picture and the last is in a line, or counted as dropped")
  func accounted() throws {
    let folder = try TestFolder()
    // Faster than anything can follow: most frames give way to newer ones.
    let settings = try JobSettings.test(
      .live, ["synth:grey?w=640&h=480&fps=240"], folder: folder.file("r"), frames: 40)
    let summary = try CameraJob(settings, stop: StopFlag()) { _ in }.run()
    let lines = try folder.lines("r")
    let numbers = lines.compactMap(\.cameras.first?.sequence)
    let session = try folder.session("r")
    let totals = try #require(session.totals)
    let lost = (totals.dropped["primary"] ?? 0) + (totals.dropped["writer"] ?? 0)
    #expect(numbers.count == 40)
    #expect(try #require(numbers.last) - numbers[0] + 1 == 40 + lost)
    // One account: the lines', the description's, the summary's.
    #expect(lines.reduce(0) { $0 + ($1.cameras[0].gap ?? 0) } == totals.dropped["primary"])
    #expect(summary.progress.cameras[0].drops == totals.dropped["primary"])
    var unwritten = 0
    for (line, before) in zip(lines.dropFirst(), lines) {
      let (now, last) = (try #require(line.cameras[0].sequence), try #require(before.cameras[0].sequence))
      unwritten += now - last - 1 - (try #require(line.cameras[0].gap))
    }
    #expect(unwritten == totals.dropped["writer"] ?? 0)
  }

  @Test("a segment's account is that of its own lines", arguments: [JobSettings.Pace.exact, .live])
  func segments(pace: JobSettings.Pace) throws {
    let folder = try TestFolder()
    // Two of three secondary frames are passed over in an exact job; live, most of the primary's give way to newer ones.
    let rates = pace == .exact ? ["fps=10", "fps=30"] : ["fps=240"]
    var settings = try JobSettings.test(
      pace, rates.map { "synth:grey?w=320&h=240&\($0)" }, folder: folder.file("r"), frames: 12)
    settings.segment = .bytes(1)
    _ = try CameraJob(settings, stop: StopFlag()) { _ in }.run()
    let segments = try folder.names("r").filter { $0.allSatisfy(\.isNumber) }
    #expect(segments.count == 12)
    var lost = 0
    for (index, segment) in segments.enumerated() {
      let lines = try folder.lines("r/\(segment)")
      let session = try folder.session("r/\(segment)")
      let totals = try #require(session.totals)
      #expect(totals.frames == lines.count)
      let mcus = try #require(totals.mcus)
      #expect(mcus.copied + mcus.recoded + mcus.redrawn + mcus.coded + mcus.kept > 0)
      for (kind, count) in [
        ("copied", mcus.copied), ("redrawn", mcus.redrawn), ("coded", mcus.coded), ("kept", mcus.kept),
      ] {
        #expect(lines.reduce(0) { $0 + ($1.mcus?[kind] ?? 0) } == count, "\(segment): \(kind)")
      }
      for (place, id) in ["primary", "secondary"].prefix(rates.count).enumerated() {
        let gaps = lines.reduce(0) { $0 + ($1.cameras[place].gap ?? 0) }
        lost += gaps
        let dropped = totals.dropped[id] ?? 0
        // The last one goes up to the end, beyond its last line.
        if index == segments.count - 1 {
          #expect(dropped >= gaps, "\(segment) \(id)")
        } else {
          #expect(dropped == gaps, "\(segment) \(id)")
        }
      }
    }
    if pace == .exact { #expect(lost > 12) }
  }

  @Test("without USB bandwidth for the second, the first goes on, and both buses are named; strict, it ends")
  func bandwidth() throws {
    let error = CaptureError.bandwidth(
      path: "/dev/video2", bus: "usb-Right", smaller: ["mjpeg 640x480 at 30 fps"])
    let (result, events) = try run({ $0.frames = 10 }, startError: error) { $0.send(0) }
    _ = try result.get()
    let text = try #require(events.first { $0.contains("bandwidth") })
    #expect(text.contains("usb-Right") && text.contains("continuing with Left on usb-Left"))
    #expect(text.contains("mjpeg 640x480 at 30 fps") && text.contains("the disk isn't full"))
    let strict = try run({ $0.isStrict = true }, startError: error) { _ in }
    guard case .failure(.capture(let reason)) = strict.result else {
      Issue.record("\(strict.result)")
      return
    }
    #expect(reason == error && reason.exitCode == 69)
  }
}
