import CaptureKit
import JPEGCodec
import PixelTypes

/// Draws one camera's frames into its viewfinder on the canvas.
///
/// A frame that has the canvas's subsampling and the viewfinder's size, or whose JPEG is that at eighths of its own, is decoded or
/// unpacked in place. Any other, an enlarged one, and one that was decoded ahead come from a separate picture, whose planes are
/// resampled, or copied if they have the size.
package struct ViewfinderPainter: ~Copyable {
  /// The outcome of drawing a frame.
  package enum Outcome: Equatable {
    case drawn
    /// Drawn as far as the data goes, with the number of its own rows if another frame supplies the rest.
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
  /// How many times the middle of the frames is enlarged; 1 shows all of them.
  package var zoom = 1.0 {
    didSet { if zoom != oldValue { lumaScaler = nil } }
  }
  /// Whether the last JPEG had no Huffman tables.
  package private(set) var lacksHuffmanTables = false

  /// The reason given when a damaged frame isn't shown.
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

  /// Fills the viewfinder with dark grey, for a camera that has never sent a frame.
  package func drawEmpty(into canvas: PlanarPicture) { Self.drawEmpty(rect, into: canvas) }

  package static func drawEmpty(_ rect: PixelRect, into canvas: PlanarPicture) {
    PlaneFill.fill(canvas.luma, rect, with: 24)
    PlaneFill.removeColor(canvas, rect)
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
    var way = Way(header, rect, canvasSubsampling, zoom: zoom)
    let ready = (slot.prepared as? DecodedFrame)?.give(way, to: &own)
    if let ready {
      way = ready.way
    } else if way.isReduced {
      let target = way.isExact ? canvas : prepareOwn(way.size, way.subsampling)
      let place = way.isExact ? rect : target.bounds
      let isDecoded = slot.withBytes { bytes in
        decoder.decodeReduced(bytes, into: target, at: place, eighths: way.eighths)
      }
      if isDecoded {
        if !way.isExact { resample(target, canvas) }
        return .drawn
      }
      way = Way(header, rect, canvasSubsampling, zoom: zoom, mayReduce: false)
    }
    let isInPlace = way.isExact && ready == nil
    let target = isInPlace ? canvas : prepareOwn(way.size, way.subsampling)
    let place = isInPlace ? rect : target.bounds
    var outcome = Outcome.drawn
    do {
      let findings: JPEGFindings
      if let ready {
        findings = try ready.result.get()
      } else {
        findings = try slot.withBytes { bytes throws(JPEGError) in
          try decoder.decode(bytes, into: target, at: place, isHalved: way.isHalved)
        }
      }
      if findings.damage > 0 || findings.oddities > 0 {
        outcome = settle(
          slot, standIn, target, place, header.size, isHalved: way.isHalved, isDamaged: findings.damage > 0)
      }
    } catch { return .unusable(error) }
    if !isInPlace { resample(target, canvas) }
    return outcome
  }

  /// Decodes this viewfinder's frames before they reach the stage.
  package var ahead: (any FramePreparation)? { try? DecodeAhead(rect, canvasSubsampling) }

  /// How a JPEG gets onto the canvas: to how many eighths of its size it is decoded.
  struct Way: Equatable {
    /// Of its width and height.
    let eighths: Int
    /// By `JPEGDecoder.decodeReduced`, in the subsampling that it has, which takes a whole scan.
    let isReduced: Bool
    /// Whether it then has the viewfinder's size and the canvas's subsampling, so that nothing is resampled.
    let isExact: Bool
    /// What it is decoded to.
    let size: PixelSize
    let subsampling: ChromaSubsampling

    /// At half its size, by what can decode any JPEG.
    var isHalved: Bool { eighths == 4 && !isReduced }

    /// - Parameter mayReduce: whether the scan may be whole.
    init(
      _ header: JPEGHeader, _ rect: PixelRect, _ canvas: ChromaSubsampling, zoom: Double = 1,
      mayReduce: Bool = true
    ) {
      let (size, subsampling) = (header.size, header.subsampling)
      let shown = ViewfinderPainter.part(of: size, zoom: zoom)
      // A resampled picture is nearer to the ideal if it has more samples than are shown: only these sizes are decoded to as they are.
      var eighths = (8 * rect.width + size.width / 2) / size.width
      let isSame =
        zoom == 1 && (1...8).contains(eighths) && abs(rect.width - size.width * eighths / 8) <= 1
        && abs(rect.height - size.height * eighths / 8) <= 1
      // Half of 2×2 chroma has more detail than the canvas if that can't take it as it is.
      isReduced =
        mayReduce && isSame && eighths < 8 && (eighths != 4 || (subsampling == .yuv420 && canvas == .yuv420))
      if !isReduced {
        let isHalf = 2 * rect.width <= shown.width + 1 && 2 * rect.height <= shown.height + 1
        eighths = isHalf ? 4 : 8
      }
      self.eighths = eighths
      self.size = PixelSize(
        clampingWidth: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
      self.subsampling = isReduced || eighths == 8 ? subsampling : subsampling.halved
      isExact =
        zoom == 1 && rect.width == self.size.width && rect.height == self.size.height
        && (self.subsampling == canvas || subsampling == .grey)
    }
  }

  /// Decides what to show of a frame the decoder complained about, and draws it.
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
      zoom == 1 && format.size.width == rect.width && format.size.height == rect.height
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
    let picture = PlanarPicture.reusing(own, size: size, subsampling: subsampling)
    let part = Self.part(of: size, zoom: zoom)
    let (source, target) = (part.inChroma(subsampling), rect.inChroma(canvasSubsampling))
    // A picture that was decoded ahead has taken the former one's place, and may have another size.
    if picture === own, lumaScaler?.takes(part.width, part.height) ?? false,
      chromaScaler?.takes(source.width, source.height) ?? (picture.cb.width == 0)
    {
      return picture
    }
    own = picture
    lumaScaler = PlaneScaler(from: (part.width, part.height), to: (rect.width, rect.height))
    chromaScaler =
      picture.cb.width == 0
      ? nil : PlaneScaler(from: (source.width, source.height), to: (target.width, target.height))
    return picture
  }

  /// The middle of a picture that a zoom shows, bounded by even pixels.
  static func part(of size: PixelSize, zoom: Double) -> PixelRect {
    guard zoom > 1 else { return size.bounds }
    func span(_ length: Int) -> (start: Int, length: Int) {
      let shown = min(max(Int(Double(length) / zoom / 2) * 2, 2), length)
      return ((length - shown) / 4 * 2, shown)
    }
    let (across, down) = (span(size.width), span(size.height))
    return PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  private mutating func resample(_ picture: PlanarPicture, _ canvas: PlanarPicture) {
    let part = Self.part(of: picture.size, zoom: zoom)
    if part.width == rect.width && part.height == rect.height {
      PlaneFill.copy(picture.luma, part, to: canvas.luma, rect)
    } else {
      lumaScaler?.scale(picture.luma, part: part, into: canvas.luma, at: rect)
    }
    if chromaScaler == nil {
      PlaneFill.removeColor(canvas, rect)
    } else {
      let (source, target) = (part.inChroma(picture.subsampling), rect.inChroma(canvasSubsampling))
      if source.width == target.width && source.height == target.height {
        PlaneFill.copy(picture.cb, source, to: canvas.cb, target)
        PlaneFill.copy(picture.cr, source, to: canvas.cr, target)
      } else {
        chromaScaler?.scale(picture.cb, part: source, into: canvas.cb, at: target)
        chromaScaler?.scale(picture.cr, part: source, into: canvas.cr, at: target)
      }
    }
  }
}
