import HostResources
import PixelTypes

/// Where a picture is on a terminal: as large as fits above the last line, centred.
struct TerminalLayout: Equatable {
  /// The size of the picture being laid out.
  let picture: PixelSize
  let terminal: TerminalDevice.Size
  /// The first character that the picture covers, from 0.
  let column, row: Int
  /// The number of characters that it covers.
  let columns, rows: Int
  /// Its dots: pixels for kitty and sixels, two in each character for blocks.
  let width, height: Int
  /// A character's size in pixels.
  let cell: (width: Int, height: Int)
  /// Whether the dots are the terminal's pixels.
  let isDots: Bool

  init(of picture: PixelSize, on terminal: TerminalDevice.Size, with abilities: TerminalAbilities) {
    (self.picture, self.terminal) = (picture, terminal)
    cell = abilities.cell(on: terminal)
    let most = (columns: max(terminal.columns, 2), rows: max(terminal.rows - 1, 1))
    isDots = if case .sixel = abilities.graphics { true } else { false }
    var room = (width: most.columns * cell.width, height: most.rows * cell.height)
    if isDots { room = abilities.dots(atMost: room.width, room.height) }
    let scale = min(
      Double(room.width) / Double(picture.width), Double(room.height) / Double(picture.height))
    let wide = Double(picture.width) * scale, tall = Double(picture.height) * scale
    switch abilities.graphics {
    case .sixel:
      // A band of sixels has six rows of dots.
      (width, height) = (max(Int(wide + 0.01) & ~1, 2), max(Int(tall + 0.01) / 6 * 6, 6))
      columns = min((width + cell.width - 1) / cell.width, most.columns)
      rows = min((height + cell.height - 1) / cell.height, most.rows)
    case .kitty, .blocks:
      // Pictures are decoded at even sizes.
      columns = min(max(Int((wide / Double(cell.width)).rounded()) & ~1, 2), most.columns)
      rows = min(max(Int((tall / Double(cell.height)).rounded()), 1), most.rows)
      if case .kitty = abilities.graphics {
        (width, height) = (
          min(columns * cell.width, picture.width), min(rows * cell.height, picture.height)
        )
      } else {
        (width, height) = (columns, 2 * rows)
      }
    }
    column = (most.columns - columns) / 2
    row = (most.rows - rows) / 2
  }

  /// A pointer position in fractions of the picture; `nil` outside.
  ///
  /// - Parameters:
  ///   - x: from 1, in characters or pixels.
  ///   - y: likewise.
  ///   - isPixels: whether they are in pixels.
  ///   - isHeld: whether a finger that has left the picture counts as at its edge.
  func place(x: Int, y: Int, isPixels: Bool, isHeld: Bool) -> (x: Double, y: Double)? {
    // The middle of the character or pixel.
    let unit = isPixels ? (width: 1, height: 1) : cell
    let pixels = (x: (Double(x) - 0.5) * Double(unit.width), y: (Double(y) - 0.5) * Double(unit.height))
    let shown =
      isDots ? (width: width, height: height) : (width: columns * cell.width, height: rows * cell.height)
    let share = (
      x: (pixels.x - Double(column * cell.width)) / Double(shown.width),
      y: (pixels.y - Double(row * cell.height)) / Double(shown.height)
    )
    if isHeld { return (min(max(share.x, 0), 1), min(max(share.y, 0), 1)) }
    return (0...1).contains(share.x) && (0...1).contains(share.y) ? share : nil
  }

  static func == (a: TerminalLayout, b: TerminalLayout) -> Bool {
    a.picture == b.picture && a.terminal == b.terminal && a.cell == b.cell && a.width == b.width
  }
}
