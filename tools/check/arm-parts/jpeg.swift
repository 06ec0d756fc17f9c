// A photograph's JPEG walked, its small pictures, its coefficients transformed to samples and back, and coded again.

@c(check_jpeg) func checkJPEG(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
  let jpeg = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  do {
    var headers = JPEGHeaders()
    try headers.parse(jpeg.span)
    var scan = WalkedScan()
    precondition(scan.walk(jpeg.span, headers: headers, detail: .lowFrequencies).isWhole)
    let layout = scan.layout
    for component in 0..<layout.componentCount {
      let width = layout.columns * Int(layout.across[component])
      small(width * layout.rows * Int(layout.down[component])) {
        scan.eighth(component: component, into: &$0, bytesPerRow: width)
      }
    }
    let width = 2 * layout.columns * Int(layout.across[0])
    small(width * 2 * layout.rows * Int(layout.down[0])) { scan.quarterLuma(into: &$0, bytesPerRow: width) }

    let transform = BlockTransform(headers, component: 0)
    var writer = ScanRowWriter(canvas: headers)
    var coefficients = [Int16](repeating: 0, count: 64 * layout.blocksPerMCU)
    var (back, samples) = ([Int16](repeating: 0, count: 64), [UInt8](repeating: 0, count: 64))
    var output = [UInt8](repeating: 0, count: 4 * count + 4096)
    for row in 0..<layout.rows {
      var results = Results()
      writer.begin()
      for column in 0..<layout.columns {
        var span = coefficients.mutableSpan
        _ = scan.readMCU(row * layout.columns + column, into: &span)
        for value in coefficients { results.add(Int(value)) }
        writer.encode(coefficients.span)
        var room = samples.mutableSpan
        transform.inverse(coefficients.span, start: 0, into: &room, at: 0, bytesPerRow: 8)
        var again = back.mutableSpan
        transform.forward(samples.span, at: 0, bytesPerRow: 8, into: &again, start: 0)
        for index in 0..<64 {
          results.add(Int(samples[index]))
          results.add(Int(back[index]))
        }
      }
      var span = output.mutableSpan
      let end = try writer.finish(row: row, into: &span, at: 0)
      for index in 0..<end { results.add(Int(output[index])) }
      results.done()
    }
  } catch { preconditionFailure() }
}

private func small(_ count: Int, _ make: (inout MutableSpan<UInt8>) -> Void) {
  var samples = [UInt8](repeating: 0, count: count)
  var span = samples.mutableSpan
  make(&span)
  var results = Results()
  for sample in samples { results.add(Int(sample)) }
  results.done()
}
