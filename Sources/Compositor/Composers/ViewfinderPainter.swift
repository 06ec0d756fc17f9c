import CaptureKit
import JPEGCodec
import PixelTypes

/// Draws one camera's frames into its viewfinder on the canvas.
///
/// A frame of the viewfinder's size and the canvas's subsampling is decoded or unpacked in place, without a copy; any
/// other goes through a separate picture, and each plane is resampled.
package struct ViewfinderPainter: ~Copyable {
  /// The outcome of drawing a frame.
  package enum Outcome: Equatable {
    case drawn
    /// Drawn as far as the data goes; with the number of its own rows if another frame supplies the rest.
    case damaged(KeptRows?)
    /// Nothing could be drawn; the viewfinder may hold part of it, so redraw the last good frame.
    case unusable(JPEGError)
  }

  /// In canvas pixels.
  package let rect: PixelRect
  private let canvasSubsampling: ChromaSubsampling
  private var decoder: JPEGDecoder
  private var unpacker: RawUnpacker?
  private var unpackerEncoding: ColorEncoding?
  // Only for frames that can't be drawn in place.
  private var own: PlanarPicture?
  private var lumaScaler: PlaneScaler?
  private var chromaScaler: PlaneScaler?
  private let policy: DamagePolicy
  private var repair: RowRepair
  /// Whether the last JPEG had no Huffman tables.
  package private(set) var lacksHuffmanTables = false

  /// The reason given for a damaged frame that isn't shown.
  package static let damagedData = JPEGError.malformed(reason: "its data is damaged")

  package init(
    rect: PixelRect, canvasSubsampling: ChromaSubsampling, policy: DamagePolicy = .keepRows
  ) throws(JPEGError) {
    let decoder = try JPEGDecoder()
    let repair = try RowRepair()
    self.rect = rect
    self.canvasSubsampling = canvasSubsampling
    self.policy = policy
    self.decoder = decoder
    self.repair = repair
  }

  /// Draws a frame into its place on the canvas.
  ///
  /// - Parameter standIn: the last whole frame, for a damaged frame's unreadable rows.
  package mutating func draw(
    _ slot: FrameSlot, standIn: FrameSlot? = nil, into canvas: PlanarPicture
  ) -> Outcome {
    slot.format.pixelFormat == .mjpeg ? drawJPEG(slot, standIn, canvas) : drawRaw(slot, canvas)
  }

  /// Fills the viewfinder with dark grey, for a camera that never sent a frame.
  package func drawEmpty(into canvas: PlanarPicture) { Self.drawEmpty(rect, into: canvas) }

  package static func drawEmpty(_ rect: PixelRect, into canvas: PlanarPicture) {
    PlaneFill.fill(canvas.luma, rect, with: 24)
    guard canvas.subsampling != .grey else { return }
    PlaneFill.fill(canvas.cb, rect.inChroma(canvas.subsampling), with: 128)
    PlaneFill.fill(canvas.cr, rect.inChroma(canvas.subsampling), with: 128)
  }

  private mutating func drawJPEG(
    _ slot: FrameSlot, _ standIn: FrameSlot?, _ canvas: PlanarPicture
  ) -> Outcome {
    // A closure can't capture a noncopyable self, so it borrows the decoder.
    let header: JPEGHeader
    do {
      header = try slot.withBytes { bytes throws(JPEGError) in try decoder.readHeader(bytes) }
    } catch { return .unusable(error) }
    lacksHuffmanTables = !header.hasHuffmanTables
    let fits =
      header.size.width == rect.width && header.size.height == rect.height
      && (header.subsampling == canvasSubsampling || header.subsampling == .grey)
    // A frame shown at half its size or less is decoded at half size.
    let half = PixelSize(
      clampingWidth: (header.size.width + 1) / 2, height: (header.size.height + 1) / 2)
    let isHalved = !fits && rect.width <= half.width && rect.height <= half.height
    let target =
      fits
      ? canvas
      : prepareOwn(
        isHalved ? half : header.size, isHalved ? header.subsampling.halved : header.subsampling)
    let place = fits ? rect : target.bounds
    var outcome = Outcome.drawn
    do {
      let findings = try slot.withBytes { bytes throws(JPEGError) in
        try decoder.decode(bytes, into: target, at: place, isHalved: isHalved)
      }
      if findings.damage > 0 || findings.oddities > 0 {
        outcome = settle(
          slot, standIn, target, place, header.size, isHalved: isHalved, isDamaged: findings.damage > 0)
      }
    } catch { return .unusable(error) }
    if !fits { resample(target, canvas) }
    return outcome
  }

  /// Decides what to show of a frame that the decoder complained about, and draws it.
  ///
  /// The decoder also warns about complete pictures, such as those without an EOI, and misses damage that still decodes,
  /// so the walk decides.
  private mutating func settle(
    _ slot: FrameSlot, _ standIn: FrameSlot?, _ target: PlanarPicture, _ place: PixelRect, _ size: PixelSize,
    isHalved: Bool, isDamaged: Bool
  ) -> Outcome {
    let rows: KeptRows
    do { rows = try repair.judge(slot, size: size) } catch {
      // A format that is converted while decoding can't be walked, so the decoder's verdict holds.
      var problem = error
      if case .unsupported = error {
        if !isDamaged { return .drawn }
        problem = Self.damagedData
      }
      return policy == .keep ? (isDamaged ? .damaged(nil) : .drawn) : .unusable(problem)
    }
    if rows.kept == rows.total { return .drawn }
    switch policy {
    case .keep: return .damaged(nil)
    case .keepRows where rows.kept > 0:
      repair.replaceLostRows(in: target, at: place, isHalved: isHalved, from: standIn)
      return .damaged(rows)
    case .drop, .keepRows: return .unusable(Self.damagedData)
    }
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
      // Missing rows would show the previous picture and its ink.
      drawEmpty(into: canvas)
      if policy == .drop { return .unusable(Self.damagedData) }
      _ = unpacker.unpack(slot, into: canvas, at: rect)
      return .damaged(nil)
    }
    let picture = prepareOwn(format.size, subsampling)
    let isWhole = unpacker.unpack(slot, into: picture, at: picture.bounds)
    if !isWhole && policy == .drop { return .unusable(Self.damagedData) }
    resample(picture, canvas)
    return isWhole ? .drawn : .damaged(nil)
  }

  private mutating func prepareOwn(_ size: PixelSize, _ subsampling: ChromaSubsampling) -> PlanarPicture {
    if let own, own.size == size, own.subsampling == subsampling { return own }
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    own = picture
    lumaScaler = PlaneScaler(from: (size.width, size.height), to: (rect.width, rect.height))
    let target = rect.inChroma(canvasSubsampling)
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
    let target = rect.inChroma(canvasSubsampling)
    if chromaScaler == nil {
      PlaneFill.fill(canvas.cb, target, with: 128)
      PlaneFill.fill(canvas.cr, target, with: 128)
    } else {
      chromaScaler?.scale(picture.cb, into: canvas.cb, at: target)
      chromaScaler?.scale(picture.cr, into: canvas.cr, at: target)
    }
  }
}
