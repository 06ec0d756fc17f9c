import CaptureKit
import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import Recordings
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline

/// What becomes of damaged frames, in both composers. Frames are drawn without ink and chrome, so that what is shown can
/// be told from what came, sample by sample.
@Suite("Damaged frames")
struct DamageTests {
  private static let composers = [ComposerChoice.pixel, .splice]
  private static let policies: [DamagePolicy] = [.drop, .keepRows, .keep]
  private static let sources = [
    "synth:walker?w=160&h=96&seed=3", "synth:walker?w=160&h=96&seed=3&subsampling=420",
  ]

  /// A stage that is shown frame after frame.
  private final class Screen {
    let rect: PixelRect
    private let screen: TestStage
    private let format: StreamFormat
    private var picture: PlanarPicture?
    private var count: UInt32 = 0

    init(
      _ source: String, _ composer: ComposerChoice, _ policy: DamagePolicy, canvas: PixelSize? = nil
    ) throws {
      let slot = try #require(try TestSlot.read(source, frames: 1).first)
      var settings = StageSettings()
      settings.composer = composer
      settings.damaged = policy
      settings.layout = CanvasLayout.Request(mode: .single, canvas: canvas)
      settings.drawsHUD = false
      settings.drawsChrome = false
      screen = try TestStage([slot], settings)
      rect = screen.stage.layout.viewfinders[0]
      format = slot.format
    }

    /// Shows a frame, or the last one again.
    ///
    /// - Returns: the picture's line in the manifest.
    @discardableResult
    func show(_ bytes: [UInt8], isNew: Bool = true) throws -> String {
      let slot = TestSlot.make(bytes, format, sequence: count)
      count += 1
      picture = try screen.whole(screen.show([slot], isNew: isNew))
      var line = JSONBytes(capacity: 4096)
      LineFacts(screen.output.facts, LineNews()).write(to: &line)
      return String(decoding: line.bytes, as: UTF8.self)
    }

    var stage: Stage { screen.stage }
    var camera: StageCamera { stage.cameras[0] }

    /// What is in the viewfinder: a spliced one is read back from its JPEG, whose coefficients are the camera's.
    func shown() -> Samples {
      if let picture, case .spliced = stage.composition {
        Samples(picture, rect)
      } else {
        Samples(stage.canvas, rect)
      }
    }
  }

  /// The samples of a picture's part.
  struct Samples: Equatable {
    var luma: [UInt8] = []
    var cb: [UInt8] = []
    var cr: [UInt8] = []

    init(_ picture: PlanarPicture, _ rect: PixelRect) {
      let chroma = rect.inChroma(picture.subsampling)
      luma = Plane.samples(picture.luma, rect)
      cb = Plane.samples(picture.cb, chroma)
      cr = Plane.samples(picture.cr, chroma)
    }

    /// This one's rows of MCUs where `isOwn`, the other's elsewhere.
    func merged(_ isOwn: [Bool], else other: Samples) -> Samples {
      var result = self
      func merge(_ path: WritableKeyPath<Samples, [UInt8]>) {
        let row = result[keyPath: path].count / isOwn.count
        for index in isOwn.indices where !isOwn[index] {
          result[keyPath: path].replaceSubrange(
            row * index..<row * (index + 1), with: other[keyPath: path][row * index..<row * (index + 1)])
        }
      }
      merge(\.luma)
      merge(\.cb)
      merge(\.cr)
      return result
    }
  }

  /// A frame as libjpeg-turbo decodes it.
  private static func decoded(_ jpeg: [UInt8]) throws -> Samples {
    let picture = try TestPictures.decoded(jpeg).picture
    return Samples(picture, picture.bounds)
  }

  /// Which rows of MCUs can be read.
  private static func goodRows(_ jpeg: [UInt8]) throws -> [Bool] {
    var scan = WalkedScan()
    var headers = JPEGHeaders()
    try headers.parse(jpeg.span)
    _ = scan.walk(jpeg.span, headers: headers)
    var rows: [Bool] = []
    _ = scan.goodRows(into: &rows)
    return rows
  }

  private static func frames(_ source: String, _ count: Int) throws -> [[UInt8]] {
    try TestSlot.read(source, frames: count).map { TestSlot.bytes($0) }
  }

  private static func scanStart(_ jpeg: [UInt8]) throws -> Int {
    var headers = JPEGHeaders()
    try headers.parse(jpeg.span)
    return headers.scanStart
  }

  /// The first sample that differs; comparing whole pictures in an expectation would print them.
  private static func difference(_ one: Samples, _ other: Samples) -> String? {
    for (name, a, b) in [("luma", one.luma, other.luma), ("cb", one.cb, other.cb), ("cr", one.cr, other.cr)] {
      if a.count != b.count { return "\(name): \(a.count) samples, not \(b.count)" }
      // SAFETY: both have as many bytes.
      if unsafe memcmp(a, b, a.count) == 0 { continue }
      if let index = a.indices.first(where: { a[$0] != b[$0] }) {
        return "\(name) \(index): \(a[index]), not \(b[index])"
      }
    }
    return nil
  }

  @Test(
    "cut anywhere, a frame shows its rows and the last good frame's, exactly", arguments: sources, composers)
  func cut(source: String, composer: ComposerChoice) throws {
    let frames = try Self.frames(source, 12)
    let whole = try frames.map { try Self.decoded($0) }
    let screen = try Screen(source, composer, .keepRows)
    var random = Seeded(7)
    var (good, partial) = (0, 0)
    try screen.show(frames[0])
    #expect(Self.difference(screen.shown(), whole[0]) == nil)
    for round in 0..<60 {
      let index = 1 + round % 11
      let start = try Self.scanStart(frames[index])
      // Some twice in a row, some with a whole one between; a share with the end marker of a camera that cuts.
      if round % 3 == 2 {
        good = index
        try screen.show(frames[index])
        #expect(Self.difference(screen.shown(), whole[index]) == nil)
        continue
      }
      var bytes = Array(frames[index][..<Int.random(in: start..<frames[index].count - 2, using: &random)])
      if round % 2 == 0 { bytes += [0xFF, 0xD9] }
      let rows = try Self.goodRows(bytes)
      let before = screen.shown()
      let line = try screen.show(bytes)
      let kept = rows.count { $0 }
      // A cut through its last bytes may have left all that counts.
      if kept == rows.count {
        good = index
        continue
      }
      #expect(line.contains("\"damaged\""))
      if kept == 0 {
        #expect(line.contains("\"repeated\""))
        #expect(Self.difference(screen.shown(), before) == nil)
        continue
      }
      partial += 1
      #expect(line.contains("\"rowsKept\":\(kept),\"rows\":\(rows.count)"))
      // Rows before the cut are the frame's own as it was sent.
      let expected = whole[index].merged(rows, else: whole[good])
      #expect(Self.difference(screen.shown(), expected) == nil)
      // Shown again, it is the same again.
      try screen.show(bytes, isNew: false)
      #expect(Self.difference(screen.shown(), expected) == nil)
    }
    #expect(partial > 20)
  }

  @Test(
    "garbled anywhere, a frame shows what can be read of it, and both composers keep the same rows",
    arguments: sources)
  func garbled(source: String) throws {
    let frames = try Self.frames(source, 8)
    let whole = try frames.map { try Self.decoded($0) }
    let screens = try Self.composers.map { try Screen(source, $0, .keepRows) }
    var random = Seeded(11)
    var (unseen, disagreed, partial) = (0, 0, 0)
    for round in 0..<150 {
      let index = round % 8
      for screen in screens { try screen.show(frames[index]) }
      var bytes = frames[(index + 1) % 8]
      let start = try Self.scanStart(bytes)
      for _ in 0..<Int.random(in: 1...16, using: &random) {
        bytes[Int.random(in: start..<bytes.count - 2, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let rows = try Self.goodRows(bytes)
      let kept = rows.count { $0 }
      let lines = try screens.map { try $0.show(bytes) }
      let (picture, findings) = try TestPictures.decoded(bytes)
      if findings.damage == 0 && findings.oddities == 0 {
        // Nothing that a decoder would warn of: the pixel composer takes it for whole. The walk, which also sees blocks
        // of more than 64 coefficients, mostly agrees.
        unseen += 1
        disagreed += kept == rows.count ? 0 : 1
        continue
      }
      let asDecoded = Samples(picture, picture.bounds)
      let expected = kept == 0 ? whole[index] : asDecoded.merged(rows, else: whole[index])
      for (screen, line) in zip(screens, lines) {
        #expect(Self.difference(screen.shown(), expected) == nil, "round \(round), \(kept) rows")
        #expect(line.contains("\"rowsKept\":\(kept),") == (kept > 0 && kept < rows.count))
      }
      if kept > 0 && kept < rows.count { partial += 1 }
    }
    #expect(
      partial > 40 && disagreed < 15,
      "\(partial) in part, \(unseen) unseen, of which \(disagreed) are not agreed on")
  }

  @Test(
    "dropped, a damaged frame isn't shown, and the camera is stale after the usual time", arguments: composers
  )
  func dropped(composer: ComposerChoice) throws {
    let frames = try Self.frames(Self.sources[0], 4)
    let screen = try Screen(Self.sources[0], composer, .drop)
    try screen.show(frames[0])
    let before = screen.shown()
    var states: [String] = []
    for round in 0..<14 {
      let bytes = Array(frames[1 + round % 3].prefix(frames[1].count * 2 / 3))
      let line = try screen.show(bytes)
      #expect(Self.difference(screen.shown(), before) == nil)
      #expect(line.contains("\"damaged\",\"repeated\"") && !line.contains("rowsKept"))
      states.append(line.contains("\"state\":\"stale\"") ? "stale" : "live")
    }
    // 250 ms at 30 a second: the eighth picture is the first that is later.
    #expect(states == Array(repeating: "live", count: 7) + Array(repeating: "stale", count: 7))
    #expect(screen.camera.unusable == 14 && screen.camera.damaged == 0)
    let line = try screen.show(frames[1])
    #expect(line.contains("\"state\":\"live\""))
    #expect(Self.difference(screen.shown(), try Self.decoded(frames[1])) == nil)
  }

  @Test(
    "kept, a damaged frame is shown as the decoder makes it, in both composers", arguments: [0.2, 0.5, 0.9])
  func kept(share: Double) throws {
    let frames = try Self.frames(Self.sources[0], 2)
    for composer in Self.composers {
      let screen = try Screen(Self.sources[0], composer, .keep)
      try screen.show(frames[0])
      let bytes = Array(frames[1].prefix(Int(Double(frames[1].count) * share)))
      let line = try screen.show(bytes)
      #expect(line.contains("\"flags\":[\"damaged\"]"))
      #expect(Self.difference(Samples(screen.stage.canvas, screen.rect), try Self.decoded(bytes)) == nil)
      #expect(screen.camera.damaged == 1)
      try screen.show(frames[1])
      #expect(Self.difference(screen.shown(), try Self.decoded(frames[1])) == nil)
    }
  }

  @Test(
    "scaled into its viewfinder, a damaged frame keeps the same rows",
    arguments: ["320x304", "480x168", "480x180"])
  func scaled(size: String) throws {
    let frames = try Self.frames(Self.sources[1], 2)
    let canvas = try #require(PixelSize(parsing: size))
    let screen = try Screen(Self.sources[1], .pixel, .keepRows, canvas: canvas)
    try screen.show(frames[0])
    let last = screen.shown()
    try screen.show(frames[1])
    let whole = screen.shown()
    try screen.show(frames[0])
    let line = try screen.show(Array(frames[1].prefix(frames[1].count * 3 / 5)))
    let mixed = screen.shown()
    #expect(line.contains("\"rowsKept\""))
    let width = screen.rect.width
    #expect(mixed.luma.prefix(width * 8).elementsEqual(whole.luma.prefix(width * 8)))
    #expect(mixed.luma.suffix(width * 8).elementsEqual(last.luma.suffix(width * 8)))
    #expect(mixed != whole && mixed != last)
  }

  @Test("without a good frame before it, lost rows are dark", arguments: composers)
  func first(composer: ComposerChoice) throws {
    let frames = try Self.frames(Self.sources[0], 2)
    let screen = try Screen(Self.sources[0], composer, .keepRows)
    let bytes = Array(frames[0].prefix(frames[0].count / 2))
    let rows = try Self.goodRows(bytes)
    let line = try screen.show(bytes)
    #expect(line.contains("\"rowsKept\":\(rows.count { $0 }),"))
    let shown = Samples(screen.stage.canvas, screen.rect)
    var dark = try Self.decoded(frames[0])
    for index in dark.luma.indices { dark.luma[index] = 24 }
    for index in dark.cb.indices { (dark.cb[index], dark.cr[index]) = (128, 128) }
    #expect(Self.difference(shown, try Self.decoded(bytes).merged(rows, else: dark)) == nil)
    try screen.show(frames[1])
    #expect(Self.difference(screen.shown(), try Self.decoded(frames[1])) == nil)
  }

  /// Kinds of bad frames that cameras send; each gives what is to be shown: the frame itself, the one before, or
  /// anything as long as it is whole.
  enum Expectation { case itself, before, anything }

  private static func strange(_ next: [UInt8], _ start: Int) -> [(String, [UInt8], Expectation)] {
    let end = next.count - 2
    var withStray = next
    withStray.insert(contentsOf: [0x12, 0x34, 0x56], at: end)
    var wrongInterval = next
    wrongInterval.insert(contentsOf: [0xFF, 0xDD, 0, 4, 0, 3], at: 2)
    var restarts = next
    for place in stride(from: start + 200, to: end - 4, by: 300) {
      restarts.insert(contentsOf: [0xFF, 0xD0], at: place)
    }
    var noQuantization = next
    if let place = next.indices.dropLast().first(where: { next[$0] == 0xFF && next[$0 + 1] == 0xDB }) {
      noQuantization[place + 1] = 0xEE
    }
    return [
      ("nothing", [], .before), ("four bytes", [0xFF, 0xD8, 0xFF, 0xD9], .before),
      ("no SOI", Array(next.dropFirst(2)), .before), ("zeros", Array(repeating: 0, count: 3000), .before),
      ("two in one", next + next, .itself), ("one and a half", next + next.prefix(next.count / 2), .itself),
      ("no EOI", Array(next.prefix(end)), .itself),
      ("padded", next + Array(repeating: 0, count: 999), .itself),
      ("stray bytes before EOI", withStray, .itself),
      ("no EOI and a second", Array(next.prefix(end)) + next, .itself),
      ("a restart interval that isn't kept", wrongInterval, .anything),
      ("restart markers that nobody announced", restarts, .anything),
      ("no quantization table", noQuantization, .before),
      ("headers only", Array(next.prefix(start)), .before),
    ]
  }

  @Test("strange frames never tear the picture", arguments: composers, policies)
  func strangeFrames(composer: ComposerChoice, policy: JPEGCodec.DamagePolicy) throws {
    let frames = try Self.frames(Self.sources[0], 3)
    let start = try Self.scanStart(frames[1])
    for (name, bytes, expectation) in Self.strange(frames[1], start) {
      let screen = try Screen(Self.sources[0], composer, policy)
      try screen.show(frames[0])
      let line = try screen.show(bytes)
      switch expectation {
      case .itself:
        #expect(Self.difference(screen.shown(), try Self.decoded(frames[1])) == nil, "\(name)")
        #expect(!line.contains("damaged"), "\(name)")
      case .before where name != "headers only" || policy != .keep:
        #expect(Self.difference(screen.shown(), try Self.decoded(frames[0])) == nil, "\(name)")
        #expect(line.contains("\"damaged\",\"repeated\""), "\(name)")
      default: break
      }
      try screen.show(frames[2])
      #expect(Self.difference(screen.shown(), try Self.decoded(frames[2])) == nil, "\(name)")
    }
  }

  @Test(
    "a frame of another size or subsampling is scaled, whole or damaged, and the old ones come back",
    arguments: composers)
  func changes(composer: ComposerChoice) throws {
    let frames = try Self.frames(Self.sources[0], 3)
    for other in ["synth:coast?w=320&h=176", "synth:coast?w=96&h=64", Self.sources[1]] {
      let others = try Self.frames(other, 2)
      let screen = try Screen(Self.sources[0], composer, .keepRows)
      try screen.show(frames[0])
      let before = screen.shown()
      let line = try screen.show(others[0])
      #expect(!line.contains("damaged"))
      let scaled = screen.shown()
      #expect(Self.difference(scaled, before) != nil)
      let cut = try screen.show(Array(others[1].prefix(others[1].count / 2)))
      #expect(cut.contains("rowsKept"))
      try screen.show(frames[2])
      #expect(Self.difference(screen.shown(), try Self.decoded(frames[2])) == nil)
      // And damaged at once when it changes.
      let first = try screen.show(Array(others[1].prefix(others[1].count / 2)))
      #expect(first.contains("rowsKept"))
      try screen.show(frames[1])
      #expect(Self.difference(screen.shown(), try Self.decoded(frames[1])) == nil)
    }
  }

  @Test("Huffman tables and end markers that cameras leave out are put into kept files")
  func keptSources() throws {
    let frame = try Self.frames(Self.sources[0], 1)[0]
    let place = try #require(frame.indices.dropLast().first { frame[$0] == 0xFF && frame[$0 + 1] == 0xC4 })
    // All DHT segments go.
    var bare = frame
    while let at = bare.indices.dropLast().first(where: {
      $0 >= place && bare[$0] == 0xFF && bare[$0 + 1] == 0xC4
    }),
      at < (try Self.scanStart(frame))
    {
      bare.removeSubrange(at..<at + 2 + Int(bare[at + 2]) << 8 + Int(bare[at + 3]))
    }
    let screen = try Screen(Self.sources[0], .splice, .keepRows)
    let line = try screen.show(bare)
    #expect(line.contains("missing-huffman-tables"))
    #expect(Self.difference(screen.shown(), try Self.decoded(frame)) == nil)
    let pixel = try Screen(Self.sources[0], .pixel, .keepRows)
    #expect(try pixel.show(bare).contains("missing-huffman-tables"))
    for bytes in [bare, Array(bare.dropLast(2)), frame] {
      let copies = SourceCopies()
      copies.begin(cameras: ["primary"])
      copies.take(TestSlot.make(bytes, try TestSlot.read(Self.sources[0], frames: 1)[0].format), camera: 0)
      let kept = copies.frames[0]
      #expect(kept.suffix(2) == [0xFF, 0xD9])
      var decoder = try JPEGDecoder()
      #expect(try decoder.readHeader(kept.span).hasHuffmanTables)
      #expect(Self.difference(try Self.decoded(kept), try Self.decoded(frame)) == nil)
    }
    #expect(frame.count - bare.count > 100)
  }
}
