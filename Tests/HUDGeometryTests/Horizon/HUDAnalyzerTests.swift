import CAllocationCounter
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

struct HUDAnalyzerTests {
  static let frame: Int64 = 33_333_334

  private static func analyzer(_ settings: HUDSettings) -> HUDAnalyzer {
    HUDAnalyzer(settings: settings, lumaWidth: 240, lumaHeight: 135)
  }

  /// Shows a frame of 240 × 135.
  private static func show(_ pixels: [UInt8], to analyzer: inout HUDAnalyzer, frame number: Int) {
    analyzer.update(luma: pixels.span, bytesPerRow: 240, nanoseconds: Int64(number) * frame)
  }

  @Test("a level horizon becomes known after 200 ms, snaps 100 ms later, and fades when it is gone")
  func horizonOverTime() {
    var analyzer = Self.analyzer(HUDSettings())
    let level = SyntheticPicture.horizon(rollDegrees: 0.1, offset: 5)
    let grey = SyntheticPicture.noise(amplitude: 0, seed: 1)
    var states: [GuideState] = []
    for i in 0..<40 {
      let picture = i < 20 ? level : grey
      Self.show(picture.pixels, to: &analyzer, frame: i)
      states.append(analyzer.reading.horizon.state)
    }
    #expect(states[5] == .unknown && states[6] == .near && states[7] == .near)
    #expect(states[10] == .snapped && states[27] == .snapped)
    #expect(states[30] == .unknown)
    #expect(analyzer.reading.horizon.visibility == 0 && !analyzer.reading.horizon.isKnown)
  }

  @Test("after a cut no frame shows the old angle or its state", arguments: [true, false])
  func cut(toHorizon: Bool) {
    var analyzer = Self.analyzer(HUDSettings(tracksSubject: false))
    let level = SyntheticPicture.horizon(rollDegrees: 0.1, offset: 5)
    let next =
      toHorizon
      ? SyntheticPicture.horizon(rollDegrees: 26, offset: -20, seed: 7)
      : SyntheticPicture.noise(amplitude: 60, seed: 1)
    for i in 0..<30 {
      Self.show((i < 20 ? level : next).pixels, to: &analyzer, frame: i)
      let horizon = analyzer.reading.horizon
      guard i >= 20 else { continue }
      #expect(horizon.state == (toHorizon ? .idle : .unknown))
      #expect(horizon.isKnown == toHorizon && (horizon.visibility > 0) == toHorizon)
      if toHorizon { #expect(abs(horizon.angleDegrees - 26) < 0.5) }
    }
  }

  @Test("a doubtful scene after a cut is as unknown as it would be alone")
  func doubtfulCut() throws {
    // Noise until a still is between the confidences at which a horizon is hidden and shown.
    var still = Self.analyzer(HUDSettings(arePhotos: true))
    let picture = try #require(
      stride(from: 35.0, through: 60, by: 1).lazy.map { noise in
        SyntheticPicture.horizon(rollDegrees: 26, offset: -20, seed: 7, noise: noise)
      }.first { picture in
        Self.show(picture.pixels, to: &still, frame: 0)
        return (0.37..<0.48).contains(still.reading.horizon.confidence)
      })
    let level = SyntheticPicture.horizon(rollDegrees: 0.1, offset: 5)
    var (after, alone) = (Self.analyzer(HUDSettings()), Self.analyzer(HUDSettings()))
    for i in 0..<20 { Self.show(level.pixels, to: &after, frame: i) }
    var doubtful = 0
    for i in 20..<60 {
      Self.show(picture.pixels, to: &after, frame: i)
      Self.show(picture.pixels, to: &alone, frame: i)
      #expect(after.reading.horizon.isKnown == alone.reading.horizon.isKnown, "frame \(i)")
      if (0.35..<0.5).contains(alone.reading.horizon.confidence) { doubtful += 1 }
    }
    #expect(doubtful > 10)
  }

  @Test("angles and states count from the level; a level reference has its own")
  func level() {
    let picture = SyntheticPicture.horizon(rollDegrees: 2, offset: 5)
    for follows in [false, true] {
      var analyzer = Self.analyzer(HUDSettings(levelReference: follows))
      for i in 0..<20 { Self.show(picture.pixels, to: &analyzer, frame: i) }
      let before = analyzer.reading.horizon
      analyzer.take(levelDegrees: 1.8)
      for i in 20..<40 { Self.show(picture.pixels, to: &analyzer, frame: i) }
      let after = analyzer.reading.horizon
      #expect(after.levelDegrees == (follows ? 0 : 1.8))
      #expect(abs(before.angleDegrees - after.angleDegrees - after.levelDegrees) < 0.02)
      #expect(before.state == (follows ? .snapped : .near) && after.state == .snapped)
      guard !follows else { continue }
      #expect(after.interval?.contains(0.2) == true && after.levelDegrees == after.levelDegrees)
    }
  }

  @Test("a still is judged at once and alone, whatever was before")
  func stills() {
    let settings = HUDSettings(arePhotos: true)
    let level = SyntheticPicture.horizon(rollDegrees: 0.1, offset: 5)
    let tilted = SyntheticPicture.horizon(rollDegrees: 2, offset: -9)
    let grey = SyntheticPicture.noise(amplitude: 0, seed: 1)
    var analyzer = Self.analyzer(settings)
    for (index, (picture, state)) in [
      (level, GuideState.snapped), (tilted, .near), (grey, .unknown), (level, .snapped),
    ]
    .enumerated() {
      Self.show(picture.pixels, to: &analyzer, frame: index)
      var alone = Self.analyzer(settings)
      alone.update(luma: picture.pixels.span, bytesPerRow: 240, nanoseconds: 0)
      #expect(analyzer.reading == alone.reading)
      let horizon = analyzer.reading.horizon
      #expect(horizon.state == state && horizon.isKnown == (state != .unknown))
      #expect(horizon.visibility == (state == .unknown ? 0 : 1) && horizon.glow == horizon.visibility)
    }
  }

  @Test("each part is told once a frame, in order, whatever the settings leave out")
  func parts() {
    let pixels = SyntheticPicture.horizon(rollDegrees: 0.1, offset: 5).pixels
    for settings in [HUDSettings(), HUDSettings(detectsHorizon: false, tracksSubject: false)] {
      var analyzer = Self.analyzer(settings)
      var told: [HUDPart] = []
      for i in 0..<3 {
        analyzer.update(luma: pixels.span, bytesPerRow: 240, nanoseconds: Int64(i) * Self.frame) {
          told.append($0)
        }
      }
      #expect(told == HUDPart.allCases + HUDPart.allCases + HUDPart.allCases)
    }
  }

  @Test("under reduced motion glow and fading step; otherwise they pass through the middle")
  func reducedMotion() {
    let level = SyntheticPicture.horizon(rollDegrees: 0.1, offset: 5)
    for reduces in [false, true] {
      var analyzer = Self.analyzer(HUDSettings(tracksSubject: false, reducesMotion: reduces))
      var between = 0
      for i in 0..<40 {
        Self.show(level.pixels, to: &analyzer, frame: i)
        let horizon = analyzer.reading.horizon
        for value in [horizon.glow, horizon.visibility] where value > 0 && value < 1 { between += 1 }
      }
      #expect(analyzer.reading.horizon.visibility == 1 && analyzer.reading.horizon.glow == 1)
      #expect(reduces ? between == 0 : between > 0)
    }
  }

  @Test(
    "a horizon that has been level for 1.5 s rests within 100 ms, and not a moment longer than it is level")
  func rest() throws {
    let level = SyntheticPicture.horizon(rollDegrees: 0.1, offset: 5)
    let tilted = SyntheticPicture.horizon(rollDegrees: 2, offset: 5)
    var analyzer = Self.analyzer(HUDSettings(tracksSubject: false))
    var (snapped, left): (Int?, Int?)
    for i in 0..<140 {
      Self.show((i < 100 ? level : tilted).pixels, to: &analyzer, frame: i)
      let horizon = analyzer.reading.horizon
      if horizon.state == .snapped, snapped == nil { snapped = i }
      if i >= 100, horizon.state != .snapped, left == nil { left = i }
      guard let snapped else {
        #expect(horizon.rest == 0)
        continue
      }
      let since = Int64(i - snapped) * Self.frame
      if since <= 1_500_000_000 { #expect(horizon.rest == 0) }
      if since >= 1_640_000_000, horizon.state == .snapped { #expect(horizon.rest == 1) }
      if let left, Int64(i - left) * Self.frame >= 150_000_000 { #expect(horizon.rest == 0) }
    }
    #expect(try #require(snapped) < 30 && left != nil)
  }

  @Test("another template is judged at once by the subject already found, and the horizon stays as it was")
  func selectsTemplate() throws {
    let portrait = try #require(SilhouetteTemplate.named("portrait"))
    var pixels = [UInt8](repeating: 0, count: 240 * 135)
    var analyzer = Self.analyzer(HUDSettings(grid: .thirds, plate: true))
    for i in 0..<12 {
      Self.scene(&pixels, discAt: i < 2 ? nil : Point(120, 60))
      Self.show(pixels, to: &analyzer, frame: i)
    }
    #expect(analyzer.reading.silhouette.hasSubject && analyzer.reading.silhouette.iou == 0)
    let horizon = analyzer.reading.horizon
    analyzer.select(template: portrait, grid: .phi)
    #expect(analyzer.settings.template == portrait && analyzer.settings.grid == .phi)
    #expect(analyzer.reading.horizon == horizon)
    // The mask is fresh again with the next frame in which something moves.
    for i in 12..<16 {
      Self.scene(&pixels, discAt: Point(120 + Double(i % 2), 60))
      Self.show(pixels, to: &analyzer, frame: i)
    }
    #expect(analyzer.reading.silhouette.hasSubject && analyzer.reading.silhouette.iou > 0)
    analyzer.select(template: nil, grid: .phi)
    #expect(analyzer.reading.silhouette.iou == 0)
  }

  /// A dark textured field with a bright disc in front of it.
  static func scene(_ pixels: inout [UInt8], discAt center: Point?, radius: Double = 22) {
    for y in 0..<135 {
      for x in 0..<240 {
        var value = 60 + (x * 7 + y * 13) % 11
        if let center, Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: center) < radius { value = 190 }
        pixels[y * 240 + x] = UInt8(value)
      }
    }
  }

  @Test("a disc that comes in is boxed, outlined, and drawn to its power point")
  func subject() throws {
    var analyzer = Self.analyzer(HUDSettings(grid: .thirds, detectsHorizon: false))
    var pixels = [UInt8](repeating: 0, count: 240 * 135)
    let goal = Point(80, 45)
    for i in 0..<90 {
      // Ten frames of the empty scene; then from the left to the upper left third's point, and there it stays.
      let x = min(goal.x, 5 + Double(i - 10) * 2.5)
      Self.scene(&pixels, discAt: i < 10 ? nil : Point(x, goal.y))
      Self.show(pixels, to: &analyzer, frame: i)
      if i < 10 {
        #expect(!analyzer.reading.subject.hasSubject && analyzer.reading.subject.state == .unknown)
      }
    }
    let subject = analyzer.reading.subject
    #expect(subject.hasSubject && subject.powerPoint == 0 && subject.state == .snapped && subject.glow == 1)
    #expect(abs(subject.box.center.x - 1 / 3.0) < 0.01 && abs(subject.box.center.y - 1 / 3.0) < 0.015)
    #expect(abs(subject.box.width - 44 / 240.0) < 0.02)
    let contour = analyzer.reading.silhouette.contour
    for line in contour.flattened(tolerance: 0.0005) {
      for p in line.points {
        let away = Point(p.x * 240, p.y * 135).distance(to: goal)
        #expect(abs(away - 22) < 2)
      }
    }
    #expect(contour.elements.count > 10 && contour.elements.count < 50)
  }

  @Test("someone who fills the template snaps; the subject is held while it stands still")
  func silhouette() throws {
    let template = SilhouetteTemplate.portrait
    var analyzer = Self.analyzer(HUDSettings(template: template, detectsHorizon: false))
    let mask = MaskRasterizer.mask(
      of: template.path(width: 240, height: 135).transformed(by: .scale(1 / 240.0, 1 / 135.0)), columns: 240,
      rows: 135)
    var pixels = [UInt8](repeating: 0, count: 240 * 135)
    for i in 0..<200 {
      Self.scene(&pixels, discAt: nil)
      if i >= 10 { for k in pixels.indices where mask[k] != 0 { pixels[k] = 200 } }
      Self.show(pixels, to: &analyzer, frame: i)
    }
    #expect(analyzer.reading.silhouette.iou > 0.93)
    #expect(analyzer.reading.silhouette.state == .snapped)
  }

  @Test("a new exposure or a moved camera is no subject")
  func globalChange() {
    var analyzer = Self.analyzer(HUDSettings(detectsHorizon: false))
    for i in 0..<60 {
      let picture = SyntheticPicture.horizon(
        rollDegrees: i < 40 ? 0 : 25, offset: 0, seed: UInt64(i), noise: 2)
      let pixels = picture.pixels.map { UInt8(min(255, Int($0) + (i >= 20 ? 15 : 0))) }
      Self.show(pixels, to: &analyzer, frame: i)
      if i < 40 { #expect(!analyzer.reading.subject.hasSubject, "frame \(i)") }
    }
  }

  @Test("a frame that is too short, and time that runs back, are survived")
  func malformed() {
    var analyzer = Self.analyzer(HUDSettings(template: .couple))
    let pixels = [UInt8](repeating: 7, count: 1000)
    for time in [0, 5, .max, .min, 3, -1, .max] as [Int64] {
      analyzer.update(luma: pixels.span, bytesPerRow: 240, nanoseconds: time)
      let whole = SyntheticPicture.horizon(rollDegrees: 5, offset: 0)
      analyzer.update(luma: whole.pixels.span, bytesPerRow: 240, nanoseconds: time)
    }
    var empty = HUDAnalyzer(settings: HUDSettings(), lumaWidth: 0, lumaHeight: -4)
    empty.update(luma: pixels.span, bytesPerRow: 0, nanoseconds: 0)
    #expect(empty.reading.horizon.state == .unknown)
  }

  @Test("once it has seen its subject, an update allocates nothing", .countsAllocations)
  func allocations() {
    var analyzer = Self.analyzer(HUDSettings(template: .portrait))
    var pixels = [UInt8](repeating: 0, count: 240 * 135)
    var allocations: UInt64 = 0
    for i in 0..<60 {
      Self.scene(&pixels, discAt: i < 10 ? nil : Point(60 + Double(i), 70))
      let before = callocation_count_thread()
      Self.show(pixels, to: &analyzer, frame: i)
      if i >= 40 { allocations += callocation_count_thread() - before }
    }
    #expect(analyzer.reading.silhouette.hasSubject)
    #expect(allocations == 0)
  }

  @Test(
    "in colour, before a shaking camera and through exposure steps, an update allocates nothing either",
    .countsAllocations)
  func allocationsInColor() {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(template: .portrait), lumaWidth: ColorScene.width, lumaHeight: ColorScene.height)
    var allocations: UInt64 = 0
    for i in 0..<60 {
      let scene = ColorScene(
        disc: i < 12 ? nil : Point(30 + Double(i), 34),
        shift: Point(Double(i % 3) * 0.4, Double(i % 2) * 0.5),
        gain: i > 45 ? 1.06 : 1, seed: UInt64(i))
      let before = callocation_count_thread()
      analyzer.update(
        luma: scene.luma.span, bytesPerRow: ColorScene.width, cb: scene.cb.span, cr: scene.cr.span,
        chromaBytesPerRow: ColorScene.width / 2, nanoseconds: Int64(i) * Self.frame)
      if i >= 40 { allocations += callocation_count_thread() - before }
    }
    #expect(analyzer.reading.silhouette.hasSubject)
    #expect(allocations == 0)
  }
}
