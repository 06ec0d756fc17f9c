import CaptureKit
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// Makes one annotated picture of the cameras' frames: decode, read the guides, draw chrome around the
/// viewfinders and ink into them, encode.
///
/// A pure function of the frames so far, the settings and the times given: the same input gives the same bytes.
/// It belongs to one thread. After the first frames it allocates nothing.
public final class Stage {
  public let layout: CanvasLayout
  public let subsampling: ChromaSubsampling
  public internal(set) var settings: StageSettings
  package let canvas: PlanarPicture
  package let cameras: [StageCamera]
  private let works: [CameraTask]
  /// Whether no sample is two viewfinders'.
  private let areApart: Bool
  /// For parts of a picture that can be made beside others; `nil` where one thread makes all of it.
  private let sideThread: SideThread?
  /// Whether it is used. What comes of a picture is the same.
  package var hasTwoThreads: Bool
  private var side: SideThread? { hasTwoThreads ? sideThread : nil }
  /// Parts of pictures so far that were offered to the other thread.
  package var partsAside: Int { sideThread?.offered ?? 0 }
  private let pixels: PixelComposer
  private var painter: InkPainter
  package let chrome: ChromeRenderer?
  package var chromeState: ChromeState
  /// `nil`: all pictures are the pixel composer's.
  package let splicer: SpliceComposer?
  /// Why there is none, where it was wished for.
  package let composerReason: String?
  private var heldBackdrop = ThrottledBackdrop()
  private let emptyBackdrop: PlanarPicture
  private let rasterizer: OutlineRasterizer?
  private let figures: FigureInk?
  /// Of the picture being made; the pairing's share is the caller's to add.
  package var times = StageTimes()
  private var nanoseconds: Int64 = 0

  /// Nanoseconds between readings of a secondary's guides: at 30 frames a second, every other frame. Its state machines
  /// dwell for 100 ms, and its guides aren't what the picture is framed by.
  package static let secondaryPeriod: Int64 = 45_000_000

  /// What the stage must know of a camera beforehand.
  package struct CameraDescription {
    package var id: StaticString
    package var name: String
    package var size: PixelSize
    package var pixelFormat = PixelFormat.mjpeg

    package init(
      id: StaticString, name: String, size: PixelSize, pixelFormat: PixelFormat = PixelFormat.mjpeg
    ) {
      self.id = id
      self.name = name
      self.size = size
      self.pixelFormat = pixelFormat
    }
  }

  /// - Throws: ``CompositorError/layout(reason:)``, ``CompositorError/codec(_:)``, ``CompositorError/chrome(_:)``.
  package init(
    cameras descriptions: [CameraDescription], subsampling: ChromaSubsampling, settings: StageSettings
  ) throws(CompositorError) {
    self.settings = settings
    // A canvas has chroma, and 4:4:0 is no camera's native way up.
    self.subsampling =
      subsampling == .grey || subsampling == .yuv440 ? .yuv422 : subsampling
    layout = try CanvasLayout(
      settings.layout, primary: descriptions[0].size,
      secondary: descriptions.count > 1 ? descriptions[1].size : nil)
    canvas = PlanarPicture(size: layout.canvas, subsampling: self.subsampling)
    PlaneFill.fill(canvas.luma, canvas.bounds, with: 18)
    let reason = SpliceComposer.reason(against: settings.layout, primary: descriptions[0].pixelFormat)
    if settings.composer == .splice, let reason { throw .usage(reason: "--composer splice: \(reason)") }
    composerReason = settings.composer == .pixel ? nil : reason
    splicer =
      settings.composer == .pixel || reason != nil
      ? nil : SpliceComposer(layout: layout, subsampling: self.subsampling)
    painter = InkPainter(canvas: layout.canvas, subsampling: self.subsampling)
    do {
      pixels = try PixelComposer(canvas)
      var cameras: [StageCamera] = []
      for (index, rect) in layout.viewfinders.enumerated() {
        cameras.append(
          try StageCamera(
            id: descriptions[index].id, rect: rect, canvasSubsampling: self.subsampling,
            // The chrome shows the first camera's alone.
            withBackdrop: settings.drawsChrome && index == 0, smallWidth: settings.smallWidth,
            maySplice: splicer != nil,
            policy: settings.damaged))
        splicer?.sources[index].policy = settings.damaged
        if settings.drawsHUD || cameras[index].small.backdrop != nil {
          splicer?.sources[index].detail = cameras[index].small.walkDetail ?? .dc
        }
      }
      self.cameras = cameras
    } catch { throw .codec(error) }
    works = cameras.map { [canvas] in CameraTask($0, canvas) }
    sideThread = settings.threads == .one ? nil : SideThread.whereUseful()
    hasTwoThreads = settings.threads == .two
    areApart = Self.areApart(layout.viewfinders, subsampling)
    chromeState = ChromeState()
    chromeState.sources = descriptions.prefix(layout.viewfinders.count).map {
      ChromeState.Source(name: $0.name, status: .connecting, framesPerSecond: 0, drops: 0)
    }
    chromeState.gridName = settings.grid.rawValue
    chromeState.templates = SilhouetteTemplate.builtIn
    if let template = settings.template {
      if let index = SilhouetteTemplate.builtIn.firstIndex(where: { $0.name == template.name }) {
        chromeState.selectedTemplate = index
      } else {
        chromeState.templates.insert(template, at: 0)
        chromeState.selectedTemplate = 0
      }
    }
    emptyBackdrop = cameras[0].small.backdrop ?? PlanarPicture(size: layout.canvas, subsampling: .grey)
    do {
      chrome =
        settings.drawsChrome
        ? try ChromeRenderer(
          layout: ChromeLayout(
            // Under picture-in-picture the second viewfinder lies in the first.
            canvas: layout.canvas,
            viewfinders: layout.mode == .pip ? [layout.viewfinders[0]] : layout.viewfinders,
            topRegion: layout.topRegion,
            bottomRegion: layout.bottomRegion, sideRegion: layout.sideRegion, scale: layout.scale),
          style: settings.style, subsampling: self.subsampling, rules: settings.screenRules)
        : nil
      rasterizer = settings.drawsHUD ? try OutlineRasterizer() : nil
      figures = settings.drawsHUD ? try FigureInk(pixels: max(11, 17 * layout.scale)) : nil
      if let rasterizer, let figures {
        for camera in cameras {
          let hud = HUDSettings(
            settings, width: camera.rect.width, height: camera.rect.height)
          camera.analyzer = HUDAnalyzer(
            settings: hud, lumaWidth: camera.small.luma.width, lumaHeight: camera.small.luma.height)
          camera.ink = HUDInk(
            rect: camera.rect, scale: layout.scale, settings: hud, rasterizer: rasterizer, figures: figures,
            mcu: gridCell)
          if !settings.assists.isEmpty {
            camera.assistInk = AssistInk(rect: camera.rect, scale: layout.scale, assists: settings.assists)
          }
        }
      }
    } catch { throw .chrome(error) }
    if settings.drawsHUD {
      cameras[0].focus = settings.focusBox.map { FocusMeter(box: $0) }
      cameras[0].exposure = settings.exposureBox.map { ExposureMeter(box: $0) }
    }
    // Assists show the frame at hand.
    for camera in cameras.dropFirst() where settings.assists.isEmpty {
      camera.guidePeriod = Self.secondaryPeriod
    }
  }

  /// Spliced, each MCU under ink costs more than all others.
  private var gridCell: (width: Int, height: Int)? {
    splicer == nil ? nil : (subsampling.mcuWidth, subsampling.mcuHeight)
  }

  /// Which MCUs the last picture's ink touched.
  public var inkMask: InkMask { painter.mask }

  private static func areApart(_ viewfinders: [PixelRect], _ sampling: ChromaSubsampling) -> Bool {
    guard viewfinders.count == 2 else { return false }
    // MCUs that two viewfinders reach into are drawn by one after the other.
    let (first, margin) = (viewfinders[0], max(sampling.mcuWidth, sampling.mcuHeight))
    let around = PixelRect(
      x: first.x - margin, y: first.y - margin, width: first.width + 2 * margin,
      height: first.height + 2 * margin)
    return !around.intersects(viewfinders[1])
  }

  /// Bytes that an ``OutputFrame`` needs for this stage's pictures.
  package var largestOutput: Int { JPEGEncoder.largestOutput(size: layout.canvas, subsampling: subsampling) }

  /// Guides by another template or grid from the next picture on; what was found of horizon and subject stays.
  package func select(template: SilhouetteTemplate?, grid: Grid) {
    guard template != settings.template || grid != settings.grid else { return }
    settings.template = template
    settings.grid = grid
    chromeState.gridName = grid.rawValue
    chromeState.selectedTemplate = template.flatMap { chosen in
      chromeState.templates.firstIndex { $0.name == chosen.name }
    }
    for camera in cameras {
      camera.analyzer?.select(template: template, grid: grid)
      guard let rasterizer, let figures, camera.ink != nil else { continue }
      camera.ink = HUDInk(
        rect: camera.rect, scale: layout.scale,
        settings: HUDSettings(settings, width: camera.rect.width, height: camera.rect.height),
        rasterizer: rasterizer, figures: figures, mcu: gridCell)
    }
  }

  /// Draws the cameras' frames, reads their guides and draws these as ink.
  ///
  /// - Parameters:
  ///   - inputs: one for each camera of the layout.
  ///   - nanoseconds: the picture's time, on the frames' clock: what guides and chrome move by.
  package func draw(_ inputs: [CameraInput], nanoseconds: Int64) {
    painter.begin()
    times = StageTimes()
    self.nanoseconds = nanoseconds
    var mark = MonotonicClock.now()
    splicer?.prepare(inputs, beside: side)
    times.lap(&mark, .decode)
    for index in cameras.indices {
      works[index].prepare(inputs[index], index: index, splicer: splicer, nanoseconds: nanoseconds)
    }
    let isAside = isWorthHandingOver
    if isAside { side?.begin(works[1]) }
    for index in cameras.indices {
      // Under picture-in-picture the second viewfinder lies in the first: ink of the first must lie below it.
      painter.cover(cameras[index].rect)
      if isAside && index == 1 {
        side?.finish()
      } else {
        works[index].run()
        times += works[index].times
        mark = MonotonicClock.now()
      }
      let isCarried = splicer?.carries(index) ?? false
      if isCarried { splicer?.revealShared(viewfinder: index, into: canvas) }
      painter.source = isCarried ? splicer?.sources[index] : nil
      // What was waited for is the other thread's decoding first of all.
      times.lap(&mark, .decode)
      drawInk(cameras[index], cameras[index].state)
      times.lap(&mark, .ink)
    }
  }

  /// Whether the second camera's frame is brought and its guides are read on the other thread.
  private var isWorthHandingOver: Bool {
    guard works.count == 2, areApart, side != nil else { return false }
    return works[1].isLong
  }

  /// Whether guides of the primary are snapped in the picture drawn last.
  ///
  /// - Parameter guides: all of these; any one at all where it is empty.
  package func isSnapped(_ guides: Set<Guide>) -> Bool {
    guard let reading = cameras[0].analyzer?.reading else { return false }
    if guides.isEmpty {
      return reading.horizon.state == .snapped || reading.silhouette.state == .snapped
        || reading.subject.state == .snapped
    }
    for guide in guides where guide.state(in: reading) != .snapped { return false }
    return true
  }

  /// Draws the chrome around what ``draw(_:nanoseconds:)`` drew, and encodes the picture.
  ///
  /// - Parameters:
  ///   - secondsOfDay: what the clock in the chrome shows.
  ///   - recordingSeconds: what the timer shows; `nil` without one.
  ///   - skew: between the cameras' frames, nanoseconds, for the manifest.
  ///   - output: receives the JPEG and the manifest's line.
  package func finish(
    _ inputs: [CameraInput], secondsOfDay: Int, recordingSeconds: Double?, skew: Int64?,
    into output: OutputFrame
  ) throws(CompositorError) {
    var mark = MonotonicClock.now()
    drawChrome(inputs, secondsOfDay: secondsOfDay, recordingSeconds: recordingSeconds)
    times.lap(&mark, .chrome)
    do { try encode(into: output) } catch { throw .codec(error) }
    times.lap(&mark, .encode)
    output.times = times
    output.skew = skew
    ManifestLineWriter.write(
      inputs: inputs, cameras: cameras, skew: skew, settings: settings, splicer: splicer, into: output)
    if settings.keepsSources { keepSources(inputs, in: output) }
  }

  private func encode(into output: OutputFrame) throws(JPEGError) {
    if let splicer, splicer.isSplicing {
      return try splicer.compose(canvas, touched: painter.mask, into: output, beside: side)
    }
    try pixels.compose(quality: settings.quality, into: output, beside: side)
  }

  private func keepSources(_ inputs: [CameraInput], in output: OutputFrame) {
    let copies = output.sources ?? SourceCopies(cameras: cameras.map(\.id))
    output.sources = copies
    for index in cameras.indices {
      let isJPEG = inputs[index].slot?.format.pixelFormat == .mjpeg
      // What nothing could be made of would be no picture in a file either.
      let flags = cameras[index].flags
      let isUsable = !flags.contains(.damaged) || !flags.contains(.repeated) || cameras[index].rows != nil
      copies.take(
        isJPEG && isUsable ? inputs[index].slot : nil, camera: index, isComplete: !flags.contains(.damaged))
    }
    copies.take(painter.mask.blocks)
  }

  private func drawInk(_ camera: StageCamera, _ state: CameraState) {
    guard camera.ink != nil, let reading = camera.analyzer?.reading else { return }
    // Assists lie below the guides; a picture that stands still gets none.
    if state != .lost { camera.assistInk?.draw(camera.small.luma, into: canvas, with: &painter) }
    camera.ink?.draw(reading, state: state, into: canvas, with: &painter)
    if state == .lost { return }
    if let focus = camera.focus { camera.ink?.draw(focus, into: canvas, with: &painter) }
    if let exposure = camera.exposure { camera.ink?.draw(exposure, into: canvas, with: &painter) }
  }

  private func drawChrome(
    _ inputs: [CameraInput], secondsOfDay: Int, recordingSeconds: Double?
  ) {
    guard let chrome else { return }
    for index in cameras.indices {
      chromeState.sources[index].status =
        switch cameras[index].state {
        case .live: .live
        case .stale: .stale
        case .lost: .lost
        }
      chromeState.sources[index].framesPerSecond =
        inputs[index].state == .lost ? 0 : inputs[index].framesPerSecond
      chromeState.sources[index].drops = inputs[index].drops
    }
    chromeState.secondOfDay = secondsOfDay
    chromeState.recordingSeconds = recordingSeconds
    chromeState.hint = hint?.text
    chromeState.rollDegrees = inputs[0].state == .lost ? nil : rollDegrees
    let (backdrop, isNew) = heldBackdrop.show(
      cameras[0].small.backdrop ?? emptyBackdrop, nanoseconds: nanoseconds)
    chrome.render(
      chromeState, backdrop: backdrop, backdropIsNew: isNew, nanoseconds: nanoseconds, into: canvas)
    splicer?.chromeWasDrawn(chrome.tiles)
  }

  /// One at a time: the primary's first.
  package var hint: Hint? {
    for index in cameras.indices {
      if let hint = cameras[index].analyzer?.reading.hint { return hint }
    }
    return nil
  }
}
