import PixelTypes

extension JPEGHeaders {
  /// Parses the headers up to the scan, replacing the previous ones.
  ///
  /// Accepts baseline and Huffman-coded extended sequential 8-bit pictures, grey or YCbCr, with all components in
  /// one scan.
  ///
  /// - Parameter data: the JPEG from its first byte.
  /// - Throws: ``JPEGError/segment(marker:offset:reason:)`` for a broken segment, ``JPEGError/unsupported(reason:)``
  ///   for other kinds of JPEG, ``JPEGError/malformed(reason:)`` if there is no JPEG or no scan. The headers must then
  ///   not be used.
  public mutating func parse(_ data: Span<UInt8>) throws(JPEGError) {
    guard data.count >= 4, data[0] == 0xFF, data[1] == JPEGMarker.startOfImage else {
      throw .malformed(reason: "no SOI marker at its start")
    }
    restartInterval = 0
    definedQuantization = 0
    codes.removeAll()
    var frame: Frame?
    var colors = ColorMarks()
    var at = 2
    while let segment = try Self.segment(of: data, from: at) {
      switch segment.marker {
      case JPEGMarker.startOfImage: break
      case JPEGMarker.endOfImage: throw .malformed(reason: "EOI at byte \(segment.offset), before any scan")
      case JPEGMarker.baselineFrame, JPEGMarker.extendedFrame:
        guard frame == nil else { throw .segment(segment, reason: "a second frame header") }
        frame = try readFrame(data, segment)
      case JPEGMarker.startOfScan:
        guard let frame else { throw .segment(segment, reason: "a scan before a frame") }
        try readScan(data, segment, frame, colors)
        return
      case 0xE0, 0xEE: colors.note(segment.marker, data.extracting(segment.offset + 4..<segment.end))
      default: try readTables(data, segment)
      }
      at = segment.end
    }
    throw .malformed(reason: "it ends before its scan")
  }

  private static func segment(of data: Span<UInt8>, from offset: Int) throws(JPEGError) -> JPEGSegment? {
    do { return try JPEGSegment.next(in: data, from: offset) } catch {
      switch error {
      case .noMarker(let offset):
        throw .malformed(reason: "no marker at byte \(offset)")
      case .badLength(let length, let marker, let offset):
        throw .segment(marker: marker, offset: offset, reason: "its length of \(length) is impossible")
      }
    }
  }

  /// Reads a segment other than a frame or scan header, ignoring what isn't needed.
  private mutating func readTables(_ data: Span<UInt8>, _ segment: JPEGSegment) throws(JPEGError) {
    let start = segment.offset + 4
    let reason: String?
    switch segment.marker {
    case JPEGMarker.quantizationTables: reason = readQuantization(data, from: start, to: segment.end)
    case JPEGMarker.huffmanTables: reason = codes.read(data, from: start, to: segment.end)
    case JPEGMarker.restartInterval:
      reason = segment.end == start + 2 ? nil : "its length isn't 4"
      if reason == nil { restartInterval = Int(data[start]) << 8 + Int(data[start + 1]) }
    case 0xC2: throw .unsupported(reason: "progressive")
    case 0xC3, 0xC5...0xC7, 0xCB, 0xCD...0xCF: throw .unsupported(reason: "lossless or hierarchical")
    case 0xC9, 0xCA, 0xCC: throw .unsupported(reason: "arithmetic coding")
    default: reason = nil
    }
    if let reason { throw .segment(segment, reason: reason) }
  }

  private mutating func readQuantization(_ data: Span<UInt8>, from start: Int, to end: Int) -> String? {
    var at = start
    while at < end {
      let index = Int(data[at] & 15)
      guard index <= 3 else { return "a table number of \(index)" }
      // 16-bit values are meant for 12-bit samples, but an 8-bit extended sequential picture may have them.
      let wide = Int(data[at] >> 4)
      guard wide <= 1 else { return "values of a precision \(wide)" }
      at += 1
      guard at + 64 * (1 + wide) <= end else { return "cut short" }
      for order in 0..<64 {
        let value =
          wide == 1
          ? UInt16(data[at + 2 * order]) << 8 | UInt16(data[at + 2 * order + 1]) : UInt16(data[at + order])
        guard value > 0 else { return "a quantization value of 0" }
        quantization[index * 64 + Int(ZigZag.natural[order])] = value
      }
      definedQuantization |= 1 << index
      at += 64 * (1 + wide)
    }
    return nil
  }

  private typealias Frame = (size: PixelSize, componentCount: Int)

  private mutating func readFrame(_ data: Span<UInt8>, _ segment: JPEGSegment) throws(JPEGError) -> Frame {
    let offset = segment.offset
    guard segment.end >= offset + 10 else { throw .segment(segment, reason: "cut short") }
    guard data[offset + 4] == 8 else { throw .unsupported(reason: "\(data[offset + 4]) bits per sample") }
    let height = Int(data[offset + 5]) << 8 + Int(data[offset + 6])
    let width = Int(data[offset + 7]) << 8 + Int(data[offset + 8])
    // A height of 0 announces a DNL segment; no camera does that.
    guard let size = PixelSize(width: width, height: height) else {
      throw .unsupported(reason: "a size of \(width)x\(height)")
    }
    let count = Int(data[offset + 9])
    guard count == 1 || count == 3 else { throw .unsupported(reason: "\(count) components") }
    guard segment.end == offset + 10 + 3 * count else {
      throw .segment(segment, reason: "its length doesn't match \(count) components")
    }
    for number in 0..<count {
      let at = offset + 10 + 3 * number
      let component = Component(
        id: data[at], across: Int(data[at + 1] >> 4), down: Int(data[at + 1] & 15),
        quantization: Int(data[at + 2]))
      guard (1...4).contains(component.across), (1...4).contains(component.down), component.quantization <= 3
      else {
        throw .segment(segment, reason: "component \(number) is impossible")
      }
      for other in 0..<number where components[other].id == component.id {
        throw .segment(segment, reason: "two components have the same id")
      }
      components[number] = component
    }
    return (size, count)
  }

  private mutating func readScan(
    _ data: Span<UInt8>, _ segment: JPEGSegment, _ frame: Frame, _ colors: ColorMarks
  ) throws(JPEGError) {
    let offset = segment.offset
    guard segment.end > offset + 4 else { throw .segment(segment, reason: "cut short") }
    let count = Int(data[offset + 4])
    guard segment.end == offset + 8 + 2 * count else {
      throw .segment(segment, reason: "its length doesn't match \(count) components")
    }
    guard count == frame.componentCount else {
      throw .unsupported(reason: "a scan of \(count) of \(frame.componentCount) components")
    }
    hasHuffmanTables = codes.defined != 0
    for number in 0..<count {
      let at = offset + 5 + 2 * number
      guard data[at] == components[number].id else {
        throw .unsupported(reason: "a scan whose components are in a different order from the frame's")
      }
      let (dc, ac) = (Int(data[at + 1] >> 4), Int(data[at + 1] & 15))
      guard dc <= 3, ac <= 3, codes.complete(.dc, dc), codes.complete(.ac, ac) else {
        throw .segment(segment, reason: "Huffman table \(dc) or \(ac) is missing")
      }
      guard definedQuantization & 1 << components[number].quantization != 0 else {
        throw .segment(segment, reason: "a quantization table is missing")
      }
      (components[number].dc, components[number].ac) = (dc, ac)
    }
    let first = components[0]
    let second = components[1]
    let third = components[2]
    guard
      let layout = ScanLayout(
        size: frame.size, componentCount: count,
        sampling: [(first.across, first.down), (second.across, second.down), (third.across, third.down)])
    else {
      throw .unsupported(
        reason:
          "sampling \(first.across)x\(first.down),\(second.across)x\(second.down),\(third.across)x\(third.down)"
      )
    }
    if count == 3, colors.areRGB(first.id, second.id, third.id) { throw .unsupported(reason: "RGB") }
    self.layout = layout
    scanStart = segment.end
  }
}

extension JPEGError {
  fileprivate static func segment(_ segment: JPEGSegment, reason: String) -> JPEGError {
    .segment(marker: segment.marker, offset: segment.offset, reason: reason)
  }
}

/// What a JPEG says about its three components' meaning, interpreted as libjpeg does (jdapimin.c), so that decoding and
/// carrying a frame over agree.
private struct ColorMarks {
  private var isJFIF = false
  /// The `transform` of an Adobe segment.
  private var transform: UInt8?

  /// Reads an APP0 or APP14 segment's content.
  mutating func note(_ marker: UInt8, _ content: Span<UInt8>) {
    if marker == 0xE0, content.count >= 14, Self.begins(content, with: "JFIF\0") { isJFIF = true }
    if marker == 0xEE, content.count >= 12, Self.begins(content, with: "Adobe") { transform = content[11] }
  }

  func areRGB(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    if isJFIF { return false }
    if let transform { return transform == 0 }
    return (first, second, third) == (UInt8(ascii: "R"), UInt8(ascii: "G"), UInt8(ascii: "B"))
  }

  private static func begins(_ content: Span<UInt8>, with word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      // SAFETY: a StaticString's start is valid for its utf8CodeUnitCount bytes.
      if unsafe content[index] != word.utf8Start[index] { return false }
    }
    return true
  }
}
