import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Blocks that ink lies in")
struct BlockMaskTests {
  @Test("the next touched block is the first one that is touched", arguments: [1, 2, 3, 4])
  func next(seed: Int) throws {
    var random = Seeded(seed)
    for _ in 0..<200 {
      let size = try #require(PixelSize(width: 8 + random.below(120), height: 8 + random.below(40)))
      var mask = BlockMask(canvas: size)
      for _ in 0..<random.below(5) {
        let (x, y) = (random.below(size.width), random.below(size.height))
        let end = x + 1 + random.below(size.width - x)
        mask.mark(y: y, from: x, to: end)
      }
      let (row, down) = (random.below(mask.rows), 1 + random.below(2))
      let column = random.below(mask.columns)
      // MCUs at the right may stick out.
      let end = column + 1 + random.below(mask.columns + 1 - column)
      var expected = end
      for x in (column..<end).reversed()
      where mask.isTouched(column: x, row: row, across: 1, down: down) { expected = x }
      #expect(mask.nextTouched(row: row, down: down, from: column, to: end) == expected)
    }
  }

  @Test("marking tells whether a block is new")
  func marking() throws {
    var mask = BlockMask(canvas: try #require(PixelSize(width: 40, height: 20)))
    var news: [Bool] = []
    for (y, from, to) in [(3, 2, 7), (7, 0, 8), (7, 7, 9), (8, 0, 1), (0, 0, 16)] {
      news.append(mask.mark(y: y, from: from, to: to))
    }
    #expect(news == [true, false, true, true, false])
  }
}
