import CJPEG

/// Small pictures from the walk's records.
extension WalkedScan {
  /// A component at an eighth of its scale, without decoding anything: each block's mean, from its DC (ITU-T T.81,
  /// A.3.3).
  ///
  /// - Parameters:
  ///   - component: 0 for luma, 1 and 2 for chroma.
  ///   - samples: receives `height` rows of `width` samples, `bytesPerRow` apart.
  ///   - width: at most the component's blocks in a row; by default all, including padding blocks at the right.
  ///   - height: at most its rows of blocks; by default all, including padding blocks at the bottom.
  ///   - bytesPerRow: from one row of samples to the next.
  public func eighth(
    component: Int, into samples: inout MutableSpan<UInt8>, width: Int? = nil, height: Int? = nil,
    bytesPerRow: Int
  ) {
    precondition((0..<layout.componentCount).contains(component))
    let scale = Float(headers.quantizer(component: component, position: 0)) / 8
    let (across, down) = (Int(layout.across[component]), Int(layout.down[component]))
    let width = min(width ?? .max, layout.columns * across)
    let height = min(height ?? .max, layout.rows * down)
    precondition(bytesPerRow >= 0 && width >= 0)
    precondition(height <= 0 || (height - 1) * bytesPerRow + width <= samples.count)
    precondition(tables.dc.count >= layout.blockCount)
    let (blocks, first) = (layout.blocksPerMCU, Int(layout.firstBlock[component]))
    // SAFETY: width and height end at the MCUs' edges, so all blocks are among those counted above, and all samples
    // in the rows checked above; the call keeps no pointer.
    unsafe tables.dc.withUnsafeBufferPointer { dc in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        guard let dc = dc.baseAddress, let samples = samples.baseAddress else { return }
        for y in 0..<max(0, height) {
          let (row, inside) = y.quotientAndRemainder(dividingBy: down)
          unsafe withUnsafePointer(
            to: cjpeg_block_row(
              dc: dc + row * layout.columns * blocks + first + inside * across, low: nil, dc_step: blocks,
              low_step: 0, across: CInt(across), mean: scale, slope: 0, fall: 0, twist: 0)
          ) { unsafe cjpeg_eighth($0, CInt(width), samples + y * bytesPerRow) }
        }
      }
    }
  }

  /// The luma at a quarter of its scale, without decoding anything: means of 4×4 samples, as far as the DC and the three
  /// lowest AC coefficients determine them. Requires a walk with `WalkedScan.Detail.lowFrequencies`.
  ///
  /// - Parameters:
  ///   - samples: receives `height` rows of `width` samples, `bytesPerRow` apart.
  ///   - width: at most twice that of ``eighth(component:into:width:height:bytesPerRow:)``; by default all.
  ///   - height: likewise.
  ///   - bytesPerRow: from one row of samples to the next.
  public func quarterLuma(
    into samples: inout MutableSpan<UInt8>, width: Int? = nil, height: Int? = nil, bytesPerRow: Int
  ) {
    precondition(detail == .lowFrequencies)
    // The mean over 4 samples of the lowest cosine is .64073; the inverse transform (T.81, A.3.3) adds factors of 1/4
    // and, for a frequency of 0, 1/√2.
    let mean = Float(headers.quantizer(component: 0, position: 0)) / 8
    let slope = 0.113266 * Float(headers.quantizer(component: 0, position: 1))
    let fall = 0.113266 * Float(headers.quantizer(component: 0, position: 8))
    let twist = 0.102634 * Float(headers.quantizer(component: 0, position: 9))
    let (across, blocks) = (Int(layout.across[0]), layout.blocks(of: 0))
    let down = Int(layout.down[0])
    let width = min(width ?? .max, 2 * layout.columns * across)
    let height = min(height ?? .max, 2 * layout.rows * down)
    precondition(bytesPerRow >= 0 && width >= 0)
    precondition(height <= 0 || (height - 1) * bytesPerRow + width <= samples.count)
    precondition(tables.dc.count >= layout.blockCount && tables.low.count >= layout.mcuCount * blocks)
    // SAFETY: width and height end at the MCUs' edges, so all blocks are among those counted above, and all samples
    // in the rows checked above; four Int16 lie in a row as in a vector of them; the call keeps no pointer.
    unsafe tables.dc.withUnsafeBufferPointer { dc in
      unsafe tables.low.withUnsafeBytes { low in
        unsafe samples.withUnsafeMutableBufferPointer { samples in
          guard let dc = dc.baseAddress, let samples = samples.baseAddress else { return }
          guard let low = unsafe low.baseAddress?.assumingMemoryBound(to: Int16.self) else { return }
          for y in stride(from: 0, to: height, by: 2) {
            let (row, inside) = (y / 2).quotientAndRemainder(dividingBy: down)
            let mcu = row * layout.columns
            let top = unsafe samples + y * bytesPerRow
            unsafe withUnsafePointer(
              to: cjpeg_block_row(
                dc: dc + mcu * layout.blocksPerMCU + inside * across,
                low: low + 4 * (mcu * blocks + inside * across),
                dc_step: layout.blocksPerMCU, low_step: blocks, across: CInt(across),
                mean: mean, slope: slope, fall: fall, twist: twist)
            ) {
              unsafe cjpeg_quarter($0, CInt(width), top, y + 1 < height ? top + bytesPerRow : nil)
            }
          }
        }
      }
    }
  }

  /// The luma at half its scale: means of 2×2 samples, as far as each block's 4×4 lowest frequencies determine them.
  /// Reads these from the entropy-coded data; of damaged rows of MCUs it shows the blocks' means.
  ///
  /// - Parameters:
  ///   - samples: receives `height` rows of `width` samples, `bytesPerRow` apart.
  ///   - width: at most four times that of ``eighth(component:into:width:height:bytesPerRow:)``; by default all.
  ///   - height: likewise.
  ///   - bytesPerRow: from one row of samples to the next.
  public func halfLuma(
    into samples: inout MutableSpan<UInt8>, width: Int? = nil, height: Int? = nil, bytesPerRow: Int
  ) {
    let (across, down) = (Int(layout.across[0]), Int(layout.down[0]))
    let width = min(width ?? .max, 4 * layout.columns * across)
    let height = min(height ?? .max, 4 * layout.rows * down)
    precondition(bytesPerRow >= 0 && width >= 0)
    precondition(height <= 0 || (height - 1) * bytesPerRow + width <= samples.count)
    // The mean over two samples of a cosine is that cosine between them, times one of half the distance.
    var scale = InlineArray<16, Float>(repeating: 0)
    for place in 0..<16 {
      let (down, across) = place.quotientAndRemainder(dividingBy: 4)
      let quantizer = Float(headers.quantizer(component: 0, position: 8 * down + across))
      scale[place] = quantizer * Self.halfShares[down] * Self.halfShares[across]
    }
    var low = LowFrequencies(repeating: 0)
    // SAFETY: blocks that the edges cut are cut here, and no row is longer than checked above.
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let samples = samples.baseAddress else { return }
      for row in 0..<(height + 4 * down - 1) / (4 * down) {
        let isGood = isGood(row: row)
        for column in 0..<(width + 4 * across - 1) / (4 * across) {
          readLow(mcu: row * layout.columns + column, isGood: isGood, into: &low)
          for block in 0..<across * down {
            let x = 4 * (column * across + block % across)
            let y = 4 * (row * down + block / across)
            let (columns, rows) = (min(4, width - x), min(4, height - y))
            guard columns > 0, rows > 0 else { continue }
            unsafe Self.drawHalf(
              low.span, block, scale.span, to: samples + y * bytesPerRow + x, bytesPerRow, columns: columns,
              rows: rows)
          }
        }
      }
    }
  }

  /// The places of up to four luma blocks: 16 coefficients in natural order (row × 4 + column), and one for all others.
  private typealias LowFrequencies = InlineArray<80, Int16>

  // Of frequencies 0 to 3: 1/2 and 1/√2 of T.81, A.3.3, the mean of two samples, and cos(π/4) of the basis.
  private static let halfShares: InlineArray<4, Float> = [0.353553391, 0.490392640, 0.326640741, 0.415734806]

  /// Reads the lowest frequencies of an MCU's luma; only the DC of damaged rows.
  @inline(__always)
  private func readLow(mcu: Int, isGood: Bool, into low: inout LowFrequencies) {
    low = LowFrequencies(repeating: 0)
    let blocks = layout.blocks(of: 0)
    for block in 0..<blocks { low[20 * block] = tables.dc[mcu * layout.blocksPerMCU + block] }
    guard isGood else { return }
    var span = low.mutableSpan
    _ = readAC(mcu, blocks: blocks, isLow: true, into: &span, each: 20)
  }

  private static func drawHalf(
    _ low: Span<Int16>, _ block: Int, _ scale: Span<Float>,
    to samples: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int, columns: Int, rows: Int
  ) {
    var means = InlineArray<16, UInt8>(repeating: 0)
    var span = means.mutableSpan
    // SAFETY: each block has room for 16 coefficients, the scale as many values; rows and columns end inside the picture.
    unsafe low.withUnsafeBufferPointer { low in
      unsafe scale.withUnsafeBufferPointer { scale in
        unsafe span.withUnsafeMutableBufferPointer { means in
          guard let low = low.baseAddress, let scale = scale.baseAddress, let means = means.baseAddress else {
            return
          }
          unsafe cjpeg_half(low + 20 * block, scale, means)
          for y in 0..<rows { unsafe (samples + y * bytesPerRow).update(from: means + 4 * y, count: columns) }
        }
      }
    }
  }
}
