import PixelTypes

/// Who fills each MCU of a canvas: a pure function of the layout, the same for all frames.
struct CanvasPlan: Sendable {
  enum Owner: Sendable, Equatable {
    /// No viewfinder overlaps it.
    case chrome
    /// The topmost viewfinder that overlaps it covers all of it.
    case viewfinder(Int)
    /// More than one owner: viewfinders and chrome, or two viewfinders.
    case shared
  }

  /// Adjacent MCUs of one row with the same owner.
  struct Span: Sendable {
    var owner: Owner
    var columns: Range<Int>
    /// Its index among the spans of chrome.
    var run = 0
  }

  /// A position in the canvas' grid of MCUs.
  struct Place: Sendable {
    var column: Int
    var row: Int
  }

  /// The most MCUs in a span of chrome, so that a local change is cheap: 256 pixels of 4:2:2.
  static let longestRun = 16

  let layout: ScanLayout
  private(set) var spans: [Span] = []
  /// For each row, the range of its spans, from left to right.
  private(set) var rows: [Range<Int>] = []
  private(set) var runCount = 0
  /// For each viewfinder, the MCUs that it shares.
  private(set) var shared: [[Place]]

  /// `viewfinders` are in canvas pixels; later ones cover earlier ones.
  init(layout: ScanLayout, viewfinders: [PixelRect]) {
    self.layout = layout
    shared = viewfinders.map { _ in [] }
    for row in 0..<layout.rows {
      let first = spans.count
      for column in 0..<layout.columns {
        let owner = Self.owner(layout, viewfinders, column: column, row: row)
        if owner == .shared {
          let mcu = Self.rect(layout, column: column, row: row)
          for index in viewfinders.indices where viewfinders[index].intersects(mcu) {
            shared[index].append(Place(column: column, row: row))
          }
        }
        if spans.count > first, spans[spans.count - 1].owner == owner,
          owner != .chrome || spans[spans.count - 1].columns.count < Self.longestRun
        {
          spans[spans.count - 1].columns = spans[spans.count - 1].columns.lowerBound..<column + 1
        } else {
          spans.append(Span(owner: owner, columns: column..<column + 1, run: runCount))
          if owner == .chrome { runCount += 1 }
        }
      }
      rows.append(first..<spans.count)
    }
  }

  /// Whether all MCUs of a viewfinder are on the canvas.
  func holds(_ rect: PixelRect) -> Bool {
    rect.x >= 0 && rect.y >= 0 && rect.maxX <= layout.size.width && rect.maxY <= layout.size.height
  }

  /// All spans with their rows.
  var placedSpans: [(owner: Owner, columns: Range<Int>, row: Int)] {
    rows.enumerated().flatMap { row, range in range.map { (spans[$0].owner, spans[$0].columns, row) } }
  }

  /// Fewer MCUs aren't worth another thread: they take about 0.15 ms.
  private static let fewestInBand = 2000

  /// Cuts the rows into bands, from top to bottom, that take about equally long: fewer than asked for if the canvas is
  /// too small.
  func bands(atMost count: Int) -> [Range<Int>] {
    let count = max(1, min(count, layout.mcuCount / Self.fewestInBand, layout.rows))
    // Chrome is coded in one picture out of several; cameras are copied, or redrawn under ink: on average, MCUs of both
    // take about equally long.
    let cut = { (layout.rows * $0 + count - 1) / count }
    return (0..<count).map { cut($0)..<cut($0 + 1) }
  }

  static func rect(_ layout: ScanLayout, column: Int, row: Int) -> PixelRect {
    PixelRect(
      x: column * layout.mcuWidth, y: row * layout.mcuHeight, width: layout.mcuWidth,
      height: layout.mcuHeight)
  }

  private static func owner(
    _ layout: ScanLayout, _ viewfinders: [PixelRect], column: Int, row: Int
  ) -> Owner {
    let mcu = rect(layout, column: column, row: row)
    for index in viewfinders.indices.reversed() where viewfinders[index].intersects(mcu) {
      return viewfinders[index].contains(mcu) ? .viewfinder(index) : .shared
    }
    return .chrome
  }
}
