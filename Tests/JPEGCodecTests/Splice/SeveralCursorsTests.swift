import TestSupport
import Testing

@testable import JPEGCodec

/// One cursor's walk and several cursors'.
private struct BothWalks: ~Copyable {
  var one = WalkedScan()
  var several = WalkedScan()

  /// Walks with one cursor, and with pieces as short as `length` bytes: everything recorded must be the same.
  ///
  /// - Returns: whether there were pieces.
  @discardableResult
  mutating func agree(
    _ jpeg: [UInt8], length: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    var headers = JPEGHeaders()
    do throws(JPEGError) { try headers.parse(jpeg.span) } catch { return false }
    guard headers.layout.mcuCount < 20_000 else { return false }
    one.finder.shortest = .max
    several.finder.shortest = length
    several.finder.count = .max
    for detail in [WalkedScan.Detail.dc, .lowFrequencies] {
      let expected = one.walk(jpeg.span, headers: headers, detail: detail)
      let report = several.walk(jpeg.span, headers: headers, detail: detail)
      #expect(report == expected, sourceLocation: sourceLocation)
      check(one.tables.starts == several.tables.starts, sourceLocation: sourceLocation)
      check(one.tables.lengths == several.tables.lengths, sourceLocation: sourceLocation)
      check(one.tables.dc == several.tables.dc, sourceLocation: sourceLocation)
      check(Self.offsets(one) == Self.offsets(several), sourceLocation: sourceLocation)
      check(
        detail == .dc || one.tables.low == several.tables.low, sourceLocation: sourceLocation)
    }
    check(one.finder.pieces.isEmpty, sourceLocation: sourceLocation)
    return !several.finder.pieces.isEmpty
  }

  /// Where blocks start, in MCUs that aren't damaged.
  private static func offsets(_ scan: borrowing WalkedScan) -> [UInt16] {
    let (blocks, tables) = (scan.layout.blocksPerMCU, scan.tables)
    return tables.offsets.indices.filter { tables.lengths[$0 / blocks] > 0 }.map { tables.offsets[$0] }
  }
}

@Suite("Walking with several cursors")
struct SeveralCursorsTests {
  @Test("every kind of picture is read as with one cursor", arguments: CameraKind.all)
  func kinds(kind: CameraKind) throws {
    let jpeg = try kind.encoded(seed: 4)
    var walks = BothWalks()
    for length in [8, 9, 16, 33, 64, 100, 256] { walks.agree(jpeg, length: length) }
  }

  @Test("wherever the guesses fall", arguments: [0, 5])
  func everyGuess(restart: Int) throws {
    let jpeg = try CameraKind(width: 96, height: 64, quality: 80, restart: restart).encoded(seed: 6)
    var walks = BothWalks()
    for length in 8...300 { walks.agree(jpeg, length: length) }
  }

  @Test("pieces hold nearly all MCUs, from their first blocks on")
  func pieces() throws {
    let jpeg = try CameraKind(width: 640, height: 480).encoded(seed: 1)
    let scan = try walkedWhole(jpeg)
    let blocks = scan.layout.blocksPerMCU
    check(scan.finder.pieces.count == 16)
    let starts = Set(scan.tables.starts.map(Int.init))
    var found = 0
    for piece in scan.finder.pieces {
      var bit = piece.bit
      for index in stride(from: piece.first, to: piece.last - blocks, by: blocks) {
        if starts.contains(bit) { found += 1 }
        for next in index + 1...index + blocks {
          bit = BlockFinder.whole(scan.finder.starts[next], after: bit)
        }
      }
    }
    check(found > scan.layout.mcuCount * 8 / 10)
  }

  @Test(
    "damaged data is read as with one cursor", arguments: CameraKind.all.indices.filter { $0 % 2 == 1 })
  func damage(kind: Int) throws {
    var kind = CameraKind.all[kind]
    if kind.width < 16 { kind.width = 200 }
    let jpeg = try kind.encoded(seed: kind.width)
    var random = Seeded(kind.width &+ Int(truncatingIfNeeded: Campaign.seed))
    var walks = BothWalks()
    for round in 0..<Campaign.count(250) {
      var broken = jpeg
      // Mostly in the entropy-coded data, where headers stay sound.
      let first = random.below(8) == 0 ? 0 : min(620, jpeg.count - 1)
      for _ in 0...random.below(4) {
        let at = first + random.below(jpeg.count - first)
        broken[at] = round % 2 == 0 ? broken[at] ^ 1 << UInt8(random.below(8)) : UInt8(random.below(256))
      }
      if random.below(4) == 0 { broken.removeLast(random.below(jpeg.count - first)) }
      walks.agree(broken, length: 8 + random.below(120))
    }
  }

  @Test("noise is read as with one cursor", arguments: [0, 3])
  func noise(restart: Int) throws {
    let jpeg = try CameraKind(width: 160, height: 120, restart: restart).encoded(seed: 1)
    var random = Seeded(restart + 11)
    var walks = BothWalks()
    for _ in 0..<Campaign.count(200) {
      var broken = jpeg
      // From a random place on, so that cursors are lost in pieces that others reach.
      for index in 640 + random.below(jpeg.count - 640)..<jpeg.count {
        broken[index] = UInt8(random.below(256))
      }
      walks.agree(broken, length: 8 + random.below(300))
    }
  }

  @Test("a scan whose components share AC codes but not DC codes is read with one cursor")
  func sharedCodes() throws {
    var jpeg = try CameraKind(width: 96, height: 64).encoded(seed: 6)
    var headers = JPEGHeaders()
    try headers.parse(jpeg.span)
    // The second component's tables, in SOS (T.81, B.2.3).
    let selector = headers.scanStart - 6
    try #require(jpeg[selector] == 0x11)
    jpeg[selector] = 0x01
    var walks = BothWalks()
    check(!walks.agree(jpeg, length: 64))
    // And the pieces are back with the next frame.
    jpeg[selector] = 0x11
    check(walks.agree(jpeg, length: 64))
  }

  @Test("changed codes change the look-ups")
  func changedCodes() throws {
    var walks = BothWalks()
    for (quality, optimized) in [(85, false), (60, true), (95, true), (85, false)] {
      let kind = CameraKind(width: 200, height: 120, quality: quality, optimized: optimized)
      try check(walks.agree(kind.encoded(seed: quality), length: 64))
    }
  }
}
