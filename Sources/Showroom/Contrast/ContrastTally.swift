import GlassChrome
import PixelTypes

/// The least contrasts found so far.
struct ContrastTally: Sendable {
  private struct Key: Hashable {
    var component: String
    var backdrop: String
    var isIncreased: Bool
    var isMark: Bool
  }

  private var cells: [Key: (least: Double, count: Int)] = [:]
  private(set) var frames = 0

  /// Takes in the texts and marks of one frame.
  ///
  /// - Parameters:
  ///   - canvas: the frame without its ink.
  ///   - isAtRest: whether nothing moves: marks tell their states at rest, and only then are measured.
  ///   - name: an ink's component name in the report.
  mutating func add(
    _ log: InkLog, over canvas: PlanarPicture, backdrop: TestBackdrop, style: ChromeStyle,
    isAtRest: Bool, name: (InkLog.Entry) -> String
  ) {
    frames += 1
    for ink in log.entries where isAtRest || ink.kind == .text {
      let least = PlateContrast.least(ink, over: canvas)
      // A mark that lies wholly under something has no place to stand out from.
      guard ink.kind == .text || least < .infinity else { continue }
      note(least, of: name(ink), backdrop, style, isMark: ink.kind != .text)
    }
  }

  /// Takes in what is selected: an edge marks it and must have been logged; without one it is told by colour alone, which
  /// counts as no contrast.
  ///
  /// - Parameter frames: of the selected controls, in canvas pixels.
  mutating func add(
    selected frames: [PixelRect], _ log: InkLog, of component: String, backdrop: TestBackdrop,
    style: ChromeStyle
  ) {
    for frame in frames {
      let isMarked = log.entries.contains {
        $0.kind == .edge && $0.area.intersection(frame.insetBy(-1)) == $0.area
      }
      if !isMarked { note(1, of: component, backdrop, style, isMark: true) }
    }
  }

  private mutating func note(
    _ contrast: Double, of component: String, _ backdrop: TestBackdrop, _ style: ChromeStyle, isMark: Bool
  ) {
    let key = Key(
      component: component, backdrop: backdrop.rawValue, isIncreased: style.increaseContrast, isMark: isMark)
    let before = cells[key] ?? (.infinity, 0)
    cells[key] = (min(before.least, contrast), before.count + 1)
  }

  mutating func merge(_ other: ContrastTally) {
    frames += other.frames
    for (key, cell) in other.cells {
      let before = cells[key] ?? (.infinity, 0)
      cells[key] = (min(before.least, cell.least), before.count + cell.count)
    }
  }

  var report: ContrastAudit.Report {
    var report = ContrastAudit.Report()
    report.frames = frames
    report.cells = cells.map { key, cell in
      ContrastAudit.Cell(
        component: key.component, backdrop: key.backdrop, isIncreased: key.isIncreased, isMark: key.isMark,
        least: cell.least, count: cell.count)
    }.sorted { $0.order < $1.order }
    return report
  }
}

extension ContrastAudit.Cell {
  fileprivate var order: (String, String, Int) {
    (component, backdrop, (isMark ? 2 : 0) + (isIncreased ? 1 : 0))
  }
}
