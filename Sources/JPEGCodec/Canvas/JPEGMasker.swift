import PixelTypes

/// Blanks parts of JPEGs: their MCUs become flat, so that nothing of what they held is left, and all others keep their coefficients.
///
/// What it writes has the camera's tables, a restart marker after each row of MCUs, and of the camera's segments only a colour profile:
/// a thumbnail would show what is masked. Pictures that differ only under the mask give the same bytes, if they have the same tables.
/// Use from one thread at a time; allocates nothing after the first frames.
public struct JPEGMasker: ~Copyable {
  /// The luma of what is blanked, as of a viewfinder without a picture.
  public static let level = 24

  private let frame = SharedScan()
  private var headers = JPEGHeaders()
  /// Those that the headers were made of.
  private var tablesOf = JPEGHeaders()
  private var writer = ScanRowWriter(canvas: JPEGHeaders())
  private var embedder: EmbedderBox?
  /// A flat MCU.
  private var flat: [Int16] = []

  /// Makes a masker that has seen no frame.
  public init() {}

  /// Takes a frame, for ``write(hiding:segments:into:)``.
  ///
  /// - Returns: its size in pixels.
  /// - Throws: as ``JPEGHeaders/parse(_:)``; ``JPEGError/malformed(reason:)`` for a size that so few bytes can't hold.
  public mutating func read(_ jpeg: Span<UInt8>) throws(JPEGError) -> PixelSize {
    guard try frame.scan.read(jpeg, of: nil) != nil else {
      throw .malformed(reason: "\(frame.scan.layout.size) is too large for \(jpeg.count) bytes")
    }
    let layout = frame.scan.layout
    guard flat.isEmpty || headers.layout.size != layout.size || !tablesOf.canCarry(frame.scan.headers) else {
      return layout.size
    }
    headers = try JPEGHeaders.canvas(size: layout.size, like: frame.scan.headers)
    tablesOf = frame.scan.headers
    writer = ScanRowWriter(canvas: headers)
    embedder = nil
    flat = [Int16](repeating: 0, count: 64 * layout.blocksPerMCU)
    let step = headers.quantizer(component: 0, position: 0)
    let value = (8 * (Self.level - 128) - step / 2) / step
    for block in 0..<layout.blocks(of: 0) { flat[64 * block] = Int16(clamping: value) }
    return layout.size
  }

  /// Writes the frame that was read, without what a mask hides. A row of MCUs in which one that is shown can't be read is left out, as if
  /// its data had been lost.
  ///
  /// - Parameters:
  ///   - mask: of the frame's size; an MCU with a marked block is blanked.
  ///   - segments: what else its headers are to have, such as a colour profile's segments, with their markers.
  ///   - output: receives the JPEG; grows.
  /// - Returns: the number of bytes written.
  /// - Throws: ``JPEGError/noRoom(capacity:)`` if there is no memory for any picture of this size.
  public mutating func write(
    hiding mask: borrowing BlockMask, segments: [UInt8] = [], into output: inout [UInt8]
  ) throws(JPEGError) -> Int {
    // No block takes more than 27 + 63 × 26 bits, each byte of which may be stuffed.
    let most = 2304 + segments.count + headers.layout.blockCount * 420 + 2 * headers.layout.rows
    while true {
      do { return try attempt(mask, segments, &output) } catch {
        guard case .noRoom = error, output.count < most else { throw error }
        output = [UInt8](
          repeating: 0,
          count: min(most, 2 * output.count + frame.scan.entropy.bytes.count + 4096 + segments.count))
      }
    }
  }

  /// What gives the frame that was read back from what ``write(hiding:segments:into:)`` makes of it: an ``EmbeddedSource``'s data.
  ///
  /// - Parameters:
  ///   - mask: as given there.
  ///   - jpeg: the frame.
  /// - Returns: `nil` if its MCUs don't say all that it holds, or aren't copied as bits.
  mutating func removed(by mask: borrowing BlockMask, from jpeg: Span<UInt8>) throws(JPEGError) -> [UInt8]? {
    frame.rest.take(jpeg, frame.scan)
    guard headers.canCarry(frame.scan.headers), frame.rest.byteCount > 0 else { return nil }
    let layout = headers.layout
    // All of its MCUs, those that the frame's edge cuts, too.
    let rect = PixelRect(
      x: 0, y: 0, width: layout.columns * layout.mcuWidth, height: layout.rows * layout.mcuHeight)
    let box =
      embedder
      ?? EmbedderBox(
        SourceEmbedder(headers, CanvasPlan(layout: layout, viewfinders: [rect]), viewfinder: 0))
    embedder = box
    try box.embedder.gather(frame, at: rect, named: Self.name, touched: mask)
    return box.embedder.data
  }

  /// A name for what has none.
  private static let name = Array("frame".utf8)

  private mutating func attempt(
    _ mask: borrowing BlockMask, _ segments: [UInt8], _ output: inout [UInt8]
  ) throws(JPEGError) -> Int {
    let start = JPEGHeaders.frontBytes
    guard output.count >= 2304 + segments.count else { throw .noRoom(capacity: output.count) }
    var bytes = output.mutableSpan
    var at = try headers.write(into: &bytes)
    if !segments.isEmpty {
      for index in (start..<at).reversed() { bytes[index + segments.count] = bytes[index] }
      for index in segments.indices { bytes[start + index] = segments[index] }
      at += segments.count
    }
    for row in 0..<headers.layout.rows { at = try write(row, mask, into: &bytes, at: at) }
    return at
  }

  private mutating func write(
    _ row: Int, _ mask: borrowing BlockMask, into output: inout MutableSpan<UInt8>, at offset: Int
  ) throws(JPEGError) -> Int {
    let layout = headers.layout
    let (across, down) = (layout.mcuWidth / 8, layout.mcuHeight / 8)
    let first = row * layout.columns
    let isCarried = headers.canCarry(frame.scan.headers)
    writer.begin()
    var column = 0
    while column < layout.columns {
      let block = mask.nextTouched(
        row: row * down, down: down, from: column * across, to: layout.columns * across)
      let hidden = min(block / across, layout.columns)
      if column < hidden {
        let mcus = first + column..<first + hidden
        let isGood = isCarried ? writer.copy(frame.scan, mcus: mcus) : writer.recode(frame.scan, mcus: mcus)
        guard isGood else { return try lose(row, into: &output, at: offset) }
        column = hidden
      }
      guard column < layout.columns else { break }
      // Swapped, not copied: a span of a member would keep all of `self` borrowed.
      var values: [Int16] = []
      swap(&values, &flat)
      writer.encode(values.span)
      swap(&values, &flat)
      column += 1
    }
    return try writer.finish(row: row, into: &output, at: offset)
  }

  /// A row without data.
  private func lose(_ row: Int, into output: inout MutableSpan<UInt8>, at offset: Int) throws(JPEGError)
    -> Int
  {
    guard offset + 2 <= output.count else { throw .noRoom(capacity: output.count) }
    output[offset] = 0xFF
    output[offset + 1] = headers.layout.marker(afterRow: row)
    return offset + 2
  }
}
