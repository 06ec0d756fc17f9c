import GlassChrome
import HUDGeometry
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("The layout of ink")
struct InkLayoutTests {
  static let sizes = [
    (160, 120), (120, 160), (240, 320), (310, 232), (480, 270), (640, 480), (1280, 720), (720, 1280),
    (1920, 1080),
    (1080, 1920), (3840, 2160), (2160, 3840),
  ]

  /// Random wishes for a viewfinder of this size.
  private func request(_ size: (Int, Int), _ numbers: inout Seeded) -> InkLayout.Request {
    let rect = PixelRect(x: 32, y: 48, width: size.0, height: size.1)
    let type = DynamicTypeSize.allCases.randomElement(using: &numbers) ?? .large
    var request = InkLayout.Request(
      rect: rect, letters: LetterInk.size(type, in: rect))
    request.hasName = Bool.random(using: &numbers)
    request.stamps = Array(
      PictureStamp.Corner.allCases.shuffled(using: &numbers).prefix(Int.random(in: 0...4, using: &numbers)))
    request.scopes = Assist.scopes.filter { _ in Double.random(in: 0..<1, using: &numbers) < 0.7 }
    if Int.random(in: 0..<3, using: &numbers) == 0 {
      request.inner = [
        PixelRect(
          x: rect.maxX - rect.width / 4, y: rect.y, width: rect.width / 4, height: rect.height / 4)
      ]
    }
    if Bool.random(using: &numbers) {
      request.boxes = [
        PixelRect(
          x: rect.x + Int.random(in: 0..<rect.width, using: &numbers),
          y: rect.y + Int.random(in: 0..<rect.height, using: &numbers), width: rect.width / 6,
          height: rect.height / 6)
      ]
    }
    return request
  }

  @Test("no two inks overlap, at any size, whatever is asked for", arguments: sizes)
  func apart(size: (Int, Int)) {
    var numbers = Seeded(UInt64(size.0))
    for _ in 0..<200 {
      let request = request(size, &numbers)
      let layout = InkLayout(request)
      let rect = layout.rect
      let asked =
        (request.hasName ? 1 : 0) + request.stamps.count + 1 + request.scopes.count
      #expect(layout.places.count + layout.omitted.count == asked)
      for (index, place) in layout.places.enumerated() {
        let within = "\(place) of \(layout.places) in \(rect)"
        // The tally's frame and the lost camera's corners stand further out.
        #expect(rect.insetBy(Int(11 * layout.scale)).contains(place.rect), "\(within)")
        #expect(!layout.places[..<index].contains { $0.rect.intersects(place.rect) }, "\(within)")
        #expect(!request.inner.contains { $0.intersects(place.rect) }, "\(within)")
        guard case .scope = place.ink else { continue }
        #expect(!request.boxes.contains { $0.intersects(place.rect) }, "\(within)")
        // One cell of a grid of thirds, off the middle column.
        let (left, right) = (rect.x + rect.width / 3, rect.x + 2 * (rect.width / 3))
        #expect(place.rect.maxX < left || place.rect.x > right, "\(within)")
        for row in [rect.y + rect.height / 3, rect.y + 2 * (rect.height / 3)] {
          #expect(place.rect.maxY <= row || place.rect.y > row, "\(within)")
        }
      }
      // What warns comes first, and of plots the more important.
      if !layout.places.isEmpty { #expect(layout[.stale] != nil) }
      let missing = layout.omitted.compactMap { if case .scope(let scope) = $0 { scope } else { nil } }
      #expect(
        missing.isEmpty || request.boxes.count + request.inner.count > 0
          || missing == request.scopes.suffix(missing.count))
    }
  }

  @Test("a usual viewfinder has room for all of it, a small one for letters")
  func room() {
    for size in Self.sizes {
      let rect = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
      var request = InkLayout.Request(
        rect: rect, letters: LetterInk.size(.large, in: rect))
      (request.hasName, request.stamps, request.scopes) = (true, [.bottomLeft], Assist.scopes)
      let layout = InkLayout(request)
      #expect(layout[.name]?.x == layout[.stamp(.bottomLeft)]?.x && layout[.name] != nil, "\(size)")
      if min(size.0, size.1) >= 480 { #expect(layout.omitted.isEmpty, "\(size): \(layout.omitted)") }
      if min(size.0, size.1) < 200 { #expect(layout.omitted == Assist.scopes.map { .scope($0) }) }
    }
  }

  @Test("a usual viewfinder has room for a stamp in each corner, beside its name")
  func corners() {
    for size in Self.sizes where min(size.0, size.1) >= 240 {
      let rect = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
      var request = InkLayout.Request(rect: rect, letters: LetterInk.size(.large, in: rect))
      (request.hasName, request.stamps) = (true, PictureStamp.Corner.inOrder)
      let layout = InkLayout(request)
      for corner in request.stamps {
        guard let place = layout[.stamp(corner)] else {
          // The name and a stamp share the upper left corner where there is no room beside it.
          #expect(corner == .topLeft || corner == .topRight, "\(size) \(corner)")
          continue
        }
        let isLeft = corner == .topLeft || corner == .bottomLeft
        #expect(isLeft ? place.x < rect.width / 2 : place.maxX > rect.width / 2, "\(size) \(corner)")
      }
    }
  }

  @Test(
    "the angle crosses neither fixed ink nor subject nor level grid lines, and rests while a line passes",
    arguments: sizes)
  func reading(size: (Int, Int)) throws {
    var numbers = Seeded(UInt64(size.1))
    var found = 0
    for _ in 0..<300 {
      let layout = InkLayout(request(size, &numbers))
      let rect = layout.rect
      let figures = (width: Int(60 * layout.scale), height: Int(22 * layout.scale))
      let third = rect.height / 3
      let rows = [rect.y + third, rect.y + 2 * third]
      let subject = PixelRect(
        x: rect.x + Int.random(in: 0..<rect.width, using: &numbers), y: rect.y + rect.height / 4,
        width: rect.width / 5, height: rect.height / 2)
      let away = Int(HorizonMeasures.angle(width: Double(rect.width), scale: layout.scale))
      var isBelow = Bool.random(using: &numbers)
      let range = layout.levelRows
      let middle = Double(rect.y) + Double.random(in: range, using: &numbers)
      guard
        let place = layout.reading(
          figures, x: rect.x + rect.width / 2 + away, middle: middle, subject: subject, rows: rows,
          isBelow: &isBelow)
      else { continue }
      found += 1
      #expect(rect.contains(place) && !place.intersects(subject))
      #expect(!layout.places.contains { $0.rect.intersects(place) })
      // Off the line and its marks, which take the middle third.
      #expect(place.x > rect.x + 2 * (rect.width / 3))
      let isFarFromInk = !layout.places.contains { $0.rect.insetBy(-figures.height * 2).intersects(place) }
      if isFarFromInk, !subject.insetBy(-figures.height * 2).intersects(place) {
        #expect(!rows.contains { place.y <= $0 && $0 < place.maxY })
      }
    }
    #expect(found > 60)
    // A line that trembles across a row of the grid doesn't make it jump.
    let rect = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
    let layout = InkLayout(InkLayout.Request(rect: rect, letters: 11))
    let row = rect.height / 3
    var (isBelow, seen) = (false, Set<Int>())
    for step in 0..<20 {
      let middle = Double(row) + (step % 2 == 0 ? -2 : 2)
      let place = layout.reading(
        (Int(40 * layout.scale), Int(22 * layout.scale)), x: rect.width * 2 / 3 + 8, middle: middle,
        subject: nil,
        rows: [row], isBelow: &isBelow)
      seen.insert(try #require(place).y)
    }
    #expect(seen.count == 1)
  }

  @Test("lines end where letters and plots begin", arguments: [(640, 480), (1280, 720), (720, 1280)])
  func lines(size: (Int, Int)) throws {
    let rect = PixelRect(x: 16, y: 16, width: size.0, height: size.1)
    let canvas = try #require(PixelSize(width: size.0 + 32, height: size.1 + 32))
    let picture = PlanarPicture(size: canvas, subsampling: .yuv422)
    PlaneFill.fill(picture.luma, picture.bounds, with: 110)
    var settings = StageSettings()
    settings.assists = Set(Assist.scopes).union([.zebra, .peaking])
    settings.stamps = [try PictureStamp("00:00:00:00", corner: .bottomLeft)]
    settings.template = SilhouetteTemplate.named("couple")
    let layout = InkLayout(settings, rect, isMain: true, hasName: true, inner: [])
    var ink = HUDInk(
      layout: layout,
      settings: HUDSettings(
        grid: .goldenTriangles, template: settings.template, viewfinderWidth: size.0, viewfinderHeight: size.1
      ),
      rasterizer: try OutlineRasterizer(),
      figures: try HUDInk.figures(.large, width: size.0, scale: layout.scale),
      look: settings)
    var reading = HUDReading()
    (reading.horizon.state, reading.horizon.visibility, reading.horizon.angleDegrees) = (.near, 1, -2.5)
    reading.horizon.center = Point(0.5, 0.9)
    reading.subject.hasSubject = true
    reading.subject.box = Rect(x: 0, y: 0.1, width: 0.9, height: 0.89)
    var painter = InkPainter(canvas: canvas, subsampling: .yuv422)
    painter.begin()
    painter.clearings = layout.places.map(\.rect)
    ink.draw(reading, state: .live, into: picture, with: &painter)
    for place in layout.places {
      #expect(place.rect.places.allSatisfy { picture.luma[$0, $1] == 110 }, "\(place)")
    }
    #expect(painter.clearings.count == layout.places.count)
  }

  @Test("names stand in viewfinders when there are several, or when they are asked for")
  func names() throws {
    let (one, two) = (
      try CanvasLayout(.init(), cameras: [try #require(PixelSize(width: 640, height: 480))]),
      try CanvasLayout(
        .init(), cameras: [PixelSize](repeating: try #require(PixelSize(width: 640, height: 480)), count: 2))
    )
    var settings = StageSettings()
    #expect(!settings.hasNames(in: one) && settings.hasNames(in: two))
    settings.showsNames = true
    #expect(settings.hasNames(in: one))
    settings.showsNames = false
    #expect(!settings.hasNames(in: two))
    settings.showsNames = nil
    settings.drawsHUD = false
    #expect(!settings.hasNames(in: two))
  }
}
