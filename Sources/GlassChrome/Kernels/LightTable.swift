import RealModule

/// A code after a share of white light is mixed in, as light: the screen blend of rim and glow.
///
/// Shares have 64 levels, spaced by their square root, so that faint light on dark glass has fine steps.
@safe
final class LightTable: Sendable {
  static let shared = LightTable()
  static let levels = 64
  // SAFETY: both tables are written only in init and then only read.
  /// 64 × 257 codes: row `level`, column code; the last column repeats for interpolation.
  nonisolated(unsafe) let code: UnsafePointer<UInt8>
  /// 64 shares of 0...256 that chroma takes of the light's chroma, as luma does at a middle grey.
  nonisolated(unsafe) let chroma: UnsafePointer<UInt16>
  static let columns = 257

  private init() {
    let code = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.levels * Self.columns)
    let chroma = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.levels)
    let grey = 0.42
    for level in 0..<Self.levels {
      let share = Self.share(level)
      for i in 0..<Self.columns {
        let light = TransferCurve.light(Double(min(i, 255)) / 255)
        let lit = TransferCurve.code(light + (1 - light) * share)
        unsafe (code + level * Self.columns + i).initialize(to: UInt8((lit * 255).rounded()))
      }
      let light = TransferCurve.light(grey)
      let lit = TransferCurve.code(light + (1 - light) * share)
      unsafe (chroma + level).initialize(to: UInt16(((lit - grey) / (1 - grey) * 256).rounded()))
    }
    unsafe self.code = UnsafePointer(code)
    unsafe self.chroma = UnsafePointer(chroma)
  }

  // SAFETY: allocated in init; nothing else owns it.
  deinit {
    unsafe code.deallocate()
    unsafe chroma.deallocate()
  }

  private static func share(_ level: Int) -> Double {
    let root = Double(level) / Double(levels - 1)
    return root * root
  }

  /// A share of 0...1 as 0...255; its upper six bits are the level.
  static func stored(_ share: Double) -> UInt8 {
    UInt8((min(max(share, 0), 1).squareRoot() * Double(levels - 1)).rounded()) << 2
  }
}
