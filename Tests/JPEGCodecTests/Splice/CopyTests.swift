import PixelTypes
import Testing

@testable import JPEGCodec

/// A canvas from rows that a closure fills.
private func compose(
  _ canvas: JPEGHeaders, _ fill: (Int, inout ScanRowWriter) throws -> Void
) throws -> [UInt8] {
  var output = [UInt8](repeating: 0, count: 400_000)
  var span = output.mutableSpan
  var at = try canvas.write(into: &span)
  var writer = ScanRowWriter(canvas: canvas)
  for row in 0..<canvas.layout.rows {
    writer.begin()
    try fill(row, &writer)
    at = try writer.finish(row: row, into: &span, at: at)
  }
  return Array(output[..<at])
}

/// The MCUs of a row of a scan.
private func row(_ layout: ScanLayout, _ row: Int, from: Int = 0) -> Range<Int> {
  row * layout.columns + from..<(row + 1) * layout.columns
}

@Suite("Writing a canvas from a camera's bits")
struct CopyTests {
  @Test("a picture copied whole has all its coefficients", arguments: CameraKind.all)
  func wholeCopy(kind: CameraKind) throws {
    let jpeg = try kind.encoded(seed: 4)
    let scan = try walkedWhole(jpeg)
    let canvas = try JPEGHeaders.canvas(size: scan.layout.size, like: scan.headers)
    check(canvas.canCarry(scan.headers) == !kind.optimized)
    let copy = try compose(canvas) { number, writer in
      let mcus = row(scan.layout, number)
      let done = kind.optimized ? writer.recode(scan, mcus: mcus) : writer.copy(scan, mcus: mcus)
      #expect(done)
    }
    let before = try ReferenceCoefficients(jpeg)
    let after = try ReferenceCoefficients(copy)
    #expect(after.shape.warnings == 0)
    #expect(after.values == before.values)
    var again = WalkedScan()
    try check(walked(copy, &again) == WalkReport())
  }

  @Test("two pictures side by side keep theirs", arguments: [0, 3])
  func sideBySide(restart: Int) throws {
    let left = try CameraKind(width: 96, height: 64, restart: restart).encoded(seed: 6)
    let right = try CameraKind(width: 64, height: 64, restart: restart).encoded(seed: 7)
    let a = try walkedWhole(left)
    let b = try walkedWhole(right)
    let size = try #require(PixelSize(width: 160, height: 64))
    let canvas = try JPEGHeaders.canvas(size: size, like: a.headers)
    let output = try compose(canvas) { number, writer in
      check(writer.copy(a, mcus: row(a.layout, number)))
      // In two pieces, so that a span starts inside a source's row too.
      let second = row(b.layout, number)
      check(writer.copy(b, mcus: second.prefix(1)))
      check(writer.copy(b, mcus: second.dropFirst()))
    }
    let both = try ReferenceCoefficients(output)
    let (one, two) = (try ReferenceCoefficients(left), try ReferenceCoefficients(right))
    #expect(both.shape.warnings == 0)
    for mcu in 0..<canvas.layout.mcuCount {
      let (y, x) = mcu.quotientAndRemainder(dividingBy: canvas.layout.columns)
      let expected =
        x < a.layout.columns
        ? one.mcu(a.layout, y * a.layout.columns + x)
        : two.mcu(b.layout, y * b.layout.columns + x - a.layout.columns)
      #expect(both.mcu(canvas.layout, mcu) == expected)
    }
  }

  @Test("a captured run goes to any place and keeps its coefficients")
  func codedRuns() throws {
    let jpeg = try CameraKind(width: 96, height: 64).encoded(seed: 8)
    let scan = try walkedWhole(jpeg)
    let canvas = try JPEGHeaders.canvas(size: scan.layout.size, like: scan.headers)
    var run = CodedRun()
    var maker = ScanRowWriter(canvas: canvas)
    maker.begin()
    let source = 8..<10
    for mcu in source { maker.encode(coefficients(scan, mcu).span) }
    maker.capture(into: &run)
    let output = try compose(canvas) { number, writer in
      check(writer.copy(scan, mcus: row(scan.layout, number).prefix(1)))
      writer.append(run)
      check(writer.copy(scan, mcus: row(scan.layout, number, from: 3)))
    }
    let before = try ReferenceCoefficients(jpeg)
    let after = try ReferenceCoefficients(output)
    for mcu in 0..<scan.layout.mcuCount {
      let column = mcu % scan.layout.columns
      let from = (1..<3).contains(column) ? source.lowerBound + column - 1 : mcu
      check(after.mcu(scan.layout, mcu) == before.mcu(scan.layout, from))
    }
  }

  @Test("another quantization is carried over to the nearest value")
  func requantization() throws {
    let camera = try CameraKind(width: 64, height: 48, quality: 95).encoded(seed: 1)
    let canvasLike = try CameraKind(width: 64, height: 48, quality: 60).encoded(seed: 2)
    let scan = try walkedWhole(camera)
    let other = try walkedWhole(canvasLike)
    let canvas = try JPEGHeaders.canvas(size: scan.layout.size, like: other.headers)
    check(!canvas.canCarry(scan.headers))
    let requantizer = try #require(Requantizer(from: scan.headers, to: canvas))
    check(Requantizer(from: other.headers, to: canvas) == nil)
    let output = try compose(canvas) { number, writer in
      check(writer.recode(scan, mcus: row(scan.layout, number), requantizer: requantizer))
    }
    let before = try ReferenceCoefficients(camera)
    let after = try ReferenceCoefficients(output)
    for mcu in 0..<scan.layout.mcuCount {
      let (source, result) = (before.mcu(scan.layout, mcu), after.mcu(scan.layout, mcu))
      for index in 0..<source.count {
        let component = scan.layout.component(ofBlock: index / 64)
        let from = scan.headers.quantizer(component: component, position: index % 64)
        let to = canvas.quantizer(component: component, position: index % 64)
        #expect(abs(Int(source[index]) * from - Int(result[index]) * to) * 2 <= to)
      }
    }
  }

  @Test("a damaged MCU isn't copied")
  func damaged() throws {
    let jpeg = try CameraKind(width: 160, height: 120).encoded(seed: 2)
    var scan = WalkedScan()
    try check(!walked(Array(jpeg[..<(jpeg.count / 2)]), &scan).isWhole)
    let canvas = try JPEGHeaders.canvas(size: scan.layout.size, like: scan.headers)
    var writer = ScanRowWriter(canvas: canvas)
    writer.begin()
    let last = row(scan.layout, scan.layout.rows - 1)
    check(!writer.copy(scan, mcus: last) && !writer.recode(scan, mcus: last))
    check(writer.mcuCount == 0)
  }
}
