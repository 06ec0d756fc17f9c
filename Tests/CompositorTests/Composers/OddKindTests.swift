import CJPEGReference
import Foundation
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import CaptureKit
@testable import Compositor
@testable import JPEGCodec
@testable import Pipeline
@testable import Recordings

@Suite("JPEGs of kinds that no camera sends")
struct OddKindTests {
  enum Color: Int32, Sendable {
    case yCbCr, rgb, cmyk, ycck

    /// In the order of the C target's.
    var code: Int32 { rawValue }
  }

  /// A kind, made by libjpeg-turbo.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var color = Color.yCbCr
    var across: [UInt8] = [1, 1, 1, 1]
    var down: [UInt8] = [1, 1, 1, 1]
    var isProgressive = false
    var isArithmetic = false
    var testDescription: String { name }

    /// Four patches of colours, and what they are in YCbCr.
    static let patches: [(rgb: [Int], yCbCr: [Int])] = [
      ([255, 255, 255], [255, 128, 128]), ([200, 30, 40], [82, 104, 212]), ([20, 90, 220], [84, 205, 82]),
      ([60, 120, 50], [94, 103, 104]),
    ]
    static let (width, height) = (96, 64)

    /// What comes of the patch at a place.
    static func patch(_ x: Int, _ y: Int) -> Int { (x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2) }

    /// What the encoder takes of a patch's pixel.
    private func sample(_ patch: (rgb: [Int], yCbCr: [Int])) -> [UInt8] {
      if color == .yCbCr { return patch.yCbCr.map { UInt8($0) } }
      var values = patch.rgb
      if color == .rgb { return values.map { UInt8($0) } }
      // Where black takes half of the light, the colours are twice what they would be.
      let isDark = patch.rgb.allSatisfy { $0 < 128 }
      if isDark { values = values.map { 2 * $0 } }
      values.append(isDark ? 128 : 255)
      return values.map { UInt8($0) }
    }

    func encoded() throws -> [UInt8] {
      let samples = Places(0..<Self.width, 0..<Self.height).flatMap { x, y in
        sample(Self.patches[Self.patch(x, y)])
      }
      var kind = cjpegref_oddity()
      kind.width = Int32(Self.width)
      kind.height = Int32(Self.height)
      kind.color = color.code
      kind.across = (across[0], across[1], across[2], across[3])
      kind.down = (down[0], down[1], down[2], down[3])
      kind.progressive = isProgressive ? 1 : 0
      kind.arithmetic = isArithmetic ? 1 : 0
      var output = [UInt8](repeating: 0, count: 100_000)
      var written = 0
      let code = unsafe cjpegref_encode_odd(samples, &kind, &output, output.count, &written)
      try #require(code == 0)
      return Array(output[..<written])
    }
  }

  static let usable = [
    Kind(name: "RGB", color: .rgb), Kind(name: "RGB 2x1", color: .rgb, across: [2, 1, 1, 1]),
    Kind(name: "CMYK", color: .cmyk), Kind(name: "YCCK", color: .ycck),
    Kind(name: "YCCK 2x2", color: .ycck, across: [2, 1, 1, 2], down: [2, 1, 1, 2]),
    Kind(name: "4:4:0", down: [2, 1, 1, 1]), Kind(name: "4:1:1", across: [4, 1, 1, 1]),
    Kind(name: "4:1:0", across: [4, 1, 1, 1], down: [2, 1, 1, 1]),
    Kind(name: "luma coarser than chroma", across: [1, 2, 2, 1], down: [1, 1, 1, 1]),
    Kind(name: "chroma of two samplings", across: [2, 1, 2, 1], down: [2, 2, 1, 1]),
    Kind(name: "3x1", across: [3, 1, 1, 1]),
  ]
  static let recodable = [
    Kind(name: "progressive", isProgressive: true), Kind(name: "arithmetic coding", isArithmetic: true),
  ]

  /// Kinds that libjpeg-turbo doesn't write, by their headers.
  static func patched() throws -> [(name: String, jpeg: [UInt8])] {
    let jpeg = try Kind(name: "").encoded()
    let frame = try #require(frameHeader(of: jpeg))
    func patched(_ name: String, _ changes: [(offset: Int, value: UInt8)]) -> (name: String, jpeg: [UInt8]) {
      var patched = jpeg
      for change in changes { patched[frame + change.offset] = change.value }
      return (name, patched)
    }
    return [
      patched("12 bits", [(4, 12)]), patched("lossless", [(1, 0xC3)]), patched("lossless", [(1, 0xCB)]),
      patched("hierarchical", [(1, 0xC5)]), patched("sampling 3x1,2x1,1x1", [(11, 0x31), (14, 0x21)]),
    ]
  }

  private func header(_ jpeg: [UInt8]) throws -> CaptureKit.JPEGFrameHeader {
    let header = CaptureKit.JPEGFrameHeader(jpeg.span)
    return try #require(header)
  }

  /// A frame, of the size that its header tells.
  private func slot(_ jpeg: [UInt8], of whole: [UInt8]) throws -> FrameSlot {
    let size = try #require(try header(whole).size)
    return TestSlot.make(
      jpeg,
      StreamFormat(
        pixelFormat: .mjpeg, size: size, bytesPerRow: 0, framesPerSecond: nil, encoding: .jpeg))
  }

  /// A job on a file of a folder, which records into the folder.
  private func job(_ name: String, in folder: TestFolder, drawsHUD: Bool = true) throws -> CameraJob {
    var settings = JobSettings(
      pace: .exact, sources: [.init(specification: try SourceSpecification(parsing: folder.file(name)))])
    settings.folder = folder.file(name + "-r")
    settings.stage.drawsChrome = false
    settings.stage.drawsHUD = drawsHUD
    return CameraJob(settings, stop: StopFlag(), events: { _ in })
  }

  @Test(
    "what libjpeg-turbo can bring to YCbCr is shown in its colours, whole and at half its size",
    arguments: usable)
  func colors(kind: Kind) throws {
    let jpeg = try kind.encoded()
    #expect(try header(jpeg).obstacle == nil)
    for (width, height) in [(Kind.width, Kind.height), (Kind.width / 2, Kind.height / 2)] {
      let canvas = PlanarPicture(
        size: PixelSize(clampingWidth: width, height: height), subsampling: .yuv422)
      var painter = try ViewfinderPainter(rect: canvas.bounds, canvasSubsampling: .yuv422)
      #expect(try painter.draw(slot(jpeg, of: jpeg), into: canvas) == .drawn)
      for (place, patch) in Kind.patches.enumerated() {
        let x = width / 4 + place % 2 * width / 2
        let y = height / 4 + place / 2 * height / 2
        let seen = [Int(canvas.luma[x, y]), Int(canvas.cb[x / 2, y]), Int(canvas.cr[x / 2, y])]
        for (one, other) in zip(seen, patch.yCbCr) {
          #expect(abs(one - other) <= 6, "patch \(place) is \(seen), not \(patch.yCbCr)")
        }
      }
    }
  }

  @Test("a damaged one is told, and doesn't crash", arguments: usable)
  func damaged(kind: Kind) throws {
    let jpeg = try kind.encoded()
    let canvas = PlanarPicture(
      size: PixelSize(clampingWidth: Kind.width, height: Kind.height), subsampling: .yuv422)
    var painter = try ViewfinderPainter(rect: canvas.bounds, canvasSubsampling: .yuv422)
    let cut = Array(jpeg[..<(jpeg.count - 200)])
    #expect(try painter.draw(slot(cut, of: jpeg), into: canvas) != .drawn)
  }

  @Test("RGB is never taken for YCbCr by who carries frames over")
  func splice() throws {
    let source = SpliceSource(rect: PixelRect(x: 0, y: 0, width: Kind.width, height: Kind.height))
    for kind in Self.usable.prefix(2) {
      let jpeg = try kind.encoded()
      var refusal = ""
      if case .unusable(.unreadable(.unsupported(let reason))) = source.read(jpeg.span) { refusal = reason }
      #expect(refusal == "RGB")
    }
  }

  /// Why a decoder doesn't take a JPEG.
  private func refusal(_ jpeg: [UInt8]) throws -> JPEGError? {
    var decoder = try JPEGDecoder()
    do throws(JPEGError) { _ = try decoder.readHeader(jpeg.span) } catch { return error }
    return nil
  }

  @Test("who reads a file and who decodes it agree on what can't be decoded")
  func agreement() throws {
    var kinds = try Self.patched()
    for kind in Self.recodable { kinds.append((kind.name, try kind.encoded())) }
    for (name, jpeg) in kinds {
      let obstacle = try header(jpeg).obstacle
      #expect(obstacle?.description.contains(name) == true, "\(name)")
      let refusal = try refusal(jpeg)
      guard case .unsupported = refusal else {
        Issue.record("\(name): the decoder says \(String(describing: refusal))")
        continue
      }
    }
  }

  @Test(
    "one whose coefficients are only stored otherwise is read as a baseline one, sample by sample",
    arguments: recodable)
  func recoded(kind: Kind) throws {
    let folder = try TestFolder()
    for (number, kind) in [Kind(name: ""), kind, Kind(name: "")].enumerated() {
      try folder.put(try kind.encoded(), "\(number).jpg")
    }
    // One that isn't whole is passed over.
    let cut = Array(try Kind(name: "", isProgressive: true).encoded().dropLast(20))
    try folder.put(cut, "3.jpg")
    let frames = try TestSlot.read("file:\(folder.path)", frames: 4)
    try #require(frames.map(\.gap) == [0, 0, 0])
    var reader = try PictureReader()
    var seen: [[UInt8]] = []
    for frame in frames {
      let jpeg = TestSlot.bytes(frame)
      let obstacle = try header(jpeg).obstacle
      #expect(obstacle == nil)
      let (picture, _) = try reader.read(jpeg)
      seen.append(Plane.samples(picture.luma) + Plane.samples(picture.cb) + Plane.samples(picture.cr))
    }
    #expect(seen[0] == seen[1] && seen[0] == seen[2])
  }

  @Test("a job on pictures of such a kind shows them")
  func job() throws {
    let folder = try TestFolder()
    try folder.put(try Self.usable[0].encoded(), "rgb.jpg")
    let summary = try job("rgb.jpg", in: folder, drawsHUD: false).run()
    #expect(summary.progress.cameras[0].frames.unusable == 0)
    var reader = try PictureReader()
    let (picture, _) = try reader.read(try folder.bytes("rgb.jpg-r/000000.jpg"))
    // Its white patch, wherever the layout has put it.
    #expect(Plane.samples(picture.luma).count { $0 > 245 } > Kind.width * Kind.height / 8)
  }

  @Test("a file of which no frame can be used is bad data; one such frame in a film is counted and said")
  func noFrame() throws {
    let folder = try TestFolder()
    let good = try Kind(name: "").encoded()
    // Its headers are fine, its tables are not: only the decoder finds out.
    var bad = good
    let scan = try #require((0..<good.count - 1).first { good[$0] == 0xFF && good[$0 + 1] == 0xDA })
    bad[scan + 6] = 0x33
    let odd = try Self.patched()[1].jpeg
    try folder.put(bad + bad, "bad.mjpeg")
    try folder.put(good + odd + good, "odd.mjpeg")
    let failure = try job("bad.mjpeg", in: folder).run().problem
    #expect(failure?.exitCode == 65)
    #expect(failure?.description.contains("none of its frames can be used") == true)
    let summary = try job("odd.mjpeg", in: folder).run()
    #expect(summary.progress.written == 3)
    #expect(summary.progress.cameras[0].frames.unusable == 1)
    #expect(summary.progress.cameras[0].problem?.contains("lossless") == true)
  }
}
