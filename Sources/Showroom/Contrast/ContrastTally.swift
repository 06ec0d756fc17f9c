import GlassChrome
import PixelTypes

/// The least contrasts found so far.
struct ContrastTally: Sendable {
  private struct Key: Hashable {
    var component: String
    var backdrop: String
    var isIncreased: Bool
  }

  private var cells: [Key: (least: Double, texts: Int)] = [:]
  private(set) var frames = 0

  /// Takes in the texts of one frame.
  ///
  /// - Parameters:
  ///   - canvas: the frame without its texts.
  ///   - name: a text's component name in the report.
  mutating func add(
    _ log: InkLog, over canvas: PlanarPicture, backdrop: TestBackdrop, style: ChromeStyle,
    name: (InkLog.Entry) -> String
  ) {
    frames += 1
    for text in log.entries {
      let key = Key(component: name(text), backdrop: backdrop.rawValue, isIncreased: style.increaseContrast)
      let least = PlateContrast.least(text, over: canvas)
      let before = cells[key] ?? (.infinity, 0)
      cells[key] = (min(before.least, least), before.texts + 1)
    }
  }

  mutating func merge(_ other: ContrastTally) {
    frames += other.frames
    for (key, cell) in other.cells {
      let before = cells[key] ?? (.infinity, 0)
      cells[key] = (min(before.least, cell.least), before.texts + cell.texts)
    }
  }

  var report: ContrastAudit.Report {
    var report = ContrastAudit.Report()
    report.frames = frames
    report.cells = cells.map { key, cell in
      ContrastAudit.Cell(
        component: key.component, backdrop: key.backdrop, isIncreased: key.isIncreased, least: cell.least,
        texts: cell.texts)
    }.sorted {
      ($0.component, $0.backdrop, $0.isIncreased ? 1 : 0) < (
        $1.component, $1.backdrop, $1.isIncreased ? 1 : 0
      )
    }
    return report
  }
}
