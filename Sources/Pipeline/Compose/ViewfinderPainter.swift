import CaptureKit
import JPEGCodec
import PixelTypes

/// Brings one camera's frames into its viewfinder on the canvas.
///
/// Where the frame has the viewfinder's size and the canvas's subsampling it is decoded or unpacked right into
/// place, with no copy in between; otherwise it goes through a picture of its own and each plane is resampled.
struct ViewfinderPainter: ~Copyable {
  /// What came of a frame.
  enum Outcome: Equatable {
    case drawn
    /// Drawn as far as the data goes.
    case damaged
    /// Nothing could be drawn; the viewfinder may hold part of it, so draw the last good frame again.
    case unusable(JPEGError)
  }

  /// In canvas pixels.
  let rect: PixelRect
  private let canvasSubsampling: ChromaSubsampling
  private var decoder: JPEGDecoder
  private var unpacker: RawUnpacker?
  private var unpackerEncoding: ColorEncoding?
  // Only for frames that don't fit in place.
  private var own: PlanarPicture?
  private var lumaScaler: PlaneScaler?
  private var chromaScaler: PlaneScaler?

  init(rect: PixelRect, canvasSubsampling: ChromaSubsampling) throws(JPEGError) {
    self.rect = rect
    self.canvasSubsampling = canvasSubsampling
    decoder = try JPEGDecoder()
  }

  /// Draws a frame into its place on the canvas.
  mutating func draw(_ slot: FrameSlot, into canvas: PlanarPicture) -> Outcome {
    slot.format.pixelFormat == .mjpeg ? drawJPEG(slot, canvas) : drawRaw(slot, canvas)
  }

  /// Fills the viewfinder with a dark grey: no frame ever came.
  func drawEmpty(into canvas: PlanarPicture) {
    PlaneFill.fill(canvas.luma, rect, with: 24)
    PlaneFill.fill(canvas.cb, Self.chromaRect(rect, canvasSubsampling), with: 128)
    PlaneFill.fill(canvas.cr, Self.chromaRect(rect, canvasSubsampling), with: 128)
  }

  /// Where a rectangle of luma pixels lies in the chroma planes.
  static func chromaRect(_ rect: PixelRect, _ sampling: ChromaSubsampling) -> PixelRect {
    let size = sampling.chromaSize(width: rect.width, height: rect.height)
    return PixelRect(
      x: rect.x / sampling.horizontal, y: rect.y / sampling.vertical, width: size.width, height: size.height)
  }

  private mutating func drawJPEG(_ slot: FrameSlot, _ canvas: PlanarPicture) -> Outcome {
    // A closure can't reach into a noncopyable self: the decoder is lent to it.
    let header: JPEGHeader
    do {
      header = try slot.withBytes { bytes throws(JPEGError) in try decoder.readHeader(bytes) }
    } catch { return .unusable(error) }
    let fits =
      header.size.width == rect.width && header.size.height == rect.height
      && (header.subsampling == canvasSubsampling || header.subsampling == .grey)
    do {
      let findings: JPEGFindings
      if fits {
        findings = try slot.withBytes { bytes throws(JPEGError) in
          try decoder.decode(bytes, into: canvas, at: rect)
        }
      } else {
        // Shown at half its size at most, it needn't be decoded to more.
        let half = PixelSize(
          clampingWidth: (header.size.width + 1) / 2, height: (header.size.height + 1) / 2)
        let isHalved = rect.width <= half.width && rect.height <= half.height
        let picture = prepareOwn(
          isHalved ? half : header.size, isHalved ? header.subsampling.halved : header.subsampling)
        findings = try slot.withBytes { bytes throws(JPEGError) in
          try decoder.decode(bytes, into: picture, isHalved: isHalved)
        }
        resample(picture, canvas)
      }
      return findings.damage > 0 ? .damaged : .drawn
    } catch { return .unusable(error) }
  }

  private mutating func drawRaw(_ slot: FrameSlot, _ canvas: PlanarPicture) -> Outcome {
    let format = slot.format
    guard let subsampling = RawUnpacker.subsampling(of: format.pixelFormat) else { return .drawn }
    if unpackerEncoding != format.encoding {
      unpacker = RawUnpacker(encoding: format.encoding)
      unpackerEncoding = format.encoding
    }
    guard let unpacker else { return .drawn }
    let fits =
      format.size.width == rect.width && format.size.height == rect.height
      && (subsampling == canvasSubsampling || subsampling == .grey)
    if fits {
      if unpacker.unpack(slot, into: canvas, at: rect) { return .drawn }
      // Rows that didn't come would show the picture before, and its ink.
      drawEmpty(into: canvas)
      _ = unpacker.unpack(slot, into: canvas, at: rect)
      return .damaged
    }
    let picture = prepareOwn(format.size, subsampling)
    let isWhole = unpacker.unpack(slot, into: picture, at: picture.bounds)
    resample(picture, canvas)
    return isWhole ? .drawn : .damaged
  }

  private mutating func prepareOwn(_ size: PixelSize, _ subsampling: ChromaSubsampling) -> PlanarPicture {
    if let own, own.size == size, own.subsampling == subsampling { return own }
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    own = picture
    lumaScaler = PlaneScaler(from: (size.width, size.height), to: (rect.width, rect.height))
    let target = Self.chromaRect(rect, canvasSubsampling)
    chromaScaler =
      picture.cb.width == 0
      ? nil
      : PlaneScaler(from: (picture.cb.width, picture.cb.height), to: (target.width, target.height))
    return picture
  }

  private mutating func resample(_ picture: PlanarPicture, _ canvas: PlanarPicture) {
    if picture.luma.width == rect.width && picture.luma.height == rect.height {
      PlaneFill.copy(picture.luma, to: canvas.luma, at: rect)
    } else {
      lumaScaler?.scale(picture.luma, into: canvas.luma, at: rect)
    }
    let target = Self.chromaRect(rect, canvasSubsampling)
    if chromaScaler == nil {
      PlaneFill.fill(canvas.cb, target, with: 128)
      PlaneFill.fill(canvas.cr, target, with: 128)
    } else {
      chromaScaler?.scale(picture.cb, into: canvas.cb, at: target)
      chromaScaler?.scale(picture.cr, into: canvas.cr, at: target)
    }
  }
}
