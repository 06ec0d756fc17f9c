import JPEGCodec

/// Parses and walks an input as a JPEG, reads the MCUs, and writes a canvas of them: nothing may trap.
func walk(_ jpeg: Span<UInt8>) {
  var headers = JPEGHeaders()
  do throws(JPEGError) { try headers.parse(jpeg) } catch { return }
  // Sizes that take long say no more than small ones.
  guard headers.layout.mcuCount <= 4096 else { return }
  var scan = WalkedScan()
  let layout = headers.layout
  let whole = scan.walk(jpeg, headers: headers)
  let report = scan.walk(jpeg, headers: headers, detail: .lowFrequencies)
  precondition(whole == report, "both walks find the same")
  let (width, height) = (layout.columns * layout.mcuWidth / 2, layout.rows * layout.mcuHeight / 2)
  var half = [UInt8](repeating: 0, count: width * height)
  var small = half.mutableSpan
  scan.halfLuma(into: &small, bytesPerRow: width)
  guard let canvas = try? JPEGHeaders.canvas(size: layout.size, like: headers) else { return }
  var output = [UInt8](repeating: 0, count: 4 * jpeg.count + 65_536)
  var span = output.mutableSpan
  guard var at = try? canvas.write(into: &span) else { return }
  var writer = ScanRowWriter(canvas: canvas)
  var values = [Int16](repeating: 0, count: 64 * layout.blocksPerMCU)
  for row in 0..<layout.rows {
    writer.begin()
    let mcus = row * layout.columns..<(row + 1) * layout.columns
    if !canvas.canCarry(headers) || !writer.copy(scan, mcus: mcus) {
      for mcu in mcus where !writer.recode(scan, mcus: mcu..<mcu + 1) {
        var block = values.mutableSpan
        _ = scan.readMCU(mcu, into: &block)
        writer.encode(values.span)
      }
    }
    guard let end = try? writer.finish(row: row, into: &span, at: at) else { return }
    at = end
  }
  // What was written from a whole picture reads as a whole picture.
  var again = JPEGHeaders()
  guard (try? again.parse(output.span.extracting(first: at))) != nil else {
    preconditionFailure("the canvas' headers don't parse")
  }
  let second = scan.walk(output.span.extracting(first: at), headers: again)
  precondition(second.isWhole && second.extraneousBytes == 0, "the canvas is damaged")
}
