/// Small pictures from what the walk noted, without decoding anything.
extension WalkedScan {
  /// A component at an eighth of its scale: each block's mean, from its DC (ITU-T T.81, A.3.3).
  ///
  /// - Parameters:
  ///   - component: 0 for luma, 1 and 2 for chroma.
  ///   - samples: receives `height` rows of `width` samples, `bytesPerRow` apart.
  ///   - width: at most `layout.columns` × blocks; `height` likewise of rows. All by default, padding blocks at the
  ///     right and the bottom included.
  public func eighth(
    component: Int, into samples: inout MutableSpan<UInt8>, width: Int? = nil, height: Int? = nil,
    bytesPerRow: Int
  ) {
    precondition((0..<layout.componentCount).contains(component))
    let scale = Float(headers.quantizer(component: component, position: 0)) / 8
    let (across, down) = (Int(layout.across[component]), Int(layout.down[component]))
    let width = min(width ?? .max, layout.columns * across)
    let height = min(height ?? .max, layout.rows * down)
    precondition(height == 0 || (height - 1) * bytesPerRow + width <= samples.count)
    let blocksPerMCU = layout.blocksPerMCU
    let values = tables.dc.span
    for y in 0..<height {
      let (row, inside) = y.quotientAndRemainder(dividingBy: down)
      var mcu = row * layout.columns * blocksPerMCU + Int(layout.firstBlock[component]) + inside * across
      var x = 0
      while x < width {
        for block in 0..<min(across, width - x) {
          let value = Float(values[mcu + block]) * scale + 128.5
          samples[y * bytesPerRow + x + block] = UInt8(max(0, min(255, value)))
        }
        x += across
        mcu += blocksPerMCU
      }
    }
  }

  /// The luma at a quarter of its scale: means of 4×4 samples as far as the DC and the three lowest AC coefficients
  /// know them. Needs a walk with ``Detail/lowFrequencies``.
  ///
  /// - Parameters:
  ///   - samples: receives `height` rows of `width` samples, `bytesPerRow` apart.
  ///   - width: at most twice that of ``eighth(component:into:width:height:bytesPerRow:)``; `height` likewise. All by
  ///     default.
  public func quarterLuma(
    into samples: inout MutableSpan<UInt8>, width: Int? = nil, height: Int? = nil, bytesPerRow: Int
  ) {
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
    let width = min(width ?? .max, 2 * layout.columns * across)
    let height = min(height ?? .max, 2 * layout.rows * down)
    precondition(height == 0 || (height - 1) * bytesPerRow + width <= samples.count)
    let (values, lows) = (tables.dc.span, tables.low.span)
    let blocksPerMCU = layout.blocksPerMCU
    precondition(
      bytesPerRow >= 0 && values.count >= layout.blockCount && lows.count >= layout.mcuCount * blocks)
    // A block's four means, row by row: signs of (1,0), (0,1) and (1,1).
    let slope: SIMD4<Float> = [1, -1, 1, -1]
    let fall: SIMD4<Float> = [1, 1, -1, -1]
    let twist: SIMD4<Float> = [1, -1, -1, 1]
    for y in stride(from: 0, to: height, by: 2) {
      let (row, inside) = (y / 2).quotientAndRemainder(dividingBy: down)
      for column in 0..<(width + 1) / 2 {
        let (mcu, number) = across == 1 ? (column, 0) : column.quotientAndRemainder(dividingBy: across)
        let block = row &* layout.columns &+ mcu
        // SAFETY: width and height end at the MCUs' edges, so both indices are below the counts checked above.
        let low =
          unsafe SIMD4<Float>(lows[unchecked: block &* blocks &+ inside &* across &+ number]) * weights
        let dc = unsafe values[unchecked: block &* blocksPerMCU &+ inside &* across &+ number]
        let level = SIMD4<Float>(repeating: Float(dc) * mean + 128) + slope * low[0] + fall * low[1]
        let held = (level + twist * low[2]).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        // Adding 3 × 2²² leaves the rounded value in the lowest bits: converting lane by lane takes far longer.
        // SAFETY: vectors of one size without padding.
        let means = unsafe unsafeBitCast(held + 12_582_912, to: SIMD4<UInt32>.self)
        let at = y &* bytesPerRow &+ 2 &* column
        samples[at] = UInt8(truncatingIfNeeded: means[0])
        if 2 &* column &+ 1 < width { samples[at &+ 1] = UInt8(truncatingIfNeeded: means[1]) }
        if y &+ 1 == height { continue }
        samples[at &+ bytesPerRow] = UInt8(truncatingIfNeeded: means[2])
        if 2 &* column &+ 1 < width { samples[at &+ bytesPerRow &+ 1] = UInt8(truncatingIfNeeded: means[3]) }
      }
    }
  }
}
