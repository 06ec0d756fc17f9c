import CaptureKit
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// One camera's part of the stage: draws its frame, shrinks it and reads its guides.
///
/// Cameras whose viewfinders share no MCU share no data here, so two threads can work on two of them.
package final class StageCamera: SideTask, @unchecked Sendable {
  // SAFETY: used by one thread at a time, as SideTask requires; writes only to its own viewfinder on the canvas.

  /// Its name in the manifest.
  package let id: String
  /// Its place among the job's cameras.
  package let number: Int
  package let rect: PixelRect
  /// Its frames on their way to the splicer; `nil` if they are always decoded.
  package private(set) var walk: CameraWalk?
  package private(set) var small: SmallPictures
  package var guides: CameraGuides
  private var painter: ViewfinderPainter
  private var last: LastFrames
  private var canvas: PlanarPicture

  /// Flags of this picture's frame, including those the stage sets.
  package private(set) var flags: FrameFlags = []
  /// How many rows of this picture's damaged frame are its own, if another frame supplies the rest.
  package private(set) var rows: KeptRows?
  private var liveness = CameraLiveness()
  package var state: CameraState { liveness.state }
  /// The number of frames that couldn't be drawn; `damaged` counts those drawn in part.
  package private(set) var unusable = 0
  package private(set) var damaged = 0
  /// What was wrong with the last unusable frame.
  package private(set) var lastProblem: JPEGError?
  /// Whether any frame has been shown.
  package private(set) var hasPicture = false
  /// Whether the frames so far were forgotten, and none has come since.
  private var isWalkedAgain = false
  /// Whether the last walked frame was damaged.
  private var wasDamaged = false
  private var firstFormat: StreamFormat?
  /// What masks hide of the last frame.
  private var hidden: HiddenBlocks?
  /// Whether the canvas must hold its picture even if that is carried over, because the chrome shows it sharp.
  private let needsPixels: Bool
  private let policy: DamagePolicy
  /// Whether the canvas holds a different picture of it than before.
  package private(set) var hasNewPixels = false

  /// How many times the middle of its frames is enlarged. Frames can be carried over only at 1, which shows all of them.
  package var zoom: Double {
    get { painter.zoom }
    set {
      painter.zoom = newValue
      walk?.source.isEnlarged = newValue > 1
      guides.zoom = newValue
    }
  }

  // The current picture's.
  private var input = CameraInput()
  private var nanoseconds: Int64 = 0
  private var isDue = false
  /// The time each part of its work took.
  package private(set) var times = StageTimes()

  /// - Parameters:
  ///   - number: its place among the job's cameras.
  ///   - isMain: whether the chrome shows its small picture; it shows only the first viewfinder's.
  ///   - rect: the viewfinder on the canvas.
  ///   - tools: draw its guides; `nil` for none.
  package init(
    id: String, number: Int, isMain: Bool, rect: PixelRect, canvas: PlanarPicture, walk: CameraWalk?,
    settings: StageSettings, tools: CameraGuides.Tools?
  ) throws(JPEGError) {
    (self.id, self.number) = (id, number)
    self.rect = rect
    self.canvas = canvas
    self.walk = walk
    needsPixels = isMain && settings.drawsChrome && settings.backdrop.isSharp
    policy = settings.damaged
    painter = try ViewfinderPainter(
      rect: rect, canvasSubsampling: canvas.subsampling, policy: settings.damaged)
    last = LastFrames(rect: rect, subsampling: canvas.subsampling, policy: settings.damaged)
    small = SmallPictures(
      rect: rect, subsampling: canvas.subsampling, withBackdrop: settings.drawsChrome && isMain,
      mostWide: settings.smallWidth, fromWalk: walk != nil)
    guides = CameraGuides(
      settings, camera: number, isMain: isMain, rect: rect, luma: small.luma, tools: tools)
    if needsSmallPictures { walk?.source.detail = small.walkDetail ?? .dc }
  }

  /// Whether the small pictures are needed: by the guides, or as the chrome's backdrop.
  private var needsSmallPictures: Bool { guides.areRead || small.backdrop != nil }

  /// Whether a frame has another format or size than the camera's first.
  package func hasOtherFormat(_ slot: FrameSlot) -> Bool {
    guard let first = firstFormat else { return false }
    return slot.format.pixelFormat != first.pixelFormat || slot.format.size != first.size
  }

  /// Whether anything of this picture's frame can be shown; if not, a file of it wouldn't be a picture either.
  package var isUsable: Bool { !flags.contains(.damaged) || !flags.contains(.repeated) || rows != nil }

  /// Draws the next picture on a surface.
  ///
  /// - Parameter place: this viewfinder's among the layout's.
  func use(_ surface: Surface, _ place: Int) {
    canvas = surface.canvas
    if walk != nil { walk = surface.walks[place] }
  }

  /// Takes the input once the composer has decided whether to carry it over.
  ///
  /// - Parameter nanoseconds: the picture's time.
  package func take(_ input: CameraInput, at nanoseconds: Int64) {
    self.input = input
    self.nanoseconds = nanoseconds
    isDue = needsSmallPictures && guides.areDue(at: nanoseconds)
    guard let slot = input.slot, slot.hidden !== hidden else { return }
    hidden = slot.hidden
    forgetDrawn()
    isDue = needsSmallPictures
  }

  private func forgetDrawn() {
    last = LastFrames(rect: rect, subsampling: canvas.subsampling, policy: policy)
    guides.forgetKept()
  }

  /// Forgets all frames so far, as a mask hides something that they show: a lost camera's viewfinder becomes empty. Between pictures
  /// only: the walk belongs to one until it is composed.
  package func forgetFrames() {
    forgetDrawn()
    walk?.source.reset(.noFrame)
    isWalkedAgain = true
    hasPicture = false
  }

  /// The frame's walk, if it is carried over into the current picture.
  package var carried: CameraWalk? { walk?.isCarried == true ? walk : nil }

  /// Does what it can with frames of a size before they reach the stage.
  package func ahead(of size: PixelSize) -> (any FramePreparation)? {
    walk != nil && size.width == rect.width && size.height == rect.height ? walk?.ahead : painter.ahead
  }

  /// Whether the work takes longer than handing it to another thread.
  package var isLong: Bool { input.isNew && (isDue || carried == nil) }

  /// Draws the frame and reads its guides.
  package func run() {
    times = StageTimes()
    var mark = MonotonicClock.now()
    flags = input.slot?.flags ?? []
    rows = nil
    let isFresh: Bool
    if let carried {
      isFresh = carry(carried)
      if needsPixels, isFresh, let slot = input.slot { _ = painter.draw(slot, into: canvas) }
      if isFresh, isDue { reduce(carried) }
    } else {
      isFresh = draw()
      times.lap(&mark, .decode)
      if isFresh, isDue { small.update(from: canvas) }
    }
    if isFresh, isDue {
      if let hidden {
        small.fill(hidden, part: ViewfinderPainter.part(of: hidden.size, zoom: zoom))
      } else {
        small.showAll()
      }
    }
    hasNewPixels = isFresh
    times.lap(&mark, .reduce)
    if firstFormat == nil { firstFormat = input.slot?.format }
    liveness.settle(input, isFresh: isFresh, at: nanoseconds)
    if isFresh, isDue {
      if guides.areOfPhotos { guides.photoFieldOfView = input.slot?.fieldOfView }
      guides.read(small, at: nanoseconds)
      times.lap(&mark, .hud)
    }
    // Release the frame's memory.
    input = CameraInput()
  }

  /// Draws the last guides read.
  ///
  /// - Parameter isRecorded: whether the picture is.
  package func drawGuides(isRecorded: Bool, with ink: inout InkPainter) {
    guides.draw(state, small, isRecorded: isRecorded, into: canvas, with: &ink)
  }

  /// Notes that its last picture was kept.
  package func keep() { guides.keep(small.luma) }

  /// Resets the counts: the pictures so far went nowhere.
  package func forgetCounts() { (damaged, unusable, lastProblem) = (0, 0, nil) }

  // MARK: Drawn by pixels

  /// Draws the camera's picture, or what remains of it.
  ///
  /// - Returns: whether the frame is new.
  private func draw() -> Bool {
    let isFresh = input.slot.map(draw) ?? false
    if input.slot == nil { last.drawFrozen(with: painter, into: canvas) }
    if !isFresh, input.slot != nil { flags.insert(.repeated) }
    // The lease ends after this picture, so keep what it shows.
    if input.state == .lost, input.slot != nil, hasPicture { last.freeze(canvas) }
    return isFresh
  }

  private func draw(_ slot: FrameSlot) -> Bool {
    switch painter.draw(slot, standIn: last.standIn, into: canvas) {
    case .drawn:
      hasPicture = true
      // All of it could be read, but its reader missed something, such as its end.
      if input.isNew, flags.contains(.damaged) { damaged += 1 }
      noteTables(slot, painter.lacksHuffmanTables)
      if input.isNew { last.keep(good: slot) }
    case .damaged(let rows):
      hasPicture = true
      self.rows = rows
      flags.insert(.damaged)
      noteTables(slot, painter.lacksHuffmanTables)
      if input.isNew {
        damaged += 1
        last.keep(damaged: slot)
      }
    case .unusable(let problem):
      if input.isNew { unusable += 1 }
      lastProblem = problem
      flags.insert(.damaged)
      last.drawNewest(with: &painter, into: canvas)
      return false
    }
    return input.isNew
  }

  private func noteTables(_ slot: FrameSlot, _ areMissing: Bool) {
    if slot.format.pixelFormat == .mjpeg, areMissing { flags.insert(.missingHuffmanTables) }
  }

  // MARK: Carried over

  /// Notes the outcome of a frame that is carried over unchanged.
  ///
  /// - Returns: whether the frame is new.
  private func carry(_ walk: CameraWalk) -> Bool {
    last.forgetDrawn()
    var isFresh = false
    switch walk.outcome {
    case .whole:
      isFresh = true
      if flags.contains(.damaged), !walk.isSameAgain { damaged += 1 }
    case .damaged:
      isFresh = true
      if !walk.isSameAgain { damaged += 1 }
      flags.insert(.damaged)
    case .unusable(let obstacle):
      if !walk.isSameAgain { unusable += 1 }
      switch obstacle {
      case .unreadable(let problem): lastProblem = problem
      case .damaged: lastProblem = ViewfinderPainter.damagedData
      default: break
      }
      flags.insert(.damaged)
      flags.insert(.repeated)
    case nil:
      // The same frame again, still damaged.
      if wasDamaged { flags.insert(.damaged) }
    }
    wasDamaged = flags.contains(.damaged)
    if wasDamaged, !walk.source.isWhole { rows = walk.source.rows }
    if let slot = input.slot {
      noteTables(slot, walk.source.lacksHuffmanTables)
      // One that was shown before is walked again, with what is hidden now.
      if !isFresh || walk.isSameAgain || (isWalkedAgain && !input.isNew) { flags.insert(.repeated) }
      if input.isNew { isWalkedAgain = false }
    }
    if isFresh { hasPicture = true }
    return isFresh
  }

  /// Makes the small pictures of a frame that is carried over.
  private func reduce(_ walk: CameraWalk) {
    if small.walkDetail != nil {
      small.update(from: walk.source)
    } else if let slot = input.slot {
      // A small frame: its guides need more detail than the walk gives.
      _ = painter.draw(slot, into: canvas)
      small.update(from: canvas)
    }
  }
}
