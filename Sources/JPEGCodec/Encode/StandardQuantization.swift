import PixelTypes

/// The quantization tables of T.81 K.1, in natural order, at libjpeg's scale of quality.
enum StandardQuantization {
  private static let luma: [UInt16] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17,
    22,
    29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87,
    103,
    121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]
  /// Beyond the lowest 4 × 4 all are alike.
  private static let chroma: [UInt16] = (0..<64).map { position in
    let (row, column) = (position / 8, position % 8)
    guard row < 4, column < 4 else { return 99 }
    return [17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99][4 * row + column]
  }

  /// Both tables, luma's first, each step 1...255.
  ///
  /// - Parameter quality: 1...100.
  static func steps(quality: Int) -> [UInt16] {
    let percent = UInt32(quality < 50 ? 5000 / quality : 200 - 2 * quality)
    return (luma + chroma).map { UInt16(min(max((UInt32($0) * percent + 50) / 100, 1), 255)) }
  }
}

extension JPEGHeaders {
  /// Headers of a picture in the standard tables.
  ///
  /// - Parameters:
  ///   - size: of the picture, in pixels.
  ///   - subsampling: of the picture.
  ///   - quality: 1...100, libjpeg's scale.
  ///   - hasRestarts: whether a restart marker follows each row of MCUs.
  init(size: PixelSize, subsampling: ChromaSubsampling, quality: Int, hasRestarts: Bool) {
    self.init()
    layout = ScanLayout(size: size, subsampling: subsampling)
    codes = .standard
    let steps = StandardQuantization.steps(quality: quality)
    for position in steps.indices { quantization[position] = steps[position] }
    for number in 0..<layout.componentCount {
      let table = min(1, number)
      components[number] = Component(
        id: UInt8(number + 1), across: Int(layout.across[number]), down: Int(layout.down[number]),
        quantization: table, dc: table, ac: table)
    }
    restartInterval = hasRestarts ? layout.columns : 0
  }
}
