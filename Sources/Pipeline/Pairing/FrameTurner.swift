import CaptureKit
import Compositor
import JPEGCodec
import PixelTypes

/// Turns and cuts one camera's frames: JPEGs in their coefficients, raw frames pixel by pixel. A photo that says how its camera was
/// held is set upright first.
///
/// Behind it nothing knows of the turn: viewfinder, guides, templates and screen see frames as they are shown.
final class FrameTurner {
  /// What is done to upright frames.
  let asked: FrameTurn
  // What is done to the present frame, which may not be upright.
  private var turn: FrameTurn
  private let policy: DamagePolicy
  // In pixels; no webcam comes near.
  private static let largest = 1 << 26
  private var transformer: JPEGTransformer
  private var decoder: JPEGDecoder
  private var repair: RowRepair
  private var raw = RawTurner()
  private var bytes: [UInt8] = []
  private var slot: FrameSlot?
  // The frame that `slot` was made of.
  private var made: (slot: ObjectIdentifier, sequence: UInt32, restarts: UInt32)?
  /// What people should know about how frames are turned; taken once.
  private(set) var remark: String?
  private var hasRemarked = false

  /// - Throws: ``PipelineError/picture(_:)`` if libjpeg-turbo can't be set up.
  init(_ turn: FrameTurn, policy: DamagePolicy) throws(PipelineError) {
    asked = turn
    self.turn = turn
    self.policy = policy
    do {
      transformer = try JPEGTransformer()
      decoder = try JPEGDecoder()
      repair = try RowRepair()
    } catch { throw .picture(.codec(error)) }
  }

  /// The frame, turned: valid until the next one is. A frame that stays as it is costs nothing.
  ///
  /// A frame that can't be turned has no bytes then, and counts as one that can't be used.
  func turned(_ frame: FrameSlot) -> FrameSlot {
    let orientation = frame.format.orientation
    guard asked != .none || orientation != .none else { return frame }
    let key = (ObjectIdentifier(frame), frame.sequence, frame.restarts)
    if let slot, let made, made == key { return slot }
    turn = asked.after(orientation)
    var format = frame.format
    format.orientation = .none
    let count: Int
    if frame.format.pixelFormat == .mjpeg {
      count = turnJPEG(frame, &format)
    } else {
      count = raw.turn(
        frame, turn.turn, region: { self.turn.region(in: $0, block: (2, 2)) }, into: &bytes, &format)
    }
    let place = room(for: count, format)
    place.fill(bytes.span.extracting(..<count), format: format)
    (place.time, place.sequence, place.gap) = (frame.time, frame.sequence, frame.gap)
    (place.restarts, place.flags) = (frame.restarts, frame.flags)
    made = key
    return place
  }

  private func room(for count: Int, _ format: StreamFormat) -> FrameSlot {
    if let slot, slot.capacity >= count { return slot }
    let slot = FrameSlot(capacity: max(count + count / 2, 1), format: format)
    self.slot = slot
    return slot
  }

  private func turnJPEG(_ frame: FrameSlot, _ format: inout StreamFormat) -> Int {
    do {
      let header = try frame.withBytes { jpeg throws(JPEGError) in try decoder.readHeader(jpeg) }
      // Coefficients take four bytes a pixel and more.
      guard header.size.area <= Self.largest else { return 0 }
      let turned = turn.turn.turned(header.size)
      let sampling = header.subsampling
      // A turn by a quarter changes which way chroma is subsampled.
      let block =
        turn.turn.swapsSides
        ? (sampling.mcuHeight, sampling.mcuWidth) : (sampling.mcuWidth, sampling.mcuHeight)
      let whole = trimmed(turned, header.size, sampling)
      guard let region = turn.region(in: whole, block: block) else {
        remark(turned, whole, nil)
        return 0
      }
      remark(turned, whole, region)
      let (count, isDamaged) = try frame.withBytes { jpeg throws(JPEGError) in
        try transformer.transform(
          jpeg, turn.turn, crop: turn.crop == nil ? nil : region, into: &bytes, size: header.size)
      }
      if frame.format.orientation != .none { EXIFOrientation.reset(&bytes, count: count) }
      format.size = PixelSize(clampingWidth: region.width, height: region.height)
      if isDamaged, policy != .keep {
        // The decoder also warns about whole pictures; the walk decides.
        let rows = try repair.judge(frame, size: header.size)
        if rows.kept < rows.total { return 0 }
      }
      return count
    } catch { return 0 }
  }

  /// The turned size without the MCUs that can't be moved away from the edge that cuts them.
  private func trimmed(_ turned: PixelSize, _ size: PixelSize, _ sampling: ChromaSubsampling) -> PixelSize {
    // Of the frame's own sides, the right and the bottom one may cut MCUs. They stay where they are unless they are turned
    // to the left or to the top.
    let corner = turn.turn.origin(x: 0, y: 0, in: size)
    let wide = corner.x == 0 ? size.width : size.width / sampling.mcuWidth * sampling.mcuWidth
    let high = corner.y == 0 ? size.height : size.height / sampling.mcuHeight * sampling.mcuHeight
    return turn.turn.turned(PixelSize(clampingWidth: max(wide, 1), height: max(high, 1)))
  }

  private func remark(_ turned: PixelSize, _ whole: PixelSize? = nil, _ region: PixelRect?) {
    guard !hasRemarked else { return }
    hasRemarked = true
    var parts: [String] = []
    if turn != asked { parts.append("photos are turned upright, as their EXIF orientation says") }
    if let whole, whole != turned {
      parts.append(
        "turned frames are \(whole) instead of \(turned): an edge cuts JPEG blocks, which can't be turned")
    }
    if let crop = turn.crop {
      if let region, region != crop {
        parts.append(
          "the crop is \(region.width)x\(region.height)+\(region.x)+\(region.y): JPEG blocks aren't cut at the left and top"
        )
      } else if region == nil {
        parts.append("the crop lies outside the frames, which are \(turned)")
      }
    }
    remark = parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Takes the remark, if there is one.
  func takeRemark() -> String? {
    defer { remark = nil }
    return remark
  }
}
