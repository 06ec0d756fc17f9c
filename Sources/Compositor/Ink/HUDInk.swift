import GlassChrome
import HUDGeometry
import PixelTypes

/// Draws one camera's guides into its viewfinder as ink: sharp lines with a dark casing, legible
/// over any picture. States differ in form as well as in colour:
///
/// | guide | idle | near | snapped |
/// |---|---|---|---|
/// | horizon | thin, gap in the middle | amber, gap, ticks at the ends | green, no gap; later the ticks alone |
/// | silhouette | thin | amber, heavier | green, heavy |
/// | other subjects | thinner outlines | | |
/// | subject | corners | amber, corners and point | green, full box and filled point |
package struct HUDInk {
  /// A side of the horizon line.
  package enum Side: Sendable { case left, right }

  package let layout: InkLayout
  package var rect: PixelRect { layout.rect }
  package var scale: Double { layout.scale }
  private let settings: HUDSettings
  private let rasterizer: OutlineRasterizer
  let figures: FigureInk?
  private let look: StageSettings
  private var assists: Set<Assist> { look.assists }
  private var angleSide: Side
  /// Whether the angle stands below a level line of the grid that would cross it.
  private var angleIsBelow = false
  /// The grid's level lines, as rows of the canvas.
  private let gridRows: [Int]
  private let hasBothSides: Bool
  private let place: AffineTransform

  // The same in every frame, so rasterized once.
  private var gridCasing = CoverageSpans()
  private var gridInk = CoverageSpans()
  /// What other aspect ratios leave out, and what isn't safe, with the shade's opacity.
  private var mattes: [(area: CoverageSpans, opacity: Double)] = []
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
  ///   - layout: of the viewfinder.
  ///   - settings: the guides' settings.
  ///   - rasterizer: turns paths into coverage.
  ///   - figures: draws the horizon's angle beside the line; without it the line stands alone.
  ///   - angleSide: where the angle must stand, seen from the line; `nil`: at the right, or where the subject leaves room.
  ///   - look: the stage's settings; of the assists it draws frames, tally and artificial horizon.
  ///   - mcu: size of the canvas's MCU in pixels when each MCU that ink touches is costly: grid lines then keep to one.
  package init(
    layout: InkLayout, settings: HUDSettings, rasterizer: OutlineRasterizer, figures: FigureInk?,
    angleSide: Side? = nil, look: StageSettings = StageSettings(), mcu: (width: Int, height: Int)? = nil
  ) {
    self.look = look
    self.figures = figures
    self.angleSide = angleSide ?? .right
    hasBothSides = angleSide == nil
    self.layout = layout
    let (rect, scale) = (layout.rect, layout.scale)
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
    let hairline = InkRank.grid.weight(scale: scale)
    var lines = settings.grid.path(
      width: width, height: height, hairline: hairline,
      cells: mcu.map { (Double($0.width), Double($0.height)) })
    gridRows = settings.grid.isSlanted ? [] : lines.levelRows.map { rect.y + $0 }
    for assist in look.assists.sorted(by: { $0.rawValue < $1.rawValue }) {
      let frames = assist.frames(aspect: settings.aspect)
      if let outer = frames.first {
        let size = (
          Int((outer.width * width).rounded()), Int((outer.height * height).rounded())
        )
        let inside = PixelRect(
          x: rect.x + (rect.width - size.0 + 1) / 2, y: rect.y + (rect.height - size.1 + 1) / 2,
          width: size.0, height: size.1)
        var area = CoverageSpans()
        for y in rect.y..<rect.maxY {
          area.append(CoverageSpan(x: Int32(rect.x), y: Int32(y), length: Int32(rect.width), coverage: 255))
        }
        mattes.append(
          (area.outside(inside), assist == .safeAreas ? InkTone.unsafeArea : InkTone.matte))
      }
      for frame in frames {
        // Whole lines would cost as much as another grid, and look like one.
        let corner = assist == .safeAreas ? (min(width, height) / 12).rounded() : nil
        lines.addFrame(
          frame.width * width, frame.height * height, corner: corner, in: Point(width, height), hairline)
      }
    }
    guard !lines.isEmpty else { return }
    func stroke(_ width: Double, shiftedBy shift: Double = 0, into spans: inout CoverageSpans) {
      rasterizer.stroke(
        lines, width: width, cap: .butt, join: .miter,
        transform: .translation(Double(rect.x) + shift, Double(rect.y) + shift), clip: rect, into: &spans)
    }
    stroke(hairline, into: &gridInk)
    // Level and upright lines have their dark edge on one side; slanted ones, which turn, on both.
    var edges = CoverageSpans()
    if settings.grid.isSlanted {
      stroke(hairline + 2, into: &edges)
    } else {
      stroke(hairline, shiftedBy: hairline, into: &edges)
    }
    gridCasing = edges.beside(gridInk)
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
      width: HorizonMeasures.roomForAngle(width: Double(width), scale: scale), edgeWidth: max(2, 2 * scale),
      language: language)
  }

  /// - Parameter isRecorded: whether the picture is, for the tally.
  package mutating func draw(
    _ reading: borrowing HUDReading, state: CameraState, isRecorded: Bool = false, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    let held = painter.gaps.count
    defer { painter.gaps.removeLast(painter.gaps.count - held) }
    let angle = state == .lost ? nil : placeAngle(reading.horizon, beside: reading.subject)
    if let angle { painter.gaps.append(angle) }
    if state == .stale, let mark = layout[.stale] { painter.gaps.append(mark) }
    for matte in mattes.indices {
      painter.shade(mattes[matte].area, color: .black, opacity: mattes[matte].opacity, into: canvas)
    }
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
      drawContour(other.contour, width: max(1, scale), tone: .template, into: canvas, with: &painter)
    }
    drawSubject(reading.subject, into: canvas, with: &painter)
    if assists.contains(.artificialHorizon) { drawLadder(reading.horizon, into: canvas, with: &painter) }
    drawHorizon(reading.horizon, beside: reading.subject, into: canvas, with: &painter)
    painter.gaps.removeLast(painter.gaps.count - held)
    if let angle { drawAngle(reading.horizon, at: angle, into: canvas, with: &painter) }
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
    let weight =
      (InkRank.template.weight(reading.state, glow: reading.glow, scale: scale) * 4).rounded() / 4
    if weight != templateWeight {
      rasterizer.stroke(
        templatePath, width: weight + 2 * InkRank.edge(scale: scale), transform: place, clip: rect,
        into: &templateCasing)
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
    drawContour(reading.contour, width: max(1, 1.5 * scale), tone: .guide, into: canvas, with: &painter)
  }

  private mutating func drawContour(
    _ contour: Path, width: Double, tone: InkTone, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    let toPixels = AffineTransform.scale(Double(rect.width), Double(rect.height)).then(place)
    rasterizer.stroke(
      contour, width: width + 2 * InkRank.edge(scale: scale), transform: toPixels, clip: rect, into: &spans)
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
    let width = InkRank.subject.weight(reading.state, glow: reading.glow, scale: scale)
    cased(width: width, color: color, opacity: 1, into: canvas, with: &painter)
    if let eyes = reading.eyes {
      // What belongs on the power point.
      let middle = Point(eyes.x * Double(rect.width), eyes.y * Double(rect.height))
      path.removeAll(keepingCapacity: true)
      for arm in [Point(6 * scale, 0), Point(0, 6 * scale)] {
        path.line(from: middle - arm, to: middle + arm)
      }
      cased(width: width, color: color, opacity: 1, into: canvas, with: &painter)
    }
    guard powerPoints.indices.contains(reading.powerPoint), reading.state.isLit else { return }
    let center = Point(
      powerPoints[reading.powerPoint].x * Double(rect.width),
      powerPoints[reading.powerPoint].y * Double(rect.height))
    path.removeAll(keepingCapacity: true)
    appendCircle(center, radius: (7 + 3 * reading.glow) * scale)
    if reading.state == .snapped {
      filled(color: color, opacity: 1, into: canvas, with: &painter)
    } else {
      cased(width: width, color: color, opacity: 1, into: canvas, with: &painter)
    }
  }

  private mutating func drawHorizon(
    _ reading: HorizonReading, beside subject: SubjectReading, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    guard reading.visibility > 0 else { return }
    let width = Double(rect.width)
    let center = lineCenter(reading)
    // In the picture y points down, so an angle above 0 rises to the right.
    let turn = AffineTransform.rotation(radians: -reading.angleDegrees * .pi / 180)
    let along = turn.apply(Point(1, 0))
    let across = Point(-along.y, along.x)
    let reach = HorizonMeasures.reach(width: width, scale: scale)
    let weight = InkRank.level.weight(reading.state, glow: reading.glow, scale: scale)
    let color = Self.color(reading.state)
    let isWhole = reading.state == .snapped
    // The ladder has its mark in the middle.
    let gapPoints = assists.contains(.artificialHorizon) ? HorizonMeasures.ladderGap : HorizonMeasures.gap
    if !isWhole || reading.rest < 1 {
      path.removeAll(keepingCapacity: true)
      // The line passes behind the subject; of one that covers both ends, those stay.
      let box = subject.hasSubject ? pixels(subject.box) : nil
      let isBehind = box.map { $0.contains(center - along * reach) && $0.contains(center + along * reach) }
      let gap = isBehind == true ? 0.6 * reach : isWhole ? 0 : min(gapPoints * scale, 0.6 * reach)
      for side in [-1.0, 1] {
        let (from, to) = (center + along * (side * gap), center + along * (side * reach))
        appendLine(from: from, to: to, outside: isBehind == true ? nil : box)
      }
      cased(
        width: weight, color: color, opacity: reading.visibility * (isWhole ? 1 - reading.rest : 1),
        into: canvas, with: &painter)
    }
    if reading.state.isLit {
      path.removeAll(keepingCapacity: true)
      let tick = across * (HorizonMeasures.tick * scale)
      for side in [-1.0, 1] {
        let tip = center + along * (side * reach)
        path.line(from: tip - tick, to: tip + tick)
      }
      cased(width: weight, color: color, opacity: reading.visibility, into: canvas, with: &painter)
    }
    // Where the line would end without roll. Triangles, as a dash before a number would be a minus.
    path.removeAll(keepingCapacity: true)
    let (tip, size) = (reach + HorizonMeasures.markStart * scale, HorizonMeasures.mark * scale)
    for side in [-1.0, 1] {
      path.move(to: center + Point(side * tip, 0))
      path.line(to: center + Point(side * (tip + size), -size / 2))
      path.line(to: center + Point(side * (tip + size), size / 2))
      path.close()
    }
    filled(
      color: isWhole ? color : .white, opacity: reading.visibility, into: canvas, with: &painter)
  }

  /// The middle of the horizon's line, in the viewfinder's pixels.
  private func lineCenter(_ reading: HorizonReading) -> Point {
    let rows = layout.levelRows
    let seen = Point(
      Double(rect.width) / 2,
      min(max(reading.center.y * Double(rect.height), rows.lowerBound), rows.upperBound))
    return assists.contains(.artificialHorizon) ? horizonCenter(reading) ?? seen : seen
  }

  /// Where the angle stands: beside the line, on the side without the subject; `nil` if there is no room.
  private mutating func placeAngle(_ reading: HorizonReading, beside subject: SubjectReading) -> PixelRect? {
    guard let figures, reading.visibility > 0 else { return nil }
    let center = lineCenter(reading)
    let edge = InkLayout.edge(scale: scale)
    let size = (
      width: figures.width(of: Self.figure(reading)) + 2 * edge,
      height: Int((1.3 * figures.height).rounded(.up)) + 2 * edge
    )
    let away = Int(HorizonMeasures.angle(width: Double(rect.width), scale: scale).rounded(.up))
    let middle = rect.x + Int(center.x.rounded())
    let box = subject.hasSubject ? pixels(subject.box) : nil
    let body = box.map { box in
      PixelRect(
        x: rect.x + Int(box.x), y: rect.y + Int(box.y), width: Int(box.width.rounded(.up)),
        height: Int(box.height.rounded(.up)))
    }
    // It keeps its side until the subject comes there.
    for isOther in [false, true] where hasBothSides || !isOther {
      let side: Side = isOther == (angleSide == .right) ? .left : .right
      if let place = layout.reading(
        size, x: side == .right ? middle + away : middle - away - size.width,
        middle: Double(rect.y) + center.y, subject: body, rows: gridRows, isBelow: &angleIsBelow)
      {
        angleSide = side
        return place
      }
    }
    return nil
  }

  private static func figure(_ reading: HorizonReading) -> FigureInk.Number {
    reading.isSure ? .degrees(reading.angleDegrees) : .rough(reading.angleDegrees)
  }

  /// The angle in degrees, upright.
  private mutating func drawAngle(
    _ reading: HorizonReading, at place: PixelRect, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    let edge = InkLayout.edge(scale: scale)
    set(
      Self.figure(reading), x: place.x + edge,
      baseline: place.y + edge + Int((1.1 * (figures?.height ?? 0)).rounded()),
      color: Self.color(reading.state), opacity: reading.visibility, into: canvas, with: &painter)
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
    painter.paint(spans, color: .black, opacity: InkTone.text.edge * opacity, into: canvas)
    figures?.set(number, part: .figures, x: x, baseline: baseline, clip: rect, into: &spans)
    painter.paint(spans, color: color, opacity: InkTone.text.core * opacity, into: canvas)
  }

  // MARK: - Shapes

  /// A box given in fractions of the viewfinder, in its pixels.
  func pixels(_ box: Rect) -> Rect {
    Rect(
      x: box.x * Double(rect.width), y: box.y * Double(rect.height), width: box.width * Double(rect.width),
      height: box.height * Double(rect.height))
  }

  /// Strokes `path` with a dark edge on each side.
  package mutating func cased(
    width: Double, color: GuideColor, opacity: Double, tone: InkTone = .guide, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    guard !path.isEmpty, opacity > 0 else { return }
    rasterizer.stroke(
      path, width: width + 2 * InkRank.edge(scale: scale), cap: .round, transform: place, clip: rect,
      into: &spans)
    painter.paint(spans, color: .black, opacity: tone.edge * opacity, into: canvas)
    rasterizer.stroke(path, width: width, cap: .round, transform: place, clip: rect, into: &spans)
    painter.paint(spans, color: color, opacity: tone.core * opacity, into: canvas)
  }

  /// Fills `path` over a dark edge around it.
  private mutating func filled(
    color: GuideColor, opacity: Double, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    rasterizer.stroke(
      path, width: 2 * InkRank.edge(scale: scale), join: .round, transform: place, clip: rect, into: &spans)
    painter.paint(spans, color: .black, opacity: InkTone.guide.edge * opacity, into: canvas)
    rasterizer.fill(path, transform: place, clip: rect, into: &spans)
    painter.paint(spans, color: color, opacity: InkTone.guide.core * opacity, into: canvas)
  }

  /// Adds the parts of a line outside a box (Liang & Barsky 1984).
  private mutating func appendLine(from: Point, to: Point, outside box: Rect?) {
    guard let box else { return path.line(from: from, to: to) }
    let way = to - from
    var (enters, leaves) = (0.0, 1.0)
    func clip(_ step: Double, _ start: Double, _ low: Double, _ high: Double) {
      if step == 0 {
        if start < low || start > high { leaves = -1 }
        return
      }
      let (a, b) = ((low - start) / step, (high - start) / step)
      (enters, leaves) = (max(enters, min(a, b)), min(leaves, max(a, b)))
    }
    clip(way.x, from.x, box.x, box.maxX)
    clip(way.y, from.y, box.y, box.maxY)
    guard enters < leaves else { return path.line(from: from, to: to) }
    if enters > 0 { path.line(from: from, to: from + way * enters) }
    if leaves < 1 { path.line(from: from + way * leaves, to: to) }
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

extension Path {
  /// The rows of its level lines.
  fileprivate var levelRows: [Int] {
    var (rows, last) = ([Int](), Point.zero)
    for element in elements {
      switch element {
      case .move(let point): last = point
      case .line(let point):
        if point.y == last.y, !rows.contains(Int(point.y)) { rows.append(Int(point.y)) }
        last = point
      default: break
      }
    }
    return rows
  }
}
