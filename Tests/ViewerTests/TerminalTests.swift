import HostResources
import PixelTypes
import Testing

@testable import Viewer

@Suite("A terminal as a screen")
struct TerminalTests {
  // MARK: - What comes

  private static let sequence =
    "q\u{1B}[A\u{1B}OD\t\u{1B}[Z\r \u{3}" + "\u{1B}[<0;17;5M\u{1B}[<32;18;5M\u{1B}[<0;18;6m\u{1B}[<65;1;2M"
    + "\u{1B}[?62;4;22c\u{1B}[0n\u{1B}[6;18;9t\u{1B}[?1016;2$y\u{1B}[?1;0;256S\u{1B}_Gi=31;OK\u{1B}\\"
    + "\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\" + "\u{1B}]0;title\u{7}\u{1B}[200~x"
  private static let inputs: [TerminalInput] = [
    .key(.character(UInt8(ascii: "q"))), .key(.up), .key(.left), .key(.tab), .key(.backTab), .key(.enter),
    .key(.character(UInt8(ascii: " "))), .key(.interrupt), .pointer(.press, x: 17, y: 5),
    .pointer(.drag, x: 18, y: 5), .pointer(.release, x: 18, y: 6), .pointer(.wheel(0, 1), x: 1, y: 2),
    .answer(.attributes([62, 4, 22])), .answer(.done), .answer(.cell(width: 9, height: 18)),
    .answer(.mode(1016, isKnown: true)), .answer(.limit(1, [256])), .answer(.pictures(true)),
    .answer(.attributesOfText("0;48:2::1:2:3m")), .key(.character(UInt8(ascii: "x"))),
  ]

  @Test(
    "keys, the pointer and answers are the same however their bytes arrive", arguments: [1, 2, 3, 7, 1000])
  func parse(piece: Int) {
    let bytes = Array(Self.sequence.utf8)
    var parser = TerminalInput.Parser()
    let found = stride(from: 0, to: bytes.count, by: piece).flatMap {
      parser.take(bytes[$0..<min($0 + piece, bytes.count)])
    }
    #expect(found == Self.inputs && parser.patience == nil)
  }

  @Test("an escape alone is the key; what has no end is dropped")
  func escapes() {
    var parser = TerminalInput.Parser()
    #expect(parser.take([0x1B]).isEmpty && parser.patience != nil)
    #expect(parser.end() == [.key(.escape)] && parser.patience == nil)
    #expect(parser.take(Array("\u{1B}\u{1B}[A".utf8)) == [.key(.escape), .key(.up)])
    // An unfinished sequence doesn't take the next one with it.
    #expect(parser.take(Array("\u{1B}[1;\u{1B}[B".utf8)) == [.key(.down)])
    #expect(parser.take([0x1B, UInt8(ascii: "_"), 0x41, 3]) == [.key(.interrupt)] && parser.patience == nil)
    let endless = Array("\u{1B}_".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 5000)
    #expect(parser.take(endless).count < 5000 && parser.patience == nil)
    #expect(parser.take(Array("\u{1B}[<99999999999999999999;1;1M\u{1B}[?c\u{1B}[6t".utf8)).count <= 2)
  }

  // MARK: - What it can

  private static func abilities(_ answers: TerminalInput.Answer...) -> TerminalAbilities {
    var abilities = TerminalAbilities(isTrueColour: false)
    answers.forEach { abilities.take($0) }
    return abilities
  }

  @Test("the best that a terminal has: kitty's pictures, sixels, blocks")
  func graphics() {
    #expect(Self.abilities(.attributes([62])).graphics == .blocks(isTrueColour: false))
    #expect(
      Self.abilities(.attributesOfText("0;48;2;1;2;3m"), .attributes([62])).graphics
        == .blocks(isTrueColour: true))
    #expect(Self.abilities(.limit(1, [16]), .attributes([62, 4])).graphics == .sixel(colours: 16))
    #expect(Self.abilities(.pictures(true), .attributes([62, 4])).graphics == .kitty)
    #expect(Self.abilities(.pictures(false), .attributes([62])).graphics == .blocks(isTrueColour: false))
    #expect(!TerminalAbilities(isTrueColour: true).answers && Self.abilities(.attributes([1])).answers)
  }

  @Test("a picture fits above the last line in its own shape, and a press on its dot is one on that dot")
  func layout() throws {
    let kinds = [
      Self.abilities(.pictures(true), .cell(width: 9, height: 18), .attributes([62])),
      Self.abilities(.limit(1, [256]), .limit(2, [700, 500]), .cell(width: 9, height: 18), .attributes([4])),
      Self.abilities(.cell(width: 9, height: 18), .attributes([62])),
    ]
    for abilities in kinds {
      for (columns, rows) in [(80, 24), (200, 50), (3, 2), (1, 1), (40, 100)] {
        for (width, height) in [(1920, 1080), (480, 1200), (16, 16)] {
          let terminal = TerminalDevice.Size(columns: columns, rows: rows)
          let layout = TerminalLayout(
            of: try #require(PixelSize(width: width, height: height)), on: terminal, with: abilities)
          #expect(layout.columns >= 1 && layout.rows >= 1 && layout.width >= 2 && layout.height >= 2)
          #expect(layout.column >= 0 && layout.row >= 0)
          guard columns > 3 else { continue }
          #expect(layout.column + layout.columns <= columns && layout.row + layout.rows <= rows - 1)
          // Within a character of its shape.
          let ideal = Double(width) / Double(height)
          let (wide, tall) =
            layout.isDots
            ? (Double(layout.width), Double(layout.height))
            : (Double(layout.columns * 9), Double(layout.rows * 18))
          #expect(abs(wide - tall * ideal) <= max(18, 18 * ideal), "\(width)x\(height): \(wide) x \(tall)")
          // The middle of its middle character.
          let (x, y) = (layout.column + layout.columns / 2 + 1, layout.row + layout.rows / 2 + 1)
          let place = try #require(layout.place(x: x, y: y, isPixels: false, isHeld: false))
          #expect(abs(place.x - 0.5) <= 0.6 / Double(layout.columns) + 0.02)
          #expect(abs(place.y - 0.5) <= 0.6 / Double(layout.rows) + 0.05)
          let pixels = try #require(
            layout.place(x: layout.column * 9 + 1, y: layout.row * 18 + 1, isPixels: true, isHeld: false))
          #expect(pixels.x < 0.04 && pixels.y < 0.04)
          #expect(
            layout.column == 0 || layout.place(x: layout.column, y: y, isPixels: false, isHeld: false) == nil)
          let held = try #require(layout.place(x: 1, y: 1, isPixels: false, isHeld: true))
          #expect((0...1).contains(held.x) && (0...1).contains(held.y))
        }
      }
    }
  }

  // MARK: - What goes

  private static func picture(_ width: Int, _ height: Int, _ colour: (Int, Int) -> (UInt8, UInt8, UInt8))
    -> PlanarPicture
  {
    let picture = PlanarPicture(size: PixelSize(clampingWidth: width, height: height), subsampling: .yuv444)
    for y in 0..<height {
      for x in 0..<width { (picture.luma[x, y], picture.cb[x, y], picture.cr[x, y]) = colour(x, y) }
    }
    return picture
  }

  @Test(
    "RGB is JFIF's, within a rounding",
    arguments: [
      (255, 128, 128, 255, 255, 255), (0, 128, 128, 0, 0, 0), (76, 85, 255, 254, 0, 0),
      (150, 44, 21, 0, 255, 1), (29, 255, 107, 0, 0, 254), (100, 128, 128, 100, 100, 100),
    ])
  func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8, _ r: Int, _ g: Int, _ b: Int) {
    let found = Self.picture(2, 2) { _, _ in (y, cb, cr) }.rgb()
    #expect(found.count == 12)
    #expect(zip(found, [r, g, b, r, g, b]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(found)")
  }

  @Test("blocks are only those that changed")
  func blocks() {
    let first = TerminalPicture.cells(Self.picture(4, 4) { _, _ in (100, 128, 128) }, isTrueColour: true)
    func bytes(_ cells: [TerminalPicture.Cell], _ before: [TerminalPicture.Cell]) -> String {
      String(
        decoding: TerminalPicture.blocks(
          cells, over: before, columns: 4, column: 2, row: 1, isTrueColour: true), as: UTF8.self)
    }
    #expect(
      bytes(first, [])
        == "\u{1B}[2;3H\u{1B}[38;2;100;100;100m\u{1B}[48;2;100;100;100m▀▀▀▀\u{1B}[3;3H▀▀▀▀\u{1B}[0m")
    #expect(bytes(first, first).isEmpty)
    let second = TerminalPicture.cells(
      Self.picture(4, 4) { x, y in (x == 1 && y == 3 ? 200 : 100, 128, 128) }, isTrueColour: true)
    #expect(
      bytes(second, first) == "\u{1B}[3;4H\u{1B}[38;2;100;100;100m\u{1B}[48;2;200;200;200m▀\u{1B}[0m")
    let indexed = TerminalPicture.cells(
      Self.picture(2, 2) { _, y in (y == 0 ? 255 : 118, 128, 128) }, isTrueColour: false)
    #expect(indexed == [.init(upper: 231, lower: 243), .init(upper: 231, lower: 243)])
  }

  @Test("256 colours are dithered: their mean is the picture's, of colours and of greys")
  func dithered() {
    let levels = [0, 95, 135, 175, 215, 255]
    for colour: (UInt8, UInt8, UInt8) in [(40, 150, 110), (110, 90, 170), (200, 140, 110), (77, 128, 128)] {
      let picture = Self.picture(16, 16) { _, _ in colour }
      let truth = picture.rgb().prefix(3).map { Double($0) }
      var sum = [0.0, 0, 0]
      for cell in TerminalPicture.cells(picture, isTrueColour: false) {
        for index in [Int(cell.upper), Int(cell.lower)] {
          // The cube and the greys, as xterm has them.
          let cube = index - 16
          let rgb =
            index >= 232
            ? [Int](repeating: 8 + 10 * (index - 232), count: 3)
            : [levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]]
          for channel in 0..<3 { sum[channel] += Double(rgb[channel]) / 256 }
        }
      }
      for channel in 0..<3 { #expect(abs(sum[channel] - truth[channel]) < 13, "\(colour): \(sum), \(truth)") }
    }
  }

  @Test("every tone near grey is one of the 256 colours", arguments: 124...132 as ClosedRange<UInt8>)
  func greys(red: UInt8) {
    let picture = Self.picture(256, 16) { x, _ in (UInt8(x), 128, red) }
    let cells = TerminalPicture.cells(picture, isTrueColour: false)
    #expect(cells.allSatisfy { (16...255).contains($0.upper) && (16...255).contains($0.lower) })
  }

  @Test("values have their own decimals, and alarms come first, in colour and in words")
  func values() {
    func said(_ json: String) -> (said: String?, alarms: String?) {
      TerminalView.values(of: Array(json.utf8))
    }
    let values =
      #"{"name":"lat","number":54.32104,"unit":"°"},{"name":"satellites","number":9},{"name":"state","text":"idle"},"#
      + #"{"name":"depth","number":2.04,"unit":"m"},{"name":"speed","ageMs":9000}"#
    #expect(said(#"{"values":[\#(values)]}"#) == ("lat 54.32104°, satellites 9, state idle", nil))
    let alarmed = said(
      #"{"values":[\#(values)],"alarms":["depth<2.5m","depth<3m"],"alarmsUnknown":["speed>9","heel>20"]}"#)
    #expect(alarmed.said == "lat 54.32104°, satellites 9, state idle")
    #expect(alarmed.alarms == "ALARM depth 2.0 m, alarm unknown: speed, alarm unknown: heel")
    #expect(said("{}") == (nil, nil) && said("no json") == (nil, nil))
    let line = TerminalView.coloured("live  ·  ALARM depth 2.0 m  ·  q quits", "ALARM depth 2.0 m")
    #expect(line == "live  ·  \u{1B}[0;30;43mALARM depth 2.0 m\u{1B}[0;7m  ·  q quits")
    #expect(TerminalView.coloured("alarm unknown: heel", "alarm unknown: heel") == "alarm unknown: heel")
  }

  @Test("a recorder is named after its cameras, not after other controls")
  func names() {
    let screen = """
      {"elements":[{"id":"top/0/camera-0","role":"status","label":"Coast","value":"live"},
      {"id":"top/camera-switcher","role":"button","label":"Switch"},
      {"id":"top/0/camera-1","role":"status","label":"Walker","focused":true}]}
      """
    let names = TerminalView.names(on: Array(screen.utf8))
    #expect(names.cameras == "Coast & Walker" && names.ring == "Walker, status")
    let none = TerminalView.names(on: Array(#"{"elements":[]}"#.utf8))
    #expect(none.cameras == nil && none.ring == nil)
  }

  @Test(
    "sixels cover every dot once, in colours whose mean is the picture's", arguments: [2, 16, 64, 256, 1024])
  func sixels(colours: Int) throws {
    let (width, height) = (64, 24)
    let picture = Self.picture(width, height) { x, y in (UInt8(40 + 2 * x), UInt8(100 + y), 150) }
    let bytes = TerminalPicture.sixels(picture, colours: colours)
    // Read as the manual says.
    var at = 0
    func number() -> Int {
      var value = 0
      while at < bytes.count, (48...57).contains(bytes[at]) {
        (value, at) = (value * 10 + Int(bytes[at]) - 48, at + 1)
      }
      return value
    }
    #expect(String(decoding: bytes.prefix(16), as: UTF8.self) == "\u{1B}P0;1;0q\"1;1;64;")
    at = try #require(bytes.firstIndex(of: UInt8(ascii: "#")))
    var palette: [Int: [Int]] = [:], dots: [[Int]: Int] = [:]
    var (x, band, colour) = (0, 0, -1)
    while bytes[at] != 0x1B {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "#"):
        colour = number()
        guard bytes[at] == UInt8(ascii: ";") else { continue }
        var values: [Int] = []
        while bytes[at] == UInt8(ascii: ";") {
          at += 1
          values.append(number())
        }
        palette[colour] = values
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, band) = (0, band + 1)
      default:
        var count = 1
        var sixel = byte
        if byte == UInt8(ascii: "!") {
          count = number()
          sixel = bytes[at]
          at += 1
        }
        for _ in 0..<count {
          for row in 0..<6 where Int(sixel - 63) >> row & 1 == 1 {
            #expect(dots.updateValue(colour, forKey: [x, 6 * band + row]) == nil)
          }
          x += 1
        }
      }
    }
    #expect(dots.count == width * height && palette.count <= max(colours, 8))
    let rgb = picture.rgb()
    for channel in 0..<3 {
      var (sum, truth) = (0.0, 0.0)
      for (place, colour) in dots {
        sum += Double(try #require(palette[colour])[channel + 1]) * 2.55
        truth += Double(rgb[3 * (place[1] * width + place[0]) + channel])
      }
      #expect(abs(sum - truth) / Double(dots.count) < 6, "channel \(channel)")
    }
  }

  @Test("kitty's pieces are short, and together a PNG")
  func kitty() throws {
    let picture = Self.picture(200, 100) { x, y in (UInt8(x ^ y), UInt8(x), UInt8(y)) }
    let text = String(
      decoding: try TerminalPicture.kitty(picture, number: 2, columns: 20, rows: 5), as: UTF8.self)
    let pieces = text.split(separator: "\u{1B}\\")
    #expect(
      pieces.count > 2
        && pieces.allSatisfy { $0.hasPrefix("\u{1B}_G") && $0.split(separator: ";")[1].count <= 4096 })
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=T,f=100,i=2,q=2,C=1,c=20,r=5,m=1;iVBORw0KGgo"))
    #expect(pieces.dropFirst().dropLast().allSatisfy { $0.hasPrefix("\u{1B}_Gm=1;") })
    #expect(pieces.last?.hasPrefix("\u{1B}_Gm=0;") == true)
  }
}
