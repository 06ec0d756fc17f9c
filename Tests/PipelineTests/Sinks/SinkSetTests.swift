import CaptureKit
import Foundation
import Glibc
import HostResources
import PixelTypes
import Synchronization
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

/// A sink that tells of each picture, and waits or fails where a test wants it to.
private final class TellingSink: SinkWriter, @unchecked Sendable {
  // SAFETY: the sink's thread writes behind the mutex, tests read there.
  let came = DispatchSemaphore(value: 0)
  let gate = DispatchSemaphore(value: 0)
  private let isGated: Bool
  private let last: Int
  private let seen = Mutex<[(number: Int64, frame: ObjectIdentifier, gap: Int)]>([])

  /// - Parameter last: how many pictures it takes before its reader goes.
  init(isGated: Bool = false, last: Int = .max) {
    self.isGated = isGated
    self.last = last
  }

  var numbers: [Int64] { seen.withLock { $0.map(\.number) } }
  var frames: [ObjectIdentifier] { seen.withLock { $0.map(\.frame) } }
  var gaps: [Int] { seen.withLock { $0.map(\.gap) } }

  func write(_ issue: Recordings.Issue) throws(FileError) -> Int64? {
    came.signal()
    if isGated { gate.wait() }
    if numbers.count == last { throw .io(path: "its pipe", reason: "its reader has gone") }
    seen.withLock {
      $0.append((issue.picture.captured ?? -1, ObjectIdentifier(issue.picture), issue.news.gaps[0]))
    }
    return 0
  }
}

/// A virtual camera that has no room, or goes away.
private final class StubbornNode: VideoOutputNode {
  let wanted: VideoOutputSpecification.Format? = .mjpeg
  let bytesPerRow = 0
  let frameBytes = 1 << 20
  private let outcome: VideoOutput.Outcome

  init(_ outcome: VideoOutput.Outcome) { self.outcome = outcome }

  func write(_ bytes: Span<UInt8>) -> VideoOutput.Outcome { outcome }
}

@Suite("Sinks stand alone", .timeLimit(.minutes(5)))
struct SinkSetTests {
  /// Sinks of names and kinds, in this order.
  private func sinks(
    _ pace: JobSettings.Pace, stop: StopFlag = StopFlag(),
    _ all: (SinkPolicy, String, TellingSink)...
  ) throws -> SinkSet {
    let sinks = try SinkSet(pace: pace, stop: stop, capacity: 64)
    for (kind, name, sink) in all { try sinks.add(kind, name: name, sink) }
    return sinks
  }

  private func hand(_ number: Int, to sinks: SinkSet, isRecorded: Bool = true) throws -> SinkSet.Outcome {
    let frame = try #require(sinks.next())
    frame.captured = Int64(number)
    frame.fate.isRecorded = isRecorded
    frame.byteCount = 10
    return sinks.hand(recorded: Issue(frame), watched: Issue(frame))
  }

  private func expectEnd(of sinks: SinkSet) throws {
    sinks.close()
    #expect(try sinks.join(folder: nil) == [])
  }

  @Test("a sink that takes nothing holds up no other, gets the newest in the end, and is named")
  func paused() throws {
    let (stuck, recording, quick) = (TellingSink(isGated: true), TellingSink(), TellingSink())
    let sinks = try sinks(
      .live, (.live, "the stuck one", stuck), (.recording, "recording", recording),
      (.live, "the quick one", quick))
    for number in 0..<200 {
      #expect(try hand(number, to: sinks).isTaken)
      if number == 0 { stuck.came.wait() }
      recording.came.wait()
      quick.came.wait()
    }
    #expect(sinks.writerDrops == 0 && sinks.published == 200 && sinks.failure == nil)
    let news = sinks.news(at: 0, folder: nil)
    #expect(
      news.count == 1 && news[0].text.hasPrefix("the stuck one ") && news[0].text.contains("197 of 200"))
    #expect(sinks.news(at: 1, folder: nil).isEmpty)
    for _ in 0..<3 { stuck.gate.signal() }
    try expectEnd(of: sinks)
    #expect(recording.numbers == Array(0..<200) && quick.numbers == Array(0..<200))
    #expect(stuck.numbers == [0, 198, 199])
    #expect(sinks.reports.map(\.taken) == [3, 200, 200] && sinks.reports.map(\.leftOut) == [197, 0, 0])
    // All read the same memory.
    #expect(recording.frames == quick.frames && stuck.frames.last == quick.frames.last)
  }

  @Test(
    "sinks that come and go get the pictures between, write what waits, are told of once, and leave no memory behind"
  )
  func comeAndGo() throws {
    let first = TellingSink()
    let sinks = try sinks(.live, (.live, "first", first))
    var number = 0
    var most = 0
    for round in 0..<20 {
      let guest = TellingSink(isGated: round % 2 == 0)
      let destination = SinkDestination.latest("/guest\(round)")
      try sinks.add(destination.policy, name: destination.name, guest)
      let begins = number
      for _ in 0..<2 {
        _ = try hand(number, to: sinks)
        first.came.wait()
        guest.came.wait()
        if round % 2 == 0 { guest.gate.signal() }
        number += 1
      }
      // Two more wait in a gated one.
      for _ in 0..<(round % 2 == 0 ? 2 : 0) {
        _ = try hand(number, to: sinks)
        first.came.wait()
        number += 1
      }
      let ends = number
      sinks.remove(destination)
      _ = try hand(number, to: sinks)
      first.came.wait()
      number += 1
      if round % 2 == 0 {
        #expect(sinks.isLeaving(destination))
        for _ in 0..<2 { guest.gate.signal() }
      }
      var told: [String] = []
      waitOrFail(for: "the guest's end") {
        told += sinks.news(at: 0, folder: nil).map(\.text)
        return !told.isEmpty
      }
      #expect(told == ["/guest\(round): closed after \((ends - begins)) pictures"])
      #expect(guest.numbers == (begins..<ends).map(Int64.init) && !sinks.isLeaving(destination))
      #expect(sinks.news(at: 0, folder: nil).isEmpty && sinks.reports.map(\.name) == ["first"])
      if round == 1 { most = sinks.pictures.count }
      if round > 1 { #expect(sinks.pictures.count == most) }
    }
    try expectEnd(of: sinks)
    #expect(first.numbers == (0..<number).map(Int64.init) && sinks.failure == nil)
  }

  @Test("a recording that is behind keeps the old pictures and counts the new; who watches sees all")
  func slowDisk() throws {
    let (disk, viewer) = (TellingSink(isGated: true), TellingSink())
    let sinks = try sinks(.live, (.live, "viewer", viewer), (.recording, "recording", disk))
    for number in 0..<50 {
      let outcome = try hand(number, to: sinks)
      if number == 0 { disk.came.wait() }
      viewer.came.wait()
      #expect(outcome.isTaken == (number < 31))
    }
    #expect(sinks.published == 31 && sinks.writerDrops == 19)
    let news = sinks.news(at: 0, folder: "/r").first
    #expect(news?.text.contains("/r is slower than the cameras: 19") ?? false)
    for _ in 0..<31 { disk.gate.signal() }
    try expectEnd(of: sinks)
    #expect(disk.numbers == Array(0..<31) && viewer.numbers == Array(0..<50))
  }

  @Test("a reader that leaves ends its sink and is told; without a recording the last one ends all")
  func vanished() throws {
    for hasRecording in [true, false] {
      let (first, second, recording) = (TellingSink(last: 3), TellingSink(last: 6), TellingSink())
      let sinks = try sinks(.exact, (.live, "first", first), (.live, "second", second))
      if hasRecording { try sinks.add(.recording, name: "recording", recording) }
      var said: [String] = []
      var handed = 0
      while handed < 40, sinks.failure == nil {
        _ = try hand(handed, to: sinks)
        handed += 1
        // What ends does so with the picture after its last, on its thread.
        if handed <= 4 { first.came.wait() }
        if handed <= 7 { second.came.wait() }
        if handed == 4 || handed == 7 {
          try wait(for: "the reader's end") { sinks.reports[handed == 4 ? 0 : 1].problem != nil }
        }
        said += sinks.news(at: 0, folder: nil).map(\.text)
      }
      try expectEnd(of: sinks)
      #expect(first.numbers == [0, 1, 2] && second.numbers == Array(0..<6))
      if hasRecording {
        #expect(recording.numbers == Array(0..<40) && sinks.failure == nil)
        #expect(
          said.count == 2 && said.allSatisfy { $0.contains("its reader has gone; continuing without it") })
      } else {
        #expect(handed == 7 && sinks.failure?.exitCode == 74 && said.count == 1)
      }
      for report in sinks.reports where !report.isRecording {
        #expect(report.problem != nil && report.taken + report.leftOut == handed)
      }
    }
  }

  @Test(
    "a virtual camera that has no room, or is gone, costs the recording nothing and is counted",
    arguments: [VideoOutput.Outcome.busy, .failed(code: 19)])
  func virtualCamera(outcome: VideoOutput.Outcome) throws {
    let (recording, notices) = (TellingSink(), Inbox<SinkNotice>())
    let sinks = try sinks(.live)
    try sinks.add(
      .live, name: "v4l2:/dev/video9",
      try VideoOutputSink(
        try VideoOutputSpecification(parsing: "v4l2:/dev/video9?format=mjpeg"),
        size: PixelSize(clampingWidth: 48, height: 32), subsampling: .yuv422, notices: notices,
        open: { () throws(CaptureError) in StubbornNode(outcome) }))
    try sinks.add(.recording, name: "recording", recording)
    for number in 0..<60 {
      #expect(try hand(number, to: sinks).isTaken)
      recording.came.wait()
    }
    try expectEnd(of: sinks)
    #expect(recording.numbers == Array(0..<60) && sinks.failure == nil)
    #expect(sinks.reports[0].taken == 0 && sinks.reports[0].leftOut == 60)
    #expect(notices.take().count == (outcome == .busy ? 0 : 1))
  }

  @Test("a picture is used again only when no sink has it, and one is always free")
  func memory() throws {
    let (slow, recording) = (TellingSink(isGated: true), TellingSink(isGated: true))
    let sinks = try sinks(.live, (.live, "slow", slow), (.recording, "recording", recording))
    for number in 0..<100 {
      _ = try hand(number, to: sinks)
      if number == 0 { for sink in [slow, recording] { sink.came.wait() } }
    }
    for _ in 0..<40 { for sink in [slow, recording] { sink.gate.signal() } }
    try expectEnd(of: sinks)
    // Each has what was handed over, in order: nothing was written over while it waited.
    #expect(recording.numbers == Array(0..<31))
    #expect(slow.numbers == [0, 98, 99])
  }

  @Test("at the end a reader that hangs is named and left, and a disk that hangs is an error")
  func hanging() throws {
    for kind in [SinkPolicy.live, .recording] {
      let stuck = TellingSink(isGated: true)
      let sinks = try sinks(.live, (kind, "stuck", stuck))
      sinks.patience = .milliseconds(1)
      _ = try hand(0, to: sinks)
      stuck.came.wait()
      sinks.close()
      if kind == .live {
        #expect(try sinks.join(folder: nil) == ["stuck accepts no more data; ending without it"])
      } else {
        #expect(throws: FileError.self) { try sinks.join(folder: "out") }
      }
      stuck.gate.signal()
    }
  }

  @Test("an exact job waits for its disk until it is stopped; then it goes without, and says so")
  func hangingExact() throws {
    let (stuck, stop) = (TellingSink(isGated: true), StopFlag())
    let sinks = try sinks(.exact, stop: stop, (.recording, "stuck", stuck))
    sinks.patience = .milliseconds(1)
    for number in 0..<3 { #expect(try hand(number, to: sinks).isTaken) }
    stop.stop()
    #expect(try !hand(3, to: sinks).isTaken)
    #expect(sinks.published == 3 && sinks.writerDrops == 0)
    sinks.close()
    #expect(throws: FileError.self) { try sinks.join(folder: "out") }
    for _ in 0..<3 { stuck.gate.signal() }
  }

  @Test(
    "who keeps pictures gets the news since those kept, who watches since those shown, of the same picture")
  func news() throws {
    let (viewer, film, recording) = (TellingSink(), TellingSink(), TellingSink())
    let sinks = try sinks(
      .exact, (.live, "viewer", viewer), (.film, "film", film), (.recording, "recording", recording))
    let picture = try #require(sinks.next())
    var (kept, watched) = (Recordings.Issue(picture), Recordings.Issue(picture))
    (kept.news.gaps[0], watched.news.gaps[0]) = (5, 1)
    _ = sinks.hand(recorded: kept, watched: watched)
    // While a picture waits for a trigger, only those who watch have it.
    _ = sinks.hand(recorded: nil, watched: watched)
    try expectEnd(of: sinks)
    #expect(viewer.gaps == [1, 1] && film.gaps == [5] && recording.gaps == [5])
    #expect(picture.isFree)
  }

  @Test("without any sink pictures count all the same")
  func nobody() throws {
    var counted = 0
    let sinks = try SinkSet(pace: .live, capacity: 64) { _, _ in counted += 1 }
    for number in 0..<5 { #expect(try hand(number, to: sinks).isTaken) }
    #expect(sinks.published == 5 && sinks.written == (5, 50) && sinks.failure == nil)
    #expect(counted == 5)
  }

  @Test(
    "a reader that leaves stops no count: a limit of pictures is reached by those who stay, and nothing falls",
    arguments: [false, true]
  )
  func leavingReader(hasSecond: Bool) throws {
    let (first, second) = (TellingSink(last: 3), TellingSink(isGated: true))
    let sinks = try sinks(.live, (.stills, "stills", TellingSink()), (.live, "first", first))
    if hasSecond { try sinks.add(.live, name: "second", second) }
    var counts: [Int] = []
    for number in 0..<20 {
      _ = try hand(number, to: sinks, isRecorded: false)
      if number < 4 { first.came.wait() }
      if number == 3 { try wait(for: "the reader's end") { sinks.reports[1].problem != nil } }
      if hasSecond {
        second.gate.signal()
        second.came.wait()
      }
      counts.append(sinks.published)
    }
    #expect(counts == Array(1...20) && sinks.written == (20, 200) && sinks.failure == nil)
    try expectEnd(of: sinks)
    #expect(sinks.reports[1].taken == 3 && sinks.reports[1].leftOut == 17)
  }
}

@Suite("Readers that stop or leave", .timeLimit(.minutes(5)))
struct ReaderTests {
  /// A pipe's ends: where it is read, and where it is written.
  private func makePipe() throws -> (out: Int32, in: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  enum Reader: CaseIterable { case pausedStream, goneStream, pausedLines, goneLines, goneFolder }

  @Test("a recording has all of its pictures, whatever its readers do", arguments: Reader.allCases)
  func recording(reader: Reader) throws {
    let folder = try TestFolder()
    // Where something has to happen meanwhile, until it did.
    var settings = try JobSettings.test(
      .live, ["synth:walker?w=96&h=64&fps=60"], folder: folder.file("r"),
      frames: reader == .goneFolder ? nil : 60)
    let ends = try makePipe()
    defer { close(ends.in) }
    settings.standardOutput = ends.in
    switch reader {
    case .pausedStream, .goneStream: settings.sinks = [.stream]
    case .pausedLines, .goneLines: settings.sinks = [.lines]
    case .goneFolder:
      try folder.make("web")
      settings.sinks = [.latest(folder.file("web/now.jpg"))]
    }
    let isGone = reader == .goneStream || reader == .goneLines
    if isGone { close(ends.out) }
    let path = folder.path
    if reader == .goneFolder {
      Thread.detachNewThread {
        waitOrFail(for: "the first picture") { FileManager.default.fileExists(atPath: path + "/web/now.jpg") }
        _ = unsafe rename(path + "/web", path + "/gone")
      }
    }
    let said = Mutex<[String]>([])
    let stop = StopFlag()
    let summary = try CameraJob(settings, stop: stop) { event in
      guard case .warning(let text) = event else { return }
      said.withLock { $0.append(text) }
      if text.hasSuffix("continuing without it"), reader == .goneFolder { stop.stop() }
    }.run()
    if !isGone { close(ends.out) }
    if settings.frames != nil { #expect(summary.progress.written == 60) }
    let report = try RecordingVerifier(folder.file("r")).run()
    #expect(report.problems == [] && report.frames == summary.progress.written)
    let sink = try #require(summary.progress.sinks.first { !$0.isRecording })
    let texts = said.withLock { $0 }
    switch reader {
    case .goneStream, .goneLines:
      #expect(sink.taken == 0 && sink.problem != nil)
      #expect(texts.contains("standard output: its reader has gone; continuing without it"), "\(texts)")
    case .goneFolder:
      #expect(
        sink.problem != nil
          && texts.contains { $0.contains("now.jpg") && $0.hasSuffix("continuing without it") })
    case .pausedStream, .pausedLines:
      // What a pipe holds, 64 KB, and no more than is handed on.
      #expect(sink.taken + sink.leftOut <= 60)
    }
    let session = try #require(try SessionFile.read(FolderHandle(folder.file("r"))))
    let account = try #require(session.totals?.sinks?.first)
    #expect(account == .init(name: sink.name, taken: sink.taken, leftOut: sink.leftOut))
  }

  /// Why a film ends early.
  enum FilmEnd: CaseIterable { case neverBegan, removed }

  @Test(
    "a film that isn't whole is a problem of the job, whose recording goes on", arguments: FilmEnd.allCases,
    [.mkv, .ros2] as [FilmFormat])
  func film(end: FilmEnd, format: FilmFormat) throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(
      .live, ["synth:walker?w=96&h=64&fps=60"], folder: folder.file("r"))
    settings.duration = .seconds(240)
    // A file system takes names of 255 bytes.
    let film = folder.file((end == .removed ? "film" : String(repeating: "x", count: 300)) + ".film")
    settings.sinks = [.film(film, format)]
    if end == .removed {
      Thread.detachNewThread {
        waitOrFail(for: "the film") { FileManager.default.fileExists(atPath: film) }
        _ = unsafe unlink(film)
      }
    }
    let stop = StopFlag()
    let summary = try CameraJob(settings, stop: stop) { event in
      if case .warning(let text) = event, text.hasSuffix("continuing without it") { stop.stop() }
    }.run()
    #expect(summary.problem?.exitCode == (end == .removed ? 74 : 73))
    #expect(summary.problem.map { "\($0)".contains(end == .removed ? "was removed" : "too long") } == true)
    let report = try RecordingVerifier(folder.file("r")).run()
    #expect(report.problems == [] && report.frames == summary.progress.written)
  }

  @Test(
    "an MCAP file grows with a job, with its pictures and the frames that it keeps",
    arguments: [.mcap, .ros2] as [FilmFormat])
  func messages(format: FilmFormat) throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(
      .live, ["synth:walker?w=96&h=64&fps=60"], folder: folder.file("r"), frames: 10)
    settings.stage.keptSources = .beside
    settings.sinks = [.film(folder.file("a.mcap"), format)]
    _ = try CameraJob(settings, stop: StopFlag()) { _ in }.run()
    let written = Data(try folder.bytes("a.mcap"))
    for index in 0..<10 {
      for name in ["r/00000\(index).jpg", "r/sources/00000\(index).primary.jpg"] {
        #expect(written.range(of: Data(try folder.bytes(name))) != nil, "\(name)")
      }
    }
  }

  @Test("a live view goes on while one of its sinks does, and ends with the last")
  func view() throws {
    for isAlone in [true, false] {
      let folder = try TestFolder()
      var settings = try JobSettings.test(.live, ["synth:walker?w=96&h=64&fps=60"], frames: 30)
      settings.sinks = isAlone ? [.lines] : [.lines, .latest(folder.file("now.jpg"))]
      let ends = try makePipe()
      close(ends.out)
      defer { close(ends.in) }
      settings.standardOutput = ends.in
      do throws(PipelineError) {
        let summary = try CameraJob(settings, stop: StopFlag()) { _ in }.run()
        #expect(!isAlone && summary.progress.written == 30)
      } catch {
        #expect(isAlone && error.exitCode == 74)
      }
    }
  }
}
