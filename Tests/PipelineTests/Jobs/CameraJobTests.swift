import CaptureKit
import Compositor
import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import Synchronization
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("Jobs from sources to sinks")
struct CameraJobTests {
  @discardableResult
  private func run(
    _ settings: JobSettings, stop: StopFlag = StopFlag(), _ events: @escaping (JobEvent) -> Void = { _ in }
  ) throws -> JobSummary {
    try CameraJob(settings, stop: stop, events: events).run()
  }

  private func verify(_ folder: String) throws -> VerificationReport {
    try RecordingVerifier(folder).run { _, _ in }
  }

  /// A Motion JPEG file of a scene, with frames changed on the way.
  private func film(
    _ source: String, frames: Int, to path: String, change: (Int, [UInt8]) -> [UInt8] = { $1 }
  ) throws {
    var bytes: [UInt8] = []
    for (index, slot) in try TestSlot.read(source, frames: frames).enumerated() {
      bytes += change(index, TestSlot.bytes(slot))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test("an exact job twice gives the same files, byte for byte")
  func exactTwice() throws {
    let folder = try TestFolder()
    for name in ["a", "b"] {
      let summary = try run(try JobSettings.test(.exact, folder: folder.file(name), frames: 12))
      #expect(summary.progress.written == 12)
    }
    let names = try folder.names("a")
    #expect(names.count == 14)
    #expect(names.contains("frames.jsonl") && names.contains("session.json") && names.contains("000011.jpg"))
    for name in names { #expect(try folder.bytes("a/\(name)") == folder.bytes("b/\(name)"), "\(name)") }
    #expect(try verify(folder.file("a")).problems == [])
  }

  @Test(
    "however two cameras are turned and cut, and wherever they stand, every frame of both is shown",
    arguments: Share.of(
      [LayoutMode.sideBySide, .pip, .stacked].flatMap { mode in ["mjpeg", "yuyv"].map { (mode, $0) } },
      oneIn: 3))
  func turned(mode: LayoutMode, format: String) throws {
    var random = Seeded(7)
    for quarters in 0..<4 {
      let folder = try TestFolder()
      var settings = try JobSettings.test(
        .exact, ["synth:walker?w=320&h=240&format=\(format)", "synth:chart?w=200&h=168&format=\(format)"],
        folder: folder.path, frames: 2)
      settings.stage.layout.mode = mode
      for index in 0..<2 {
        // The second is turned otherwise than the first, and cut in three of four rounds.
        let crop = PixelRect(
          x: .random(in: 0..<60, using: &random), y: .random(in: 0..<60, using: &random),
          width: .random(in: 80...140, using: &random), height: .random(in: 80...140, using: &random))
        settings.sources[index].turn = FrameTurn(
          turn: PictureTurn(quarters: quarters + index, isMirrored: Bool.random(using: &random)),
          crop: index == 0 || quarters > 0 ? crop : nil)
      }
      let summary = try run(settings)
      #expect(summary.progress.written == 2, "\(settings.sources)")
      #expect(summary.progress.cameras.allSatisfy { $0.frames.spoiled == 0 }, "\(settings.sources)")
      for line in try folder.lines() {
        #expect(line.cameras.count == 2 && line.cameras.allSatisfy { $0.flags == [] && $0.state == "live" })
      }
      #expect(try verify(folder.path).problems == [])
    }
  }

  @Test(
    "a crop that leaves nothing, or too little, is an error before the first picture",
    arguments: [
      (160, 0, "the crop 40x40+160+0 lies outside the frames, which are 160x96", 64),
      (0, 88, "sides must be", 65),
    ] as [(Int, Int, String, Int32)])
  func cropped(x: Int, y: Int, says: String, exitCode: Int32) throws {
    var settings = try JobSettings.test(.live, ["synth:walker?w=160&h=96"], frames: 2)
    settings.sources[0].turn = FrameTurn(crop: PixelRect(x: x, y: y, width: 40, height: 40))
    let error = #expect(throws: PipelineError.self) { try run(settings) }
    #expect(error?.exitCode == exitCode && "\(error, default: "")".contains(says))
  }

  @Test("a manifest's line says what was in the picture, and comes back from Foundation the same")
  func manifestLine() throws {
    let folder = try TestFolder()
    try run(try JobSettings.test(.exact, folder: folder.file("r"), frames: 3))
    let text = try folder.text("r/frames.jsonl")
    for (index, line) in text.split(separator: "\n").enumerated() {
      let decoded = try JSONDecoder().decode(PictureLine.self, from: Data(line.utf8))
      #expect(decoded.index == index)
      #expect(decoded.cameras.map(\.id) == ["primary", "secondary"])
      #expect(decoded.cameras.map(\.state) == ["live", "live"])
      #expect(decoded.cameras.map(\.sequence) == [index, index])
      #expect(decoded.cameras.map(\.clock) == ["media", "media"])
      #expect(decoded.hud.map(\.camera) == ["primary", "secondary"])
      #expect(decoded.hud[0].grid == "thirds")
      #expect(decoded.skewUs == 0)
      #expect(decoded.stagesMs == nil)
      let again = try JSONDecoder().decode(PictureLine.self, from: JSONEncoder().encode(decoded))
      #expect(again == decoded)
    }
  }

  @Test("a recording more than half of whose frames were spoiled is whole, and bad data")
  func mostlySpoiled() throws {
    let folder = try TestFolder()
    for (spoiled, isTold) in [(5, true), (4, false)] {
      let path = folder.file("clip\(spoiled).mjpeg")
      try film("synth:walker?w=160&h=96", frames: 9, to: path) { index, bytes in
        index > 0 && index <= spoiled ? Array(bytes.prefix(bytes.count / 2)) + [0xFF, 0xD9] : bytes
      }
      let summary = try run(
        try JobSettings.test(.exact, ["file:\(path)"], folder: folder.file("r\(spoiled)")))
      #expect(summary.progress.cameras[0].frames.spoiled == spoiled)
      #expect(summary.problem?.exitCode == (isTold ? 65 : nil))
      #expect(
        summary.problem.map { "\($0)".hasPrefix("\(path): 5 of 9 frames were damaged or unusable") }
          ?? !isTold)
      #expect(try verify(folder.file("r\(spoiled)")).problems == [])
    }
  }

  @Test(
    "a frame that lacks only its end marker counts as damaged in its line and in totals",
    arguments: [ComposerChoice.splice, .pixel])
  func withoutEnd(composer: ComposerChoice) throws {
    let folder = try TestFolder()
    let path = folder.file("clip.mjpeg")
    try film("synth:walker?w=160&h=96", frames: 6, to: path) { $0 == 3 ? $1.dropLast(2) : $1 }
    var settings = try JobSettings.test(.exact, ["file:\(path)"], folder: folder.file("r"))
    settings.skip = 1
    settings.stage.composer = composer
    #expect(try run(settings).progress.cameras[0].frames.damaged == 1)
    #expect(
      try folder.lines("r").map { $0.cameras[0].flags?.contains("damaged") } == [
        false, false, true, false, false,
      ])
    let session = try folder.text("r/session.json")
    #expect(session.contains(#""damaged" : 1"#) && session.contains(#""skip" : 1"#), "\(session)")
    #expect(try verify(folder.file("r")).problems == [])
  }

  @Test("a truncated and a garbage frame are counted, the others go on, and the recording stays good")
  func badFrames() throws {
    let folder = try TestFolder()
    let path = folder.file("clip.mjpeg")
    try film("synth:walker?w=160&h=96", frames: 9, to: path) { index, bytes in
      switch index {
      // Cut in the middle of its data; the end marker stays, as a camera's would.
      case 3: Array(bytes.prefix(bytes.count / 2)) + [0xFF, 0xD9]
      // Starts and ends like a JPEG, and is none.
      case 6: [0xFF, 0xD8] + [UInt8](repeating: 0x55, count: 500) + [0xFF, 0xD9]
      default: bytes
      }
    }
    let summary = try run(try JobSettings.test(.exact, ["file:\(path)"], folder: folder.file("r")))
    let camera = summary.progress.cameras[0]
    // One is drawn in part; the other is passed over by its reader, or can't be drawn.
    #expect(camera.frames.damaged == 1)
    #expect(summary.progress.written - camera.frames.unusable == 8)
    #expect(summary.progress.written >= 8)
    #expect(try verify(folder.file("r")).problems == [])
    let lines = try folder.lines("r")
    #expect(lines.count == summary.progress.written)
    #expect(lines[3].cameras[0].flags?.contains("damaged") == true)
    #expect(lines[2].cameras[0].flags == [])
    #expect(lines[lines.count - 1].cameras[0].flags == [])
    // No picture is dark: what can't be read leaves the one before.
    for line in lines {
      let picture = try decoded(folder.bytes("r/\(line.file)")).picture
      #expect(Plane.mean(picture.luma) > 40, "\(line.file)")
    }
  }

  @Test(
    "two threads, one of them ahead, make the same files byte for byte, whatever the cameras send",
    arguments: Share.of(
      zip([LayoutMode.sideBySide, .pip, .stacked], DamagePolicy.allCases).flatMap { way in
        [nil, "640x400"].map { (way, $0) }
      }, oneIn: 2))
  func ahead(way: (LayoutMode, DamagePolicy), canvas: String?) throws {
    let folder = try TestFolder()
    let other = TestSlot.bytes(try TestSlot.read("synth:chart?w=96&h=80", frames: 1)[0])
    for (name, source) in [
      ("a.mjpeg", "synth:coast?w=160&h=96&sway=3"), ("b.mjpeg", "synth:walker?w=96&h=64&fps=45"),
    ] {
      try film(source, frames: 12, to: folder.file(name)) { index, bytes in
        switch index {
        case 2, 5: Array(bytes.prefix(bytes.count * 2 / 3)) + [0xFF, 0xD9]
        case 7: bytes.enumerated().map { $0 == bytes.count / 2 ? 0x55 : $1 }
        case 9: other
        default: bytes
        }
      }
    }
    for threads in [StageThreads.one, .two] {
      let prepared = Mutex(0)
      var settings = try JobSettings.test(
        .exact, ["file:\(folder.file("a.mjpeg"))?fps=30", "file:\(folder.file("b.mjpeg"))?fps=45"],
        folder: folder.file(threads.rawValue))
      settings.stage.layout.canvas = canvas.flatMap { PixelSize(parsing: $0) }
      (settings.stage.layout.mode, settings.stage.damaged, settings.stage.threads) = (
        way.0, way.1, threads
      )
      settings.openFeed = { source, doorbell throws(CaptureError) in
        guard let reader = try? makeSourceReader(for: source.specification) else {
          throw .badSource(text: "\(source.specification)", reason: "it can't be read")
        }
        return ReaderFeed(
          reader: Witness(reader) { prepared.withLock { $0 += 1 } }, name: "film", pacing: .asFastAsPossible,
          slotCount: 4, doorbell: doorbell)
      }
      try run(settings)
      // A slot that comes back shows what was made of its frame.
      #expect(prepared.withLock { $0 > 0 } == (threads == .two))
    }
    let names = try folder.names("1")
    #expect(try names == folder.names("2") && names.count >= 10, "\(names)")
    for name in names {
      #expect(try folder.bytes("1/\(name)") == folder.bytes("2/\(name)"), "\(name)")
    }
  }

  @Test(
    "turned and cut frames make the same files on any number of threads",
    arguments: Share.of(
      [LayoutMode.sideBySide, .pip, .stacked].flatMap { mode in
        [ComposerChoice.auto, .pixel].map { (mode, $0) }
      }, oneIn: 3))
  func turnedSideBySide(mode: LayoutMode, composer: ComposerChoice) throws {
    let folder = try TestFolder()
    for threads in [StageThreads.one, .two, .three, .eight] {
      var settings = try JobSettings.test(
        .exact, ["synth:walker?w=640&h=480&noise=20", "synth:coast?w=480&h=360&noise=20"],
        folder: folder.file(threads.rawValue), frames: 3)
      settings.stage.layout.mode = mode
      (settings.stage.composer, settings.stage.threads) = (composer, threads)
      settings.sources[0].turn = FrameTurn(turn: PictureTurn(quarters: 1), crop: nil)
      settings.sources[1].turn = FrameTurn(
        turn: PictureTurn(quarters: 2, isMirrored: true),
        crop: PixelRect(x: 20, y: 10, width: 400, height: 300))
      try run(settings)
      for name in try folder.names("1") {
        #expect(
          try folder.bytes("\(threads.rawValue)/\(name)") == folder.bytes("1/\(name)"), "\(threads) \(name)")
      }
    }
  }

  @Test(
    "garbage in a film is counted wherever it is, and lines, description and summary have one account of it",
    arguments: [[3], [6, 7], [9], [9, 10, 11], [0, 4, 5, 11]], [1, 2])
  func account(garbage: [Int], cameras: Int) throws {
    let folder = try TestFolder()
    let frames = try TestSlot.read("synth:walker?w=160&h=96", frames: 12).map { TestSlot.bytes($0) }
    for (index, bytes) in frames.enumerated() {
      try folder.put(garbage.contains(index) ? Array("none".utf8) : bytes, "clip/\(100 + index).jpg")
    }
    // The second has twice as many frames: every other one is passed over.
    let sources = ["file:\(folder.file("clip"))", "synth:walker?w=96&h=64&fps=60"].prefix(cameras)
    let summary = try run(try JobSettings.test(.exact, Array(sources), folder: folder.file("r")))
    let session = try #require(try SessionFile.read(FolderHandle(folder.file("r"))))
    let totals = try #require(session.totals)
    let lines = try folder.lines("r")
    #expect(lines.count == 12 - garbage.count && summary.progress.written == lines.count)
    #expect(summary.progress.cameras[0].drops == garbage.count)
    for (index, camera) in summary.progress.cameras.enumerated() {
      #expect(totals.dropped[camera.id] == camera.drops, "\(camera.id)")
      // Those after the last line are in no line.
      let after = index == 0 ? (0..<12).reversed().prefix { garbage.contains($0) }.count : 0
      #expect(lines.reduce(0) { $0 + ($1.cameras[index].gap ?? 0) } + after == camera.drops, "\(camera.id)")
    }
    let spoiled = summary.progress.cameras.map { $0.frames.damaged + $0.frames.unusable }
    #expect(totals.damaged == spoiled.reduce(0, +))
    #expect(totals.frames == lines.count && totals.dropped["writer"] == nil)
  }

  @Test("a live job begins with a film's first frame, however long it takes to set up")
  func filmFromItsBeginning() throws {
    let folder = try TestFolder()
    for (name, source) in [("a.mjpeg", "synth:coast?w=160&h=96"), ("b.mjpeg", "synth:walker?w=96&h=64")] {
      try film(source, frames: 4, to: folder.file(name))
    }
    let sources = ["a", "b"].map { "file:\(folder.file("\($0).mjpeg"))?fps=100" }
    let summary = try run(try JobSettings.test(.live, sources, folder: folder.file("r")))
    let first = try #require(try folder.lines("r").first)
    #expect(first.cameras.map(\.sequence) == [0, 0] && first.cameras.map(\.gap) == [0, 0])
    #expect(summary.progress.written >= 1)
  }

  @Test("when the secondary's file ends the picture goes on without it")
  func secondaryEnds() throws {
    let folder = try TestFolder()
    let summary = try run(
      try JobSettings.test(
        .exact, ["synth:coast?w=160&h=96&roll=3", "synth:walker?w=96&h=64&frames=3"],
        folder: folder.file("r"), frames: 9))
    #expect(summary.progress.written == 9)
    let lines = try folder.lines("r")
    #expect(lines.map { $0.cameras[0].state } == Array(repeating: "live", count: 9))
    #expect(
      lines.map { $0.cameras[1].state } == Array(repeating: "live", count: 3)
        + Array(repeating: "lost", count: 6))
    #expect(try verify(folder.file("r")).problems == [])
  }

  @Test("a live job makes the pictures that were asked for, and the newest is always a whole one")
  func live() throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(.live, folder: folder.file("r"), frames: 20)
    settings.sinks = [.latest(folder.file("now.jpg"))]
    // Looks at the newest picture again and again while the job replaces it.
    let path = folder.file("now.jpg")
    let isOver = Mutex(false)
    let seen = Mutex((whole: 0, broken: 0))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var isLast = false
      while !isLast {
        isLast = isOver.withLock { $0 }
        guard let data = FileManager.default.contents(atPath: path) else { continue }
        let isWhole =
          data.count > 4 && data.prefix(2) == Data([0xFF, 0xD8]) && data.suffix(2) == Data([0xFF, 0xD9])
        seen.withLock { if isWhole { $0.whole += 1 } else { $0.broken += 1 } }
      }
      done.signal()
    }
    let summary = try? run(settings)
    isOver.withLock { $0 = true }
    done.wait()
    #expect(summary?.progress.written == 20)
    #expect(seen.withLock { $0.whole > 0 && $0.broken == 0 })
    let last = try folder.bytes("r/000019.jpg")
    #expect(try folder.bytes("now.jpg") == last)
    #expect(try verify(folder.file("r")).problems == [])
    #expect(try folder.names() == ["now.jpg", "r"])
  }

  @Test("the stop flag brings a live job to a good end")
  func stopFlag() throws {
    let folder = try TestFolder()
    let stop = StopFlag()
    let settings = try JobSettings.test(.live, folder: folder.file("r"))
    let third = folder.file("r/000002.jpg")
    Thread.detachNewThread {
      waitOrFail(for: "the third picture") { FileManager.default.fileExists(atPath: third) }
      stop.stop()
    }
    let summary = try run(settings, stop: stop)
    #expect(summary.progress.written >= 3)
    #expect(try verify(folder.file("r")).problems == [])
    #expect(try folder.text("r/session.json").contains("\"endedAt\""))
  }

  @Test("a budget of bytes ends the recording below it, and what is said to be written was written")
  func budget() throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(.exact, folder: folder.file("r"))
    settings.budgetBytes = 120_000
    let summary = try run(settings)
    #expect(!summary.remarks.isEmpty)
    let pictures = try folder.names("r").filter { $0.hasSuffix(".jpg") }
    #expect(pictures.count == summary.progress.written && !pictures.isEmpty)
    let bytes = try pictures.reduce(0) { $0 + (try folder.bytes("r/\($1)").count) }
    #expect(bytes <= 120_000 && bytes == summary.progress.bytes)
    #expect(try verify(folder.file("r")).problems == [])
  }

  @Test(
    "a newest picture that can't be kept, or would take the place of a device or folder, is an error before anything is recorded",
    arguments: ["nowhere/now.jpg", "folder", "fifo"])
  func failingSink(name: String) throws {
    let folder = try TestFolder()
    try folder.make("folder")
    #expect(unsafe mkfifo(folder.file("fifo"), 0o644) == 0)
    var settings = try JobSettings.test(.exact, folder: folder.file("r"), frames: 2)
    settings.sinks = [.latest(folder.file(name))]
    #expect(#expect(throws: PipelineError.self) { try run(settings) }?.exitCode == 73)
    #expect(try folder.names() == ["fifo", "folder"])
  }

  @Test(
    "a folder removed while recording is an error, not a hang", arguments: [JobSettings.Pace.exact, .live])
  func folderRemoved(pace: JobSettings.Pace) throws {
    let folder = try TestFolder()
    let path = folder.file("r")
    let settings = try JobSettings.test(pace, folder: path)
    Thread.detachNewThread {
      waitOrFail(for: "the third picture") { FileManager.default.fileExists(atPath: path + "/000002.jpg") }
      // Frames may be written meanwhile: until the folder itself has gone.
      waitOrFail(for: "the folder to go") { (try? FileManager.default.removeItem(atPath: path)) != nil }
    }
    let error = #expect(throws: PipelineError.self) { try run(settings) }
    #expect([73, 74].contains(error?.exitCode))
  }

  @Test("a source without frames says so, and a source that is missing names itself")
  func noFrames() throws {
    let folder = try TestFolder()
    try folder.put("no frame in here", "clip.mjpeg")
    let empty = #expect(throws: PipelineError.self) {
      try run(try JobSettings.test(.exact, ["file:\(folder.file("clip.mjpeg"))"]))
    }
    #expect([65, 69].contains(empty?.exitCode))
    let missing = #expect(throws: PipelineError.self) {
      try run(try JobSettings.test(.exact, ["file:/nowhere/clip.mjpeg"]))
    }
    #expect("\(missing, default: "")".contains("/nowhere/clip.mjpeg"))
  }

  @Test("a camera can't be annotated")
  func exactCamera() throws {
    let error = #expect(throws: PipelineError.self) { try run(try JobSettings.test(.exact, ["/dev/video0"])) }
    #expect(error?.exitCode == 64 && error.map { "\($0)" }?.contains("dualcam record") == true)
  }
}

/// Reports each slot to be filled that holds something prepared.
private final class Witness: FrameReader {
  private let reader: any FrameReader
  private let report: () -> Void

  init(_ reader: any FrameReader, _ report: @escaping () -> Void) {
    (self.reader, self.report) = (reader, report)
  }

  var format: StreamFormat { reader.format }
  var largestFrame: Int { reader.largestFrame }
  var lostAtEnd: Int { reader.lostAtEnd }
  var firstNumber: Int { reader.firstNumber }
  func takePassedOver() -> [PassedOverFrame] { reader.takePassedOver() }
  func stop() { reader.stop() }

  func read(into slot: FrameSlot) throws(CaptureError) -> Bool {
    if slot.prepared != nil { report() }
    return try reader.read(into: slot)
  }
}
