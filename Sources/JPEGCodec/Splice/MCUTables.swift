import CJPEG

/// What a walk records for each MCU.
struct MCUTables: Sendable {
  /// For each MCU, the bit in the unstuffed data at which it starts.
  var starts: [UInt32] = []
  /// For each MCU, its length in bits; 0 if damaged.
  var lengths: [UInt16] = []
  /// For each block in coding order, the bits between its MCU's start and its own; anything if damaged.
  var offsets: [UInt16] = []
  /// For each block in coding order, the quantized DC coefficient.
  var dc: [Int16] = []
  /// For each luma block in coding order, the quantized coefficients (1,0), (0,1), (1,1) and a 0; empty unless wanted.
  var low: [SIMD4<Int16>] = []

  /// Allocates only if the layout differs from the previous frame's.
  mutating func fit(_ layout: ScanLayout, _ detail: WalkedScan.Detail) {
    if starts.count != layout.mcuCount || dc.count != layout.blockCount {
      starts = [UInt32](repeating: 0, count: layout.mcuCount)
      lengths = [UInt16](repeating: 0, count: layout.mcuCount)
      offsets = [UInt16](repeating: 0, count: layout.blockCount)
      dc = [Int16](repeating: 0, count: layout.blockCount)
    }
    let lumaBlocks = layout.mcuCount * layout.blocks(of: 0)
    if detail == .lowFrequencies, low.count != lumaBlocks {
      low = [SIMD4<Int16>](repeating: .zero, count: lumaBlocks)
    }
  }

  /// Lends C the places of MCUs from one on; those of low frequencies only if there are any.
  @unsafe
  mutating func withPlaces(
    _ mcu: Int, blocks: Int, lumaBlocks: Int?, _ body: (inout cjpeg_mcus) -> Void
  ) {
    // SAFETY: the caller ensures that the tables have these MCUs.
    unsafe starts.withUnsafeMutableBufferPointer { starts in
      unsafe lengths.withUnsafeMutableBufferPointer { lengths in
        unsafe offsets.withUnsafeMutableBufferPointer { offsets in
          unsafe dc.withUnsafeMutableBufferPointer { dc in
            unsafe low.withUnsafeMutableBytes { low in
              var places = unsafe cjpeg_mcus()
              unsafe (places.starts, places.lengths) = (starts.baseAddress! + mcu, lengths.baseAddress! + mcu)
              unsafe places.offsets = offsets.baseAddress! + mcu * blocks
              unsafe places.values = dc.baseAddress! + mcu * blocks
              unsafe places.blocks = Int32(blocks)
              if let lumaBlocks {
                unsafe places.lows =
                  low.assumingMemoryBound(to: Int16.self).baseAddress! + 4 * mcu * lumaBlocks
                unsafe places.terms = Int32(lumaBlocks)
              }
              unsafe body(&places)
            }
          }
        }
      }
    }
  }
}
