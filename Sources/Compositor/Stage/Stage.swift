import CaptureKit
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import Values

/// Makes one annotated picture from the cameras' frames.
///
/// A pure function of the frames so far, the settings and the given times: the same input gives the same bytes. It
/// belongs to one thread and allocates nothing after the first frames.
package final class Stage {
  /// Where the viewfinders and the chrome lie on the canvas.
  package let layout: CanvasLayout
  private let request: CanvasLayout.Request
  private let sizes: [PixelSize]
  /// The canvas's subsampling: the main camera's if that has chroma, else 4:2:2.
  package let subsampling: ChromaSubsampling
  /// What to draw, from the next picture on.
  package internal(set) var settings: StageSettings
  package let cameras: [StageCamera]
  private let ids: [String]
  /// What is drawn around the viewfinders; `nil` for nothing.
  package let chrome: (any StageChrome)?
  let names: [String]
  package let composer: any Composer
  /// Why pictures can't be spliced, unless pixels were requested.
  package let composerReason: String?
  /// What the last picture was drawn on.
  var surface: Surface { codings[current].surface }
  /// One for each surface.
  private var codings: [Coding]
  /// Where the last picture was drawn, and where the last one with chrome.
  private var (current, dressed) = (0, 0)
  /// How the last finished picture was made.
  package private(set) var composition = Composition.encoded(because: nil)
  /// Draws the border of a viewfinder inside another; `nil` if there is none, or no ink at all.
  private let insetInk: InsetInk?
  /// Where the first viewfinder has no ink because of others in it.
  private var clearings: [PixelRect]
  /// Make parts of a picture in parallel; none if one thread makes all of it.
  private let sideThreads: [SideThread]
  /// Those that take part in the current picture.
  private var sides: [SideThread] = []
  /// For what only two threads can share.
  private var side: SideThread? { sides.first }
  /// Parts offered to the side threads so far.
  package var partsAside: Int { sideThreads.reduce(0) { $0 + $1.offered } }
  /// Whether no two viewfinders share an MCU.
  private let areApart: Bool
  /// Whether all ink can wait for ``finish(_:_:into:)``: no viewfinder is drawn over another's.
  private var inksLast: Bool { areApart }
  private let inkTask = InkTask()
  private var exif: PictureEXIF
  // Of each camera; the picture has the first's.
  private var profiles: [ColorProfile]
  /// Whether a camera's colours are shown by the profile of the first, because a picture has only one.
  package private(set) var mixesProfiles = false
  /// What was asked for and viewfinders have no room for.
  package internal(set) var omissions: [Omission] = []
  /// What each camera's last picture said of its attitude, by its number among the job's.
  private var attitudes: [AttitudeSample?] = []
  /// What stands in each viewfinder's corners.
  var letters: [ViewfinderLetters] = []

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
  /// - Parameters:
  ///   - former: the stage it replaces, whose threads it continues.
  ///   - makeChrome: makes what is drawn around the viewfinders; `nil` for nothing.
  package init(
    cameras descriptions: [CameraDescription], subsampling: ChromaSubsampling, settings: StageSettings,
    continuing former: Stage?,
    chrome makeChrome: (CanvasLayout, PlanarPicture) throws(GlassError) -> (any StageChrome)?
  ) throws(CompositorError) {
    var settings = settings
    settings.take(settings.template)
    self.settings = settings
    // A canvas has chroma.
    self.subsampling = subsampling == .grey ? .yuv422 : subsampling
    var request = settings.layout
    request.hasLargeType = settings.style.typeSize.isAccessibilitySize
    request.areControlsLeft = settings.style.areControlsFirst != settings.style.language.isRightToLeft
    (self.request, sizes) = (request, descriptions.map(\.size))
    layout = try CanvasLayout(request, cameras: sizes)
    let obstacle = ComposerChoice.obstacle(
      to: settings.layout, main: descriptions[0].pixelFormat, size: descriptions[0].size, in: layout)
    composerReason = settings.composer == .pixel ? nil : obstacle
    sideThreads = former?.sideThreads ?? SideThread.whereUseful(atMost: settings.threads.most - 1)
    composer = try settings.composer.composer(
      layout, self.subsampling, obstacle: obstacle, policy: settings.damaged,
      embedding: settings.keptSources == .inside ? descriptions.map(\.id) : [],
      threads: sideThreads.count + 1)
    let surface = composer.makeSurface()
    codings = [Coding(surface, composer)]
    exif = PictureEXIF(camera: descriptions[0].name, program: settings.program)
    profiles = descriptions.map { _ in ColorProfile() }
    areApart = Self.areApart(layout.viewfinders, subsampling)
    let mcu = (self.subsampling.mcuWidth, self.subsampling.mcuHeight)
    var tools: [CameraGuides.Tools?] = []
    do {
      for rect in layout.viewfinders {
        tools.append(
          settings.drawsHUD
            ? try CameraGuides.Tools(
              rect, in: layout, style: settings.style, hasName: settings.hasNames(in: layout),
              mcu: composer.kind == .splice ? mcu : nil) : nil)
      }
      names = descriptions.prefix(layout.viewfinders.count).map(\.name)
      letters = try ViewfinderLetters.all(settings, in: layout, names: names)
      insetInk = settings.drawsHUD ? try InsetInk(layout) : nil
      clearings = insetInk == nil ? [] : layout.insetBorders.map(\.clearing)
      chrome = try makeChrome(layout, surface.canvas)
    } catch { throw .chrome(error) }
    do {
      var cameras: [StageCamera] = []
      for (index, rect) in layout.viewfinders.enumerated() {
        cameras.append(
          try StageCamera(
            id: descriptions[index].id, number: descriptions[index].number, isMain: index == 0, rect: rect,
            canvas: surface.canvas, walk: surface.walks.isEmpty ? nil : surface.walks[index],
            settings: settings, tools: tools[index]))
      }
      self.cameras = cameras
      ids = cameras.map(\.id)
    } catch { throw .codec(error) }
    for (camera, description) in zip(cameras, descriptions) {
      camera.guides.levelDegrees = description.levelDegrees
      if let same = former?.cameras.first(where: { $0.number == camera.number }) {
        camera.guides.takeWitnesses(of: same.guides)
      }
    }
    attitudes = Array(repeating: nil, count: (cameras.map(\.number).max() ?? 0) + 1)
    noteOmissions()
  }

  private static func areApart(_ viewfinders: [PixelRect], _ sampling: ChromaSubsampling) -> Bool {
    // Viewfinders that share MCUs are drawn one after the other.
    let margin = max(sampling.mcuWidth, sampling.mcuHeight)
    return viewfinders.indices.allSatisfy { i in
      !viewfinders[..<i].contains { $0.insetBy(-margin).intersects(viewfinders[i]) }
    }
  }

  /// Whether everything lies as it would with a sheet open, or closed.
  package func hasRoom(forSheet isOpen: Bool) -> Bool {
    var other = request
    other.hasSheet = isOpen
    return (try? CanvasLayout(other, cameras: sizes)) == layout
  }

  /// Bytes that a ``Picture`` needs for this stage's pictures.
  package var largestOutput: Int { JPEGEncoder.largestOutput(size: layout.canvas, subsampling: subsampling) }

  /// Which blocks the last picture's ink touched.
  package var inkMask: BlockMask { surface.ink.mask }

  /// What the last picture was drawn on.
  package var canvas: PlanarPicture { surface.canvas }

  /// Draws the cameras' frames, reads their guides, and draws those as ink if a viewfinder lies in another.
  ///
  /// The last picture may still be coded meanwhile; this one then gets a surface of its own.
  package func draw(_ moment: Moment) -> Drawing {
    let surface = nextSurface()
    surface.ink.begin()
    sides = moment.isShared || settings.threads != .auto ? sideThreads : []
    var times = StageTimes()
    times[.pair] = moment.pairing
    let nanoseconds = moment.nanoseconds
    var mark = MonotonicClock.now()
    composer.prepare(surface, moment.cameras, beside: side)
    for (camera, input) in zip(cameras, moment.cameras) { camera.take(input, at: nanoseconds) }
    if let time = moment.valuesTime {
      for (camera, input) in zip(cameras, moment.cameras) {
        camera.guides.take(attitude: moment.attitude, frame: time &+ (input.skew ?? 0))
      }
    }
    hearEachOther(moment)
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
      composer.reveal(index, on: surface)
      if camera.hasNewPixels {
        chrome?.see(camera, isMain: index == 0, on: surface.canvas, nanoseconds: nanoseconds) {
          area, picture in
          composer.show(area, of: index, on: surface, into: picture)
        }
      }
      // The wait is mostly for the other thread's decoding.
      times.lap(&mark, .decode)
      if !inksLast { drawInk(of: index, moment, on: surface) }
      times.lap(&mark, .ink)
    }
    return Drawing(moment: moment, surface: surface, times: times)
  }

  /// Cameras may be on one rig: each hears what the others saw last.
  private func hearEachOther(_ moment: Moment) {
    guard cameras.count > 1 else { return }
    for index in attitudes.indices { attitudes[index] = nil }
    // Not of the analyzer itself, which would be copied.
    for camera in cameras { attitudes[camera.number] = camera.guides.analyzer?.attitude }
    for (camera, input) in zip(cameras, moment.cameras) {
      camera.guides.take(cameras: attitudes, frame: moment.nanoseconds &+ (input.skew ?? 0))
    }
  }

  /// The surface of the last picture if that is coded, or else another, which continues after it.
  private func nextSurface() -> Surface {
    let last = surface
    guard last.isHeld else { return last }
    if let free = codings.firstIndex(where: { !$0.surface.isHeld }) {
      current = free
    } else {
      current = codings.count
      codings.append(Coding(composer.makeSurface(), composer))
    }
    surface.follow(last)
    for (place, camera) in cameras.enumerated() { camera.use(surface, place) }
    return surface
  }

  private func drawInk(of index: Int, _ moment: Moment, on surface: Surface) {
    // In picture-in-picture the others lie inside the first viewfinder and must cover its ink.
    surface.ink.cover(cameras[index].rect)
    surface.ink.source = cameras[index].carried?.source
    // Lines of the outer viewfinder stop short of the inner ones, and all lines of letters.
    if index == 0 { swap(&surface.ink.clearings, &clearings) }
    if let slot = moment.cameras[index].slot {
      let offset = slot.time.clock == .media ? nil : moment.utc?.offset
      letters[index].set(
        nanoseconds: slot.time.nanoseconds &+ (offset ?? 0), isLocal: offset != nil, values: moment.values)
    }
    let showsStamp = moment.cameras[index].slot != nil
    letters[index].clear(showsStamp: showsStamp, in: &surface.ink)
    cameras[index].drawGuides(isRecorded: moment.isRecorded, with: &surface.ink)
    surface.ink.gaps.removeAll(keepingCapacity: true)
    letters[index].draw(showsStamp: showsStamp, into: surface.canvas, with: &surface.ink)
    if index == 0 { swap(&surface.ink.clearings, &clearings) }
    insetInk?.draw(
      on: index, tone: cameras[0].hasPicture ? cameras[0].small.darkTone : .black, into: surface.canvas,
      with: &surface.ink)
  }

  /// Draws the ink of a picture's viewfinders, beside its chrome.
  private final class InkTask: SideTask, @unchecked Sendable {
    // SAFETY: used by one thread at a time, as SideTask requires. Ink and chrome share no data: each has its own pixels,
    // and of the cameras both only read the guides.
    var picture: (stage: Stage, moment: Moment, surface: Surface)?

    func run() {
      guard let (stage, moment, surface) = picture else { return }
      for index in stage.cameras.indices { stage.drawInk(of: index, moment, on: surface) }
    }
  }

  /// Draws ink and chrome.
  private func drawInkAndChrome(_ drawing: inout Drawing, _ mark: inout Int64) {
    let surface = drawing.surface
    inkTask.picture = inksLast ? (self, drawing.moment, surface) : nil
    // References that stay would make a cycle, and force a copy of the frames at the next picture.
    defer { inkTask.picture = nil }
    if let side, inksLast {
      side.begin(inkTask)
    } else {
      inkTask.run()
      drawing.times.lap(&mark, .ink)
    }
    if current != dressed { chrome?.goOn(on: surface.canvas) }
    dressed = current
    let nanoseconds = drawing.moment.nanoseconds
    let backdrop = cameras[0].small.backdrop
    if let tiles = chrome?.draw(over: backdrop, nanoseconds: nanoseconds, into: surface.canvas) {
      composer.chromeWasDrawn(tiles)
      for coding in codings where coding.surface !== surface { coding.surface.miss(tiles) }
    }
    drawing.times.lap(&mark, .chrome)
    side?.finish()
    drawing.times.lap(&mark, .ink)
  }

  /// Draws ink in what ``draw(_:)`` drew and chrome around it, and encodes the picture.
  ///
  /// - Parameters:
  ///   - drawing: the last one of this stage.
  ///   - fate: what becomes of the picture.
  ///   - picture: receives the JPEG and what is known about it.
  /// - Throws: ``CompositorError/codec(_:)``.
  package func finish(
    _ drawing: consuming Drawing, _ fate: Fate = Fate(), into picture: Picture
  ) throws(CompositorError) {
    let coding = dress(drawing, fate, into: picture)
    coding.run()
    try settle(coding)
  }

  /// Draws ink in what ``draw(_:)`` drew and chrome around it: all but the JPEG. The last picture must be settled.
  ///
  /// - Parameters:
  ///   - drawing: the last one of this stage.
  ///   - fate: what becomes of the picture.
  ///   - coders: make parts of the JPEG in parallel; `nil` for the stage's side threads, which then can't draw another picture
  ///     meanwhile.
  ///   - picture: receives what is known about it, and its JPEG from what this returns.
  /// - Returns: to be run, on any thread, and then given to ``settle(_:)``. Until then another picture may be drawn.
  package func dress(
    _ drawing: consuming Drawing, _ fate: Fate = Fate(), beside coders: [SideThread]? = nil,
    into picture: Picture
  ) -> Coding {
    precondition(!codings.contains { $0.surface.isHeld }, "the last picture isn't settled")
    let moment = drawing.moment
    var mark = MonotonicClock.now()
    chrome?.look(at: self, moment)
    drawInkAndChrome(&drawing, &mark)
    takeProfiles(moment.cameras)
    exif.make(facts(moment))
    picture.size = layout.canvas
    picture.fate = fate
    picture.captured = moment.captured
    picture.makeRoom(front: profiles[0].segments.count)
    note(moment, fate, in: &picture.facts)
    if settings.keptSources != nil { keepSources(moment.cameras, in: picture) }
    takePhotos(moment.cameras, fate, in: picture)
    takeWatched(moment, in: picture)
    let coding = codings[current]
    (coding.picture, coding.quality, coding.sides, coding.times) = (
      picture, settings.quality, coders ?? sides, drawing.times
    )
    coding.front.removeAll(keepingCapacity: true)
    coding.front += exif.bytes
    coding.front += profiles[0].segments
    coding.surface.isHeld = true
    return coding
  }

  /// Ends a picture that is coded.
  ///
  /// - Throws: ``CompositorError/codec(_:)``.
  package func settle(_ coding: Coding) throws(CompositorError) {
    coding.surface.isHeld = false
    composition = coding.surface.composition
    coding.picture?.times = coding.times
    coding.picture?.facts.composition = composition
    // A reference that stays would keep its memory.
    coding.picture = nil
    if let failure = coding.failure { throw .codec(failure) }
  }

  private func takeProfiles(_ inputs: [CameraInput]) {
    for (index, input) in inputs.enumerated() where input.isNew && profiles.indices.contains(index) {
      guard let slot = input.slot, slot.format.pixelFormat == .mjpeg else { continue }
      slot.withBytes { profiles[index].take($0) }
      if profiles[index].segments != profiles[0].segments { mixesProfiles = true }
    }
  }

  private func facts(_ moment: Moment) -> PictureEXIF.Facts {
    var facts = PictureEXIF.Facts(exposure: moment.exposureSeconds)
    let main = moment.cameras[0]
    // The first camera may be lost, or not there yet.
    for camera in moment.cameras where facts.utc == nil {
      guard let utc = moment.utc, let time = camera.slot?.time, time.clock != .media else { continue }
      facts.utc = time.nanoseconds &+ utc.offset
    }
    if main.state != .lost, let reading = cameras[0].guides.analyzer?.reading.horizon,
      let degrees = reading.bestDegrees
    {
      // Against gravity: other programs know nothing of what counts as level here.
      facts.roll = (degrees + reading.levelDegrees, reading.confidence)
    }
    if settings.tellsPosition { facts.position = ValuePosition(moment.values) }
    return facts
  }

  private func takePhotos(_ inputs: [CameraInput], _ fate: Fate, in picture: Picture) {
    let isShot = fate.shot != nil && settings.photos != .annotated
    if isShot || !picture.photos.isEmpty { picture.photos = isShot ? photos(of: inputs) : [] }
    picture.hasAnnotatedPhoto = !picture.photos.isEmpty && settings.photos == .both
  }

  private func photos(of inputs: [CameraInput]) -> [CameraPhoto] {
    cameras.indices.compactMap { index in
      guard cameras[index].isUsable, let slot = inputs[index].slot else { return nil }
      return CameraPhoto(
        ids[index], slot, isComplete: !cameras[index].flags.contains(.damaged), quality: settings.quality)
    }
  }

  private func takeWatched(_ moment: Moment, in picture: Picture) {
    picture.watched?.removeAll()
    guard moment.watched != 0 else { return }
    let frames = picture.watched ?? WatchedFrames()
    picture.watched = frames
    for (index, camera) in cameras.enumerated() where moment.watched >> index & 1 == 1 && camera.isUsable {
      guard let slot = moment.cameras[index].slot else { continue }
      frames.take(slot, of: ids[index], isComplete: !camera.flags.contains(.damaged))
    }
  }

  private func keepSources(_ inputs: [CameraInput], in picture: Picture) {
    let copies = picture.sources ?? SourceCopies()
    picture.sources = copies
    copies.begin(cameras: ids)
    for (index, camera) in cameras.enumerated() {
      let isDamaged = camera.flags.contains(.damaged)
      let slot =
        camera.isUsable && inputs[index].slot?.format.pixelFormat == .mjpeg ? inputs[index].slot : nil
      // What is carried over instead of a damaged or missing frame is an earlier picture's.
      if slot == nil || isDamaged { camera.walk?.source.isEmbedded = false }
      let isInside = surface.splicing != nil && camera.walk?.source.isEmbedded ?? false
      copies.take(isInside ? nil : slot, camera: index, isComplete: !isDamaged)
      if settings.keptSources == .inside {
        picture.facts.cameras[index].kept = isInside ? .inside : slot != nil ? .beside : nil
      }
    }
    // Frames inside tell where ink is, if all that are carried over are.
    let isTold = surface.walks.allSatisfy { !$0.isCarried || $0.source.isEmbedded }
    if settings.keptSources == .beside || !copies.isEmpty || !isTold { copies.take(surface.ink.mask) }
  }
}
