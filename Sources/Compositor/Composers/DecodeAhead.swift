import CaptureKit
import JPEGCodec
import PixelTypes

/// Decodes frames on their source's thread, for a ``ViewfinderPainter``.
final class DecodeAhead: FramePreparation, @unchecked Sendable {
  // SAFETY: only the source's thread uses the decoder; all else is constant.
  private let rect: PixelRect
  private let canvasSubsampling: ChromaSubsampling
  private var decoder: JPEGDecoder

  init(_ rect: PixelRect, _ canvasSubsampling: ChromaSubsampling) throws(JPEGError) {
    decoder = try JPEGDecoder()
    (self.rect, self.canvasSubsampling) = (rect, canvasSubsampling)
  }

  func prepare(_ slot: FrameSlot) {
    guard slot.format.pixelFormat == .mjpeg else {
      slot.prepared = nil
      return
    }
    let ready = slot.prepared as? DecodedFrame ?? DecodedFrame()
    slot.prepared = ready
    slot.withBytes { bytes in
      ready.result = nil
      guard let header = try? decoder.readHeader(bytes) else { return }
      ready.decode(bytes, rect, canvasSubsampling, header, with: &decoder)
    }
  }
}

/// A frame decoded before its picture is due.
final class DecodedFrame: @unchecked Sendable {
  // SAFETY: used by one thread at a time, the one that holds the frame's slot.
  private var picture: PlanarPicture?
  /// The way that was wanted, and the one that the data allowed.
  private var ways: (wanted: ViewfinderPainter.Way, taken: ViewfinderPainter.Way)?
  fileprivate(set) var result: Result<JPEGFindings, JPEGError>?

  fileprivate func decode(
    _ bytes: Span<UInt8>, _ rect: PixelRect, _ canvas: ChromaSubsampling, _ header: JPEGHeader,
    with decoder: inout JPEGDecoder
  ) {
    let wanted = ViewfinderPainter.Way(header, rect, canvas)
    ways = (wanted, wanted)
    if wanted.isReduced {
      let picture = picture(wanted)
      if decoder.decodeReduced(bytes, into: picture, eighths: wanted.eighths) {
        result = .success(.none)
        return
      }
    }
    let way = ViewfinderPainter.Way(header, rect, canvas, mayReduce: false)
    ways = (wanted, way)
    do {
      result = .success(try decoder.decode(bytes, into: picture(way), isHalved: way.isHalved))
    } catch { result = .failure(error) }
  }

  private func picture(_ way: ViewfinderPainter.Way) -> PlanarPicture {
    let picture = PlanarPicture.reusing(picture, size: way.size, subsampling: way.subsampling)
    self.picture = picture
    return picture
  }

  /// Hands over the picture, once, in exchange for another, with the way in which it was decoded and what was found in it; `nil` if it
  /// wasn't decoded for this way.
  func give(
    _ wanted: ViewfinderPainter.Way, to other: inout PlanarPicture?
  ) -> (way: ViewfinderPainter.Way, result: Result<JPEGFindings, JPEGError>)? {
    guard let result, let ways, wanted == ways.wanted else { return nil }
    self.result = nil
    swap(&picture, &other)
    return (ways.taken, result)
  }
}
