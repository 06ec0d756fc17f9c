import CaptureKit
import Compositor
import Foundation
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

/// What masks hide comes back with the key that it was sealed to, and only with that.
@Suite("Jobs that seal what masks hide")
struct SealedJobTests {
  typealias Frames = MaskedJobTests.Frames

  /// How frames are kept, and what hides a part of them.
  struct Way: Sendable, CustomTestStringConvertible {
    var kept: SourceKeeping
    var frames: Frames
    var turned: MaskedJobTests.Turned
    /// Through a feed that redacts, too.
    var isRedacted: Bool
    var testDescription: String { "\(kept), \(frames), \(turned)\(isRedacted ? ", redacted" : "")" }
  }

  static let ways = SourceKeeping.allCases.flatMap { kept in
    Frames.allCases.filter { $0 != .raw }.flatMap { frames in
      MaskedJobTests.Turned.allCases.flatMap { turned in
        [false, true].map { Way(kept: kept, frames: frames, turned: turned, isRedacted: $0) }
      }
    }
  }

  private static func record(
    _ way: Way, _ shown: MaskedJobTests.Shown, seal: SealingKey?, into name: String, in folder: TestFolder
  ) throws {
    var settings = try JobSettings.test(
      .exact, ["file:\(folder.file("frames"))", "synth:walker?w=96&h=64"], folder: folder.file(name))
    settings.sources[0].turn = way.turned.turn
    settings.stage.keptSources = way.kept
    if let seal {
      settings.seal = seal
      settings.sources[0].masks = MaskedJobTests.masks
      if way.isRedacted {
        settings.sources[0].redaction = Redaction(.faces, delay: .milliseconds(100))
        settings.sources[1].redaction = Redaction(nil, delay: .milliseconds(100))
      }
    }
    try shown.choose(in: &settings)
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
  }

  @Test(
    "every frame comes back whole, whatever is shown and however",
    arguments: Share.of(ways, oneIn: 32, beside: "sealed"),
    MaskedJobTests.Shown.allCases.map { EmbeddedJobTests.Place(shown: $0) })
  func product(of way: Way, in place: EmbeddedJobTests.Place) throws {
    let folder = try TestFolder()
    try MaskedJobTests.write(way.frames, secret: 3, to: folder)
    let key = OpeningKey()
    try Self.record(way, place.shown, seal: nil, into: "plain", in: folder)
    try Self.record(way, place.shown, seal: key.sealingKey, into: "sealed", in: folder)
    #expect(try RecordingVerifier(folder.file("sealed")).run { _, _ in }.problems == [])
    func strip(_ name: String, _ key: OpeningKey?, to output: String) throws -> RecordingStripper.Report {
      try RecordingStripper(folder.file(name), camera: "primary", output: folder.file(output), key: key).run()
    }
    #expect(try strip("plain", nil, to: "whole").opened == 0)
    #expect(throws: FileError.self) { try strip("plain", key, to: "none") }
    let report = try strip("sealed", key, to: "open")
    let names = try folder.names("whole")
    #expect(try report.problems == [] && report.opened == names.count && folder.names("open") == names)
    #expect(try strip("sealed", nil, to: "masked").opened == 0)
    for name in names {
      let whole = try folder.bytes("whole/\(name)")
      #expect(try folder.bytes("open/\(name)") == whole, "\(name)")
      #expect(try folder.bytes("masked/\(name)") != whole)
    }
    // With another key nothing does, and it says why.
    #expect(throws: FileError.self) { try strip("sealed", OpeningKey(), to: "none") }
  }

  @Test("what can't be masked twice, as a feed hid it whole, comes back, too")
  func twice() throws {
    let folder = try TestFolder()
    try MaskedJobTests.write(.yuv420, secret: 3, to: folder)
    // A frame that can't be looked at is hidden whole.
    let key = OpeningKey()
    let mask = try #require(FrameMask(rectangle: "0,0,64,64"))
    let (first, second) = (
      try FrameMasker([], seal: key.sealingKey), try FrameMasker([mask], seal: key.sealingKey)
    )
    let size = PixelSize(clampingWidth: 192, height: 128)
    let frame = try folder.bytes("frames/2.jpg")
    let format = StreamFormat(
      pixelFormat: .mjpeg, size: size, bytesPerRow: 0, framesPerSecond: 30, encoding: .jpeg)
    let shown = second.masked(
      first.redacted(TestSlot.make(frame, format), [PixelRect(x: 32, y: 32, width: 100, height: 50)]))
    var masked: [UInt8] = []
    shown.withBytes { bytes in for index in bytes.indices { masked.append(bytes[index]) } }
    var opener = FrameOpener(key)
    #expect(try opener.open(masked) == frame)
  }

  @Test("frames that were changed, cut or exchanged under a seal aren't given back")
  func forged() throws {
    let folder = try TestFolder()
    try MaskedJobTests.write(.yuv420, secret: 3, to: folder)
    let key = OpeningKey()
    let way = Way(kept: .beside, frames: .yuv420, turned: .no, isRedacted: false)
    try Self.record(way, .native, seal: key.sealingKey, into: "r", in: folder)
    let masked = try folder.bytes("r/sources/000002.primary.jpg")
    var opener = FrameOpener(key)
    let whole = try #require(try opener.open(masked))
    #expect(try opener.open(whole) == nil)
    // Any byte of the first 2,000, and some of the rest.
    for place in Array(2..<2000) + Array(stride(from: 2000, to: masked.count, by: 97)) {
      var changed = masked
      changed[place] ^= 0x11
      if let opened = try? opener.open(changed) { #expect(opened == whole, "byte \(place)") }
    }
    for count in stride(from: 2, to: masked.count, by: 211) {
      if let opened = try? opener.open(Array(masked.prefix(count))) { #expect(opened == whole) }
    }
    // The seal of another frame.
    let other = try folder.bytes("r/sources/000004.primary.jpg")
    let segments = [masked, other].map { jpeg in
      (0..<jpeg.count - 12).first { Array(jpeg[$0 + 4..<$0 + 12]) == Array("dualcam\0".utf8) } ?? 0
    }
    let lengths = zip([masked, other], segments).map { 2 + Int($0[$1 + 2]) << 8 + Int($0[$1 + 3]) }
    let exchanged =
      masked[..<segments[0]] + other[segments[1]..<segments[1] + lengths[1]]
      + masked[(segments[0] + lengths[0])...]
    #expect(throws: JPEGError.self) { try opener.open(Array(exchanged)) }
  }
}
