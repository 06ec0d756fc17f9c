/// Small pictures from what the walk noted, without decoding anything.
extension WalkedScan {
  /// A component at an eighth of its scale: each block's mean, from its DC (ITU-T T.81, A.3.3).
  ///
  /// - Parameters:
  ///   - component: 0 for luma, 1 and 2 for chroma.
  ///   - samples: receives `layout.rows` × blocks rows of `layout.columns` × blocks samples, `bytesPerRow` apart,
  ///     padding blocks at the right and the bottom included.
  public func eighth(component: Int, into samples: inout MutableSpan<UInt8>, bytesPerRow: Int) {
    precondition((0..<layout.componentCount).contains(component))
    let scale = Float(headers.quantizer(component: component, position: 0)) / 8
    let (across, down) = (Int(layout.across[component]), Int(layout.down[component]))
    let first = Int(layout.firstBlock[component])
    for mcu in 0..<layout.mcuCount {
      let (row, column) = mcu.quotientAndRemainder(dividingBy: layout.columns)
      for block in 0..<across * down {
        let value = Float(tables.dc[mcu * layout.blocksPerMCU + first + block]) * scale + 128.5
        let y = row * down + block / across
        samples[y * bytesPerRow + column * across + block % across] = UInt8(max(0, min(255, value)))
      }
    }
  }

  /// The luma at a quarter of its scale: means of 4×4 samples as far as the DC and the three lowest AC coefficients
  /// know them. Needs a walk with ``Detail/lowFrequencies``.
  ///
  /// - Parameter samples: receives twice the rows and columns of ``eighth(component:into:bytesPerRow:)``.
  public func quarterLuma(into samples: inout MutableSpan<UInt8>, bytesPerRow: Int) {
    precondition(detail == .lowFrequencies)
    // The mean over 4 samples of the lowest cosine is .64073; the inverse transform (T.81, A.3.3) brings in 1/4 and
    // 1/√2 for a frequency of 0.
    let scale = SIMD4<Float>(0.113266, 0.113266, 0.102634, 0)
    let quantizers = SIMD4<Float>(
      Float(headers.quantizer(component: 0, position: 1)),
      Float(headers.quantizer(component: 0, position: 8)),
      Float(headers.quantizer(component: 0, position: 9)), 0)
    let weights = scale * quantizers
    let mean = Float(headers.quantizer(component: 0, position: 0)) / 8
    let (across, blocks) = (Int(layout.across[0]), layout.blocks(of: 0))
    let down = Int(layout.down[0])
    for mcu in 0..<layout.mcuCount {
      let (row, column) = mcu.quotientAndRemainder(dividingBy: layout.columns)
      for block in 0..<blocks {
        let low = SIMD4<Float>(tables.low[mcu * blocks + block]) * weights
        let level = Float(tables.dc[mcu * layout.blocksPerMCU + block]) * mean + 128.5
        let at = 2 * ((row * down + block / across) * bytesPerRow + column * across + block % across)
        samples[at] = UInt8(max(0, min(255, level + low[0] + low[1] + low[2])))
        samples[at + 1] = UInt8(max(0, min(255, level - low[0] + low[1] - low[2])))
        samples[at + bytesPerRow] = UInt8(max(0, min(255, level + low[0] - low[1] - low[2])))
        samples[at + bytesPerRow + 1] = UInt8(max(0, min(255, level - low[0] - low[1] + low[2])))
      }
    }
  }
}
