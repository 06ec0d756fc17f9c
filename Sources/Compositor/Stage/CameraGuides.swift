import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// One camera's guides: what reads them from its small pictures, and what draws them.
package struct CameraGuides {
  /// What the guides of all cameras are drawn with.
  package struct Tools {
    /// Pixels per point.
    let scale: Double
    let rasterizer: OutlineRasterizer
    let figures: FigureInk
    /// MCU of a spliced canvas: each under ink costs more than all others. `nil` if none is spliced.
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
  /// Where the time went at the last reading.
  package private(set) var times = HUDTimes()
  private var ink: HUDInk?
  private var assists: AssistInk?
  private let rect: PixelRect
  private let isPrimary: Bool
  private let tools: Tools?
  /// Nanoseconds between readings, at least.
  private var period: Int64 = 0
  private var lastReading: Int64?

  /// Nanoseconds between readings of a secondary's guides: at 30 frames a second, every other frame. Its state machines
  /// dwell for 100 ms, and its guides aren't what the picture is framed by.
  package static let secondaryPeriod: Int64 = 45_000_000

  /// - Parameters:
  ///   - settings: of the stage.
  ///   - rect: the viewfinder on the canvas.
  ///   - luma: what the guides are read from.
  ///   - isPrimary: whether focus and exposure are measured, and each frame is read.
  ///   - tools: `nil`: there are no guides.
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

  /// Another template or grid; what was found of horizon and subject stays.
  package mutating func select(_ settings: StageSettings) {
    analyzer?.select(template: settings.template, grid: settings.grid)
    takeInk(settings)
  }

  /// Other assists, and other boxes in which focus and exposure are measured.
  package mutating func takeMeasures(_ settings: StageSettings) {
    guard let tools else { return }
    if settings.assists != assists?.assists ?? [] {
      assists =
        settings.assists.isEmpty
        ? nil : AssistInk(rect: rect, scale: tools.scale, assists: settings.assists)
    }
    // Assists show the frame at hand.
    period = isPrimary || !settings.assists.isEmpty ? 0 : Self.secondaryPeriod
    guard isPrimary else { return }
    focus = settings.focusBox.map { FocusMeter(box: $0) }
    exposure = settings.exposureBox.map { ExposureMeter(box: $0) }
  }

  /// Whether there is anything to read.
  package var areRead: Bool { analyzer != nil }

  /// Whether they are to be read from a frame that is new at this time, in nanoseconds.
  package func areDue(at nanoseconds: Int64) -> Bool {
    guard let lastReading, nanoseconds >= lastReading else { return true }
    return nanoseconds - lastReading >= period
  }

  /// Notes that a frame of this time, in nanoseconds, was read.
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

  /// Draws what was read last, as ink.
  ///
  /// - Parameters:
  ///   - state: the camera's.
  ///   - luma: the small luma that assists show.
  package mutating func draw(
    _ state: CameraState, luma: PixelPlane, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard let reading = analyzer?.reading else { return }
    // Assists lie below the guides; a picture that stands still gets none.
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
  ///   - width: of its viewfinder, in pixels; `height` likewise.
  package init(_ stage: StageSettings, width: Int, height: Int) {
    self.init(
      grid: stage.grid, template: stage.template, viewfinderWidth: width, viewfinderHeight: height,
      levelReference: stage.levelReference, plate: stage.plate,
      reducesMotion: stage.style.reduceMotion)
  }
}
