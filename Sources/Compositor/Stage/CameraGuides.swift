import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// One camera's guides: reads them from its small pictures and draws them.
package struct CameraGuides {
  /// What all cameras' guides are drawn with.
  package struct Tools {
    /// Pixels per point.
    let scale: Double
    let rasterizer: OutlineRasterizer
    let figures: FigureInk
    /// The MCU of a spliced canvas: each one under ink costs more than all others. `nil` without splicing.
    let mcu: (width: Int, height: Int)?

    /// - Throws: ``GlassError``.
    init(scale: Double, mcu: (width: Int, height: Int)?) throws(GlassError) {
      self.scale = scale
      self.mcu = mcu
      rasterizer = try OutlineRasterizer()
      figures = try FigureInk(pixels: max(11, 17 * scale))
    }
  }

  package private(set) var analyzer: HUDAnalyzer?
  package private(set) var focus: FocusMeter?
  package private(set) var exposure: ExposureMeter?
  /// The time each part of the last reading took.
  package private(set) var times = HUDTimes()
  private var ink: HUDInk?
  private var assists: AssistInk?
  private let rect: PixelRect
  private let isPrimary: Bool
  private let tools: Tools?
  /// The least time between readings, in nanoseconds.
  private var period: Int64 = 0
  private var lastReading: Int64?

  /// Nanoseconds between readings of a secondary's guides: every other frame at 30 a second. Its state machines dwell for
  /// 100 ms, and the picture isn't framed by its guides.
  package static let secondaryPeriod: Int64 = 45_000_000

  /// - Parameters:
  ///   - settings: the stage's.
  ///   - rect: the viewfinder on the canvas.
  ///   - luma: the plane that the guides are read from.
  ///   - isPrimary: measures focus and exposure, and reads every frame.
  ///   - tools: `nil` for no guides.
  package init(
    _ settings: StageSettings, rect: PixelRect, luma: PixelPlane, isPrimary: Bool, tools: Tools?
  ) {
    self.rect = rect
    self.isPrimary = isPrimary
    self.tools = tools
    guard tools != nil else { return }
    analyzer = HUDAnalyzer(settings: hud(settings), lumaWidth: luma.width, lumaHeight: luma.height)
    takeInk(settings)
    takeMeasures(settings)
  }

  private func hud(_ settings: StageSettings) -> HUDSettings {
    HUDSettings(settings, width: rect.width, height: rect.height)
  }

  private mutating func takeInk(_ settings: StageSettings) {
    guard let tools else { return }
    ink = HUDInk(
      rect: rect, scale: tools.scale, settings: hud(settings), rasterizer: tools.rasterizer,
      figures: tools.figures, mcu: tools.mcu)
  }

  /// Takes another template or grid; the horizon and subject found so far stay.
  package mutating func select(_ settings: StageSettings) {
    analyzer?.select(template: settings.template, grid: settings.grid)
    takeInk(settings)
  }

  /// Takes other assists and other boxes for focus and exposure.
  package mutating func takeMeasures(_ settings: StageSettings) {
    guard let tools else { return }
    if settings.assists != assists?.assists ?? [] {
      assists =
        settings.assists.isEmpty
        ? nil : AssistInk(rect: rect, scale: tools.scale, assists: settings.assists)
    }
    // Assists show the current frame.
    period = isPrimary || !settings.assists.isEmpty ? 0 : Self.secondaryPeriod
    guard isPrimary else { return }
    focus = settings.focusBox.map { FocusMeter(box: $0) }
    exposure = settings.exposureBox.map { ExposureMeter(box: $0) }
  }

  /// Whether there is anything to read.
  package var areRead: Bool { analyzer != nil }

  /// Whether to read them from a frame that is new at this time, in nanoseconds.
  package func areDue(at nanoseconds: Int64) -> Bool {
    guard let lastReading, nanoseconds >= lastReading else { return true }
    return nanoseconds - lastReading >= period
  }

  /// Notes that a frame of this time, in nanoseconds, has been read.
  package mutating func wereRead(at nanoseconds: Int64) { lastReading = nanoseconds }

  /// Reads them from the small pictures of a frame of this time, in nanoseconds.
  package mutating func read(_ small: borrowing SmallPictures, at nanoseconds: Int64) {
    var spent = HUDTimes()
    var mark = MonotonicClock.now()
    small.read(by: &analyzer, nanoseconds: nanoseconds) { part in
      let now = MonotonicClock.now()
      spent[part] = now - mark
      mark = now
    }
    times = spent
    let luma = small.luma
    luma.withBytes { bytes in
      focus?.update(
        luma: bytes, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow,
        nanoseconds: nanoseconds)
      exposure?.update(
        luma: bytes, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow)
    }
    wereRead(at: nanoseconds)
  }

  /// Draws the last reading as ink.
  ///
  /// - Parameters:
  ///   - state: the camera's.
  ///   - luma: the small luma, which the assists show.
  package mutating func draw(
    _ state: CameraState, luma: PixelPlane, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard let reading = analyzer?.reading else { return }
    // Assists lie below the guides; a frozen picture gets none.
    if state != .lost { assists?.draw(luma, into: canvas, with: &painter) }
    ink?.draw(reading, state: state, into: canvas, with: &painter)
    if state == .lost { return }
    if let focus { ink?.draw(focus, into: canvas, with: &painter) }
    if let exposure { ink?.draw(exposure, into: canvas, with: &painter) }
  }
}

extension HUDSettings {
  /// What one camera's guides look for.
  ///
  /// - Parameters:
  ///   - width: of its viewfinder, in pixels, like `height`.
  package init(_ stage: StageSettings, width: Int, height: Int) {
    self.init(
      grid: stage.grid, template: stage.template, viewfinderWidth: width, viewfinderHeight: height,
      levelReference: stage.levelReference, plate: stage.plate,
      reducesMotion: stage.style.reduceMotion)
  }
}
