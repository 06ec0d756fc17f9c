import PixelTypes

extension JPEGHeaders {
  /// Headers for a canvas with a camera's tables and a restart marker after each row of MCUs.
  ///
  /// If one of the camera's Huffman tables lacks a symbol that an 8-bit picture may need, the standard ones replace
  /// them all: ``canCarry(_:)`` is then false, and the camera's MCUs are losslessly recoded.
  ///
  /// - Parameters:
  ///   - size: of the canvas, in pixels.
  ///   - camera: the headers whose tables are used.
  /// - Throws: ``JPEGError/unsupported(reason:)`` for a canvas with more MCUs in a row than DRI can express.
  public static func canvas(size: PixelSize, like camera: borrowing JPEGHeaders) throws(JPEGError)
    -> JPEGHeaders
  {
    var result = copy camera
    var sampling: InlineArray<3, (across: Int, down: Int)> = [(1, 1), (1, 1), (1, 1)]
    for number in 0..<camera.layout.componentCount {
      sampling[number] = (Int(camera.layout.across[number]), Int(camera.layout.down[number]))
      result.components[number].across = sampling[number].across
      result.components[number].down = sampling[number].down
      result.components[number].id = UInt8(number + 1)
    }
    guard
      let layout = ScanLayout(size: size, componentCount: camera.layout.componentCount, sampling: sampling),
      layout.columns <= 65_535
    else { throw .unsupported(reason: "a canvas of \(size)") }
    result.layout = layout
    result.restartInterval = layout.columns
    result.scanStart = 0
    let encoder = HuffmanEncoder(result)
    for number in 0..<layout.componentCount
    where !encoder.isComplete(dc: result.components[number].dc, ac: result.components[number].ac) {
      result.codes = .standard
      for other in 0..<layout.componentCount {
        result.components[other].dc = min(1, other)
        result.components[other].ac = min(1, other)
      }
      break
    }
    return result
  }

  /// The headers as bytes.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 2304)
    var span = bytes.mutableSpan
    // They always fit.
    let count = (try? write(into: &span)) ?? 0
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Bytes of SOI and APP0, which ``write(into:)`` puts first.
  static let frontBytes = 20

  /// Writes SOI, APP0 (JFIF, ITU-T T.871), DQT, SOF, DHT, DRI and SOS to the output's start.
  ///
  /// - Parameter output: at least 2304 bytes.
  /// - Returns: the offset at which the first row goes.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func write(into output: inout MutableSpan<UInt8>) throws(JPEGError) -> Int {
    // 20 for SOI and APP0, 4 × 133 DQT, 19 SOF, 6 × 277 DHT, 6 DRI, 14 SOS.
    guard output.count >= 2304 else { throw .noRoom(capacity: output.count) }
    var at = 0
    func put(_ values: [Int], _ output: inout MutableSpan<UInt8>) {
      for value in values {
        output[at] = UInt8(truncatingIfNeeded: value)
        at += 1
      }
    }
    put([0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0], &output)
    var extended = false
    var written = 0
    for number in 0..<layout.componentCount {
      let table = components[number].quantization
      if written & 1 << table != 0 { continue }
      written |= 1 << table
      var wide = false
      for position in 0..<64 where quantization[table * 64 + position] > 255 { wide = true }
      extended = extended || wide
      put([0xFF, 0xDB, 0, wide ? 131 : 67, (wide ? 16 : 0) + table], &output)
      for order in 0..<64 {
        let value = Int(quantization[table * 64 + Int(ZigZag.natural[order])])
        put(wide ? [value >> 8, value] : [value], &output)
      }
    }
    for number in 0..<layout.componentCount where components[number].dc > 1 || components[number].ac > 1 {
      extended = true
    }
    put([0xFF, extended ? 0xC1 : 0xC0, 0, 8 + 3 * layout.componentCount, 8], &output)
    put([layout.size.height >> 8, layout.size.height, layout.size.width >> 8, layout.size.width], &output)
    put([layout.componentCount], &output)
    for number in 0..<layout.componentCount {
      let component = components[number]
      put([Int(component.id), component.across << 4 + component.down, component.quantization], &output)
    }
    written = 0
    for number in 0..<layout.componentCount {
      for (kind, index) in [(HuffmanCodes.Class.dc, components[number].dc), (.ac, components[number].ac)] {
        let bit = 1 << (kind.rawValue * 4 + index)
        if written & bit != 0 { continue }
        written |= bit
        let count = codes.count(kind, index)
        put([0xFF, 0xC4, (19 + count) >> 8, 19 + count, kind.rawValue << 4 + index], &output)
        for length in 1...16 { put([codes.count(kind, index, length: length)], &output) }
        for rank in 0..<count { put([Int(codes.symbol(kind, index, rank: rank))], &output) }
      }
    }
    if restartInterval > 0 { put([0xFF, 0xDD, 0, 4, restartInterval >> 8, restartInterval], &output) }
    put([0xFF, 0xDA, 0, 6 + 2 * layout.componentCount, layout.componentCount], &output)
    for number in 0..<layout.componentCount {
      put([Int(components[number].id), components[number].dc << 4 + components[number].ac], &output)
    }
    put([0, 63, 0], &output)
    return at
  }
}
