import CaptureKit
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// One camera's part of the stage: its frame is brought, made small, and its guides are read.
///
/// Cameras whose viewfinders lie apart have nothing in common here, so that two can be worked on at a time.
package final class StageCamera: SideTask, @unchecked Sendable {
  // SAFETY: one thread at a time, as SideTask has it; on the canvas it writes to its own viewfinder alone.

  /// `primary`, `secondary`: by this name in the manifest.
  package let id: StaticString
  package let rect: PixelRect
  /// Its frames on their way into the splicer; `nil` if they are always decoded.
  package let walk: CameraWalk?
  package private(set) var small: SmallPictures
  package var guides: CameraGuides
  private var painter: ViewfinderPainter
  private var last: LastFrames
  private let canvas: PlanarPicture

  /// Flags of the frame in this picture, the stage's own findings among them.
  package private(set) var flags: FrameFlags = []
  /// Of a damaged frame in this picture whose lost rows are another's: how many are its own.
  package private(set) var rows: KeptRows?
  private var liveness = CameraLiveness()
  package var state: CameraState { liveness.state }
  /// Frames that couldn't be drawn, and frames drawn in part.
  package private(set) var unusable = 0
  package private(set) var damaged = 0
  /// What was wrong with the last unusable frame.
  package private(set) var lastProblem: JPEGError?
  /// Whether a frame could be shown yet.
  package private(set) var hasPicture = false
  /// Whether the last walked frame was damaged.
  private var wasDamaged = false
  private var firstFormat: StreamFormat?

  // Of the picture at hand.
  private var input = CameraInput()
  private var nanoseconds: Int64 = 0
  private var isDue = false
  /// Where its time went.
  package private(set) var times = StageTimes()

  /// - Parameters:
  ///   - rect: the viewfinder on the canvas.
  ///   - isPrimary: the chrome shows the first camera's small picture alone.
  ///   - tools: what its guides are drawn with; `nil`: it has none.
  package init(
    id: StaticString, rect: PixelRect, canvas: PlanarPicture, walk: CameraWalk?, settings: StageSettings,
    isPrimary: Bool, tools: CameraGuides.Tools?
  ) throws(JPEGError) {
    self.id = id
    self.rect = rect
    self.canvas = canvas
    self.walk = walk
    painter = try ViewfinderPainter(
      rect: rect, canvasSubsampling: canvas.subsampling, policy: settings.damaged)
    last = LastFrames(rect: rect, subsampling: canvas.subsampling, policy: settings.damaged)
    small = SmallPictures(
      rect: rect, subsampling: canvas.subsampling, withBackdrop: settings.drawsChrome && isPrimary,
      mostWide: settings.smallWidth, fromWalk: walk != nil)
    guides = CameraGuides(settings, rect: rect, luma: small.luma, isPrimary: isPrimary, tools: tools)
    if needsSmallPictures { walk?.source.detail = small.walkDetail ?? .dc }
  }

  /// Whether anything looks at the small pictures: guides, or the chrome, which they shine through.
  private var needsSmallPictures: Bool { guides.areRead || small.backdrop != nil }

  /// Whether a frame has another format or size than the camera's first.
  package func hasOtherFormat(_ slot: FrameSlot) -> Bool {
    guard let first = firstFormat else { return false }
    return slot.format.pixelFormat != first.pixelFormat || slot.format.size != first.size
  }

  /// Whether anything can be made of the frame in this picture: else it would be no picture in a file either.
  package var isUsable: Bool { !flags.contains(.damaged) || !flags.contains(.repeated) || rows != nil }

  /// Takes what is to be shown, after the composer has decided whether it is carried over.
  ///
  /// - Parameter nanoseconds: the picture's time.
  package func take(_ input: CameraInput, at nanoseconds: Int64) {
    self.input = input
    self.nanoseconds = nanoseconds
    isDue = needsSmallPictures && guides.areDue(at: nanoseconds)
  }

  /// The walk of a frame that is carried over into the picture at hand.
  package var carried: CameraWalk? { walk?.isCarried == true ? walk : nil }

  /// Whether it takes longer than handing it to another thread.
  package var isLong: Bool { input.isNew && (isDue || carried == nil) }

  /// Brings the frame and reads its guides.
  package func run() {
    times = StageTimes()
    var mark = MonotonicClock.now()
    flags = input.slot?.flags ?? []
    rows = nil
    let isFresh: Bool
    if let carried {
      isFresh = carry(carried)
      if isFresh, isDue { reduce(carried) }
    } else {
      isFresh = draw()
      times.lap(&mark, .decode)
      if isFresh, isDue { small.update(from: canvas) }
    }
    times.lap(&mark, .reduce)
    if firstFormat == nil { firstFormat = input.slot?.format }
    liveness.settle(input, isFresh: isFresh, at: nanoseconds)
    if isFresh, isDue {
      guides.read(small, at: nanoseconds)
      times.lap(&mark, .hud)
    }
    // The frame's memory isn't held on to.
    input = CameraInput()
  }

  /// Draws the guides that were read last.
  package func drawGuides(with ink: inout InkPainter) {
    guides.draw(state, luma: small.luma, into: canvas, with: &ink)
  }

  /// What came so far was nobody's loss.
  package func forgetCounts() { (damaged, unusable, lastProblem) = (0, 0, nil) }

  // MARK: Drawn by pixels

  /// Draws the camera's picture, whatever there is of it.
  ///
  /// - Returns: whether it is a frame that was not shown before.
  private func draw() -> Bool {
    let isFresh = input.slot.map(draw) ?? false
    if input.slot == nil { last.drawFrozen(with: painter, into: canvas) }
    if !isFresh, input.slot != nil { flags.insert(.repeated) }
    // The lease ends after this picture: keep what it shows.
    if input.state == .lost, input.slot != nil, hasPicture { last.freeze(canvas) }
    return isFresh
  }

  private func draw(_ slot: FrameSlot) -> Bool {
    switch painter.draw(slot, standIn: last.standIn, into: canvas) {
    case .drawn:
      hasPicture = true
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

  /// Notes what came of a frame that is carried over as it is.
  ///
  /// - Returns: whether it is a frame that was not shown before.
  private func carry(_ walk: CameraWalk) -> Bool {
    last.forgetDrawn()
    var isFresh = false
    switch walk.outcome {
    case .whole: isFresh = true
    case .damaged:
      isFresh = true
      damaged += 1
      flags.insert(.damaged)
    case .unusable(let obstacle):
      unusable += 1
      switch obstacle {
      case .unreadable(let problem): lastProblem = problem
      case .damaged: lastProblem = ViewfinderPainter.damagedData
      default: break
      }
      flags.insert(.damaged)
      flags.insert(.repeated)
    case nil:
      // The same frame again, as bad as it was.
      if wasDamaged { flags.insert(.damaged) }
    }
    wasDamaged = flags.contains(.damaged)
    if wasDamaged, !walk.source.isWhole { rows = walk.source.rows }
    if let slot = input.slot {
      noteTables(slot, walk.source.lacksHuffmanTables)
      if !isFresh { flags.insert(.repeated) }
    }
    if isFresh { hasPicture = true }
    return isFresh
  }

  /// Makes the small pictures of a frame that is carried over.
  private func reduce(_ walk: CameraWalk) {
    if small.walkDetail != nil {
      small.update(from: walk.source)
    } else if let slot = input.slot {
      // A small frame: its guides want more than the walk knows.
      _ = painter.draw(slot, into: canvas)
      small.update(from: canvas)
    }
  }
}
