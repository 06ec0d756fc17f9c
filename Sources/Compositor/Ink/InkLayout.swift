import GlassChrome
import HUDGeometry
import PixelTypes

/// Gives each ink of a viewfinder that doesn't follow the picture its place, once.
///
/// Letters stand in the corners, plots in the left and right thirds, so that the middle third is left to the horizon's line and
/// the template, and each in one cell of a grid of thirds. No two places overlap, and lines end where one begins. What has no
/// room is left out, the least first: a small viewfinder keeps its name.
package struct InkLayout: Sendable, Equatable {
  /// What has a place of its own.
  package enum Ink: Hashable, Sendable {
    /// The viewfinder's name, at its upper left corner.
    case name
    /// The stamp of a corner.
    case stamp(PictureStamp.Corner)
    /// The mark of a picture that stands still, at the left below these.
    case stale
    /// A plot with its plate.
    case scope(Assist)
  }

  /// An ink with its place.
  package struct Place: Sendable, Equatable {
    package let ink: Ink
    /// In canvas pixels; with the edge of letters and the plate of plots.
    package let rect: PixelRect
  }

  /// What a viewfinder shall show.
  package struct Request: Sendable {
    /// Its place on the canvas, in pixels.
    package var rect: PixelRect
    /// Em size of letters, in pixels.
    package var letters: Double
    package var hasName = false
    /// The corners with a stamp, the most important one first.
    package var stamps: [PictureStamp.Corner] = []
    /// Plots, the most important one first.
    package var scopes: [Assist] = []
    /// Viewfinders inside this one, in canvas pixels.
    package var inner: [PixelRect] = []
    /// What plots don't cover: boxes of meters, in canvas pixels.
    package var boxes: [PixelRect] = []

    package init(rect: PixelRect, letters: Double) { (self.rect, self.letters) = (rect, letters) }
  }

  package let rect: PixelRect
  /// Pixels per point.
  package let scale: Double
  package private(set) var places: [Place] = []
  /// What was asked for and has no room.
  package private(set) var omitted: [Ink] = []
  /// The rows of the viewfinder in which the middle of the horizon's line may lie, in its pixels: letters that reach into the
  /// middle third are spared.
  package private(set) var levelRows = 0.0...0.0
  private let inner: [PixelRect]

  // In points: from the viewfinder's edges, between places, a plot's height and least and greatest width.
  private static let margin = 14.0
  private static let gap = 10.0
  private static let plotHeight = 104.0
  private static let plotWidths = 116.0...210.0
  /// The least sides of a plot in pixels: smaller ones say nothing.
  private static let leastPlot = (width: 72, height: 44)
  /// A row of letters, in ems, without their edge.
  private static let row = 1.3
  private static let ascent = 1.0
  /// The least room for letters, in ems.
  private static let leastLetters = 2.5

  package init(_ request: Request) {
    rect = request.rect
    scale = InkRank.scale(of: rect)
    inner = request.inner
    let margin = Int((Self.margin * scale).rounded())
    let gap = max(4, Int((Self.gap * scale).rounded()))
    let room = rect.insetBy(margin)
    let edge = Self.edge(scale: scale)
    let row = Int((Self.row * request.letters).rounded(.up)) + 2 * edge
    // How far letters reach at the top of both sides, and at the bottom.
    var (left, right, bottom) = (room.y, room.y, room.maxY)
    let mark = Int((22 * scale).rounded())
    // A warning goes before a name.
    var floor = room.maxY
    func hasRoom(_ y: Int) -> Bool { y + row + 4 + mark <= floor }
    if request.hasName, !hasRoom(left) { omitted.append(.name) }
    if request.hasName, hasRoom(left) {
      let third = rect.width / 3 - 2 * margin
      let width = min(room.width, max(third, Int(10 * request.letters)))
      if add(.name, room.x, left, width, row, Int(Self.leastLetters * request.letters)) { left += row + 2 }
    }
    for (index, corner) in request.stamps.enumerated() {
      let isTop = corner == .topLeft || corner == .topRight
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let y = isTop ? (isLeft ? left : room.y) : room.maxY - row
      var (x, end) = (room.x, room.maxX)
      for other in places.map(\.rect) + inner where other.y < y + row && other.maxY > y {
        if other.x + other.width / 2 < rect.x + rect.width / 2 {
          x = max(x, other.maxX + gap)
        } else {
          end = min(end, other.x - gap)
        }
      }
      // One that stands beside another in its row leaves it half of that.
      if request.stamps[(index + 1)...].contains(corner.beside) {
        let middle = rect.x + rect.width / 2
        if isLeft { end = min(end, middle - gap) } else { x = max(x, middle + gap) }
      }
      // Below it, or above, there is room for the mark.
      if !hasRoom(isTop ? y : left) {
        omitted.append(.stamp(corner))
      } else if add(.stamp(corner), x, y, end - x, row, Int(Self.leastLetters * request.letters)) {
        if !isTop { bottom = y - gap } else if !isLeft { right = y + row + gap }
        if isTop, x < room.x + mark { left = y + row + 2 }
        if !isTop, x < room.x + mark { floor = y }
      }
    }
    if add(.stale, room.x, left + 2, mark, mark, mark) { left += mark + 4 }
    left += gap
    place(request.scopes, off: request.boxes, in: room, gap: gap, left: left, right: right, bottom: bottom)
    levelRows = rowsForLevel
  }

  private var rowsForLevel: ClosedRange<Double> {
    let height = Double(rect.height)
    let room = (HorizonMeasures.tick + HorizonMeasures.margin) * scale
    var (top, bottom) = (0.05 * height, 0.95 * height)
    for place in places.map(\.rect)
    where place.maxX > rect.x + rect.width / 3 && place.x < rect.maxX - rect.width / 3 {
      if place.y + place.height / 2 < rect.y + rect.height / 2 {
        top = max(top, Double(place.maxY - rect.y) + room)
      } else {
        bottom = min(bottom, Double(place.y - rect.y) - room)
      }
    }
    return top <= bottom ? top...bottom : height / 2...height / 2
  }

  /// How wide the edge of letters is, in pixels.
  package static func edge(scale: Double) -> Int { Int(max(2, (2 * scale).rounded())) }

  /// The row below the feet of letters in a place.
  package func baseline(in place: PixelRect, letters: Double) -> Int {
    place.y + Self.edge(scale: scale) + Int((Self.ascent * letters).rounded(.up))
  }

  /// Where an ink stands; `nil` if it doesn't.
  package subscript(ink: Ink) -> PixelRect? { places.first { $0.ink == ink }?.rect }

  /// Where plots stand.
  package var plates: [PixelRect] {
    places.compactMap { if case .scope = $0.ink { $0.rect } else { nil } }
  }

  /// Notes a place, or that there is none: too little width, or the edge of the viewfinder.
  private mutating func add(
    _ ink: Ink, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ least: Int
  ) -> Bool {
    let place = PixelRect(x: x, y: y, width: max(0, width), height: height)
    guard width >= least, isFree(place) else {
      omitted.append(ink)
      return false
    }
    places.append(Place(ink: ink, rect: place))
    return true
  }

  private func isFree(_ place: PixelRect) -> Bool {
    rect.contains(place) && !places.contains { $0.rect.intersects(place) }
      && !inner.contains { $0.intersects(place) }
  }

  // MARK: - Plots

  /// Fills the cells of both sides with plots, from the bottom, then from the top, then in the middle.
  private mutating func place(
    _ scopes: [Assist], off boxes: [PixelRect], in room: PixelRect, gap: Int, left: Int, right: Int,
    bottom: Int
  ) {
    let (third, rows) = (rect.width / 3, rect.height / 3)
    let column = third - (room.x - rect.x) - gap / 2
    let height = Int((Self.plotHeight * scale).rounded())
    let (least, most) = (
      Int((Self.plotWidths.lowerBound * scale).rounded()), Int((Self.plotWidths.upperBound * scale).rounded())
    )
    let isPaired = (column - gap) / 2 >= max(least, Self.leastPlot.width)
    let width = isPaired ? (column - gap) / 2 : min(column, most)
    var slots: [PixelRect] = []
    for (start, end, isUpwards) in [
      (rect.y + 2 * rows + gap / 2, bottom, true), (0, rect.y + rows - gap / 2, false),
      (rect.y + rows + gap / 2, rect.y + 2 * rows - gap / 2, true),
    ] {
      for isLeft in [true, false] {
        let top = start == 0 ? (isLeft ? left : right) : start
        let (space, x) = (end - top, isLeft ? room.x : rect.x + 2 * third + gap / 2)
        let tall = min(height, space)
        guard tall >= Self.leastPlot.height, width >= Self.leastPlot.width else { continue }
        for row in 0..<(space + gap) / (tall + gap) {
          let y = isUpwards ? end - tall - row * (tall + gap) : top + row * (tall + gap)
          for place in 0..<(isPaired ? 2 : 1) {
            // At the right, the outer one first, too.
            let shift = place * (width + gap)
            slots.append(
              PixelRect(
                x: isLeft ? x + shift : room.maxX - width - shift, y: y, width: width, height: tall))
          }
        }
      }
    }
    var next = slots.startIndex
    for scope in scopes {
      while next < slots.endIndex,
        !isFree(slots[next]) || boxes.contains(where: { $0.intersects(slots[next]) })
      { next += 1 }
      guard next < slots.endIndex else {
        omitted.append(.scope(scope))
        continue
      }
      places.append(Place(ink: .scope(scope), rect: slots[next]))
      next += 1
    }
  }

  // MARK: - What moves

  /// Where a reading beside the horizon's line stands: at the line's height, or as near as fixed ink and level lines of the
  /// grid let it; `nil` if the subject or the viewfinder leaves no room at this side.
  ///
  /// - Parameters:
  ///   - size: of the reading with its edge, in pixels.
  ///   - x: its left edge in canvas pixels, like the result.
  ///   - middle: the line's height.
  ///   - subject: the subject's box in canvas pixels, if there is one.
  ///   - rows: the grid's level lines.
  ///   - isBelow: whether it stood below such a line; it stays there while the line passes.
  package func reading(
    _ size: (width: Int, height: Int), x: Int, middle: Double, subject: PixelRect?, rows: [Int],
    isBelow: inout Bool
  ) -> PixelRect? {
    let margin = Int((HorizonMeasures.margin * scale).rounded())
    let bounds = rect.insetBy(margin)
    func at(_ y: Int) -> PixelRect {
      PixelRect(
        x: x, y: min(max(y, bounds.y), bounds.maxY - size.height), width: size.width, height: size.height)
    }
    var place = at(Int((middle - Double(size.height) / 2).rounded()))
    guard bounds.contains(place) else { return nil }
    for _ in 0..<4 {
      guard let other = places.first(where: { $0.rect.intersects(place) })?.rect else { break }
      place = at(
        other.y + other.height / 2 < rect.y + rect.height / 2
          ? other.maxY + margin : other.y - margin - size.height)
    }
    func isFree(_ place: PixelRect) -> Bool {
      self.isFree(place) && subject?.intersects(place) != true
    }
    let clearance = 2
    if let row = rows.first(where: { place.y - clearance < $0 && $0 < place.maxY + clearance }) {
      let below = row + 1 + clearance
      let above = row - clearance - size.height
      // A line that passes moves it when it has passed, not when it is in doubt.
      let offset = middle - Double(row)
      if offset.magnitude > 3 { isBelow = offset > 0 }
      for isFirst in [true, false] {
        let moved = at(isFirst == isBelow ? below : above)
        if isFree(moved), !rows.contains(where: { moved.y <= $0 && $0 < moved.maxY }) { return moved }
      }
    }
    return isFree(place) ? place : nil
  }
}

extension InkLayout {
  /// The layout of a camera's viewfinder.
  ///
  /// - Parameters:
  ///   - isMain: whether focus and exposure are measured there.
  ///   - hasName: whether it shows its name.
  ///   - inner: viewfinders inside it.
  package init(
    _ settings: StageSettings, _ rect: PixelRect, isMain: Bool, hasName: Bool, inner: [PixelRect]
  ) {
    let scale = InkRank.scale(of: rect)
    var request = Request(rect: rect, letters: LetterInk.size(settings.style.typeSize, in: rect))
    request.hasName = hasName
    request.stamps = settings.stamps.map(\.corner)
    // One colour can't tell two things.
    request.scopes = Assist.scopes.filter {
      settings.assists.contains($0) && !($0 == .falseColor && settings.assists.contains(.elZone))
    }
    request.inner = inner
    if isMain {
      // With the bar beside exposure's and the curve below focus's.
      let (width, height) = (Double(rect.width), Double(rect.height))
      let beyond = Int((16 * scale).rounded())
      request.boxes = [settings.focusBox, settings.exposureBox].compactMap { $0 }.map {
        (box: Rect) -> PixelRect in
        let (x, y) = (rect.x + Int(box.x * width), rect.y + Int(box.y * height))
        let place = PixelRect(x: x, y: y, width: Int(box.width * width), height: Int(box.height * height))
        return place.insetBy(-beyond)
      }
    }
    self.init(request)
  }
}
