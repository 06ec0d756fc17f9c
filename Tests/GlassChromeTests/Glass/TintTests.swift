import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Colours of one's own")
struct TintTests {
  /// 216 colours, and greys.
  static let sweep: [(UInt8, UInt8, UInt8)] = stride(from: 0, through: 255, by: 51).flatMap { red in
    stride(from: 0, through: 255, by: 51).flatMap { green in
      stride(from: 0, through: 255, by: 51).map { (UInt8(red), UInt8(green), UInt8($0)) }
    }
  }

  @Test("0xRRGGBB is read as red, green and blue")
  func hex() {
    #expect(Glass.Tint.hex(0x0A_FF80) == .color(red: 10, green: 255, blue: 128))
    #expect(Glass.Tint.hex(0xFF00_0001) == .color(red: 0, green: 0, blue: 1))
  }

  @Test("words on prominent glass can be washed to their contrast in any colour", arguments: [false, true])
  func washes(increaseContrast: Bool) {
    let style = ChromeStyle(increaseContrast: increaseContrast)
    let needed = increaseContrast ? 7.0 : 4.5
    for (red, green, blue) in Self.sweep {
      let element = GlassElement(
        id: ElementID("a"), frame: .zero,
        glass: .regular.tint(.color(red: red, green: green, blue: blue)).prominent())
      let material = GlassMaterial.make(element, style: style)
      let ink = material.prefersDarkInk ? 0.0 : 1
      let wash = (material.prefersDarkInk ? material.lightWash : material.darkWash).luminance
      #expect(PlateContrast.ratio(ink, wash) >= needed, "\(red) \(green) \(blue)")
    }
  }

  @Test("a system colour is the same vivid one in both appearances")
  func vivid() {
    let palettes = [false, true].map { ChromePalette(isDark: $0, increaseContrast: false) }
    for palette in palettes {
      #expect(palette.plate(.recording, strength: 1).color == InkColor(255, 59, 48))
      #expect(palette.plate(.tint, strength: 1).color == InkColor(0, 122, 255))
      #expect(palette.plate(.onTint, strength: 1).color == InkColor(grey: 255))
    }
  }
}
