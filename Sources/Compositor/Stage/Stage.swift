import CaptureKit
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// Makes one annotated picture from the cameras' frames.
///
/// A pure function of the frames so far, the settings and the given times: the same input gives the same bytes. It
/// belongs to one thread and allocates nothing after the first frames.
package final class Stage {
  /// Where the viewfinders and the chrome lie on the canvas.
  package let layout: CanvasLayout
  /// The canvas's subsampling: the primary's if that has chroma, else 4:2:2.
  package let subsampling: ChromaSubsampling
  /// What to draw, from the next picture on.
  package internal(set) var settings: StageSettings
  package let canvas: PlanarPicture
  package let cameras: [StageCamera]
  private let ids: [String]
  package var screen: StageScreen
  package let composer: any Composer
  /// Why pictures can't be spliced, unless pixels were requested.
  package let composerReason: String?
  private var painter: InkPainter
  /// Draws the border of a viewfinder inside another; `nil` if there is none, or no ink at all.
  private let insetInk: InsetInk?
  /// Where the first viewfinder has no ink because of others in it.
  private var clearings: [PixelRect]
  /// Make parts of a picture in parallel; none if one thread makes all of it.
  private let sideThreads: [SideThread]
  /// Whether to use the side threads. The bytes are the same either way.
  package var usesSideThreads: Bool
  private var sides: [SideThread] { usesSideThreads ? sideThreads : [] }
  /// For what only two threads can share.
  private var side: SideThread? { sides.first }
  /// Parts offered to the side threads so far.
  package var partsAside: Int { sideThreads.reduce(0) { $0 + $1.offered } }
  /// Whether no two viewfinders share an MCU.
  private let areApart: Bool
  /// Whether all ink can wait for ``finish(_:for:secondsOfDay:recordingSeconds:into:)``: no viewfinder is drawn over another's.
  private var inksLast: Bool { areApart }
  private let inkTask = InkTask()
  /// Whether the tally shows that pictures are recorded.
  package var isRecording = false
  private var exif: PictureEXIF
  // Of each camera; the picture has the first's.
  private var profiles: [ColorProfile]
  private var front: [UInt8] = []
  /// Whether a camera's colours are shown by the profile of the first, because a picture has only one.
  package private(set) var mixesProfiles = false
  /// The main camera's exposure time in seconds, as its driver says; `nil` if it doesn't.
  package var exposureSeconds: Double?
  /// One for each viewfinder, if pictures are stamped.
  private var stamps: [StampInk] = []

  /// What the stage must know about a camera in advance.
  package struct CameraDescription {
    package var id: String
    package var name: String
    package var size: PixelSize
    package var pixelFormat = PixelFormat.mjpeg
    /// The roll in degrees that counts as level.
    package var levelDegrees = 0.0
    /// Its place among the job's cameras.
    package var number: Int

    package init(
      id: String, number: Int = 0, name: String, size: PixelSize, pixelFormat: PixelFormat = PixelFormat.mjpeg
    ) {
      self.id = id
      self.number = number
      self.name = name
      self.size = size
      self.pixelFormat = pixelFormat
    }
  }

  /// - Throws: ``CompositorError/layout(reason:)``, ``CompositorError/codec(_:)``, ``CompositorError/chrome(_:)``.
  ///
  /// - Parameter former: the stage it replaces, whose screen and threads it continues.
  package init(
    cameras descriptions: [CameraDescription], subsampling: ChromaSubsampling, settings: StageSettings,
    continuing former: Stage? = nil
  ) throws(CompositorError) {
    var settings = settings
    settings.take(settings.template)
    self.settings = settings
    // A canvas has chroma.
    self.subsampling = subsampling == .grey ? .yuv422 : subsampling
    var request = settings.layout
    request.hasLargeType = settings.style.typeSize.isAccessibilitySize
    layout = try CanvasLayout(request, cameras: descriptions.map(\.size))
    canvas = PlanarPicture(size: layout.canvas, subsampling: self.subsampling)
    PlaneFill.fill(canvas.luma, canvas.bounds, with: 18)
    let obstacle = ComposerChoice.obstacle(to: settings.layout, primary: descriptions[0].pixelFormat)
    composerReason = settings.composer == .pixel ? nil : obstacle
    sideThreads = former?.sideThreads ?? SideThread.whereUseful(atMost: settings.threads.most - 1)
    usesSideThreads = settings.threads != .auto
    composer = try settings.composer.composer(
      canvas, layout, obstacle: obstacle, policy: settings.damaged, threads: sideThreads.count + 1)
    exif = PictureEXIF(camera: descriptions[0].name, program: settings.program)
    profiles = descriptions.map { _ in ColorProfile() }
    painter = InkPainter(canvas: layout.canvas, subsampling: self.subsampling)
    areApart = Self.areApart(layout.viewfinders, subsampling)
    let mcu = (self.subsampling.mcuWidth, self.subsampling.mcuHeight)
    var tools: [CameraGuides.Tools?] = []
    do {
      screen = try StageScreen(
        settings, layout, canvas,
        names: descriptions.prefix(layout.viewfinders.count).map(\.name))
      for rect in layout.viewfinders {
        tools.append(
          settings.drawsHUD
            ? try CameraGuides.Tools(
              rect, in: layout, style: settings.style, mcu: composer.kind == .splice ? mcu : nil) : nil)
      }
      if let stamp = settings.stamp {
        for (index, rect) in layout.viewfinders.enumerated() {
          stamps.append(
            try StampInk(
              stamp, rect: rect, scale: layout.scale, size: settings.style.typeSize,
              camera: descriptions[index].name))
        }
      }
      insetInk = settings.drawsHUD ? try InsetInk(layout) : nil
      clearings = insetInk == nil ? [] : layout.insetBorders.map(\.clearing)
      if let former {
        screen.goOn(from: former.screen)
        exposureSeconds = former.exposureSeconds
      }
    } catch { throw .chrome(error) }
    do {
      var cameras: [StageCamera] = []
      for (index, rect) in layout.viewfinders.enumerated() {
        cameras.append(
          try StageCamera(
            id: descriptions[index].id, number: descriptions[index].number, isMain: index == 0, rect: rect,
            canvas: canvas, walk: composer.walk(of: index), settings: settings, tools: tools[index]))
      }
      self.cameras = cameras
      ids = cameras.map(\.id)
    } catch { throw .codec(error) }
    for (camera, description) in zip(cameras, descriptions) {
      camera.guides.levelDegrees = description.levelDegrees
    }
  }

  private static func areApart(_ viewfinders: [PixelRect], _ sampling: ChromaSubsampling) -> Bool {
    // Viewfinders that share MCUs are drawn one after the other.
    let margin = max(sampling.mcuWidth, sampling.mcuHeight)
    return viewfinders.indices.allSatisfy { i in
      !viewfinders[..<i].contains { $0.insetBy(-margin).intersects(viewfinders[i]) }
    }
  }

  /// Bytes that an ``OutputFrame`` needs for this stage's pictures.
  package var largestOutput: Int { JPEGEncoder.largestOutput(size: layout.canvas, subsampling: subsampling) }

  /// Which blocks the last picture's ink touched.
  package var inkMask: BlockMask { painter.mask }

  /// Draws the cameras' frames, reads their guides, and draws those as ink if a viewfinder lies in another.
  package func draw(_ frames: FrameSet) -> Drawing {
    painter.begin()
    var times = StageTimes()
    times[.pair] = frames.pairing
    let nanoseconds = frames.nanoseconds
    var mark = MonotonicClock.now()
    composer.prepare(frames.cameras, beside: side)
    for (camera, input) in zip(cameras, frames.cameras) { camera.take(input, at: nanoseconds) }
    times.lap(&mark, .decode)
    var isAside = false
    for (index, camera) in cameras.enumerated() {
      // One after the next goes to the other thread meanwhile.
      if index % 2 == 0, areApart, let side, index + 1 < cameras.count, cameras[index + 1].isLong {
        side.begin(cameras[index + 1])
        isAside = true
      }
      if isAside && index % 2 == 1 {
        side?.finish()
        isAside = false
      } else {
        camera.run()
        times += camera.times
        mark = MonotonicClock.now()
      }
      composer.reveal(index)
      if index == 0, camera.hasNewPixels { screen.takeScene(canvas, nanoseconds: nanoseconds) }
      if camera.hasNewPixels {
        screen.takeMirrored(in: camera.rect, nanoseconds: nanoseconds) { area, picture in
          composer.show(area, of: index, into: picture)
        }
      }
      // The wait is mostly for the other thread's decoding.
      times.lap(&mark, .decode)
      if !inksLast { drawInk(of: index, frames) }
      times.lap(&mark, .ink)
    }
    return Drawing(frames: frames, times: times)
  }

  private func drawInk(of index: Int, _ frames: FrameSet) {
    // In picture-in-picture the others lie inside the first viewfinder and must cover its ink.
    painter.cover(cameras[index].rect)
    painter.source = cameras[index].carried?.source
    // Lines of the outer viewfinder stop short of the inner ones.
    if index == 0 { swap(&painter.clearings, &clearings) }
    cameras[index].drawGuides(isRecorded: isRecording, with: &painter)
    if !stamps.isEmpty, let slot = frames.cameras[index].slot {
      let offset = slot.time.clock == .media ? nil : frames.utc?.offset
      let time = slot.time.nanoseconds &+ (offset ?? 0)
      stamps[index].draw(
        nanoseconds: time, isLocal: offset != nil, into: canvas, with: &painter)
    }
    if index == 0 { swap(&painter.clearings, &clearings) }
    insetInk?.draw(
      on: index, tone: cameras[0].hasPicture ? cameras[0].small.darkTone : .black, into: canvas,
      with: &painter)
  }

  /// Draws the ink of a picture's viewfinders, beside its chrome.
  private final class InkTask: SideTask, @unchecked Sendable {
    // SAFETY: used by one thread at a time, as SideTask requires. Ink and chrome share no data: each has its own pixels,
    // and of the cameras both only read the guides.
    var picture: (stage: Stage, frames: FrameSet)?

    func run() {
      guard let (stage, frames) = picture else { return }
      for index in stage.cameras.indices { stage.drawInk(of: index, frames) }
    }
  }

  /// Draws ink and chrome.
  private func dress(_ drawing: inout Drawing, _ mark: inout Int64) {
    inkTask.picture = inksLast ? (self, drawing.frames) : nil
    // References that stay would make a cycle, and force a copy of the frames at the next picture.
    defer { inkTask.picture = nil }
    if let side, inksLast {
      side.begin(inkTask)
    } else {
      inkTask.run()
      drawing.times.lap(&mark, .ink)
    }
    let nanoseconds = drawing.frames.nanoseconds
    if let tiles = screen.draw(over: cameras[0].small.backdrop, nanoseconds: nanoseconds, into: canvas) {
      composer.chromeWasDrawn(tiles)
    }
    drawing.times.lap(&mark, .chrome)
    side?.finish()
    drawing.times.lap(&mark, .ink)
  }

  /// Draws ink in what ``draw(_:)`` drew and chrome around it, and encodes the picture.
  ///
  /// - Parameters:
  ///   - drawing: the last one of this stage.
  ///   - purpose: what the picture is for.
  ///   - secondsOfDay: shown by the clock in the chrome.
  ///   - recordingSeconds: shown by the timer; `nil` for none.
  ///   - output: receives the JPEG and what is known about it.
  /// - Throws: ``CompositorError/codec(_:)``.
  package func finish(
    _ drawing: consuming Drawing, for purpose: OutputFrame.Purpose = OutputFrame.Purpose(),
    secondsOfDay: Int, recordingSeconds: Double?, into output: OutputFrame
  ) throws(CompositorError) {
    let (frames, nanoseconds) = (drawing.frames, drawing.frames.nanoseconds)
    var mark = MonotonicClock.now()
    screen.show(cameras, frames.cameras)
    screen.showFalseColors(
      of: settings.assists.contains(.falseColor) && cameras[0].hasPicture ? cameras[0].small.luma : nil,
      nanoseconds: frames.nanoseconds)
    if !settings.areStills {
      (screen.state.secondOfDay, screen.state.recordingSeconds) = (secondsOfDay, recordingSeconds)
    }
    screen.advise(hint, isSnapped: isSnapped, nanoseconds: nanoseconds)
    screen.state.rollDegrees = frames.cameras[0].state == .lost ? nil : rollDegrees
    dress(&drawing, &mark)
    takeProfiles(frames.cameras)
    output.makeRoom(front: profiles[0].segments.count)
    do {
      try composer.compose(ink: painter.mask, quality: settings.quality, into: output, beside: sides)
    } catch { throw .codec(error) }
    drawing.times.lap(&mark, .encode)
    exif.make(facts(frames))
    putFront(of: output)
    output.size = layout.canvas
    output.times = drawing.times
    output.purpose = purpose
    output.beginsSegment = false
    (output.captured, output.named) = (frames.captured, nil)
    note(frames, in: &output.facts)
    output.facts.isExtra = purpose.isExtra
    if settings.keepsSources { keepSources(frames.cameras, in: output) }
  }

  private func takeProfiles(_ inputs: [CameraInput]) {
    for (index, input) in inputs.enumerated() where input.isNew && profiles.indices.contains(index) {
      guard let slot = input.slot, slot.format.pixelFormat == .mjpeg else { continue }
      slot.withBytes { profiles[index].take($0) }
      if profiles[index].segments != profiles[0].segments { mixesProfiles = true }
    }
  }

  /// Puts EXIF data and the colour profile into a picture.
  private func putFront(of output: OutputFrame) {
    front.removeAll(keepingCapacity: true)
    front += exif.bytes
    front += profiles[0].segments
    let bytes = front
    output.put(front: bytes.span)
  }

  private func facts(_ frames: FrameSet) -> PictureEXIF.Facts {
    var facts = PictureEXIF.Facts(exposure: exposureSeconds)
    let primary = frames.cameras[0]
    // The first camera may be lost, or not there yet.
    for camera in frames.cameras where facts.utc == nil {
      guard let utc = frames.utc, let time = camera.slot?.time, time.clock != .media else { continue }
      facts.utc = time.nanoseconds &+ utc.offset
    }
    if primary.state != .lost, let reading = cameras[0].guides.analyzer?.reading.horizon,
      let degrees = reading.bestDegrees
    {
      // Against gravity: other programs know nothing of what counts as level here.
      facts.roll = (degrees + reading.levelDegrees, reading.confidence)
    }
    return facts
  }

  private func keepSources(_ inputs: [CameraInput], in output: OutputFrame) {
    let copies = output.sources ?? SourceCopies()
    output.sources = copies
    copies.begin(cameras: ids)
    for (index, camera) in cameras.enumerated() {
      let slot =
        camera.isUsable && inputs[index].slot?.format.pixelFormat == .mjpeg ? inputs[index].slot : nil
      copies.take(slot, camera: index, isComplete: !camera.flags.contains(.damaged))
    }
    copies.take(painter.mask)
  }
}
