import GlassChrome
import HUDGeometry
import PixelTypes
import RealModule
import TestPictures
import Testing

@testable import Compositor

@Suite("Guides as ink")
struct HUDInkTests {
  private static let canvas = PixelSize(width: 480, height: 320)
  private static let viewfinder = PixelRect(x: 48, y: 64, width: 320, height: 180)

  private struct Drawing {
    var picture: PlanarPicture
    var blank: PlanarPicture
    var mask: InkMask

    /// Where luma differs from the blank picture: the form, whatever the colour.
    var form: Set<Int> {
      var result = Set<Int>()
      for (x, y) in picture.luma.places where picture.luma[x, y] != blank.luma[x, y] {
        result.insert(y * picture.size.width + x)
      }
      return result
    }
  }

  @Test(
    "figures are as large as the text while there is room, and stay in the viewfinder clear of the marks",
    arguments: DynamicTypeSize.allCases)
  func figuresOfEverySize(size: DynamicTypeSize) throws {
    for (width, scale) in [
      (640, 0.5), (640, 1.0), (1280, 1), (1920, 1), (1920, 1.5), (3840, 2), (480, 1), (300, 1), (240, 1),
    ] {
      let room = HorizonMeasures.roomForAngle(width: Double(width), scale: scale)
      let wanted = max(size.points(.title3) * scale, FigureInk.smallest)
      let whole = try FigureInk(pixels: wanted, edgeWidth: max(2, 2 * scale))
      guard let figures = try HUDInk.figures(size, width: width, scale: scale) else {
        #expect(width <= 300, "\(width) at \(scale)")
        continue
      }
      #expect(figures.pixels == wanted || (figures.pixels < wanted && whole.widest > room))
      let end = HorizonMeasures.angle(width: Double(width), scale: scale) + figures.widest
      #expect(end <= Double(width) / 2, "\(width) at \(scale)")
      let reach = HorizonMeasures.reach(width: Double(width), scale: scale)
      #expect(reach > HorizonMeasures.gap * scale && reach <= Double(width) / 6)
    }
  }

  private func draw(
    _ reading: HUDReading, state: CameraState = .live, grid: Grid = .none, template: String? = nil,
    rect: PixelRect = viewfinder, subsampling: ChromaSubsampling = .yuv422,
    figures: FigureInk? = nil, angleSide: HUDInk.Side? = nil, assists: Set<Assist> = []
  ) throws -> Drawing {
    let size = try #require(
      PixelSize(width: max(480, rect.maxX), height: max(320, rect.maxY)))
    let settings = HUDSettings(
      grid: grid, template: template.flatMap { SilhouetteTemplate.named($0) }, viewfinderWidth: rect.width,
      viewfinderHeight: rect.height)
    var look = StageSettings()
    look.assists = assists
    var ink = HUDInk(
      layout: InkLayout(InkLayout.Request(rect: rect, letters: 11)), settings: settings,
      rasterizer: try OutlineRasterizer(), figures: figures,
      angleSide: angleSide, look: look)
    // No ink colour has this luma, so that every touched pixel differs.
    func blank() -> PlanarPicture {
      let picture = PlanarPicture(size: size, subsampling: subsampling)
      PlaneFill.fill(picture.luma, picture.bounds, with: 110)
      return picture
    }
    let picture = blank()
    var painter = InkPainter(canvas: size, subsampling: subsampling)
    painter.begin()
    ink.draw(reading, state: state, into: picture, with: &painter)
    return Drawing(picture: picture, blank: blank(), mask: InkMask(painter.mask, on: picture))
  }

  private func horizon(_ state: GuideState) -> HUDReading {
    var reading = HUDReading()
    reading.horizon.state = state
    reading.horizon.angleDegrees = 7
    reading.horizon.confidence = 0.9
    reading.horizon.visibility = 1
    reading.horizon.isKnown = true
    reading.horizon.glow = state.isLit ? 1 : 0
    return reading
  }

  @Test("the ladder stands where its elevations are, turned with the horizon, and only when asked for")
  func ladder() throws {
    var reading = horizon(.idle)
    var pitch = PitchReading()
    (pitch.degrees, pitch.fieldOfViewDegrees, pitch.visibility) = (12, 60, 1)
    let without = try draw(reading, assists: [.artificialHorizon])
    reading.horizon.pitch = pitch
    #expect(try draw(reading).form == draw(horizon(.idle)).form)
    let drawn = try draw(reading, assists: [.artificialHorizon])
    // The rung at 10°, 2° below the middle, along a line that rises by 7°.
    let rect = Self.viewfinder
    let place = Double(rect.width) * 0.5 * Double.tan(2 * .pi / 180) / Double.tan(30 * .pi / 180)
    let (sine, cosine) = (Double.sin(7 * .pi / 180), Double.cos(7 * .pi / 180))
    let middle = Point(
      Double(rect.x) + Double(rect.width) / 2 + sine * place,
      Double(rect.y) + Double(rect.height) / 2 + cosine * place)
    for side in [-0.06, 0.06] {
      let at = middle + Point(cosine, -sine) * (side * Double(rect.width))
      let pixel = Int(at.y) * drawn.picture.size.width + Int(at.x)
      #expect(drawn.form.contains(pixel) && !without.form.contains(pixel))
    }
  }

  private func subject(_ state: GuideState) -> HUDReading {
    var reading = HUDReading()
    reading.subject.state = state
    reading.subject.hasSubject = true
    reading.subject.box = Rect(x: 0.5, y: 0.2, width: 0.25, height: 0.55)
    reading.subject.powerPoint = 1
    reading.subject.glow = state.isLit ? 1 : 0
    return reading
  }

  private func silhouette(_ state: GuideState) -> HUDReading {
    var reading = HUDReading()
    reading.silhouette.state = state
    reading.silhouette.glow = state.isLit ? 1 : 0
    return reading
  }

  @Test("the other subjects are outlined, too, thinner than the subject")
  func others() throws {
    func square(at x: Double) -> Path {
      var path = Path()
      path.move(to: Point(x, 0.3))
      for corner in [Point(x + 0.2, 0.3), Point(x + 0.2, 0.7), Point(x, 0.7)] { path.line(to: corner) }
      path.close()
      return path
    }
    var reading = HUDReading()
    reading.silhouette.hasSubject = true
    reading.silhouette.contour = square(at: 0.1)
    let large = PixelRect(x: 0, y: 0, width: 1920, height: 1440)
    let alone = try draw(reading, rect: large).form.count
    reading.subjects = SubjectOutlines([square(at: 0.1), square(at: 0.6)])
    let both = try draw(reading, rect: large).form.count
    #expect(both > alone && both < 2 * alone)
  }

  private func everything(_ state: GuideState) -> HUDReading {
    var reading = horizon(state)
    reading.subject = subject(state).subject
    // A subject that reaches beyond the picture.
    reading.subject.box = Rect(x: 0.7, y: -0.2, width: 0.6, height: 1.5)
    reading.silhouette.state = state
    reading.silhouette.hasSubject = true
    reading.silhouette.contour.move(to: Point(-0.5, 0.5))
    reading.silhouette.contour.line(to: Point(0.5, 1.5))
    reading.silhouette.contour.line(to: Point(1.4, 0.3))
    reading.silhouette.contour.close()
    return reading
  }

  @Test(
    "nothing is drawn outside the viewfinder", arguments: Grid.allCases, [CameraState.live, .stale, .lost])
  func inside(grid: Grid, state: CameraState) throws {
    for rect in [
      Self.viewfinder, PixelRect(x: 16, y: 16, width: 101, height: 77),
      PixelRect(x: 0, y: 0, width: 480, height: 320),
    ] {
      let drawing = try draw(everything(.snapped), state: state, grid: grid, template: "portrait", rect: rect)
      let width = drawing.picture.size.width
      let form = drawing.form
      #expect(!form.isEmpty)
      var strays = form.count { !rect.contains(x: $0 % width, y: $0 / width) }
      let chroma = rect.inChroma(.yuv422)
      for plane in [drawing.picture.cb, drawing.picture.cr] {
        strays += plane.places.count { plane[$0, $1] != 128 && !chroma.contains(x: $0, y: $1) }
      }
      #expect(strays == 0)
      for mcu in drawing.mask.mcus where differs(drawing.picture, drawing.blank, in: mcu) {
        #expect(mcu.isTouched)
      }
    }
  }

  enum Guide: String, CaseIterable, Sendable { case horizon, subject, silhouette }

  @Test("idle, near and snapped differ in form, not in colour alone", arguments: Guide.allCases)
  func states(guide: Guide) throws {
    var forms: [Set<Int>] = []
    for state in [GuideState.idle, .near, .snapped] {
      let reading =
        switch guide {
        case .horizon: horizon(state)
        case .subject: subject(state)
        case .silhouette: silhouette(state)
        }
      let drawing = try draw(reading, grid: .thirds, template: guide == .silhouette ? "portrait" : nil)
      forms.append(drawing.form)
    }
    for a in 0..<3 {
      for b in a + 1..<3 {
        let difference = forms[a].symmetricDifference(forms[b]).count
        #expect(difference > 60, "states \(a) and \(b) differ in \(difference) pixels")
      }
    }
  }

  @Test("live, stale and lost cameras look different, and lost shows no guides")
  func cameraStates() throws {
    let live = try draw(horizon(.near), state: .live, grid: .thirds).form
    let stale = try draw(horizon(.near), state: .stale, grid: .thirds).form
    let lost = try draw(horizon(.near), state: .lost, grid: .thirds).form
    let lostWithout = try draw(HUDReading(), state: .lost, grid: .thirds).form
    #expect(stale.isSuperset(of: live) && stale.count > live.count + 20)
    #expect(lost.symmetricDifference(live).count > 200)
    #expect(lost == lostWithout)
  }

  /// The angle's figures in the usual viewfinder, and how far from its middle line and marks reach.
  private func figures() throws -> (ink: FigureInk, beyond: Int) {
    let width = Self.viewfinder.width
    let figures = try #require(try HUDInk.figures(.large, width: width, scale: 0.5))
    let reach = HorizonMeasures.reach(width: Double(width), scale: 0.5)
    return (figures, Int(reach + (HorizonMeasures.markStart + HorizonMeasures.mark) * 0.5))
  }

  @Test(
    "the angle stands beside the horizon line, off the middle, the line and its marks",
    arguments: [HUDInk.Side.right, .left], [GuideState.idle, .near, .snapped])
  func angle(side: HUDInk.Side, state: GuideState) throws {
    let rect = Self.viewfinder
    let (figures, beyond) = try figures()
    let with = try draw(horizon(state), figures: figures, angleSide: side)
    var (angle, line) = (0, 0)
    for place in with.form {
      let x = place % with.picture.size.width - rect.x - rect.width / 2
      let isBeyond = side == .right ? x > beyond + 2 : x < -beyond - 2
      if isBeyond { angle += 1 } else { line += 1 }
      #expect(abs(x) <= rect.width / 2)
      #expect(isBeyond || abs(x) <= beyond + 2)
    }
    #expect(angle > 60 && line > 200)
  }

  @Test("a level horizon's line goes after a while, and its ends stay")
  func rest() throws {
    var reading = horizon(.snapped)
    let shown = try draw(reading)
    reading.horizon.rest = 1
    let rested = try draw(reading)
    let rect = Self.viewfinder
    let reach = HorizonMeasures.reach(width: Double(rect.width), scale: 0.5)
    #expect(rested.form.isStrictSubset(of: shown.form) && 3 * rested.form.count < 2 * shown.form.count)
    for place in rested.form {
      let x = Double(place % rested.picture.size.width - rect.x) + 0.5 - Double(rect.width) / 2
      #expect(x.magnitude > 0.9 * reach && x.magnitude < Double(rect.width) / 6 + 2)
    }
    let sides = Set(rested.form.map { $0 % rested.picture.size.width < rect.x + rect.width / 2 })
    #expect(sides == [true, false])
    // What isn't level any more shows its line again, whatever the rest.
    reading.horizon.state = .near
    #expect(try draw(reading).form == draw(horizon(.near)).form)
  }

  @Test("the horizon's line passes behind the subject, and never ends there")
  func behindTheSubject() throws {
    var reading = horizon(.snapped)
    reading.horizon.angleDegrees = 0
    func line(_ box: Rect) throws -> Set<Int> {
      var subject = HUDReading()
      subject.subject.hasSubject = true
      subject.subject.box = box
      reading.subject = subject.subject
      let form = try draw(reading).form.subtracting(draw(subject).form)
      let middle = Self.viewfinder.y + Self.viewfinder.height / 2
      return Set(
        form.filter { abs($0 / 480 - middle) <= 1 }.map {
          $0 % 480 - Self.viewfinder.x - Self.viewfinder.width / 2
        })
    }
    let narrow = try line(Rect(x: 0.46, y: 0.3, width: 0.08, height: 0.5))
    #expect(!narrow.contains(0) && narrow.contains(30) && narrow.contains(-30))
    let wide = try line(Rect(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
    #expect(!wide.contains(0) && wide.contains(40) && wide.contains(-40))
  }

  @Test("what says more is heavier, at every size and in every state")
  func ranks() {
    for height in [120, 480, 720, 1080, 2160] {
      let scale = InkRank.scale(of: PixelRect(x: 0, y: 0, width: height * 16 / 9, height: height))
      for state in GuideState.allCases {
        let weights = InkRank.allCases.map { $0.weight(state, glow: state.isLit ? 1 : 0, scale: scale) }
        for (lighter, heavier) in zip(weights, weights.dropFirst()) {
          #expect(lighter < heavier || scale < 0.7 && lighter == heavier, "\(height), \(state): \(weights)")
        }
      }
      #expect(InkRank.grid.weight(scale: scale) == (height < 2160 ? 1 : 2))
    }
    // Upright viewfinders have the same lines.
    let (wide, tall) = (
      PixelRect(x: 0, y: 0, width: 1920, height: 1080), PixelRect(x: 9, y: 9, width: 1080, height: 1920)
    )
    #expect(InkRank.scale(of: wide) == InkRank.scale(of: tall))
  }

  @Test("a grid line is a quiet pixel with a dark one beside it")
  func hairline() throws {
    let drawing = try draw(HUDReading(), grid: .crosshair)
    let y = Self.viewfinder.y + 20
    let row = (0..<Self.canvas!.width).filter { drawing.picture.luma[$0, y] != 110 }
    #expect(row.count == 2 && drawing.picture.luma[row[0], y] == 161 && drawing.picture.luma[row[1], y] == 64)
  }

  @Test("a cross marks the subject's eyes, and only if they are known")
  func eyes() throws {
    var reading = subject(.idle)
    reading.subject.eyes = Point(0.625, 0.4)
    let mark = try draw(reading).form.subtracting(draw(subject(.idle)).form)
    let rect = Self.viewfinder
    let (x, y) = (rect.x + rect.width * 5 / 8, rect.y + rect.height * 2 / 5)
    #expect(mark.contains(y * 480 + x))
    #expect(mark.count > 10 && mark.allSatisfy { abs($0 % 480 - x) <= 6 && abs($0 / 480 - y) <= 6 })
    // Neither a box nor a disc: what is off both arms stays.
    #expect(mark.allSatisfy { abs($0 % 480 - x) <= 2 || abs($0 / 480 - y) <= 2 })
    reading.subject.hasSubject = false
    #expect(try draw(reading).form.isEmpty)
  }

  @Test("the angle never lies on the subject: it stands on the other side, or isn't there")
  func angleBesideSubject() throws {
    let rect = Self.viewfinder
    let (figures, beyond) = try figures()
    func sides(_ box: Rect?, fixed: HUDInk.Side? = nil) throws -> Set<Bool> {
      var reading = horizon(.idle)
      let alone = try draw(reading, figures: nil).form
      if let box {
        reading.subject.hasSubject = true
        reading.subject.box = box
      }
      let subject = try box.map { _ in
        var only = HUDReading()
        only.subject = reading.subject
        return try draw(only).form
      }
      let drawn = try draw(reading, figures: figures, angleSide: fixed).form.subtracting(alone)
        .subtracting(subject ?? [])
      return Set(
        drawn.map { $0 % (Self.canvas?.width ?? 1) - rect.x - rect.width / 2 }.filter { abs($0) > beyond + 2 }
          .map { $0 > 0 })
    }
    let (left, right) = (
      Rect(x: 0.02, y: 0.1, width: 0.3, height: 0.85), Rect(x: 0.68, y: 0.1, width: 0.3, height: 0.85)
    )
    #expect(try sides(nil) == [true] && sides(left) == [true] && sides(right) == [false])
    #expect(try sides(left.union(right)).isEmpty)
    #expect(try sides(left, fixed: .left).isEmpty && sides(right, fixed: .left) == [false])
  }

  @Test("the angle grows with the text's size, as far as the viewfinder has room, and a tiny one has none")
  func angleSize() throws {
    func pixels(_ size: DynamicTypeSize, _ width: Int) throws -> Double? {
      try HUDInk.figures(size, width: width, scale: 1)?.pixels
    }
    #expect(try pixels(.large, 1920) == 20 && pixels(.accessibility3, 1920) == 43)
    let (small, smaller) = (try pixels(.accessibility5, 640), try pixels(.accessibility5, 480))
    #expect(try #require(small) > #require(smaller) && #require(smaller) >= FigureInk.smallest)
    #expect(try pixels(.large, 160) == nil)
  }

  @Test("the angle is set upright in whole figures, even if the line lies at the viewfinder's edge")
  func angleAtTheEdge() throws {
    let (figures, reach) = try figures()
    let beyond = Self.viewfinder.x + Self.viewfinder.width / 2 + reach + 2
    func angle(at y: Double) throws -> Int {
      var reading = horizon(.idle)
      reading.horizon.angleDegrees = 0
      reading.horizon.center.y = y
      return try draw(reading, figures: figures).form.count { $0 % 480 > beyond }
    }
    let middle = try angle(at: 0.5)
    #expect(try middle > 40 && angle(at: 0) == middle && angle(at: 1) == middle)
  }

  @Test("an unknown horizon and a missing subject draw nothing")
  func unknown() throws { #expect(try draw(HUDReading()).form.isEmpty) }

  @Test("every grid has a form of its own")
  func grids() throws {
    var forms = Set<Set<Int>>()
    for grid in Grid.allCases { forms.insert(try draw(HUDReading(), grid: grid).form) }
    #expect(forms.count == Grid.allCases.count)
  }
}
