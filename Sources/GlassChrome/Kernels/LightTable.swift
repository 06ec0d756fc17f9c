import RealModule

/// A code after a share of white light is mixed in, as light: the screen blend of rim and glow.
///
/// Shares have 64 levels, spaced by their square root, so that faint light on dark glass has fine steps.
@safe
final class LightTable: Sendable {
  static let shared = LightTable()
  static let levels = 64
  static let columns = 257
  // SAFETY: both tables are only read.
  /// 64 × 257 codes: row `level`, column code; the last column repeats for interpolation. Kernels load four at once, so three
  /// more follow, as one does the shares.
  nonisolated(unsafe) let code = unsafe constantTable(LightTable.levels * LightTable.columns + 3) { i in
    let code = Double(min(i % LightTable.columns, 255)) / 255
    return UInt8((LightTable.lit(code, level: min(i / LightTable.columns, levels - 1)) * 255).rounded())
  }
  /// 64 shares of 0...256 that chroma takes of the light's chroma, as luma does at a middle grey.
  nonisolated(unsafe) let chroma = unsafe constantTable(LightTable.levels + 1) { index in
    let (grey, level) = (0.42, min(index, levels - 1))
    return UInt16(((LightTable.lit(grey, level: level) - grey) / (1 - grey) * 256).rounded())
  }

  private init() {}

  /// A code of 0...1 with a level of light.
  private static func lit(_ code: Double, level: Int) -> Double {
    let root = Double(level) / Double(levels - 1)
    let light = TransferCurve.light(code)
    return TransferCurve.code(light + (1 - light) * (root * root))
  }

  /// A share of 0...1 as 0...255; its upper six bits are the level.
  static func stored(_ share: Double) -> UInt8 {
    UInt8((min(max(share, 0), 1).squareRoot() * Double(levels - 1)).rounded()) << 2
  }
}
