import CaptureKit
import Compositor
import Foundation
import FrameBus
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import TestPictures
import TestScenes
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("Faces and people that are made unrecognizable")
struct RedactedFeedTests {
  private static let size = PixelSize(clampingWidth: 480, height: 270)

  /// Somebody before a wall, or the wall alone, each pixel four.
  private static func picture(_ portrait: Portrait) -> PlanarPicture {
    let picture = PlanarPicture(size: size, subsampling: .yuv420)
    for (x, y) in picture.luma.places { picture.luma[x, y] = portrait.luma[y / 2 * Portrait.width + x / 2] }
    for (x, y) in picture.cb.places {
      let place = min(y / 2, Portrait.height / 2 - 1) * (Portrait.width / 2) + x / 2
      (picture.cb[x, y], picture.cr[x, y]) = (portrait.cb[place], portrait.cr[place])
    }
    return picture
  }

  /// How far somebody is from the middle, in pixels of the portrait.
  private static func place(_ number: Int) -> Double { Double(number % 40) - 20 }

  private static func film(_ faceFrames: Range<Int>, count: Int, in folder: TestFolder) throws {
    var encoder = JPEGEncoder()
    for number in 0..<count {
      let portrait = Portrait(
        at: faceFrames.contains(number) ? place(number) : nil, seed: UInt64(number + 1))
      try folder.put(
        try encoder.encode(picture(portrait), quality: 90), "frames/\(String(format: "%03d", number)).jpg")
    }
  }

  /// The share of a face's pixels that aren't as a mask leaves them.
  private static func shown(_ jpeg: [UInt8], _ number: Int) throws -> Double {
    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(jpeg.span)
    let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
    _ = try decoder.decode(jpeg.span, into: picture)
    let eyes = 2 * (Portrait.eyes[0] + Portrait.eyes[1]) / 2
    let middle = (x: Int(eyes.x + 2 * place(number)), y: Int(eyes.y) + 8)
    let pixels = Places(middle.x - 24..<middle.x + 24, middle.y - 28..<middle.y + 28)
    let count = pixels.count { x, y in abs(Int(picture.luma[x, y]) - JPEGMasker.level) > 2 }
    return Double(count) / Double(48 * 56)
  }

  @Test(
    "a face is hidden from its first frame to a second after its last, kept frames included",
    arguments: SourceKeeping.allCases)
  func face(kept: SourceKeeping) throws {
    let folder = try TestFolder()
    try Self.film(12..<20, count: 70, in: folder)
    var settings = try JobSettings.test(
      .exact, ["file:\(folder.file("frames"))?fps=30", "synth:walker?w=96&h=64"], folder: folder.file("r"))
    settings.sources[0].redaction = Redaction(.faces, delay: .milliseconds(500))
    settings.sources[1].redaction = Redaction(nil, delay: .milliseconds(500))
    settings.stage.keptSources = kept
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    #expect(try RecordingVerifier(folder.file("r")).run().problems == [])
    _ = try RecordingStripper(folder.file("r"), camera: "primary", output: folder.file("out")).run()
    let lines = try folder.lines("r")
    #expect(lines.count == 70)
    for line in lines {
      let number = line.index
      let jpeg = try folder.bytes("out/\(String(format: "%06d", number)).primary.jpg")
      #expect(
        try (12..<20).contains(number) || Self.shown(jpeg, number) > 0.5 || line.cameras[0].masked != nil)
      if (12..<20).contains(number) { #expect(try Self.shown(jpeg, number) < 0.02, "frame \(number)") }
      // Held for a second, and as long before as frames wait.
      if (16..<45).contains(number) { #expect((line.cameras[0].masked ?? 0) > 0.01) }
      if number > 52 { #expect(line.cameras[0].masked == nil) }
    }
    #expect(try folder.session("r").sources[0].redact == "faces")
    #expect(try folder.session("r").sources[1].redact == nil)
  }

  @Test(
    "a face is hidden whatever the time of the frame that follows", arguments: [10_000_000_000, -33_000_000])
  func strangeTimes(step: Int64) throws {
    let folder = try TestFolder()
    try Self.film(0..<1, count: 2, in: folder)
    let frames = try TestSlot.read("file:\(folder.file("frames"))?fps=30", frames: 2)
    let camera = ScriptedFeed("Cam", frames[0].format, doorbell: Doorbell())
    let feed = try RedactedFeed(
      camera, Redaction(.faces, delay: .milliseconds(500)), turner: nil, doorbell: Doorbell())
    guard var consumer = feed.takeConsumer() else { throw Missing() }
    let time = MonotonicClock.now()
    camera.publish(frames[0], at: time)
    camera.publish(frames[1], at: time + step)
    camera.end()
    try feed.start()
    defer {
      feed.requestStop()
      feed.join()
    }
    var hidden: [Int64: Double] = [:]
    while !consumer.isDrained {
      guard let lease = consumer.waitForFrame(timeout: .milliseconds(10)) else { continue }
      hidden[lease.slot.time.nanoseconds - time] = lease.slot.hidden?.share ?? 0
    }
    consumer.close()
    #expect(hidden.count == 2 && hidden[0] ?? 0 > 0.01, "\(hidden)")
  }

  @Test("frames that can't be looked at are hidden whole, and nothing else is lost")
  func unreadable() throws {
    let folder = try TestFolder()
    try Self.film(0..<0, count: 8, in: folder)
    let jpeg = try folder.bytes("frames/003.jpg")
    try folder.put(Array(jpeg.prefix(jpeg.count / 2)), "frames/003.jpg")
    var settings = try JobSettings.test(
      .exact, ["file:\(folder.file("frames"))?fps=30"], folder: folder.file("r"))
    settings.sources[0].redaction = Redaction(.people, delay: .milliseconds(100))
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    let lines = try folder.lines("r")
    #expect(lines.count == 8 && lines.map { $0.cameras[0].sequence } == Array(0..<8))
    #expect(try RecordingVerifier(folder.file("r")).run().problems == [])
  }

  @Test("a mask hides more of what is redacted, and the same input gives the same bytes")
  func masked() throws {
    let folder = try TestFolder()
    try Self.film(2..<10, count: 12, in: folder)
    for name in ["a", "b"] {
      var settings = try JobSettings.test(
        .exact, ["file:\(folder.file("frames"))?fps=30"], folder: folder.file(name))
      settings.sources[0].redaction = Redaction(.faces, delay: .milliseconds(200))
      settings.sources[0].masks = [FrameMask(rectangle: "0,0,64,64")].compactMap { $0 }
      settings.stage.keptSources = .inside
      _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    }
    for line in try folder.lines("a") {
      #expect(try folder.bytes("a/\(line.file)") == folder.bytes("b/\(line.file)"))
      #expect((line.cameras[0].masked ?? 0) >= 0.017)
    }
    #expect(try folder.lines("a")[5].cameras[0].masked ?? 0 > 0.03)
  }

  @Test("live frames wait, and are on time all the same")
  func live() throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(
      .live, ["synth:coast?w=320&h=192&fps=30", "synth:walker?w=160&h=96&fps=30"], folder: folder.file("r"))
    for index in 0..<2 {
      settings.sources[index].redaction = Redaction(index == 0 ? .people : nil, delay: .milliseconds(300))
    }
    settings.frames = 30
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    let lines = try folder.lines("r")
    #expect(lines.count == 30)
    // A machine that is busy may lose some.
    let whole = lines.filter { line in line.cameras.allSatisfy { $0.state == "live" } }
    #expect(!whole.isEmpty && whole.allSatisfy { ($0.latencyMs ?? 0) > 250 })
    #expect(try folder.session("r").sources.allSatisfy { $0.offsetMs == nil })
  }
}
