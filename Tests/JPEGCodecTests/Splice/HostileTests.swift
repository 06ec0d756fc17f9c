import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Data that isn't what it says")
struct HostileTests {
  /// Parses, walks, reads every MCU, and copies every row that can be: nothing may trap, whatever comes out.
  ///
  /// - Returns: whether the headers could be read, and what the walk found.
  private func splice(_ jpeg: [UInt8], _ scan: inout WalkedScan) -> WalkReport? {
    guard let headers = try? headers(of: jpeg) else { return nil }
    // A damaged size may ask for more memory than a test should take.
    guard headers.layout.mcuCount < 20_000 else { return nil }
    let report = scan.walk(jpeg.span, headers: headers, detail: .lowFrequencies)
    let layout = scan.layout
    guard let canvas = try? JPEGHeaders.canvas(size: layout.size, like: headers) else { return report }
    var output = [UInt8](repeating: 0, count: 200_000)
    var span = output.mutableSpan
    guard var at = try? canvas.write(into: &span) else { return report }
    var writer = ScanRowWriter(canvas: canvas)
    var values = [Int16](repeating: 0, count: 64 * layout.blocksPerMCU)
    for row in 0..<min(layout.rows, 8) {
      writer.begin()
      for mcu in row * layout.columns..<(row + 1) * layout.columns {
        let copied =
          canvas.canCarry(headers)
          ? writer.copy(scan, mcus: mcu..<mcu + 1) : writer.recode(scan, mcus: mcu..<mcu + 1)
        if copied { continue }
        var span = values.mutableSpan
        _ = scan.readMCU(mcu, into: &span)
        writer.encode(values.span)
      }
      guard let end = try? writer.finish(row: row, into: &span, at: at) else { break }
      at = end
    }
    return report
  }

  @Test(
    "flipped bits are survived, and mostly seen", arguments: CameraKind.all.indices.filter { $0 % 3 == 1 })
  func flippedBits(kind: Int) throws {
    let kind = CameraKind.all[kind]
    let jpeg = try kind.encoded(seed: kind.width)
    var random = Seeded(kind.width)
    var scan = WalkedScan()
    for _ in 0..<120 {
      var broken = jpeg
      for _ in 0...random.below(4) { broken[random.below(jpeg.count)] ^= 1 << UInt8(random.below(8)) }
      let report = splice(broken, &scan)
      #expect((report?.damagedMCUs ?? 0) <= (report == nil ? 0 : scan.layout.mcuCount))
    }
  }

  @Test("data cut at any byte is survived")
  func truncated() throws {
    let jpeg = try CameraKind(width: 48, height: 24, restart: 2).encoded(seed: 1)
    var scan = WalkedScan()
    for count in 0..<jpeg.count - 3 {
      if let report = splice(Array(jpeg[..<count]), &scan) { #expect(count > 600 && report.damagedMCUs > 0) }
    }
  }

  @Test("noise in place of the entropy-coded data is survived", arguments: [0, 2])
  func noise(restart: Int) throws {
    let jpeg = try CameraKind(width: 64, height: 64, restart: restart).encoded(seed: 1)
    var random = Seeded(restart + 5)
    var scan = WalkedScan()
    var damaged = 0
    for round in 0..<400 {
      var broken = jpeg
      for index in 640..<jpeg.count {
        let byte = UInt8(random.below(256))
        broken[index] = round % 3 == 0 && byte < 40 ? [0xFF, 0xD0 + byte % 8, 0][random.below(3)] : byte
      }
      if let report = splice(broken, &scan), report.damagedMCUs > 0 { damaged += 1 }
    }
    #expect(damaged > 200)
  }

  @Test("blocks as long as can be, up to the data's last byte, stay inside it")
  func longestBlocks() throws {
    // All AC coefficients of category 10 with the longest codes there are.
    let jpeg = try CameraKind(width: 16, height: 16, luma: (1, 1), components: 1, quality: 100).encoded(
      seed: 1)
    let start = try headers(of: jpeg).scanStart
    var scan = WalkedScan()
    for byte in [UInt8(0), 0x55, 0xAA, 0xFE, 0xF7, 0x7F] {
      for count in 0..<300 {
        let data = Array(jpeg[..<start]) + [UInt8](repeating: byte, count: count)
        let report = splice(data, &scan)
        #expect(report != nil)
      }
    }
  }
}
