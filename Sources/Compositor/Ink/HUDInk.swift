import GlassChrome
import HUDGeometry
import PixelTypes

/// Draws one camera's guides into its viewfinder as ink: sharp lines with a dark casing, legible
/// over any picture. States differ in form as well as in colour:
///
/// | guide | idle | near | snapped |
/// |---|---|---|---|
/// | horizon | thin, gap in the middle | amber, gap, ticks at the ends | green, heavy, no gap |
/// | silhouette | thin | amber, heavier | green, heavy |
/// | other subjects | thinner outlines | | |
/// | subject | corners | amber, corners and point | green, full box and filled point |
package struct HUDInk {
  /// A side of the horizon line.
  package enum Side: Sendable { case left, right }

  package let rect: PixelRect
  package let scale: Double
  private let settings: HUDSettings
  private let rasterizer: OutlineRasterizer
  let figures: FigureInk?
  private let look: StageSettings
  private var assists: Set<Assist> { look.assists }
  private var angleSide: Side
  private let hasBothSides: Bool
  private let place: AffineTransform

  // The same in every frame, so rasterized once.
  private var gridCasing = CoverageSpans()
  private var gridInk = CoverageSpans()
  // The template at one weight, kept until the weight changes.
  private var templateCasing = CoverageSpans()
  private var templateInk = CoverageSpans()
  private var templateWeight = -1.0
  private let templatePath: Path?
  /// Numbered as the guides number them, in fractions of the viewfinder.
  private let powerPoints: [Point]

  // Reused for the shapes of every frame.
  package var path = Path()
  package var spans = CoverageSpans()

  /// - Parameters:
  ///   - rect: the viewfinder on the canvas, in pixels.
  ///   - scale: pixels per point.
  ///   - settings: the guides' settings.
  ///   - rasterizer: turns paths into coverage.
  ///   - figures: draws the horizon's angle beside the line; without it the line stands alone.
  ///   - angleSide: where the angle must stand, seen from the line; `nil`: at the right, or where the subject leaves room.
  ///   - look: the stage's settings; of the assists it draws frames, tally and artificial horizon.
  ///   - mcu: size of the canvas's MCU in pixels when each MCU that ink touches is costly: grid lines then keep to one.
  package init(
    rect: PixelRect, scale: Double, settings: HUDSettings, rasterizer: OutlineRasterizer, figures: FigureInk?,
    angleSide: Side? = nil, look: StageSettings = StageSettings(), mcu: (width: Int, height: Int)? = nil
  ) {
    self.look = look
    self.figures = figures
    self.angleSide = angleSide ?? .right
    hasBothSides = angleSide == nil
    self.rect = rect
    self.scale = scale
    self.settings = settings
    self.rasterizer = rasterizer
    place = .translation(Double(rect.x), Double(rect.y))
    let (width, height) = (Double(rect.width), Double(rect.height))
    powerPoints = settings.grid.powerPoints(aspect: settings.aspect)
    templatePath = settings.template?.path(width: width, height: height)
    path.reserveCapacity(256)
    spans.reserveCapacity(16384)
    templateCasing.reserveCapacity(32768)
    templateInk.reserveCapacity(32768)
    let hairline = max(1, (1.5 * scale).rounded())
    var lines = settings.grid.path(
      width: width, height: height, hairline: hairline,
      cells: mcu.map { (Double($0.width), Double($0.height)) })
    for assist in look.assists.sorted(by: { $0.rawValue < $1.rawValue }) {
      for frame in assist.frames(aspect: settings.aspect) {
        // Whole lines would cost as much as another grid, and look like one.
        let corner = assist == .safeAreas ? (min(width, height) / 12).rounded() : nil
        lines.addFrame(
          frame.width * width, frame.height * height, corner: corner, in: Point(width, height), hairline)
      }
    }
    guard !lines.isEmpty else { return }
    rasterizer.stroke(
      lines, width: hairline + 2, cap: .butt, join: .miter, transform: place, clip: rect, into: &gridCasing)
    rasterizer.stroke(
      lines, width: hairline, cap: .butt, join: .miter, transform: place, clip: rect, into: &gridInk)
  }

  /// Figures for the angle: as large as a small title, or smaller if the viewfinder lacks the room
  /// beside the line; `nil` if it has none.
  ///
  /// - Parameters:
  ///   - width: the viewfinder's, in pixels.
  ///   - scale: pixels per point.
  /// - Throws: ``GlassError`` when there is no usable font.
  package static func figures(
    _ size: DynamicTypeSize, width: Int, scale: Double, language: ScreenLanguage = .english
  ) throws(GlassError) -> FigureInk? {
    try FigureInk.fitting(
      pixels: size.points(.title3) * scale,
      width: HorizonMeasures.roomForAngle(width: Double(width), scale: scale), edgeWidth: max(1, scale),
      language: language)
  }

  /// - Parameter isRecorded: whether the picture is, for the tally.
  package mutating func draw(
    _ reading: borrowing HUDReading, state: CameraState, isRecorded: Bool = false, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    painter.paint(gridCasing, color: .black, opacity: InkTone.grid.edge, into: canvas)
    painter.paint(gridInk, color: .white, opacity: InkTone.grid.core, into: canvas)
    if state == .lost {
      drawLost(into: canvas, with: &painter)
      return
    }
    if isRecorded, assists.contains(.tally) { drawTally(into: canvas, with: &painter) }
    drawTemplate(reading.silhouette, into: canvas, with: &painter)
    drawContour(reading.silhouette, into: canvas, with: &painter)
    // The first one is the subject.
    for other in reading.subjects.dropFirst() {
      drawContour(other.contour, width: scale, tone: .template, into: canvas, with: &painter)
    }
    drawSubject(reading.subject, into: canvas, with: &painter)
    if assists.contains(.artificialHorizon) { drawLadder(reading.horizon, into: canvas, with: &painter) }
    drawHorizon(reading.horizon, beside: reading.subject, into: canvas, with: &painter)
    if state == .stale { drawStale(into: canvas, with: &painter) }
  }

  package static func color(_ state: GuideState, idle: GuideColor = .white) -> GuideColor {
    switch state {
    case .snapped: .green
    case .near: .amber
    case .idle, .unknown: idle
    }
  }

  // MARK: - Guides

  private mutating func drawTemplate(
    _ reading: SilhouetteReading, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard let templatePath else { return }
    let base = reading.state == .snapped ? 4.0 : reading.state == .near ? 3.0 : 2.0
    let weight = ((base + reading.glow * 1.5) * scale * 4).rounded() / 4
    if weight != templateWeight {
      rasterizer.stroke(
        templatePath, width: weight + 2 * scale, transform: place, clip: rect, into: &templateCasing)
      rasterizer.stroke(templatePath, width: weight, transform: place, clip: rect, into: &templateInk)
      templateWeight = weight
    }
    painter.paint(templateCasing, color: .black, opacity: InkTone.template.edge, into: canvas)
    painter.paint(
      templateInk, color: Self.color(reading.state),
      opacity: InkTone.template.core + (1 - InkTone.template.core) * reading.glow, into: canvas)
  }

  private mutating func drawContour(
    _ reading: borrowing SilhouetteReading, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard reading.hasSubject, !reading.contour.isEmpty else { return }
    drawContour(reading.contour, width: 1.5 * scale, tone: .guide, into: canvas, with: &painter)
  }

  private mutating func drawContour(
    _ contour: Path, width: Double, tone: InkTone, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    let toPixels = AffineTransform.scale(Double(rect.width), Double(rect.height)).then(place)
    rasterizer.stroke(contour, width: width + 2 * scale, transform: toPixels, clip: rect, into: &spans)
    painter.paint(spans, color: .black, opacity: tone.edge, into: canvas)
    rasterizer.stroke(contour, width: width, transform: toPixels, clip: rect, into: &spans)
    painter.paint(spans, color: .cyan, opacity: tone.core, into: canvas)
  }

  private mutating func drawSubject(
    _ reading: SubjectReading, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard reading.hasSubject else { return }
    let color = Self.color(reading.state)
    let box = pixels(reading.box)
    path.removeAll(keepingCapacity: true)
    if reading.state == .snapped {
      appendBox(box, corner: nil)
    } else {
      appendBox(box, corner: min(28 * scale, box.width / 3, box.height / 3))
    }
    cased(width: (2 + reading.glow) * scale, color: color, opacity: 1, into: canvas, with: &painter)
    if let eyes = reading.eyes {
      // What belongs on the power point.
      let middle = Point(eyes.x * Double(rect.width), eyes.y * Double(rect.height))
      path.removeAll(keepingCapacity: true)
      for arm in [Point(6 * scale, 0), Point(0, 6 * scale)] {
        path.line(from: middle - arm, to: middle + arm)
      }
      cased(width: 2 * scale, color: color, opacity: 1, into: canvas, with: &painter)
    }
    guard powerPoints.indices.contains(reading.powerPoint), reading.state.isLit else { return }
    let center = Point(
      powerPoints[reading.powerPoint].x * Double(rect.width),
      powerPoints[reading.powerPoint].y * Double(rect.height))
    path.removeAll(keepingCapacity: true)
    appendCircle(center, radius: (7 + 3 * reading.glow) * scale)
    if reading.state == .snapped {
      rasterizer.fill(path, transform: place, clip: rect, into: &spans)
      painter.paint(spans, color: color, opacity: 1, into: canvas)
    } else {
      cased(width: 2 * scale, color: color, opacity: 1, into: canvas, with: &painter)
    }
  }

  private mutating func drawHorizon(
    _ reading: HorizonReading, beside subject: SubjectReading, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    guard reading.visibility > 0 else { return }
    let (width, height) = (Double(rect.width), Double(rect.height))
    let seen = Point(width / 2, min(max(reading.center.y, 0.05), 0.95) * height)
    let center = assists.contains(.artificialHorizon) ? horizonCenter(reading) ?? seen : seen
    // In the picture y points down, so an angle above 0 rises to the right.
    let turn = AffineTransform.rotation(radians: -reading.angleDegrees * .pi / 180)
    let along = turn.apply(Point(1, 0))
    let across = Point(-along.y, along.x)
    let reach = HorizonMeasures.reach(
      width: width, scale: scale, angle: figures.map { Double($0.widest) } ?? 0)
    path.removeAll(keepingCapacity: true)
    if reading.state == .snapped {
      path.line(from: center - along * reach, to: center + along * reach)
    } else {
      let gap = HorizonMeasures.gap * scale
      path.line(from: center - along * reach, to: center - along * gap)
      path.line(from: center + along * gap, to: center + along * reach)
    }
    if reading.state.isLit {
      let tick = 10 * scale
      for end in 0..<2 {
        let tip = center + along * (end == 0 ? -reach : reach)
        path.line(from: tip - across * tick, to: tip + across * tick)
      }
    }
    let base = reading.state == .snapped ? 3.5 : reading.state == .near ? 2.5 : 2.0
    cased(
      width: (base + reading.glow) * scale, color: Self.color(reading.state),
      opacity: reading.visibility, into: canvas, with: &painter)
    // The level reference: two short marks where the line would be without roll.
    path.removeAll(keepingCapacity: true)
    for end in 0..<2 {
      let side = end == 0 ? -1.0 : 1.0
      path.line(
        from: center + Point(side * (reach + HorizonMeasures.markStart * scale), 0),
        to: center + Point(side * (reach + HorizonMeasures.markEnd * scale), 0))
    }
    cased(
      width: 2 * scale, color: .white, opacity: reading.visibility, into: canvas, with: &painter)
    drawAngle(reading, beside: subject, center: center, reach: reach, into: canvas, with: &painter)
  }

  /// The angle in degrees, upright, beside the line: beyond the mark of the line without roll, on the side without the subject.
  private mutating func drawAngle(
    _ reading: HorizonReading, beside subject: SubjectReading, center: Point, reach: Double,
    into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    guard let figures else { return }
    let away = Int((reach + (HorizonMeasures.markEnd + HorizonMeasures.space) * scale).rounded())
    let width = figures.width(of: .degrees(reading.angleDegrees))
    // A line near the picture's edge would cut the figures.
    let room = figures.height / 2 + HorizonMeasures.margin * scale
    let y = min(max(center.y, room), Double(rect.height) - room)
    let top = y - figures.height / 2
    func left(_ side: Side) -> Int {
      let middle = Int(center.x.rounded())
      return side == .right ? middle + away : middle - away - width
    }
    func isFree(_ side: Side) -> Bool {
      guard subject.hasSubject else { return true }
      let (box, x) = (subject.box, Double(left(side)))
      return box.maxX * Double(rect.width) <= x || box.x * Double(rect.width) >= x + Double(width)
        || box.maxY * Double(rect.height) <= top || box.y * Double(rect.height) >= top + figures.height
    }
    // It keeps its side until the subject comes there.
    if !isFree(angleSide) {
      let other = angleSide == .right ? Side.left : .right
      guard hasBothSides, isFree(other) else { return }
      angleSide = other
    }
    let x = rect.x + left(angleSide)
    let baseline = rect.y + Int((y + figures.height / 2).rounded())
    set(
      .degrees(reading.angleDegrees), x: x, baseline: baseline, color: Self.color(reading.state),
      opacity: reading.visibility, into: canvas, with: &painter)
  }

  /// Sets a number in figures with their edge.
  ///
  /// - Parameters:
  ///   - x: column of the canvas where the pen starts.
  ///   - baseline: the row below the digits' feet.
  package mutating func set(
    _ number: FigureInk.Number, x: Int, baseline: Int, color: GuideColor, opacity: Double,
    into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    figures?.set(number, part: .edge, x: x, baseline: baseline, clip: rect, into: &spans)
    painter.paint(spans, color: .black, opacity: InkTone.guide.edge * opacity, into: canvas)
    figures?.set(number, part: .figures, x: x, baseline: baseline, clip: rect, into: &spans)
    painter.paint(spans, color: color, opacity: InkTone.guide.core * opacity, into: canvas)
  }

  // MARK: - Shapes

  /// A box given in fractions of the viewfinder, in its pixels.
  func pixels(_ box: Rect) -> Rect {
    Rect(
      x: box.x * Double(rect.width), y: box.y * Double(rect.height), width: box.width * Double(rect.width),
      height: box.height * Double(rect.height))
  }

  /// Strokes `path` with a dark edge a pixel wide on each side.
  package mutating func cased(
    width: Double, color: GuideColor, opacity: Double, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    rasterizer.stroke(
      path, width: width + 2 * max(1, scale), cap: .round, transform: place, clip: rect, into: &spans)
    painter.paint(spans, color: .black, opacity: InkTone.guide.edge * opacity, into: canvas)
    rasterizer.stroke(path, width: width, cap: .round, transform: place, clip: rect, into: &spans)
    painter.paint(spans, color: color, opacity: InkTone.guide.core * opacity, into: canvas)
  }

  package mutating func appendBox(_ box: Rect, corner: Double?) {
    guard let corner else {
      path.move(to: Point(box.x, box.y))
      path.line(to: Point(box.maxX, box.y))
      path.line(to: Point(box.maxX, box.maxY))
      path.line(to: Point(box.x, box.maxY))
      path.close()
      return
    }
    path.move(to: Point(box.x, box.y + corner))
    path.line(to: Point(box.x, box.y))
    path.line(to: Point(box.x + corner, box.y))
    path.move(to: Point(box.maxX - corner, box.y))
    path.line(to: Point(box.maxX, box.y))
    path.line(to: Point(box.maxX, box.y + corner))
    path.move(to: Point(box.maxX, box.maxY - corner))
    path.line(to: Point(box.maxX, box.maxY))
    path.line(to: Point(box.maxX - corner, box.maxY))
    path.move(to: Point(box.x + corner, box.maxY))
    path.line(to: Point(box.x, box.maxY))
    path.line(to: Point(box.x, box.maxY - corner))
  }

  /// Four cubics; 0.5523 makes their largest error 2.7e-4 of the radius.
  package mutating func appendCircle(_ center: Point, radius r: Double) {
    let k = 0.5522847498 * r
    path.move(to: center + Point(r, 0))
    path.cubic(center + Point(r, k), center + Point(k, r), to: center + Point(0, r))
    path.cubic(center + Point(-k, r), center + Point(-r, k), to: center + Point(-r, 0))
    path.cubic(center + Point(-r, -k), center + Point(-k, -r), to: center + Point(0, -r))
    path.cubic(center + Point(k, -r), center + Point(r, -k), to: center + Point(r, 0))
    path.close()
  }
}
