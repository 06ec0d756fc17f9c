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
    /// Whether something moves.
    var isMoving = false

    var description: String {
      var words = [style.appearance.rawValue]
      if style.reduceTransparency { words.append("reduced transparency") }
      if isMoving { words.append("moving") }
      return (words + ["text \(style.typeSize.rawValue)", "\(canvas)"]).joined(separator: ", ")
    }
  }

  private var cells: [Key: ContrastAudit.Cell] = [:]
  private var tones: [String: ContrastAudit.Tone] = [:]
  private(set) var frames = 0

  /// Adds one frame's texts, marks and tones.
  ///
  /// - Parameters:
  ///   - canvas: the frame without its ink.
  ///   - isAtRest: whether nothing moves: marks show their states at rest, and are measured only then.
  ///   - name: the name in the report of a component as it was logged.
  mutating func add(
    _ log: InkLog, over canvas: PlanarPicture, _ frame: Frame, isAtRest: Bool, name: (String) -> String
  ) {
    frames += 1
    var frame = frame
    frame.isMoving = !isAtRest
    for tone in log.tones { note(tone, of: name(tone.component), frame) }
    for ink in log.entries where isAtRest || ink.kind == .text {
      let least = PlateContrast.least(ink, over: canvas)
      // A mark wholly under something has nothing to stand out from.
      guard ink.kind == .text || least < .infinity else { continue }
      note(least, of: name(ink.component), frame, ink.area, isMark: ink.kind != .text)
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
      cell.worst = frame.moment(box)
    }
    cells[key] = cell
  }

  private mutating func note(_ tone: InkLog.Tone, of component: String, _ frame: Frame) {
    let own = ContrastAudit.Tone(
      component: component, backdrop: frame.backdrop.rawValue, steepest: tone.steepest, mean: tone.mean,
      count: 1,
      worst: frame.moment(tone.area))
    let key = "\(component) \(own.backdrop)"
    tones[key] = tones[key]?.merged(own) ?? own
  }

  mutating func merge(_ other: ContrastTally) {
    frames += other.frames
    cells.merge(other.cells) { own, other in
      var cell = other.least < own.least ? other : own
      cell.count = own.count + other.count
      return cell
    }
    tones.merge(other.tones) { $0.merged($1) }
  }

  var report: ContrastAudit.Report {
    var report = ContrastAudit.Report()
    report.frames = frames
    report.tones = tones.values.sorted { ($0.component, $0.backdrop) < ($1.component, $1.backdrop) }
    report.cells = cells.values.sorted { $0.order < $1.order }
    return report
  }
}

extension ContrastTally.Frame {
  /// This frame, and a place in it.
  fileprivate func moment(_ box: PixelRect) -> ContrastAudit.Moment {
    ContrastAudit.Moment(
      setting: description, seconds: Double(nanoseconds) / 1e9, box: [box.x, box.y, box.width, box.height])
  }
}

extension ContrastAudit.Tone {
  /// The steeper of two, with the mean of both.
  fileprivate func merged(_ other: Self) -> Self {
    var tone = other.steepest > steepest ? other : self
    tone.count = count + other.count
    tone.mean = (mean * Double(count) + other.mean * Double(other.count)) / Double(tone.count)
    return tone
  }
}

extension ContrastAudit.Cell {
  fileprivate var order: (String, String, Int) {
    (component, backdrop, (isMark ? 2 : 0) + (isIncreased ? 1 : 0))
  }
}
