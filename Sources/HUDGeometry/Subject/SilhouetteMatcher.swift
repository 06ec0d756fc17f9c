/// Compares the subject's mask with the template's, and traces the subject's outline.
struct SilhouetteMatcher: Sendable {
  /// From the subject's centroid to the template's, in shares of the viewfinder's diagonal.
  private(set) var offset = Point.zero
  /// The subject's height over the template's.
  private(set) var scale = 1.0

  private var template: [UInt8] = []
  private var templateArea = 0
  private var templateCentroid = Point.zero
  private var templateHeight = 1.0
  private let unit: Point
  /// The curves' tolerance, in cells.
  private static let tolerance = 0.25
  private var tracer: ContourTracer
  private var fitter: CurveFitter
  private var machine = SnapMachine(thresholds: .silhouette)
  private var glow: Glow

  /// `columns` and `rows` count cells; `isFine` is whether outlines have two pixels to a cell each way.
  init(settings: HUDSettings, columns: Int, rows: Int, isFine: Bool) {
    glow = Glow(reducesMotion: settings.reducesMotion)
    let (w, h) = (Double(settings.viewfinderWidth), Double(settings.viewfinderHeight))
    let diagonal = (w * w + h * h).squareRoot()
    unit = Point(w / diagonal, h / diagonal)
    let cell = isFine ? 2 : 1
    tracer = ContourTracer(columns: cell * columns, rows: cell * rows)
    fitter = CurveFitter(capacity: 8 * cell * (columns + rows))
    guard let outline = settings.template, columns > 0, rows > 0 else { return }
    let path = outline.path(width: w, height: h).transformed(by: .scale(1 / w, 1 / h))
    template = MaskRasterizer.mask(of: path, columns: columns, rows: rows)
    let moments = Self.moments(template, columns, rows)
    templateArea = moments.area
    templateCentroid = moments.centroid
    templateHeight = max(0.01, path.bounds.intersection(.unit).height)
  }

  /// Takes this frame's subject.
  mutating func update(
    _ subject: borrowing SubjectTracker, nanoseconds: Int64, reading: inout SilhouetteReading
  ) {
    reading.hasSubject = subject.box != nil
    if subject.isFresh {
      measure(subject, reading: &reading)
    } else if subject.box == nil {
      reading.contour.removeAll(keepingCapacity: true)
      reading.iou = 0
      (offset, scale) = (.zero, 1)
    }
    let isJudged = subject.box != nil && templateArea > 0
    machine.update(isJudged ? -reading.iou : nil, nanoseconds: nanoseconds)
    glow.update(machine.state.isLit, nanoseconds: nanoseconds)
    reading.state = machine.state
    reading.glow = glow.value
  }

  private mutating func measure(_ subject: borrowing SubjectTracker, reading: inout SilhouetteReading) {
    reading.contour.removeAll(keepingCapacity: true)
    draw(subject.soft, subject.fine, bounds: subject.bounds, into: &reading.contour)
    guard templateArea > 0 else { return }
    reading.iou = MaskRasterizer.overlap(template, subject.mask)
    let centroid = Self.moments(subject.mask, subject.columns, subject.rows).centroid
    offset = Point((templateCentroid.x - centroid.x) * unit.x, (templateCentroid.y - centroid.y) * unit.y)
    if let box = subject.box { scale = box.height / templateHeight }
  }

  /// Outlines all bodies, the subject first, if there are several.
  ///
  /// - Parameter contour: the subject's.
  mutating func outline(_ subject: inout SubjectTracker, contour: Path, reading: inout SubjectOutlines) {
    reading.clear()
    guard subject.bodies.areSeveral, subject.box != nil, let main = subject.bodies.main else { return }
    reading.add(id: subject.bodies.bodies[main].id) { $0.append(contour) }
    for k in subject.bodies.bodies.indices where k != main {
      let body = subject.bodies.bodies[k]
      guard body.isSeen, body.id > 0 else { continue }
      subject.outline(k)
      guard let other = subject.other else { continue }
      reading.add(id: body.id) { draw(other.soft, other.fine, bounds: body.bounds, into: &$0) }
    }
    if reading.count < 2 { reading.clear() }
  }

  /// Traces the outlines of all parts larger than specks.
  private mutating func draw(
    _ soft: borrowing SoftMask, _ fine: borrowing FineMask, bounds: CellBox, into path: inout Path
  ) {
    var left = CurveFitter.most
    tracer.clear()
    let box = bounds.grown(by: 3, columns: soft.columns, rows: soft.rows)
    if fine.rows > 0 {
      draw(
        fine.mask, fine.shares, columns: fine.columns, rows: fine.rows, in: box.doubled, cell: 2, left: &left,
        into: &path)
    } else {
      draw(
        soft.mask, soft.shares, columns: soft.columns, rows: soft.rows, in: box, cell: 1, left: &left,
        into: &path)
    }
  }

  /// `cell` is a cell's side in pixels of the mask; `left` is how many curves may still be drawn.
  private mutating func draw(
    _ mask: [UInt8], _ shares: [Float], columns: Int, rows: Int, in box: CellBox, cell: Int, left: inout Int,
    into path: inout Path
  ) {
    let scale = Point(1 / Double(columns), 1 / Double(rows))
    for y in box.top..<box.bottom {
      var x = box.left
      while let next = tracer.beginning(mask, x, y, before: box.right) {
        x = next + 1
        tracer.trace(mask, shares: shares, fromX: next, y: y)
        guard tracer.points.count >= 24 * cell, left > 0 else { continue }
        let before = path.elements.count
        fitter.append(
          tracer.points, isCorner: tracer.isCorner, tolerance: Self.tolerance * Double(cell), limit: left,
          scale: scale, to: &path)
        left -= path.elements.count - before
      }
    }
  }

  private static func moments(_ mask: [UInt8], _ columns: Int, _ rows: Int) -> (area: Int, centroid: Point) {
    var (area, sumX, sumY) = (0, 0, 0)
    for y in 0..<rows {
      for x in 0..<columns where mask[y * columns + x] != 0 {
        area &+= 1
        sumX &+= x
        sumY &+= y
      }
    }
    guard area > 0 else { return (0, Point(0.5, 0.5)) }
    return (
      area,
      Point(
        (Double(sumX) / Double(area) + 0.5) / Double(columns),
        (Double(sumY) / Double(area) + 0.5) / Double(rows))
    )
  }
}
