import CaptureKit
import Compositor
import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

/// What is recorded with frames inside the pictures gives back what is recorded beside them.
@Suite("Jobs that keep the cameras' frames inside the pictures")
struct EmbeddedJobTests {
  typealias Frames = MaskedJobTests.Frames
  typealias Turned = MaskedJobTests.Turned
  typealias Shown = MaskedJobTests.Shown

  struct Way: Sendable, CustomTestStringConvertible {
    var frames: Frames
    var turned: Turned
    var isMasked: Bool
    var testDescription: String { "\(frames), \(turned)\(isMasked ? ", masked" : "")" }
  }

  struct Place: Sendable, CustomTestStringConvertible {
    var shown: Shown
    var testDescription: String { "\(shown)" }
  }

  static let ways = Frames.allCases.flatMap { frames in
    Turned.allCases.flatMap { turned in
      [false, true].map { Way(frames: frames, turned: turned, isMasked: $0) }
    }
  }

  @Test(
    "every frame comes back, whatever is shown and however",
    arguments: Share.of(ways, oneIn: 24, beside: "inside"), Shown.allCases.map { Place(shown: $0) })
  func product(of way: Way, in place: Place) throws {
    // Of raw frames alone nothing is kept.
    if way.frames == .raw, case .single = place.shown { return }
    let folder = try TestFolder()
    let source = way.frames == .raw ? "film.y4m" : "frames"
    try MaskedJobTests.write(way.frames, secret: 3, to: folder)
    for kept in SourceKeeping.allCases {
      var settings = try JobSettings.test(
        .exact, ["file:\(folder.file(source))", "synth:walker?w=96&h=64"], folder: folder.file("\(kept)"))
      settings.sources[0].turn = way.turned.turn
      if way.isMasked { settings.sources[0].masks = MaskedJobTests.masks }
      settings.stage.keptSources = kept
      try place.shown.choose(in: &settings)
      let summary = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
      #expect(summary.progress.written > 0)
      #expect(try RecordingVerifier(folder.file("\(kept)")).run { _, _ in }.problems == [])
      let report = try RecordingStripper(
        folder.file("\(kept)"), camera: nil, output: folder.file("\(kept)-frames")
      ).run()
      #expect(report.problems == [])
      if kept == .beside { #expect(report.cameras.allSatisfy { $0.inside == 0 }) }
    }
    let names = try folder.names("beside-frames")
    #expect(try !names.isEmpty && names == folder.names("inside-frames"))
    for name in names {
      #expect(try folder.bytes("beside-frames/\(name)") == folder.bytes("inside-frames/\(name)"), "\(name)")
    }
    let lines = (try folder.lines("inside"), try folder.lines("beside"))
    for (line, other) in zip(lines.0, lines.1) {
      for (camera, plain) in zip(line.cameras, other.cameras) {
        #expect(plain.kept == nil)
        // Carried over whole, of the first camera's tables.
        let isCarried =
          line.composer == "splice" && camera.obstacle == nil && camera.flags?.contains("damaged") != true
        if camera.id == "primary", camera.sequence != nil {
          #expect((camera.kept == "inside") == isCarried)
        }
        let isBeside = folder.exists("inside/" + SourceFileWriter.path(line.index, camera: camera.id))
        #expect((camera.kept == "beside") == isBeside)
      }
    }
    // The pictures are the same but for what is inside.
    for line in lines.0 {
      let jpegs = (try folder.bytes("inside/\(line.file)"), try folder.bytes("beside/\(line.file)"))
      #expect(try decoded(jpegs.0) == decoded(jpegs.1))
    }
  }

  private func decoded(_ jpeg: [UInt8]) throws -> [[UInt8]] {
    var decoder = try JPEGDecoder()
    let header = try decoder.readHeader(jpeg.span)
    let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
    _ = try decoder.decode(jpeg.span, into: picture)
    return [picture.luma, picture.cb, picture.cr].map { Plane.samples($0) }
  }

  @Test("what a job reads from inside is what it reads from beside")
  func read() throws {
    let folder = try TestFolder()
    try MaskedJobTests.write(.yuv420, secret: 3, to: folder)
    for kept in SourceKeeping.allCases {
      var settings = try JobSettings.test(
        .exact, ["file:\(folder.file("frames"))", "synth:walker?w=96&h=64&subsampling=420"],
        folder: folder.file("\(kept)"))
      settings.stage.keptSources = kept
      _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
      var again = try JobSettings.test(
        .exact,
        ["primary", "secondary"].map { "file:\(folder.file("\(kept)"))?camera=\($0)" },
        folder: folder.file("again-\(kept)"))
      // Which would name the folders.
      (again.stage.drawsChrome, again.stage.drawsHUD) = (false, false)
      _ = try CameraJob(again, stop: StopFlag(), events: { _ in }).run()
    }
    for line in try folder.lines("again-beside") {
      // Their metadata name the folders.
      let jpegs = (
        try folder.bytes("again-beside/\(line.file)"), try folder.bytes("again-inside/\(line.file)")
      )
      #expect(try decoded(jpegs.0) == decoded(jpegs.1))
    }
    #expect(RecordingFolder.keptCameras(try FolderHandle(folder.file("inside"))) == ["primary", "secondary"])
  }
}
