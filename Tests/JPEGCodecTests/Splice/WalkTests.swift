import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Walking through a camera's JPEG")
struct WalkTests {
  @Test("every coefficient is what libjpeg-turbo reads", arguments: CameraKind.all)
  func coefficientsAgree(kind: CameraKind) throws {
    let jpeg = try kind.encoded(seed: 3)
    let reference = try ReferenceCoefficients(jpeg)
    var scan = WalkedScan()
    for detail in [WalkedScan.Detail.dc, .lowFrequencies] {
      let report = try walked(jpeg, &scan, detail: detail)
      #expect(report == WalkReport())
      let layout = scan.layout
      for mcu in 0..<layout.mcuCount {
        let expected = reference.mcu(layout, mcu)
        check(coefficients(scan, mcu) == expected)
        for block in 0..<layout.blocksPerMCU {
          check(scan.dc(mcu: mcu, block: block) == Int(expected[64 * block]))
        }
        guard detail == .lowFrequencies else { continue }
        for block in 0..<layout.blocks(of: 0) {
          let low = scan.tables.low[mcu * layout.blocks(of: 0) + block]
          #expect(low == [expected[64 * block + 1], expected[64 * block + 8], expected[64 * block + 9], 0])
        }
      }
    }
  }

  @Test("a frame without Huffman tables reads with the standard ones")
  func missingTables() throws {
    let whole = try CameraKind().encoded(seed: 5)
    let stripped = withoutHuffmanTables(whole)
    let scan = try walkedWhole(whole)
    let other = try walkedWhole(stripped)
    check(scan.headers.hasHuffmanTables && !other.headers.hasHuffmanTables)
    #expect(stripped.count < whole.count)
    for mcu in 0..<scan.layout.mcuCount { check(coefficients(scan, mcu) == coefficients(other, mcu)) }
  }

  @Test("kinds that can't be spliced are named")
  func unsupportedKinds() throws {
    let progressive = try CameraKind(progressive: true).encoded(seed: 1)
    #expect(throws: JPEGError.unsupported(reason: "progressive")) { try headers(of: progressive) }
    let plain = try CameraKind().encoded(seed: 1)
    let frame = try #require(frameHeader(of: plain))
    for (offset, value, error) in [
      (4, 12, JPEGError.unsupported(reason: "12 bits per sample")),
      (1, 0xC9, .unsupported(reason: "arithmetic coding")),
      (3, 16, .segment(marker: 0xC0, offset: frame, reason: "its length doesn't match 3 components")),
    ] as [(Int, UInt8, JPEGError)] {
      var changed = plain
      changed[frame + offset] = value
      #expect(throws: error) { try headers(of: changed) }
    }
  }

  @Test("fill bytes before markers are skipped")
  func fillBytes() throws {
    let jpeg = try CameraKind(restart: 4).encoded(seed: 9)
    var filled: [UInt8] = []
    for index in jpeg.indices {
      let isMarker = jpeg[index] == 0xFF && index + 1 < jpeg.count && jpeg[index + 1] >= 0xC0
      if isMarker && (index > 600 || jpeg[index + 1] == 0xDB) { filled += [0xFF, 0xFF] }
      filled.append(jpeg[index])
    }
    #expect(filled.count > jpeg.count)
    let scan = try walkedWhole(jpeg)
    var other = WalkedScan()
    try check(walked(filled, &other) == WalkReport())
    for mcu in 0..<scan.layout.mcuCount { check(coefficients(scan, mcu) == coefficients(other, mcu)) }
  }

  @Test("a frame cut short keeps the rows before the cut", arguments: [0.3, 0.6, 0.9])
  func truncation(share: Double) throws {
    let jpeg = try CameraKind(width: 160, height: 120).encoded(seed: 2)
    let reference = try ReferenceCoefficients(jpeg)
    var scan = WalkedScan()
    let start = 620
    let report = try walked(Array(jpeg[..<(start + Int(share * Double(jpeg.count - start)))]), &scan)
    let first = try #require(report.firstDamagedMCU)
    check(first > 0 && report.damagedMCUs == scan.layout.mcuCount - first)
    for mcu in 0..<first { check(coefficients(scan, mcu) == reference.mcu(scan.layout, mcu)) }
    check(scan.isGood(row: 0) && !scan.isGood(row: scan.layout.rows - 1))
  }

  @Test("a lost interval costs that interval and no other", arguments: [1, 2])
  func lostInterval(count: Int) throws {
    let columns = 10
    let jpeg = try CameraKind(width: 160, height: 120, restart: columns).encoded(seed: 2)
    let reference = try ReferenceCoefficients(jpeg)
    let markers = jpeg.indices.filter {
      $0 + 1 < jpeg.count && jpeg[$0] == 0xFF && (0xD0...0xD7).contains(jpeg[$0 + 1])
    }
    // From RST1, which starts row 2, to the marker `count` rows later.
    let cut = Array(jpeg[..<markers[1]] + jpeg[markers[1 + count]...])
    var scan = WalkedScan()
    let report = try walked(cut, &scan)
    #expect(report.damagedMCUs == columns * count && report.firstDamagedMCU == 2 * columns)
    #expect(report.misnumberedRestarts == 1)
    for mcu in 0..<scan.layout.mcuCount where !(2..<2 + count).contains(mcu / columns) {
      check(coefficients(scan, mcu) == reference.mcu(scan.layout, mcu))
    }
  }
}
