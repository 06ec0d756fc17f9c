import Foundation
import GlassChrome
import PixelTypes

/// Encodes a picture as a terminal's input. The cursor must be where the picture begins.
enum TerminalPicture {
  /// A PNG in chunks of 4096 characters, stretched over columns and rows; it replaces the picture with the same number
  /// (sw.kovidgoyal.net/kitty/graphics-protocol).
  ///
  /// - Throws: `GlassError` if libpng has no memory.
  static func kitty(_ picture: PlanarPicture, number: Int, columns: Int, rows: Int) throws -> [UInt8] {
    let coded = try Data(PNGEncoder.encode(picture, isFast: true)).base64EncodedData()
    var output: [UInt8] = []
    output.reserveCapacity(coded.count + coded.count / 200 + 100)
    for start in stride(from: 0, to: coded.count, by: 4096) {
      let end = min(start + 4096, coded.count)
      let about = start == 0 ? "a=T,f=100,i=\(number),q=2,C=1,c=\(columns),r=\(rows)," : ""
      output += "\u{1B}_G\(about)m=\(end < coded.count ? 1 : 0);".utf8
      output += coded[start..<end]
      output += "\u{1B}\\".utf8
    }
    return output
  }

  // MARK: - Sixels

  /// Dots in fixed colours, dithered: colours that stay the same from picture to picture don't flicker, and choosing
  /// them for each would take longer than everything else. Six rows make a band, in which each colour is drawn separately
  /// (DEC, VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
  ///
  /// - Parameter height: of the picture, a multiple of 6.
  static func sixels(_ picture: PlanarPicture, colours: Int) -> [UInt8] {
    let (width, height) = (picture.size.width, picture.size.height)
    let levels = Levels(colours)
    let rgb = picture.rgb()
    var output = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    for colour in 0..<levels.count {
      let (red, green, blue) = levels.percent(of: colour)
      output += "#\(colour);2;\(red);\(green);\(blue)".utf8
    }
    // For each colour, the bits of the band's columns, and the columns in which it has dots.
    var bits = [UInt8](repeating: 0, count: levels.count * width)
    var spans = [(first: Int, last: Int)](repeating: (width, -1), count: levels.count)
    for band in stride(from: 0, to: height, by: 6) {
      for y in band..<min(band + 6, height) {
        let bit: UInt8 = 1 << (y - band)
        let thresholds = Levels.thresholds[y & 7]
        for x in 0..<width {
          let at = 3 * (y * width + x)
          let colour = levels.colour(rgb[at], rgb[at + 1], rgb[at + 2], thresholds[x & 7])
          bits[colour * width + x] |= bit
          spans[colour].first = min(spans[colour].first, x)
          spans[colour].last = max(spans[colour].last, x)
        }
      }
      for colour in 0..<levels.count where spans[colour].last >= 0 {
        let (first, last) = spans[colour]
        output += "#\(colour)".utf8
        var run: (sixel: UInt8, count: Int) = (0, first)
        for x in first...last {
          let sixel = bits[colour * width + x]
          bits[colour * width + x] = 0
          if sixel == run.sixel {
            run.count += 1
          } else {
            append(run, to: &output)
            run = (sixel, 1)
          }
        }
        append(run, to: &output)
        output.append(UInt8(ascii: "$"))
        spans[colour] = (width, -1)
      }
      output[output.count - 1] = UInt8(ascii: "-")
    }
    output += "\u{1B}\\".utf8
    return output
  }

  private static func append(_ run: (sixel: UInt8, count: Int), to output: inout [UInt8]) {
    if run.count > 3 {
      output += "!\(run.count)".utf8
      output.append(run.sixel + 63)
    } else {
      for _ in 0..<run.count { output.append(run.sixel + 63) }
    }
  }

  /// A cube of colours.
  struct Levels {
    let red, green, blue: Int

    var count: Int { red * green * blue }

    /// The finest cube for a terminal with this many colours; green gets the most levels.
    init(_ colours: Int) {
      (red, green, blue) =
        colours >= 504
        ? (8, 9, 7)
        : colours >= 252
          ? (6, 7, 6)
          : colours >= 125
            ? (5, 5, 5)
            : colours >= 64
              ? (4, 4, 4)
              : colours >= 27 ? (3, 3, 3) : colours >= 12 ? (2, 3, 2) : (2, 2, 2)
    }

    func percent(of colour: Int) -> (Int, Int, Int) {
      (
        colour / (green * blue) * 100 / (red - 1), colour / blue % green * 100 / (green - 1),
        colour % blue * 100 / (blue - 1)
      )
    }

    /// - Parameter threshold: 0 … 254: how far above the lower of two levels a value must be to become the upper one.
    @inline(__always)
    func colour(_ r: UInt8, _ g: UInt8, _ b: UInt8, _ threshold: Int) -> Int {
      let red = (Int(r) * (self.red - 1) + threshold) / 255
      let green = (Int(g) * (self.green - 1) + threshold) / 255
      let blue = (Int(b) * (self.blue - 1) + threshold) / 255
      return (red * self.green + green) * self.blue + blue
    }

    /// B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures", 1973, 8 × 8.
    static let thresholds: [[Int]] = (0..<8).map { y in
      (0..<8).map { x in
        var order = 0
        for bit in 0..<3 {
          let (a, b) = (x >> bit & 1, y >> bit & 1)
          order |= ((a ^ b) << 1 | b) << (2 * (2 - bit))
        }
        return (2 * order + 1) * 255 / 128
      }
    }
  }

  // MARK: - Half blocks

  /// A character: the colours of its upper and lower half, 0xRRGGBB or an index into 256.
  struct Cell: Equatable {
    var upper, lower: UInt32
  }

  /// The cells of a picture with two dots in each; dithered in 256 colours.
  static func cells(_ picture: PlanarPicture, isTrueColour: Bool) -> [Cell] {
    let (width, height) = (picture.size.width, picture.size.height)
    let rgb = picture.rgb()
    func colour(_ x: Int, _ y: Int) -> UInt32 {
      let at = 3 * (y * width + x)
      let (r, g, b) = (rgb[at], rgb[at + 1], rgb[at + 2])
      return isTrueColour
        ? UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b)
        : indexed(Int(r), Int(g), Int(b), Levels.thresholds[y & 7][x & 7])
    }
    return (0..<height / 2).flatMap { row in
      (0..<width).map { Cell(upper: colour($0, 2 * row), lower: colour($0, 2 * row + 1)) }
    }
  }

  /// One of the four of xterm's 256 colours whose mean is nearest to a colour (T. Knoll, "Pattern dithering", US patent 6606166,
  /// 1999): they differ less in lightness than levels of red, green and blue do, of which the first step is 95.
  ///
  /// - Parameter threshold: 0 … 254: which of them, from the darkest.
  private static func indexed(_ r: Int, _ g: Int, _ b: Int, _ threshold: Int) -> UInt32 {
    var (red, green, blue) = (r, g, b)
    // Lightness, and the colour's index in the last byte; sorted.
    var found = InlineArray<4, Int>(repeating: .max)
    for count in 0..<4 {
      let index = nearest(min(max(red, 0), 255), min(max(green, 0), 255), min(max(blue, 0), 255))
      let (x, y, z) = rgb(of: index)
      var place = count
      let key = (299 * x + 587 * y + 114 * z) << 8 | index
      while place > 0, found[place - 1] > key {
        found[place] = found[place - 1]
        place -= 1
      }
      found[place] = key
      (red, green, blue) = (red + r - x, green + g - y, blue + b - z)
    }
    return UInt32(found[threshold * 4 / 255] & 255)
  }

  /// The nearest of xterm's 256 colours: a cube of 6 × 6 × 6 and 24 greys.
  private static func nearest(_ r: Int, _ g: Int, _ b: Int) -> Int {
    func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
    func distance(_ index: Int) -> Int {
      let (x, y, z) = rgb(of: index)
      return (x - r) * (x - r) + (y - g) * (y - g) + (z - b) * (z - b)
    }
    let cube = 16 + 36 * level(r) + 6 * level(g) + level(b)
    let grey = 232 + max(0, min(23, ((r + g + b) / 3 - 3) / 10))
    return distance(grey) < distance(cube) ? grey : cube
  }

  private static func rgb(of index: Int) -> (Int, Int, Int) {
    func value(_ level: Int) -> Int { level == 0 ? 0 : 55 + 40 * level }
    if index >= 232 { return (10 * index - 2312, 10 * index - 2312, 10 * index - 2312) }
    let cube = index - 16
    return (value(cube / 36), value(cube / 6 % 6), value(cube % 6))
  }

  /// The cells that differ from what is shown.
  ///
  /// - Parameters:
  ///   - before: what is shown; empty for nothing.
  ///   - column: where they begin, from 0.
  ///   - row: likewise.
  static func blocks(
    _ cells: [Cell], over before: [Cell], columns: Int, column: Int, row: Int, isTrueColour: Bool
  ) -> [UInt8] {
    var output: [UInt8] = []
    var colours: Cell?
    var next = -1
    for (index, cell) in cells.enumerated() where before.isEmpty || cell != before[index] {
      if index != next || index % columns == 0 {
        output += "\u{1B}[\(row + index / columns + 1);\(column + index % columns + 1)H".utf8
      }
      if cell.upper != colours?.upper { output += colour(38, cell.upper, isTrueColour).utf8 }
      if cell.lower != colours?.lower { output += colour(48, cell.lower, isTrueColour).utf8 }
      output += "▀".utf8
      (colours, next) = (cell, index + 1)
    }
    if !output.isEmpty { output += "\u{1B}[0m".utf8 }
    return output
  }

  private static func colour(_ kind: Int, _ colour: UInt32, _ isTrueColour: Bool) -> String {
    isTrueColour
      ? "\u{1B}[\(kind);2;\(colour >> 16);\(colour >> 8 & 255);\(colour & 255)m"
      : "\u{1B}[\(kind);5;\(colour)m"
  }
}
