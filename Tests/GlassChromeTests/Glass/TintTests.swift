import HUDGeometry
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

  @Test("plates on glass in the role tint take the tint around them, and buttons there do; red stays red")
  func plates() throws {
    func plate(_ view: some View) throws -> (role: ColorRole?, tint: Glass.Tint?) {
      let items = try laidOut(onGlass(view)).groups[0].items
      for item in items { if case .plate(_, let tint) = item.ink { return (item.role, tint) } }
      return (nil, nil)
    }
    let button = Button("go", title: "Go").buttonStyle(.glassProminent)
    #expect(try plate(button) == (.tint, nil))
    #expect(try plate(button.tint(.hex(0x123456))) == (.tint, .hex(0x123456)))
    #expect(try plate(Capsule().fill(.tint, strength: 1).tint(.success)) == (.tint, .success))
    #expect(try plate(Capsule().fill(.warning, strength: 1).tint(.success)) == (.warning, nil))
    let red = Button("go", role: .destructive, accessibilityLabel: "Go") { Icon("trash") }
    #expect(try plate(red.buttonStyle(.glassProminent).tint(.success)) == (.destructive, nil))
    for isDark in [false, true] {
      let palette = ChromePalette(isDark: isDark, increaseContrast: false)
      #expect(palette.plate(.tint, strength: 1, tint: .hex(0x0A_FF80)).color == InkColor(10, 255, 128))
      #expect(palette.plate(.success, strength: 1, tint: .hex(0)).color == InkColor(52, 199, 89))
    }
  }

  @Test(
    "words on plates of any colour have their contrast, on the colour or on a shade of it all over",
    arguments: [false, true])
  func plateWords(increaseContrast: Bool) throws {
    let palettes = ChromePalettes(ChromeStyle(increaseContrast: increaseContrast))
    let element = GlassElement(id: "a", frame: Rect(x: 0, y: 0, width: 200, height: 100))
    var shades = 0
    for (red, green, blue) in Self.sweep {
      var ground = InkGround(element, scale: 1, increaseContrast: increaseContrast)
      ground.lay(
        DisplayItem(
          id: "a/plate", frame: Rect(x: 40, y: 20, width: 120, height: 60),
          .plate(.rect(cornerRadius: 8), tint: .color(red: red, green: green, blue: blue)), role: .tint),
        palettes, carriesWords: true)
      let ink = try #require(ground.plateInk(in: PixelRect(x: 80, y: 40, width: 40, height: 20)))
      let color = ground.plates[0].looks.light.color
      if color != InkColor(Double(red), Double(green), Double(blue)) { shades += 1 }
      #expect(
        PlateContrast.ratio(ink.luminance, color.luminance) >= (increaseContrast ? 7 : 4.5),
        "\(red) \(green) \(blue)")
    }
    #expect(shades > 10)
  }

  @Test("a round plate carries its button's icon in every size", arguments: DynamicTypeSize.allCases)
  func roundPlate(typeSize: DynamicTypeSize) throws {
    for size in ControlSize.allCases {
      let button = Button("go", in: .circle, accessibilityLabel: "Go") { Icon("export") }
        .buttonStyle(.glassProminent).controlSize(size)
      let items = try laidOut(
        onGlass(button), environment: LayoutEnvironment(typeSize: typeSize)
      ).groups[0].items
      let element = GlassElement(id: "glass", frame: canvas)
      var ground = InkGround(element, scale: 1, increaseContrast: false)
      for item in items { ground.lay(item, ChromePalettes(ChromeStyle()), carriesWords: false) }
      let icon = try #require(items.first { $0.kind == .icon }).frame
      let box = PixelRect(x: Int(icon.x), y: Int(icon.y), width: Int(icon.width), height: Int(icon.height))
      #expect(ground.plateInk(in: box) != nil, "\(size)")
    }
  }

  @Test("a switch in a tint as bright as its knob has a line around the knob")
  func knob() throws {
    func edges(_ view: some View) throws -> Int {
      try laidOut(onGlass(view)).groups[0].items.count { $0.kind == .edge }
    }
    let toggle = Toggle("Grid", isOn: Binding("grid", true))
    #expect(try edges(toggle) == 1 && edges(toggle.tint(.hex(0xFFFFFF))) == 2)
  }
}
