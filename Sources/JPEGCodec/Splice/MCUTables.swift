/// What a walk notes for each MCU.
struct MCUTables: Sendable {
  /// For each MCU, the bit in the unstuffed data at which it starts.
  var starts: [UInt32] = []
  /// For each MCU, its length in bits; 0: damaged.
  var lengths: [UInt16] = []
  /// For each block in the order of coding, the DC coefficient as quantized.
  var dc: [Int16] = []
  /// For each luma block in the order of coding, the coefficients (1,0), (0,1), (1,1) as quantized and a 0; empty
  /// when they aren't wanted.
  var low: [SIMD4<Int16>] = []

  /// Allocates where the layout isn't that of the frame before.
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
