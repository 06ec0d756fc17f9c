import PixelTypes

/// Where viewfinders may begin, and what is left between them.
struct PlaceGrid: Equatable {
  /// Each begins on a multiple of this, in pixels.
  let step: Int
  /// The least gutter, in pixels: between two, and to the canvas's edges.
  let gap: Int
  /// From the edge of a viewfinder to others inside it, and between these, whose borders don't touch.
  let inset, betweenInsets: Int

  /// The largest MCU: native viewfinders keep their cameras' blocks.
  static let blocks = PlaceGrid(step: 16, gap: 16, inset: 16, betweenInsets: 32)

  /// The same with nothing between them that blocks don't need.
  static let tightBlocks = PlaceGrid(step: 16, gap: 0, inset: 16, betweenInsets: 32)
  static let tightPixels = PlaceGrid(step: 2, gap: 0, inset: 16, betweenInsets: 16)

  /// Even pixels, which chroma needs, with gutters of 16 points.
  static func pixels(scale: Double) -> PlaceGrid {
    let gap = max(16, Int((8 * scale).rounded()) * 2)
    return PlaceGrid(step: 2, gap: gap, inset: max(16, Int((5 * scale).rounded()) * 2), betweenInsets: gap)
  }

  /// Where the next one begins.
  func next(_ end: Int) -> Int { up(end + gap) }
  /// The same of one inside another.
  func nextInset(_ end: Int) -> Int { up(end + betweenInsets) }
  private func up(_ value: Int) -> Int { (value + step - 1) / step * step }
}

/// Where viewfinders lie beside and below each other: pure arithmetic on their sizes.
///
/// Rectangles are in pixels, y down, from the upper left corner of the smallest one around them all. Smaller ones lie at
/// the upper left beside larger ones.
struct ViewfinderPlaces {
  /// Any but ``LayoutMode/pip`` and ``LayoutMode/single``.
  let mode: LayoutMode
  /// The cameras' sizes in pixels, the main one first; at least two.
  let sizes: [PixelSize]
  let grid: PlaceGrid

  /// Pictures that keep their places to each other.
  private typealias Block = [PixelRect]

  /// The cameras' own pixels, arranged so that they are large where all of them fill a screen of 16:9.
  var native: [PixelRect] {
    let blocks = sizes.map { [PixelRect(x: 0, y: 0, width: $0.width, height: $0.height)] }
    // The chrome adds about a fifth of the height.
    func cost(_ block: Block) -> Int { max(Self.width(block) * 45, Self.height(block) * 96) }
    return arrangements(isTall: false).map { place(blocks, $0) }.min { cost($0) < cost($1) } ?? []
  }

  /// The pictures scaled, those of the same rank as large as each other, arranged so that they are as large as can be.
  ///
  /// - Parameter room: in pixels.
  /// - Returns: `nil` if they would have no pixels.
  func scaled(into room: (width: Int, height: Int)) -> [PixelRect]? {
    if sizes.count == 2, mode == .sideBySide || mode == .stacked { return pair(into: room) }
    var best: (block: Block, snapped: Block?, score: Double)?
    for arrangement in arrangements(isTall: room.height > room.width) {
      let sides = proportions(arrangement)
      func made(_ factor: Double) -> Block {
        let blocks = sides.map { side in
          [
            PixelRect(
              x: 0, y: 0, width: Self.even(side.width * factor), height: Self.even(side.height * factor))
          ]
        }
        return place(blocks, arrangement)
      }
      var (low, high) = (0.0, Double(max(room.width, room.height)))
      for _ in 0..<24 {
        let factor = (low + high) / 2
        let block = made(factor)
        if Self.width(block) <= room.width, Self.height(block) <= room.height {
          low = factor
        } else {
          high = factor
        }
      }
      let block = made(low)
      guard Self.width(block) <= room.width, Self.height(block) <= room.height else { continue }
      // Rows of equal length look better than slightly larger pictures.
      let lengths = arrangement.parts.map(\.count)
      let isEven = lengths.min() == lengths.max()
      let score = block.reduce(0) { $0 + Double($1.width * $1.height).squareRoot() } * (isEven ? 1.03 : 1)
      guard score > best?.score ?? 0 else { continue }
      // The main camera's eighths; cameras of one size all have them.
      let unit = sides[0].height / Double(sizes[0].height)
      let eighths = Self.eighths(sizes[0], Int(8 * low * unit + 1e-9), near: low * unit)
      best = (block, eighths.map { made(Double($0.height) / sides[0].height) }, score)
    }
    return best?.snapped ?? best?.block
  }

  /// Two pictures: the main one takes at most three quarters of the width, or three fifths of the height, the other one
  /// the rest; a little more if that makes an eighth of the main camera's size, and the other keeps seven eighths of its own.
  private func pair(into room: (width: Int, height: Int)) -> [PixelRect] {
    let isRow = mode == .sideBySide
    func fitted(_ size: PixelSize, _ width: Int, _ height: Int) -> Block {
      let largest = Self.largest(size, width, height)
      return [PixelRect(x: 0, y: 0, width: largest.width, height: largest.height)]
    }
    let share = isRow ? Double(room.width) * 0.75 : Double(room.height) * 0.6
    func placed(_ most: Int) -> Block {
      let first = fitted(sizes[0], isRow ? most : room.width, isRow ? room.height : most)
      let end = grid.next(isRow ? Self.width(first) : Self.height(first))
      let left = (isRow ? room.width : room.height) - end
      let second = fitted(sizes[1], isRow ? left : room.width, isRow ? room.height : left)
      return isRow ? beside([first, second]) : below([first, second])
    }
    let usual = placed(Int(share) / grid.step * grid.step)
    let (camera, length) = isRow ? (sizes[0].width, room.width) : (sizes[0].height, room.height)
    let next = (Int(share * 8) / camera + 1) * camera / 8
    guard Double(next) <= share * 1.035, next < camera, next < length else { return usual }
    let larger = placed(next)
    return 8 * larger[1].width >= 7 * usual[1].width && larger[1].width >= 32 && larger[1].height >= 24
      ? larger : usual
  }

  // MARK: - Arrangements

  /// Pictures in rows, one below the other, or in columns, one beside the other.
  private struct Division {
    /// Whether the first picture has a row or column of its own, as large as all others together.
    var hasMain = false
    var areColumns: Bool
    /// The others in order, or all of them.
    var parts: [Range<Int>]
  }

  private func arrangements(isTall: Bool) -> [Division] {
    let all = sizes.indices
    return switch mode {
    case .strip: [Division(areColumns: isTall, parts: [all])]
    case .grid, .drawn: Self.partitions(all).map { Division(areColumns: false, parts: $0) }
    case .sideBySide:
      Self.partitions(all.dropFirst()).map { Division(hasMain: true, areColumns: true, parts: $0) }
    default: Self.partitions(all.dropFirst()).map { Division(hasMain: true, areColumns: false, parts: $0) }
    }
  }

  /// All ways to cut a range into ranges, first the ones whose first parts are longest: what is free is at the end.
  private static func partitions(_ range: Range<Int>) -> [[Range<Int>]] {
    guard range.count > 1 else { return [[range]] }
    return (0..<1 << (range.count - 1)).map { cuts in
      var parts = [range.lowerBound..<range.lowerBound]
      for index in range {
        let last = parts.count - 1
        parts[last] = parts[last].lowerBound..<index + 1
        if index + 1 < range.upperBound, cuts >> (index - range.lowerBound) & 1 == 1 {
          parts.append(index + 1..<index + 1)
        }
      }
      return parts
    }.sorted { $1.lexicographicallyPrecedes($0) { $0.count < $1.count } }
  }

  /// Lays out blocks, one for each camera.
  private func place(_ blocks: [Block], _ arrangement: Division) -> Block {
    let rows = arrangement.parts.map { part in
      arrangement.areColumns ? below(Array(blocks[part])) : beside(Array(blocks[part]))
    }
    let others = arrangement.areColumns ? beside(rows) : below(rows)
    guard arrangement.hasMain else { return others }
    return arrangement.areColumns ? beside([blocks[0], others]) : below([blocks[0], others])
  }

  /// The pictures' sides relative to each other: all of one height in rows, of one width in columns; a main one as
  /// high as the highest column, or as wide as the widest row.
  private func proportions(_ arrangement: Division) -> [(width: Double, height: Double)] {
    var sides = sizes.map { size in
      let aspect = Double(size.width) / Double(size.height)
      return arrangement.areColumns ? (width: 1, height: 1 / aspect) : (width: aspect, height: 1)
    }
    guard arrangement.hasMain else { return sides }
    let aspect = Double(sizes[0].width) / Double(sizes[0].height)
    if arrangement.areColumns {
      let most = arrangement.parts.map { $0.reduce(0) { $0 + sides[$1].height } }.max() ?? 1
      sides[0] = (most * aspect, most)
    } else {
      let most = arrangement.parts.map { $0.reduce(0) { $0 + sides[$1].width } }.max() ?? 1
      sides[0] = (most, most / aspect)
    }
    return sides
  }

  // MARK: - Blocks

  private func beside(_ blocks: [Block]) -> Block {
    var (all, x): (Block, Int) = ([], 0)
    for block in blocks {
      for rect in block {
        all.append(PixelRect(x: rect.x + x, y: rect.y, width: rect.width, height: rect.height))
      }
      x += grid.next(Self.width(block))
    }
    return all
  }

  private func below(_ blocks: [Block]) -> Block { Self.transposed(beside(blocks.map(Self.transposed))) }

  private static func transposed(_ block: Block) -> Block {
    block.map { PixelRect(x: $0.y, y: $0.x, width: $0.height, height: $0.width) }
  }

  private static func width(_ block: Block) -> Int { block.reduce(0) { max($0, $1.maxX) } }
  private static func height(_ block: Block) -> Int { block.reduce(0) { max($0, $1.maxY) } }
  private static func even(_ side: Double) -> Int { max(2, Int(side + 0.5) / 2 * 2) }

  /// The largest size of a picture in a room of this width and height, with its proportions up to even sides.
  static func largest(_ size: PixelSize, _ width: Int, _ height: Int) -> (width: Int, height: Int) {
    let factor = max(min(Double(width) / Double(size.width), Double(height) / Double(size.height)), 0)
    return eighths(size, Int(8 * factor + 1e-9), near: factor)
      ?? (even(Double(size.width) * factor), even(Double(size.height) * factor))
  }

  /// So many eighths of a picture's size, to which its JPEGs can be decoded as they are, if that makes even sides and not more than 3 %
  /// less than a factor's area; `nil` otherwise.
  private static func eighths(_ size: PixelSize, _ count: Int, near factor: Double) -> (
    width: Int, height: Int
  )? {
    guard (1...7).contains(count), size.width * count % 16 == 0, size.height * count % 16 == 0 else {
      return nil
    }
    let share = Double(count) / 8 / factor
    return share * share >= 1 - mostLoss ? (size.width * count / 8, size.height * count / 8) : nil
  }
  /// Of an area, for pictures that needn't be resampled.
  static let mostLoss = 0.03
}
