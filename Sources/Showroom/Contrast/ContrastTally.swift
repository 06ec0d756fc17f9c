import GlassChrome
import PixelTypes

/// The least contrasts found so far.
struct ContrastTally: Sendable {
  private struct Key: Hashable {
    var component: String
    var backdrop: String
    var isIncreased: Bool
    var isMark: Bool

    /// Its cell before anything is measured.
    var empty: ContrastAudit.Cell {
      ContrastAudit.Cell(
        component: component, backdrop: backdrop, isIncreased: isIncreased, isMark: isMark, least: .infinity,
        count: 0)
    }
  }

  /// The frame being measured.
  struct Frame: Sendable {
    var backdrop: TestBackdrop
    var style: ChromeStyle
    var canvas: PixelSize
    /// Since the scene's first frame.
    var nanoseconds: Int64

    var description: String {
      var words = [style.appearance.rawValue]
      if style.reduceTransparency { words.append("reduced transparency") }
      return (words + ["text \(style.typeSize.rawValue)", "\(canvas)"]).joined(separator: ", ")
    }
  }

  private var cells: [Key: ContrastAudit.Cell] = [:]
  private(set) var frames = 0

  /// Adds one frame's texts and marks.
  ///
  /// - Parameters:
  ///   - canvas: the frame without its ink.
  ///   - isAtRest: whether nothing moves: marks show their states at rest, and are measured only then.
  ///   - name: an ink's component name in the report.
  mutating func add(
    _ log: InkLog, over canvas: PlanarPicture, _ frame: Frame, isAtRest: Bool, name: (InkLog.Entry) -> String
  ) {
    frames += 1
    for ink in log.entries where isAtRest || ink.kind == .text {
      let least = PlateContrast.least(ink, over: canvas)
      // A mark wholly under something has nothing to stand out from.
      guard ink.kind == .text || least < .infinity else { continue }
      note(least, of: name(ink), frame, ink.area, isMark: ink.kind != .text)
    }
  }

  /// Checks the selected controls: an edge must mark each and must have been logged; without one
  /// only colour shows the selection, which counts as no contrast.
  ///
  /// - Parameter boxes: the selected controls' boxes, in canvas pixels.
  mutating func add(selected boxes: [PixelRect], _ log: InkLog, of component: String, _ frame: Frame) {
    for box in boxes {
      let isMarked = log.entries.contains {
        $0.kind == .edge && $0.area.intersection(box.insetBy(-1)) == $0.area
      }
      if !isMarked { note(1, of: component, frame, box, isMark: true) }
    }
  }

  private mutating func note(
    _ contrast: Double, of component: String, _ frame: Frame, _ box: PixelRect, isMark: Bool
  ) {
    let key = Key(
      component: component, backdrop: frame.backdrop.rawValue, isIncreased: frame.style.increaseContrast,
      isMark: isMark)
    var cell = cells[key] ?? key.empty
    cell.count += 1
    if contrast < cell.least {
      cell.least = contrast
      cell.worst = ContrastAudit.Moment(
        setting: frame.description, seconds: Double(frame.nanoseconds) / 1e9,
        box: [box.x, box.y, box.width, box.height])
    }
    cells[key] = cell
  }

  mutating func merge(_ other: ContrastTally) {
    frames += other.frames
    cells.merge(other.cells) { own, other in
      var cell = other.least < own.least ? other : own
      cell.count = own.count + other.count
      return cell
    }
  }

  var report: ContrastAudit.Report {
    var report = ContrastAudit.Report()
    report.frames = frames
    report.cells = cells.values.sorted { $0.order < $1.order }
    return report
  }
}

extension ContrastAudit.Cell {
  fileprivate var order: (String, String, Int) {
    (component, backdrop, (isMark ? 2 : 0) + (isIncreased ? 1 : 0))
  }
}
