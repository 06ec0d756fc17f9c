import CJPEG

/// Small pictures from the walk's records, without decoding anything.
extension WalkedScan {
  /// A component at an eighth of its scale: each block's mean, from its DC (ITU-T T.81, A.3.3).
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

  /// The luma at a quarter of its scale: means of 4×4 samples, as far as the DC and the three lowest AC coefficients
  /// determine them. Requires a walk with `WalkedScan.Detail.lowFrequencies`.
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
}
