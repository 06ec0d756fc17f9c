import CaptureKit
import Compositor
import Foundation
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings
@testable import Screen

/// Two inputs that differ only under the mask give the same bytes, whatever is made of them.
@Suite("Jobs in which parts of the frames are hidden")
struct MaskedJobTests {
  private typealias Jobs = ControlledJobTests

  /// What the camera sends.
  enum Frames: String, CaseIterable {
    case yuv420, yuv422, yuv444, grey, damaged, raw

    var subsampling: ChromaSubsampling {
      switch self {
      case .yuv420, .damaged, .raw: .yuv420
      case .yuv422: .yuv422
      case .yuv444: .yuv444
      case .grey: .grey
      }
    }
  }

  /// How its frames are turned first.
  enum Turned: String, CaseIterable {
    case no, quarter, mirrored, cropped

    var turn: FrameTurn {
      switch self {
      case .no: .none
      case .quarter: FrameTurn(turn: PictureTurn(quarters: 1, isMirrored: false))
      case .mirrored: FrameTurn(turn: PictureTurn(quarters: 2, isMirrored: true))
      case .cropped: FrameTurn(crop: PixelRect(x: 16, y: 16, width: 160, height: 96))
      }
    }
  }

  /// Where it is shown.
  enum Shown: String, CaseIterable {
    case native, scaled, pip, single, enlarged, sharp, pixel, stills

    func choose(in settings: inout JobSettings) throws {
      switch self {
      case .native: break
      case .scaled: settings.stage.layout.canvas = PixelSize(width: 640, height: 360)
      case .pip: settings.stage.layout.mode = .pip
      case .single: settings.sources.removeLast()
      case .enlarged:
        settings.script = EventTimeline(milliseconds: [(60, .set("primary/zoom", value: 1.7))])
      case .sharp: settings.stage.backdrop = .sharp
      case .pixel: settings.stage.composer = .pixel
      case .stills: settings.stage.takePhotos()
      }
    }
  }

  private static let size = PixelSize(clampingWidth: 192, height: 128)
  /// What the inputs differ in: whole MCUs in the middle, which the mask covers however the frames are turned.
  private static let secret = PixelRect(x: 80, y: 48, width: 32, height: 32)
  static let masks = [FrameMask(rectangle: "35%,35%,30%,30%")].compactMap { $0 }

  /// A moving scene with another secret for each seed.
  private static func picture(_ number: Int, _ subsampling: ChromaSubsampling, secret seed: UInt64)
    -> PlanarPicture
  {
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    var random = Seeded(seed &+ UInt64(number) &* 7919)
    for (plane, across, down) in [
      (picture.luma, 1, 1), (picture.cb, subsampling.horizontal, subsampling.vertical),
      (picture.cr, subsampling.horizontal, subsampling.vertical),
    ] {
      for (x, y) in plane.places {
        let (left, top) = (x * across, y * down)
        let noise = (left &* 31 &+ top &* 17 &+ number &* 5) % 13
        plane[x, y] =
          secret.contains(x: left, y: top)
          ? UInt8(truncatingIfNeeded: random.next())
          : UInt8(top < 60 + left / 24 + number ? 190 + noise : 70 + noise)
      }
    }
    return picture
  }

  static func write(
    _ frames: Frames, secret: UInt64, to folder: TestFolder, cut: Int = 8
  ) throws {
    var encoder = JPEGEncoder()
    var film = Array("YUV4MPEG2 W192 H128 F25:1 C420jpeg\n".utf8)
    for number in 0..<6 {
      let picture = picture(number, frames.subsampling, secret: secret)
      if frames == .raw {
        film += Array("FRAME\n".utf8)
        for plane in [picture.luma, picture.cb, picture.cr] { film += Plane.samples(plane) }
        continue
      }
      var jpeg = try encoder.encode(picture, quality: 88)
      // The rest of the frame is lost: with 8 below the secret.
      if frames == .damaged, number == 3 { jpeg.removeLast(jpeg.count / cut) }
      try folder.put(jpeg, "frames/\(number).jpg")
    }
    if frames == .raw { try folder.put(film, "film.y4m") }
  }

  @Test(
    "give the same bytes, lines and kept frames, whatever was hidden",
    arguments: Share.of(
      Frames.allCases.flatMap { frames in Turned.allCases.map { (frames, $0) } }.map {
        Way(frames: $0, turned: $1)
      },
      oneIn: 16, beside: "masks"), Shown.allCases.map { Place(shown: $0) })
  func product(of way: Way, in place: Place) throws {
    let folder = try TestFolder()
    let source = way.frames == .raw ? "film.y4m" : "frames"
    for (number, secret) in [UInt64(3), 99].enumerated() {
      try Self.write(way.frames, secret: secret, to: folder)
      var settings = try JobSettings.test(
        .exact, ["file:\(folder.file(source))", "synth:walker?w=96&h=64"], folder: folder.file("\(number)"))
      settings.sources[0].turn = way.turned.turn
      settings.sources[0].masks = Self.masks
      settings.stage.keptSources = way.turned == .no || way.turned == .cropped ? .inside : .beside
      try place.shown.choose(in: &settings)
      let summary = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
      #expect(summary.progress.written > 0)
      #expect(try RecordingVerifier(folder.file("\(number)")).run { _, _ in }.problems == [])
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("0")).sorted()
    #expect(try names == FileManager.default.subpathsOfDirectory(atPath: folder.file("1")).sorted())
    for name in names where name.contains(".") {
      #expect(try folder.bytes("0/\(name)") == folder.bytes("1/\(name)"), "\(name)")
    }
    let line = try #require(try folder.lines("0").last)
    #expect((line.cameras[0].masked ?? 0) > 0.08)
    #expect(try folder.session("0").sources[0].masks == ["35%,35%,30%,30%"])
  }

  @Test(
    "an event hides a part from the next frame on, also of a damaged one, whose rows others lend; and shows it again",
    arguments: ComposerChoice.allCases)
  func live(composer: ComposerChoice) throws {
    let folder = try TestFolder()
    var shown: [[[UInt8]]] = []
    for (number, secret) in [UInt64(3), 99].enumerated() {
      // Of the fourth frame the secret's rows are lost.
      try Self.write(.damaged, secret: secret, to: folder, cut: 2)
      var settings = try JobSettings.test(
        .exact, ["file:\(folder.file("frames"))", "synth:walker?w=96&h=64"], folder: folder.file("\(number)"))
      (settings.stage.composer, settings.stage.drawsHUD) = (composer, false)
      settings.script = EventTimeline(milliseconds: [
        (60, .select("primary/mask", value: "0,0,8")), (60, .select("third/mask", value: "0,0,8,8")),
        (60, .select("primary/mask", value: "500,0,8,8")),
        (60, .select("primary/mask", value: "35%,35%,30%,30%")),
        (130, .select("primary/mask", value: "none")),
      ])
      let (summary, warnings) = try Jobs.run(settings)
      #expect(summary.progress.written == 6 && warnings.count >= 3, "\(warnings)")
      #expect(warnings.contains { $0.contains("500,0,8,8 hides nothing") })
      let rect = try #require(try folder.session("\(number)").layout.viewfinders.first)
      shown.append(
        try (0..<6).map { index in
          let luma = try decoded(folder.bytes("\(number)/00000\(index).jpg")).picture.luma
          return Plane.samples(
            luma, PixelRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
        })
    }
    let isSame = zip(shown[0], shown[1]).map { $0 == $1 }
    // Pictures of 0, 33, 67 … ms: the event of 60 ms comes with the third, whose frame was taken already.
    #expect(isSame == [false, false, false, true, true, false])
  }

  @Test(
    "a camera that is over shows nothing any more of what an event hides", arguments: ComposerChoice.allCases)
  func lost(composer: ComposerChoice) throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(
      .exact, ["synth:walker?w=96&h=64&fps=30&frames=8", "synth:chart?w=96&h=64&fps=30&frames=2"],
      folder: folder.file("r"))
    (settings.stage.composer, settings.stage.drawsHUD) = (composer, false)
    settings.script = EventTimeline(milliseconds: [(140, .select("secondary/mask", value: "0,0,100%,100%"))])
    #expect(try Jobs.run(settings).summary.progress.written == 8)
    let rect = try #require(try folder.session("r").layout.viewfinders.last)
    func spread(_ index: Int) throws -> Int {
      let luma = try decoded(folder.bytes("r/00000\(index).jpg")).picture.luma
      let inner = Plane.samples(
        luma, PixelRect(x: rect.x + 16, y: rect.y + 16, width: rect.width - 32, height: rect.height - 32))
      return Int(inner.max() ?? 0) - Int(inner.min() ?? 0)
    }
    #expect(try spread(3) > 60)
    #expect(try spread(7) < 8)
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  /// For the names of cases.
  struct Way: CustomTestStringConvertible {
    fileprivate let frames: Frames
    fileprivate let turned: Turned
    var testDescription: String { "\(frames.rawValue), turned: \(turned.rawValue)" }
  }

  struct Place: CustomTestStringConvertible {
    fileprivate let shown: Shown
    var testDescription: String { shown.rawValue }
  }
}

extension MaskedJobTests {
  @Test(
    "an event hides a part of a frame that is shown again and again", arguments: ComposerChoice.allCases,
    SourceKeeping.allCases)
  func slow(composer: ComposerChoice, kept: SourceKeeping) throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(
      .exact, ["synth:fog?w=160&h=120&fps=30&frames=20", "synth:city?w=160&h=120&fps=1&frames=2"],
      folder: folder.file("r"))
    (settings.stage.composer, settings.stage.keptSources, settings.stage.drawsHUD) = (composer, kept, false)
    settings.script = EventTimeline(milliseconds: [(100, .select("secondary/mask", value: "0,0,80,96"))])
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
    _ = try RecordingStripper(folder.file("r"), camera: nil, output: folder.file("out")).run()
    var decoder = try JPEGDecoder()
    let rect = try #require(try folder.session("r").layout.viewfinders.last?.rect)
    for line in try folder.lines("r") where line.index > 4 && line.cameras[1].sequence != nil {
      #expect(line.cameras[1].masked ?? 0 > 0.3)
      for (name, x, y) in [
        ("r/\(line.file)", rect.x, rect.y),
        ("out/\(String(format: "%06d", line.index)).secondary.jpg", 0, 0),
      ] {
        let jpeg = try folder.bytes(name)
        let header = try decoder.readHeader(jpeg.span)
        let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
        _ = try decoder.decode(jpeg.span, into: picture)
        // A middle part without ink.
        let shown = Places(x + 8..<x + 40, y + 8..<y + 30).count { x, y in
          abs(Int(picture.luma[x, y]) - JPEGMasker.level) > 3
        }
        #expect(shown < 32 * 22 / 4, "\(name)")
      }
    }
  }
}
