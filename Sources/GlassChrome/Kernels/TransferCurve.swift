import RealModule

/// sRGB's transfer curve (IEC 61966-2-1) as tables: 8-bit codes to 16-bit light, and light back to codes.
@safe
final class TransferCurve: Sendable {
  // SAFETY: both tables are only read.
  /// 256 entries: light 0...65535 of a code.
  nonisolated(unsafe) let light = unsafe constantTable(256) { code in
    UInt16((TransferCurve.light(Double(code) / 255) * 65535).rounded())
  }
  /// 16,384 entries, indexed by light / 4: the code times 256, 0...65280.
  nonisolated(unsafe) let code = unsafe constantTable(16_384) { light in
    UInt16((TransferCurve.code(Double(light) / 16_383) * 65_280).rounded())
  }

  static let shared = TransferCurve()

  private init() {}

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
