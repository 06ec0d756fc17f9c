import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// One camera's guides: reads them from its small pictures and draws them.
package struct CameraGuides {
  /// What one camera's guides are drawn with.
  package struct Tools {
    let rasterizer: OutlineRasterizer
    /// Sets the horizon's angle; `nil` if the viewfinder has no room for it.
    var figures: FigureInk?
    /// Sets what plots say, once there are some.
    lazy var letters = try? ScopeInk.letters(scale: scale)
    private let scale: Double
    let angleSide: HUDInk.Side?
    /// The MCU of a spliced canvas, where each one under ink costs more than all others. `nil` without splicing.
    let mcu: (width: Int, height: Int)?
    /// Whether the viewfinder shows its name.
    let hasName: Bool
    /// Where other viewfinders lie inside it.
    let inner: [PixelRect]

    /// - Parameters:
    ///   - rect: the viewfinder on the canvas.
    ///   - layout: the canvas's; in picture-in-picture its viewfinders' ink differs.
    ///   - style: gives the text's size.
    ///   - hasName: whether the viewfinder shows its name.
    /// - Throws: ``GlassError``.
    init(
      _ rect: PixelRect, in layout: CanvasLayout, style: ChromeStyle, hasName: Bool,
      mcu: (width: Int, height: Int)?
    ) throws(GlassError) {
      self.hasName = hasName
      inner = layout.clearings(in: rect)
      // The first inner viewfinder stands on the right.
      angleSide = layout.insetBorders.first?.outer == rect ? .left : nil
      self.mcu = mcu
      rasterizer = try OutlineRasterizer()
      figures = try Self.figures(style, for: rect)
      scale = InkRank.scale(of: rect)
    }

    private static func figures(_ style: ChromeStyle, for rect: PixelRect) throws(GlassError) -> FigureInk? {
      try HUDInk.figures(
        style.typeSize, width: rect.width, scale: InkRank.scale(of: rect), language: style.language)
    }

    /// The same tools with text of another size.
    ///
    /// - Throws: ``GlassError``.
    func restyled(_ style: ChromeStyle, for rect: PixelRect) throws(GlassError) -> Tools {
      var tools = self
      tools.figures = try Self.figures(style, for: rect)
      return tools
    }
  }

  package private(set) var analyzer: HUDAnalyzer?
  package private(set) var focus: FocusMeter?
  package private(set) var exposure: ExposureMeter?
  /// Where focus and exposure were just requested, in fractions of the viewfinder; `nil` shows no reticle.
  package var reticle: Point?
  /// How many times the middle of the camera's frames is enlarged.
  package var zoom = 1.0 { didSet { takeFieldOfView() } }
  /// From the left to the right edge of a photo, in degrees, as its EXIF data say.
  package var photoFieldOfView: Double? { didSet { takeFieldOfView() } }
  private let givenFieldOfView: Double?
  /// The roll in degrees that counts as level.
  package var levelDegrees = 0.0 { didSet { analyzer?.take(levelDegrees: levelDegrees) } }
  /// Whether each frame is a picture of its own.
  package var areOfPhotos: Bool { analyzer?.settings.arePhotos == true }
  /// The time each part of the last reading took.
  package private(set) var times = HUDTimes()
  private var ink: HUDInk?
  private var assists: AssistInk?
  /// Where plots stand, and no other ink.
  private var plates: [PixelRect] = []
  private let rect: PixelRect
  private let camera: Int
  private let isMain: Bool
  package private(set) var tools: Tools?
  /// The least time between readings, in nanoseconds.
  private var period: Int64 = 0
  private var lastReading: Int64?
  /// As far as the analyzer knows what masks hide.
  private var maskChanges = 0

  /// Nanoseconds between readings of another viewfinder's guides than the main one's: every other frame at 30 a second. Its
  /// state machines dwell for 100 ms, and its guides don't frame the picture.
  package static let otherPeriod: Int64 = 45_000_000

  /// - Parameters:
  ///   - settings: the stage's.
  ///   - camera: its place among the job's.
  ///   - isMain: measures focus and exposure, and reads every frame.
  ///   - rect: the viewfinder on the canvas.
  ///   - luma: the plane that the guides are read from.
  ///   - tools: `nil` for no guides.
  package init(
    _ settings: StageSettings, camera: Int, isMain: Bool, rect: PixelRect, luma: PixelPlane, tools: Tools?
  ) {
    self.rect = rect
    (self.camera, self.isMain) = (camera, isMain)
    self.tools = tools
    givenFieldOfView = settings.own(of: camera).fieldOfView
    guard tools != nil else { return }
    analyzer = HUDAnalyzer(settings: hud(settings), lumaWidth: luma.width, lumaHeight: luma.height)
    takeInk(settings)
    takeMeasures(settings)
  }

  private func hud(_ settings: StageSettings) -> HUDSettings {
    HUDSettings(
      settings, guides: settings.guides(of: camera, isMain: isMain),
      fieldOfView: givenFieldOfView, width: rect.width, height: rect.height)
  }

  private mutating func takeInk(_ settings: StageSettings) {
    guard let tools else { return }
    let layout = InkLayout(settings, rect, isMain: isMain, hasName: tools.hasName, inner: tools.inner)
    plates = layout.plates
    ink = HUDInk(
      layout: layout, settings: hud(settings), rasterizer: tools.rasterizer,
      figures: tools.figures, angleSide: tools.angleSide,
      look: settings, mcu: tools.mcu)
  }

  /// Takes other tools for its viewfinder.
  package mutating func take(_ tools: Tools, _ settings: StageSettings) {
    self.tools = tools
    takeMeasures(settings)
    takeInk(settings)
  }

  /// Takes another template or grid; the horizon and subject found so far stay.
  package mutating func select(_ settings: StageSettings) {
    let guides = settings.guides(of: camera, isMain: isMain)
    analyzer?.select(template: guides.template, grid: guides.grid)
    takeInk(settings)
  }

  /// Takes other assists and other boxes for focus and exposure.
  package mutating func takeMeasures(_ settings: StageSettings) {
    guard let tools else { return }
    let layout = InkLayout(settings, rect, isMain: isMain, hasName: tools.hasName, inner: tools.inner)
    if settings.assists != assists?.assists ?? [] || layout != ink?.layout {
      assists =
        settings.assists.isEmpty
        ? nil
        : AssistInk(
          layout: layout, assists: settings.assists,
          letters: layout.plates.isEmpty ? nil : self.tools?.letters, after: assists)
      takeInk(settings)
    }
    // Assists show the current frame.
    period = isMain || !settings.assists.isEmpty || settings.arePhotos ? 0 : Self.otherPeriod
    guard isMain else { return }
    focus = settings.focusBox.map { FocusMeter(box: $0) }
    exposure = settings.exposureBox.map { ExposureMeter(box: $0) }
  }

  private mutating func takeFieldOfView() {
    analyzer?.take(fieldOfViewDegrees: givenFieldOfView ?? photoFieldOfView, zoom: zoom)
  }

  /// What was asked for, but has no room in the viewfinder.
  package var omitted: [InkLayout.Ink] { ink?.layout.omitted ?? [] }

  /// Whether there is anything to read.
  package var areRead: Bool { analyzer != nil }

  /// Whether to read them from a frame that is new at this time, in nanoseconds.
  package func areDue(at nanoseconds: Int64) -> Bool {
    guard let lastReading, nanoseconds >= lastReading else { return true }
    return nanoseconds - lastReading >= period
  }

  /// Notes that a frame of this time, in nanoseconds, has been read.
  package mutating func wereRead(at nanoseconds: Int64) { lastReading = nanoseconds }

  /// Takes what an attitude sensor said since the last picture, and when the next frame was taken by the same clock, in nanoseconds.
  package mutating func take(attitude: borrowing [AttitudeSample], frame nanoseconds: Int64) {
    analyzer?.take(attitude: attitude, frameNanoseconds: nanoseconds)
  }

  /// Takes what all cameras' last pictures said by themselves, by their numbers, and when the next frame was taken, in nanoseconds.
  package mutating func take(cameras: borrowing [AttitudeSample?], frame nanoseconds: Int64) {
    analyzer?.take(cameras: cameras, as: camera, frameNanoseconds: nanoseconds)
  }

  /// Takes what another stage's guides of the same camera learned of a sensor and of other cameras.
  package mutating func takeWitnesses(of other: CameraGuides) {
    if let learned = other.analyzer { analyzer?.takeWitnesses(of: learned) }
  }

  /// Reads them from the small pictures of a frame of this time, in nanoseconds.
  package mutating func read(_ small: borrowing SmallPictures, at nanoseconds: Int64) {
    if maskChanges != small.maskChanges {
      analyzer?.mask(small.masked)
      maskChanges = small.maskChanges
    }
    var spent = HUDTimes()
    var mark = MonotonicClock.now()
    analyzer?.update(luma: small.luma, color: small.color, nanoseconds: nanoseconds) { part in
      let now = MonotonicClock.now()
      spent[part] = now - mark
      mark = now
    }
    times = spent
    focus?.update(small.luma, nanoseconds: nanoseconds)
    exposure?.update(small.luma)
    wereRead(at: nanoseconds)
  }

  /// Forgets the picture that was kept last.
  package mutating func forgetKept() { assists?.forgetKept() }

  /// Notes that the picture with this small luma was kept.
  package mutating func keep(_ luma: PixelPlane) { assists?.keep(luma) }

  /// Draws the last reading as ink.
  ///
  /// - Parameters:
  ///   - state: the camera's.
  ///   - small: the small pictures, which the assists show.
  ///   - isRecorded: whether the picture is.
  package mutating func draw(
    _ state: CameraState, _ small: borrowing SmallPictures, isRecorded: Bool, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    guard let reading = analyzer?.reading else { return }
    // Assists lie below the guides; a frozen picture gets none.
    let held = painter.clearings.count
    if state != .lost {
      painter.clearings += plates
      assists?.draw(small.luma, into: canvas, with: &painter)
    }
    ink?.draw(reading, state: state, isRecorded: isRecorded, into: canvas, with: &painter)
    if state == .lost { return }
    if let reticle { ink?.drawReticle(at: reticle, into: canvas, with: &painter) }
    if let focus {
      ink?.draw(focus, into: canvas, with: &painter)
      if assists?.assists.contains(.focusHistory) == true {
        ink?.drawHistory(of: focus, into: canvas, with: &painter)
      }
    }
    if let exposure { ink?.draw(exposure, into: canvas, with: &painter) }
    painter.clearings.removeLast(painter.clearings.count - held)
    assists?.drawScopes(small.luma, color: small.color, into: canvas, with: &painter)
  }
}

extension HUDSettings {
  /// What one camera's guides look for.
  ///
  /// - Parameters:
  ///   - guides: its grid and template.
  ///   - fieldOfView: from its left to its right edge, in degrees.
  ///   - width: of its viewfinder, in pixels, like `height`.
  package init(
    _ stage: StageSettings, guides: ViewfinderGuides, fieldOfView: Double?, width: Int, height: Int
  ) {
    self.init(
      grid: guides.grid, template: guides.template, viewfinderWidth: width, viewfinderHeight: height,
      levelReference: stage.levelReference, plate: stage.plate, arePhotos: stage.arePhotos,
      reducesMotion: stage.style.reduceMotion, fieldOfViewDegrees: fieldOfView)
  }
}
