import CaptureKit
import Compositor
import HostResources
import JPEGCodec
import PixelTypes

/// Blanks what masks hide of one camera's frames, after they are turned and before anything else sees them: what the camera saw there is
/// in no picture, kept frame, guide or backdrop, as nothing behind this has it.
final class FrameMasker {
  /// Those that the job was started with, and those that were added since; only these may be taken away again.
  private let given: [FrameMask]
  private(set) var added: [FrameMask] = []
  private var masker = JPEGMasker()
  /// Seals what is taken out; `nil`: then it is gone.
  private var sealer: FrameSealer?
  private var transformer: JPEGTransformer
  private var profile = ColorProfile()
  private var bytes: [UInt8] = []
  private var plain: [UInt8] = []
  private var slot: FrameSlot?
  /// The frame that `slot` was made from, and by which blocks.
  private var made: (frame: FrameKey, hidden: HiddenBlocks)?
  /// What was hidden of the current frame before it came here, or is to be hidden of it alone.
  private var redaction: HiddenBlocks?

  /// What tells a frame from the one before in the same slot: a driver's numbers may stand still.
  private struct FrameKey: Equatable {
    let slot: ObjectIdentifier
    let sequence: UInt32
    let restarts: UInt32
    let nanoseconds: Int64
  }

  /// The size of the first frame, in whose pixels rectangles are given.
  private var first: PixelSize?
  private var hidden: HiddenBlocks?
  /// Why the last frame has no bytes, if known.
  private(set) var problem: String?

  /// - Parameter seal: to whom what is taken out of JPEGs is sealed; `nil`: then it is gone.
  /// - Throws: ``PipelineError/picture(_:)`` if libjpeg-turbo can't be set up.
  init(_ masks: [FrameMask], seal: SealingKey? = nil) throws(PipelineError) {
    given = masks
    sealer = seal.map { FrameSealer($0) }
    do { transformer = try JPEGTransformer() } catch { throw .picture(.codec(error)) }
  }

  var masks: [FrameMask] { given + added }

  /// Hides another part from the next frame on, or with `nil` only those that the job was started with.
  ///
  /// - Returns: what is wrong, for people.
  func change(adding mask: FrameMask?) -> String? {
    guard let mask else {
      added = []
      hidden = nil
      return nil
    }
    guard masks.count < Self.most else { return "there are \(Self.most) masks already" }
    if let first, !Self.isSeen(mask, first) { return Self.objection(to: mask, first) }
    added.append(mask)
    hidden = nil
    return nil
  }

  /// Limits the work of a frame of another size.
  static let most = 64

  /// A mask that hides nothing of frames like the first.
  var useless: String? {
    guard let first else { return nil }
    return given.first { !Self.isSeen($0, first) }.map { Self.objection(to: $0, first) }
  }

  private static func isSeen(_ mask: FrameMask, _ size: PixelSize) -> Bool {
    var blocks = BlockMask(canvas: size)
    mask.mark(in: &blocks, size: size, first: size)
    return blocks.touchedCount > 0
  }

  private static func objection(to mask: FrameMask, _ size: PixelSize) -> String {
    "the mask \(mask.text) hides nothing: the frames are \(size)"
  }

  /// The frame without what is hidden, valid until the next call. Without masks a frame costs nothing.
  ///
  /// A frame that can't be masked comes back without bytes and counts as unusable.
  func masked(_ frame: FrameSlot) -> FrameSlot {
    first = first ?? frame.format.size
    guard !given.isEmpty || !added.isEmpty else { return frame }
    let key = FrameKey(
      slot: ObjectIdentifier(frame), sequence: frame.sequence, restarts: frame.restarts,
      nanoseconds: frame.time.nanoseconds)
    if let slot, let made, made.frame == key, made.hidden === hidden, redaction === frame.hidden {
      return slot
    }
    // Both are hidden of what comes of it.
    if redaction !== frame.hidden { hidden = nil }
    redaction = frame.hidden
    let place = make(frame)
    made = hidden.map { (key, $0) }
    return place
  }

  /// The frame without these parts of it, valid until the next call; itself if there are none.
  ///
  /// - Parameter areas: in its pixels.
  func redacted(_ frame: FrameSlot, _ areas: [PixelRect]) -> FrameSlot {
    guard !areas.isEmpty else { return frame }
    let size = frame.format.size
    var blocks = BlockMask(canvas: size)
    for area in areas { blocks.mark(area.intersection(size.bounds)) }
    // The same object for the same parts, by which others know that nothing changed.
    if redaction?.size != size || redaction?.blocks != blocks {
      redaction = HiddenBlocks(blocks, of: size)
      hidden = nil
    }
    return make(frame)
  }

  private func make(_ frame: FrameSlot) -> FrameSlot {
    problem = nil
    let format = frame.format
    let count = format.pixelFormat == .mjpeg ? maskJPEG(frame) : maskRaw(frame)
    let place = FrameSlot.reusing(&slot, count: count, format: format)
    place.fill(bytes.span.extracting(..<count), format: format)
    place.label(as: frame)
    place.hidden = hidden
    return place
  }

  private func blocks(_ size: PixelSize) -> HiddenBlocks {
    if let hidden, hidden.size == size { return hidden }
    var blocks = BlockMask(canvas: size)
    if let redaction {
      // Of a frame that has another size than it says, nothing is known.
      if redaction.size == size { blocks = redaction.blocks } else { blocks.mark(size.bounds) }
    }
    for mask in masks { mask.mark(in: &blocks, size: size, first: first ?? size) }
    let made = HiddenBlocks(blocks, of: size)
    hidden = made
    return made
  }

  private func maskRaw(_ frame: FrameSlot) -> Int {
    let hidden = blocks(frame.format.size)
    let count = frame.byteCount
    if bytes.count < count { bytes = [UInt8](repeating: 0, count: count) }
    frame.withBytes { source in for index in source.indices { bytes[index] = source[index] } }
    RawMasker.hide(hidden.blocks, in: &bytes, count: count, frame.format)
    return count
  }

  private func maskJPEG(_ frame: FrameSlot) -> Int {
    let size = frame.format.size
    do {
      if let count = try frame.withBytes({ jpeg throws(JPEGError) in try mask(jpeg, of: jpeg) }) {
        return count
      }
      guard size.canBeHeld(from: frame.byteCount) else {
        throw JPEGError.malformed(reason: "it is too large")
      }
      // Other kinds have the same coefficients as a baseline picture.
      let (count, isDamaged) = try frame.withBytes { jpeg throws(JPEGError) in
        try transformer.transform(jpeg, .none, into: &plain, size: size)
      }
      if isDamaged { throw JPEGError.malformed(reason: "its data is damaged") }
      let baseline = plain
      return try frame.withBytes { jpeg throws(JPEGError) in
        try mask(baseline.span.extracting(..<count), of: jpeg) ?? 0
      }
    } catch {
      // What it hides is the same for all frames of a size.
      _ = blocks(size)
      problem = "it can't be masked, so it isn't shown: \(error)"
      return 0
    }
  }

  /// - Parameter original: the frame that the JPEG has the coefficients of.
  /// - Returns: how many bytes there are; `nil` for a JPEG of another kind than baseline.
  private func mask(_ jpeg: Span<UInt8>, of original: Span<UInt8>) throws(JPEGError) -> Int? {
    profile.take(jpeg)
    let size: PixelSize
    do { size = try masker.read(jpeg) } catch {
      if case .unsupported = error { return nil }
      throw error
    }
    let hidden = blocks(size).blocks
    var segments = profile.segments
    if sealer != nil {
      segments += try sealer?.seal(original, read: jpeg, by: &masker, without: hidden) ?? []
    }
    return try masker.write(hiding: hidden, segments: segments, into: &bytes)
  }
}
