import CaptureKit
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes

/// Everything that the stage keeps for one camera.
package final class StageCamera {
  /// `primary`, `secondary`: by this name in the manifest.
  package let id: StaticString
  package let rect: PixelRect
  private let subsampling: ChromaSubsampling
  private var painter: ViewfinderPainter
  package var small: SmallPictures
  package var analyzer: HUDAnalyzer?
  /// Where the guides' time went in the last frame that was new.
  package var hudTimes = HUDTimes()
  package var ink: HUDInk?
  package var assistInk: AssistInk?
  package var focus: FocusMeter?
  package var exposure: ExposureMeter?
  /// The last good picture without ink, for a camera whose memory had to be given back.
  private var frozen: PlanarPicture?
  /// Whether a frame could be shown yet.
  package private(set) var hasPicture = false
  /// Nanoseconds that lie between readings of the guides at least.
  package var guidePeriod: Int64 = 0
  private var lastReading: Int64?
  /// Whether the last frame that came was damaged.
  private var wasDamaged = false
  private let policy: DamagePolicy
  /// A copy of the last frame that was drawn whole: what is shown when the next can't be, or where its rows are lost.
  private var lastGood: FrameSlot?
  /// A copy of the last frame that was drawn in part, while there is none newer.
  private var lastDamaged: FrameSlot?
  private var isDamagedNewest = false
  /// Flags of the frame in this picture, the stage's own findings among them.
  package private(set) var flags: FrameFlags = []
  /// Of a damaged frame in this picture whose lost rows are another's: how many are its own.
  package private(set) var rows: KeptRows?
  /// How the camera does, by what of it is shown: ``CameraInput/state``, but `stale` where frames come and none of them
  /// can be shown for as long.
  package private(set) var state = CameraState.lost
  private var isHeldShown = true
  private var firstFormat: StreamFormat?
  private var lastShown: Int64?
  /// Frames that couldn't be drawn, and frames drawn in part.
  package private(set) var unusable = 0
  package private(set) var damaged = 0
  /// What was wrong with the last unusable frame.
  package private(set) var lastProblem: JPEGError?

  package init(
    id: StaticString, rect: PixelRect, canvasSubsampling: ChromaSubsampling, withBackdrop: Bool,
    smallWidth: Int, maySplice: Bool, policy: DamagePolicy = .keepRows
  ) throws(JPEGError) {
    self.id = id
    self.rect = rect
    self.policy = policy
    subsampling = canvasSubsampling
    painter = try ViewfinderPainter(rect: rect, canvasSubsampling: canvasSubsampling, policy: policy)
    small = SmallPictures(
      rect: rect, subsampling: canvasSubsampling, withBackdrop: withBackdrop, mostWide: smallWidth,
      fromWalk: maySplice)
  }

  /// Whether a frame has another format or size than the camera's first.
  package func hasOtherFormat(_ slot: FrameSlot) -> Bool {
    guard let first = firstFormat else { return false }
    return slot.format.pixelFormat != first.pixelFormat || slot.format.size != first.size
  }

  /// Whether anything looks at the small pictures: guides, assists, meters, or the chrome, which they shine through.
  package var needsSmallPictures: Bool {
    analyzer != nil || assistInk != nil || focus != nil || exposure != nil || small.backdrop != nil
  }

  /// Whether the guides are to be read from a frame that is new at this time.
  package func guidesAreDue(at nanoseconds: Int64) -> Bool {
    guard let lastReading, nanoseconds >= lastReading else { return true }
    return nanoseconds - lastReading >= guidePeriod
  }

  package func guidesWereRead(at nanoseconds: Int64) { lastReading = nanoseconds }

  /// Reads the guides from the small pictures.
  package func readGuides(_ nanoseconds: Int64) {
    var hud = HUDTimes()
    var mark = MonotonicClock.now()
    small.read(by: &analyzer, nanoseconds: nanoseconds) { part in
      let now = MonotonicClock.now()
      hud[part] = now - mark
      mark = now
    }
    hudTimes = hud
    let luma = small.luma
    luma.withBytes { bytes in
      focus?.update(
        luma: bytes, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow,
        nanoseconds: nanoseconds)
      exposure?.update(
        luma: bytes, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow)
    }
  }

  /// Brings the camera's picture onto the canvas, whatever there is of it.
  ///
  /// - Returns: whether it is a frame that was not shown before.
  package func draw(_ input: CameraInput, into canvas: PlanarPicture) -> Bool {
    flags = input.slot?.flags ?? []
    rows = nil
    var isFresh = false
    if let slot = input.slot {
      switch painter.draw(slot, standIn: hasLastGood ? lastGood : nil, into: canvas) {
      case .drawn:
        isFresh = input.isNew
        hasPicture = true
        noteTables(slot, painter.lacksHuffmanTables)
        if isFresh { keepGood(slot) }
      case .damaged(let rows):
        isFresh = input.isNew
        hasPicture = true
        self.rows = rows
        if input.isNew { damaged += 1 }
        noteTables(slot, painter.lacksHuffmanTables)
        if isFresh { keepDamaged(slot) }
        flags.insert(.damaged)
      case .unusable(let problem):
        if input.isNew { unusable += 1 }
        lastProblem = problem
        flags.insert(.damaged)
        flags.insert(.repeated)
        drawLastGood(into: canvas)
      }
    } else {
      drawFrozen(into: canvas)
    }
    if isFresh {
      frozenIsCurrent = false
    } else if !flags.contains(.repeated), input.slot != nil {
      flags.insert(.repeated)
    }
    // The lease ends after this picture: keep what it shows.
    if input.state == .lost, input.slot != nil, hasPicture, !frozenIsCurrent { freeze(canvas) }
    return isFresh
  }

  /// Brings what the guides need of a camera whose frame is carried over as it is, and notes what came of it.
  ///
  /// - Parameters:
  ///   - outcome: of the frame that was walked; `nil` where none was new.
  ///   - forGuides: whether a new frame's small pictures are wanted.
  /// - Returns: whether it is a frame that was not shown before.
  package func carry(
    _ input: CameraInput, from source: SpliceSource, _ outcome: SpliceSource.Outcome?,
    forGuides: Bool, into canvas: PlanarPicture
  ) -> Bool {
    flags = input.slot?.flags ?? []
    rows = nil
    // What was drawn by pixels before isn't the newest any more.
    hasLastGood = false
    isDamagedNewest = false
    var isFresh = false
    switch outcome {
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
    if wasDamaged, !source.isWhole { rows = source.rows }
    if let slot = input.slot { noteTables(slot, source.lacksHuffmanTables) }
    if !isFresh, !flags.contains(.repeated), input.slot != nil { flags.insert(.repeated) }
    if isFresh {
      hasPicture = true
      if !forGuides { return isFresh }
      if small.walkDetail != nil {
        small.update(from: source)
      } else if let slot = input.slot {
        // A small frame: its guides want more than the walk knows.
        _ = painter.draw(slot, into: canvas)
        small.update(from: canvas)
      }
    }
    return isFresh
  }

  /// What came so far was nobody's loss.
  package func forgetCounts() { (damaged, unusable, lastProblem) = (0, 0, nil) }

  /// Settles how the camera does, after its picture was brought.
  ///
  /// - Parameter nanoseconds: the picture's time.
  package func settle(_ input: CameraInput, isFresh: Bool, at nanoseconds: Int64) {
    if firstFormat == nil { firstFormat = input.slot?.format }
    if isFresh || lastShown == nil { lastShown = nanoseconds }
    if input.isNew { isHeldShown = isFresh }
    state = input.state
    guard state == .live, !isHeldShown, let lastShown else { return }
    // As long as for a camera that sends nothing: see FramePairer.
    let interval = input.framesPerSecond > 0 ? 1e9 / input.framesPerSecond : 0
    if nanoseconds - lastShown > max(Int64(min(3 * interval, 1e12)), 250_000_000) { state = .stale }
  }

  private func noteTables(_ slot: FrameSlot, _ areMissing: Bool) {
    if slot.format.pixelFormat == .mjpeg, areMissing { flags.insert(.missingHuffmanTables) }
  }

  private var hasLastGood = false

  private func keepGood(_ slot: FrameSlot) {
    // Only where raw frames may not be shown in part is a copy of each of them worth its time.
    guard slot.format.pixelFormat == .mjpeg || policy == .drop else { return }
    Self.copy(slot, to: &lastGood)
    hasLastGood = true
    isDamagedNewest = false
  }

  private func keepDamaged(_ slot: FrameSlot) {
    guard slot.format.pixelFormat == .mjpeg else { return }
    Self.copy(slot, to: &lastDamaged)
    isDamagedNewest = true
  }

  private static func copy(_ slot: FrameSlot, to kept: inout FrameSlot?) {
    if kept == nil || slot.byteCount > kept?.capacity ?? 0 {
      kept = FrameSlot(capacity: max(slot.capacity, slot.byteCount), format: slot.format)
    }
    guard let kept else { return }
    kept.format = slot.format
    // SAFETY: the copy has room for the frame's bytes, and the two memories are apart.
    unsafe kept.memory.copyMemory(
      from: UnsafeRawBufferPointer(rebasing: slot.memory.prefix(slot.byteCount)))
    kept.byteCount = slot.byteCount
  }

  private func drawLastGood(into canvas: PlanarPicture) {
    if isDamagedNewest, let lastDamaged {
      _ = painter.draw(lastDamaged, standIn: hasLastGood ? lastGood : nil, into: canvas)
    } else if hasLastGood, let lastGood {
      _ = painter.draw(lastGood, into: canvas)
    } else {
      drawFrozen(into: canvas)
    }
  }

  private var frozenIsCurrent = false

  private func freeze(_ canvas: PlanarPicture) {
    guard let size = PixelSize(width: rect.width, height: rect.height) else { return }
    let picture = frozen ?? PlanarPicture(size: size, subsampling: subsampling)
    Self.copy(canvas, rect, to: picture, picture.bounds, subsampling)
    frozen = picture
    frozenIsCurrent = true
  }

  private func drawFrozen(into canvas: PlanarPicture) {
    guard let frozen else {
      painter.drawEmpty(into: canvas)
      return
    }
    Self.copy(frozen, frozen.bounds, to: canvas, rect, subsampling)
  }

  private static func copy(
    _ source: PlanarPicture, _ from: PixelRect, to target: PlanarPicture, _ rect: PixelRect,
    _ subsampling: ChromaSubsampling
  ) {
    let chromaFrom = from.inChroma(subsampling)
    let chromaTo = rect.inChroma(subsampling)
    PlaneFill.copy(source.luma, from, to: target.luma, rect)
    PlaneFill.copy(source.cb, chromaFrom, to: target.cb, chromaTo)
    PlaneFill.copy(source.cr, chromaFrom, to: target.cr, chromaTo)
  }
}
