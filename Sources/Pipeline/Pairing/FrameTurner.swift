import CaptureKit
import Compositor
import JPEGCodec
import PixelTypes

/// Turns and crops one camera's frames: JPEGs as coefficients, raw frames pixel by pixel. A photo
/// with an EXIF orientation is set upright first.
///
/// Nothing downstream knows of the turn: viewfinder, guides, templates and screen see turned frames.
final class FrameTurner {
  /// The turn and crop for upright frames.
  let asked: FrameTurn
  // The turn and crop for the current frame, which may not be upright.
  private var turn: FrameTurn
  private let policy: DamagePolicy
  private var transformer: JPEGTransformer
  private var decoder: JPEGDecoder
  private var repair: RowRepair
  private var raw = RawTurner()
  private var bytes: [UInt8] = []
  private var slot: FrameSlot?
  // The frame that `slot` was made from.
  private var made: (slot: ObjectIdentifier, sequence: UInt32, restarts: UInt32)?
  /// Why the last frame has no bytes, if known.
  private(set) var problem: String?
  /// Whether the crop lies outside the last frame, leaving nothing of it.
  private(set) var cropsAll = false
  /// What people should know about how frames are turned; reported once.
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

  /// The turned frame, valid until the next call. A frame that stays as it is costs nothing.
  ///
  /// A frame that can't be turned comes back without bytes and counts as unusable.
  func turned(_ frame: FrameSlot) -> FrameSlot {
    let orientation = frame.format.orientation
    guard asked != .none || orientation != .none else { return frame }
    let key = (ObjectIdentifier(frame), frame.sequence, frame.restarts)
    if let slot, let made, made == key { return slot }
    cropsAll = false
    turn = asked.after(orientation)
    var format = frame.format
    format.orientation = .none
    let count: Int
    if frame.format.pixelFormat == .mjpeg {
      count = turnJPEG(frame, &format)
    } else {
      count = raw.turn(
        frame, turn.turn, region: { region(in: $0, block: (2, 2), of: $0) }, into: &bytes, &format)
      // A truncated frame is the camera's fault.
      if count == 0, !cropsAll { problem = nil }
    }
    let place = FrameSlot.reusing(&slot, count: count, format: format)
    place.fill(bytes.span.extracting(..<count), format: format)
    place.label(as: frame)
    made = key
    return place
  }

  private func turnJPEG(_ frame: FrameSlot, _ format: inout StreamFormat) -> Int {
    do {
      let header = try frame.withBytes { jpeg throws(JPEGError) in try decoder.readHeader(jpeg) }
      // Coefficients take at least four bytes a pixel.
      guard header.size.canBeHeld(from: frame.byteCount) else {
        problem = "it is too large to turn"
        return 0
      }
      let turned = turn.turn.turned(header.size)
      let sampling = header.subsampling
      let whole = trimmed(turned, header.size, sampling)
      guard let region = region(in: whole, block: block(sampling), of: turned) else { return 0 }
      let (count, isDamaged) = try frame.withBytes { jpeg throws(JPEGError) in
        try transformer.transform(
          jpeg, turn.turn, crop: turn.crop == nil ? nil : region, into: &bytes, size: header.size)
      }
      if frame.format.orientation != .none { EXIFNumber.set(.orientation, to: 1, in: &bytes, count: count) }
      // What is left of a picture shows less than its focal length says: 0 is unknown.
      if turn.crop != nil { EXIFNumber.set(.focalLengthIn35mmFilm, to: 0, in: &bytes, count: count) }
      format.size = PixelSize(clampingWidth: region.width, height: region.height)
      if isDamaged, policy != .keep {
        // The decoder warns about whole pictures too; the row check decides.
        let rows = try repair.judge(frame, size: header.size)
        if rows.kept < rows.total {
          problem = "it is damaged, and rows of turned frames can't be kept"
          return 0
        }
      }
      return count
    } catch {
      problem = "it can't be turned: \(error)"
      return 0
    }
  }

  /// Where a crop of a turned frame may start.
  ///
  /// A quarter turn changes the direction of chroma subsampling, and with it the sides of an MCU. libjpeg-turbo crops the
  /// turned frame at its own MCU corners; TurboJPEG before 3.0 also needs those of the unturned frame.
  private func block(_ sampling: ChromaSubsampling) -> (width: Int, height: Int) {
    guard turn.turn.swapsSides else { return (sampling.mcuWidth, sampling.mcuHeight) }
    let side = max(sampling.mcuWidth, sampling.mcuHeight)
    return (side, side)
  }

  /// The part of a turned frame to show, where only `whole` is available; `nil` for nothing.
  private func region(
    in whole: PixelSize, block: (width: Int, height: Int), of turned: PixelSize
  ) -> PixelRect? {
    guard let region = turn.region(in: whole, block: block) else {
      cropsAll = true
      problem = "the crop \(turn.crop.map(\.text) ?? "") lies outside the frames, which are \(whole)"
      return nil
    }
    remark(turned, whole, region)
    return region
  }

  /// The turned size without the MCUs that can't leave the edge that cuts them.
  private func trimmed(_ turned: PixelSize, _ size: PixelSize, _ sampling: ChromaSubsampling) -> PixelSize {
    // In the source frame, the right and bottom edges may cut MCUs. Those stay where they are
    // unless the turn moves them to the left or top.
    let corner = turn.turn.origin(x: 0, y: 0, in: size)
    let wide = corner.x == 0 ? size.width : size.width / sampling.mcuWidth * sampling.mcuWidth
    let high = corner.y == 0 ? size.height : size.height / sampling.mcuHeight * sampling.mcuHeight
    return turn.turn.turned(PixelSize(clampingWidth: max(wide, 1), height: max(high, 1)))
  }

  private func remark(_ turned: PixelSize, _ whole: PixelSize, _ region: PixelRect) {
    guard !hasRemarked else { return }
    hasRemarked = true
    var parts: [String] = []
    if turn != asked { parts.append("photos are turned upright, as their EXIF orientation says") }
    if whole != turned {
      parts.append(
        "turned frames are \(whole) instead of \(turned): an edge cuts JPEG blocks, which can't be turned")
    }
    if let crop = turn.crop, region != crop {
      let isMoved = region.x != crop.x || region.y != crop.y
      parts.append(
        "the crop is \(region.text): "
          + (isMoved ? "JPEG blocks aren't cut at the left and top" : "the frames end there"))
    }
    remark = parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Takes the remark, if any.
  func takeRemark() -> String? { exchange(&remark, with: nil) }
}
