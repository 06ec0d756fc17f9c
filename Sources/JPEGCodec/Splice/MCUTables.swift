/// What a walk records for each MCU.
struct MCUTables: Sendable {
  /// For each MCU, the bit in the unstuffed data at which it starts.
  var starts: [UInt32] = []
  /// For each MCU, its length in bits; 0 if damaged.
  var lengths: [UInt16] = []
  /// For each block in coding order, the quantized DC coefficient.
  var dc: [Int16] = []
  /// For each luma block in coding order, the quantized coefficients (1,0), (0,1), (1,1) and a 0; empty unless wanted.
  var low: [SIMD4<Int16>] = []

  /// Allocates only if the layout differs from the previous frame's.
  mutating func fit(_ layout: ScanLayout, _ detail: WalkedScan.Detail) {
    if starts.count != layout.mcuCount || dc.count != layout.blockCount {
      starts = [UInt32](repeating: 0, count: layout.mcuCount)
      lengths = [UInt16](repeating: 0, count: layout.mcuCount)
      dc = [Int16](repeating: 0, count: layout.blockCount)
    }
    let lumaBlocks = layout.mcuCount * layout.blocks(of: 0)
    if detail == .lowFrequencies, low.count != lumaBlocks {
      low = [SIMD4<Int16>](repeating: .zero, count: lumaBlocks)
    }
  }
}
