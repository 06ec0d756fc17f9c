import RealModule

/// sRGB's transfer curve (IEC 61966-2-1) as tables: 8-bit codes to 16-bit light, and light back to codes.
@safe
final class TransferCurve: Sendable {
  // SAFETY: both tables are written only in init and then only read.
  /// 256 entries: light 0...65535 of a code.
  nonisolated(unsafe) let light: UnsafePointer<UInt16>
  /// 16,384 entries, indexed by light / 4: the code times 256, 0...65280.
  nonisolated(unsafe) let code: UnsafePointer<UInt16>

  static let shared = TransferCurve()

  private init() {
    let light = UnsafeMutablePointer<UInt16>.allocate(capacity: 256)
    for i in 0..<256 {
      unsafe (light + i).initialize(to: UInt16((Self.light(Double(i) / 255) * 65535).rounded()))
    }
    let code = UnsafeMutablePointer<UInt16>.allocate(capacity: 16_384)
    for i in 0..<16_384 {
      let value = Self.code(Double(i) / 16_383) * 65_280
      unsafe (code + i).initialize(to: UInt16(value.rounded()))
    }
    unsafe self.light = UnsafePointer(light)
    unsafe self.code = UnsafePointer(code)
  }

  // SAFETY: allocated in init; nothing else owns it.
  deinit {
    unsafe light.deallocate()
    unsafe code.deallocate()
  }

  /// Light 0...65535 of a code.
  // SAFETY: every 8-bit code is inside the table.
  func light(ofCode code: UInt8) -> UInt16 { unsafe light[Int(code)] }

  /// Light 0...1 of a code 0...1.
  static func light(_ code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : Double.pow((code + 0.055) / 1.055, 2.4)
  }

  /// Code 0...1 of light 0...1.
  static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * Double.pow(light, 1 / 2.4) - 0.055
  }
}
