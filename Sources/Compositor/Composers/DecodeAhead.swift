import CaptureKit
import JPEGCodec
import PixelTypes

/// Decodes frames on their source's thread, for a ``ViewfinderPainter`` that resamples them.
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
      let way = ViewfinderPainter.Way(header, rect, canvasSubsampling)
      if !way.isInPlace { ready.decode(bytes, way, with: &decoder) }
    }
  }
}

/// A frame decoded before its picture is due.
final class DecodedFrame: @unchecked Sendable {
  // SAFETY: used by one thread at a time, the one that holds the frame's slot.
  private var picture: PlanarPicture?
  private var way: ViewfinderPainter.Way?
  fileprivate(set) var result: Result<JPEGFindings, JPEGError>?

  fileprivate func decode(
    _ bytes: Span<UInt8>, _ way: ViewfinderPainter.Way, with decoder: inout JPEGDecoder
  ) {
    let picture = PlanarPicture.reusing(picture, size: way.size, subsampling: way.subsampling)
    (self.picture, self.way) = (picture, way)
    do {
      result = .success(try decoder.decode(bytes, into: picture, isHalved: way.isHalved))
    } catch { result = .failure(error) }
  }

  /// Hands over the picture, once, in exchange for another, and says what was found in it; `nil` if it wasn't decoded this way.
  func give(_ way: ViewfinderPainter.Way, to other: inout PlanarPicture?) -> Result<JPEGFindings, JPEGError>?
  {
    guard let result, way == self.way else { return nil }
    self.result = nil
    swap(&picture, &other)
    return result
  }
}
