import Foundation
import GlassChrome
import HUDGeometry
import PixelTypes

/// Captioned pictures in rows under headings, as one picture: in as many columns as make it most
/// like a screen.
struct WallSheet {
  struct Shot {
    var picture: PlanarPicture
    /// Truncated if wider than the picture.
    var caption: String
  }

  /// A heading with its rows, from its own top left.
  private struct Block {
    var words: [Words] = []
    var pictures: [(picture: PlanarPicture, x: Int, y: Int)] = []
    var width = 0
    var height = 0
  }

  private struct Words {
    var text: String
    var size: Double
    var weight: Int
    var x: Int
    /// Row of the baseline.
    var y: Int
    var width: Int
    var role: ColorRole
  }

  /// Pixels between shots and between columns, and the maximum width of a row.
  private static let gap = 8
  private static let gutter = 32
  private static let widest = 2720
  /// Width over height of a wall that is best seen at a glance.
  private static let proportion = 1.6
  private static let headingHeight = 36
  private static let captionHeight = 22

  private var blocks: [Block] = []

  /// Starts a component, by its name.
  mutating func add(heading: String) {
    var block = Block()
    block.words.append(
      Words(text: heading, size: 19, weight: 600, x: 0, y: 25, width: Self.widest, role: .primary))
    block.height = Self.headingHeight
    blocks.append(block)
  }

  /// Adds shots side by side under the last heading, as many per row as fit.
  ///
  /// - Parameter wraps: whether to wrap rows; otherwise they stay in one row, however wide.
  mutating func add(_ shots: [Shot], wraps: Bool = true) {
    guard var block = blocks.popLast(), !shots.isEmpty else { return }
    var (x, tallest) = (0, 0)
    for shot in shots {
      let size = shot.picture.size
      if wraps, x > 0, x + size.width > Self.widest {
        block.height += tallest + Self.captionHeight + Self.gap
        (x, tallest) = (0, 0)
      }
      block.pictures.append((shot.picture, x, block.height))
      block.words.append(
        Words(
          text: shot.caption, size: 13, weight: 400, x: x, y: block.height + size.height + 16,
          width: size.width, role: .secondary))
      tallest = max(tallest, size.height)
      block.width = max(block.width, x + size.width)
      x += size.width + Self.gap
    }
    block.height += tallest + Self.captionHeight + Self.gap
    blocks.append(block)
  }

  /// The blocks stacked in the fewest columns no taller than `tallest`, with each column's width.
  private func columns(tallest: Int) -> [(blocks: [Block], width: Int)] {
    var columns: [(blocks: [Block], width: Int)] = []
    var height = 0
    for block in blocks {
      if columns.isEmpty || height + block.height > tallest {
        columns.append(([], 0))
        height = 0
      }
      columns[columns.count - 1].blocks.append(block)
      columns[columns.count - 1].width = max(columns[columns.count - 1].width, block.width)
      height += block.height
    }
    return columns
  }

  private static func size(_ columns: [(blocks: [Block], width: Int)]) -> (width: Int, height: Int) {
    (
      columns.reduce(2 * gap - gutter) { $0 + $1.width + gutter },
      gap + (columns.map { $0.blocks.reduce(0) { $0 + $1.height } }.max() ?? 0)
    )
  }

  /// The columns whose proportions are nearest to a screen's.
  private var arranged: [(blocks: [Block], width: Int)] {
    // Only the heights of runs of blocks matter.
    let heights = blocks.indices.flatMap { first in
      blocks[first...].reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.height) }.dropFirst()
    }
    let all = Set(heights).map { columns(tallest: $0) }
    func distance(_ columns: [(blocks: [Block], width: Int)]) -> Double {
      let size = Self.size(columns)
      return abs(log(Double(size.width) / Double(max(size.height, 1)) / Self.proportion))
    }
    return all.min { distance($0) < distance($1) } ?? []
  }

  /// The whole sheet on a dark ground.
  ///
  /// - Throws: ``ShowroomError/usage(reason:)`` if it is larger than a picture can be;
  ///   ``ShowroomError/chrome(_:)`` without a font.
  func picture() throws(ShowroomError) -> PlanarPicture {
    let columns = arranged
    var (width, height) = Self.size(columns)
    width = max(width, 640)
    guard let size = PixelSize(width: width, height: height) else {
      throw .usage(
        reason: "a wall of \(width)x\(height) pixels can't be drawn; name a --component, or a smaller --scale"
      )
    }
    let wall = PlanarPicture(size: size, subsampling: .yuv444)
    var words: [Words] = []
    var pictures: [(picture: PlanarPicture, x: Int, y: Int)] = []
    var x = Self.gap
    for column in columns {
      var y = Self.gap
      for block in column.blocks {
        pictures += block.pictures.map { ($0.picture, x + $0.x, y + $0.y) }
        for var text in block.words {
          text.x += x
          text.y += y
          words.append(text)
        }
        y += block.height
      }
      x += column.width + Self.gutter
    }
    // The ground is painted with the words.
    do { try Self.write(words, onto: wall) } catch { throw .chrome(error) }
    for (picture, x, y) in pictures { picture.copy(picture.bounds, into: wall, x: x, y: y) }
    return wall
  }

  private static func write(_ words: [Words], onto wall: PlanarPicture) throws(GlassError) {
    let painter = try ChromePainter(
      layout: ChromeLayout(bare: wall.size, scale: 1), style: ChromeStyle(), subsampling: .yuv444)
    let measurer = try TypefaceMeasurer(scale: 1)
    let items = words.enumerated().compactMap { i, words -> DisplayItem? in
      let line = measurer.lines(
        words.text, width: Double(words.width), limit: 1, direction: .leftToRight, size: words.size,
        weight: words.weight
      ).first
      guard let line else { return nil }
      let lettering = Lettering(
        size: words.size, weight: words.weight, origin: Point(Double(words.x), Double(words.y)))
      return DisplayItem(id: ElementID("\(i)"), frame: .zero, .text(line.text, lettering), role: words.role)
    }
    guard let black = PixelSize(width: 8, height: 8) else { return }
    painter.paint(
      DisplayList(groups: [GlassGroup(id: "words", items: items, bounds: .zero)]),
      backdrop: PlanarPicture(size: black, subsampling: .yuv444), nanoseconds: 0, into: wall)
  }
}
