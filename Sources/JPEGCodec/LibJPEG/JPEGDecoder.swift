import CJPEG
import PixelTypes

/// Decodes baseline JPEGs into planes, without colour conversion or upsampling (libjpeg-turbo's raw data).
///
/// Formats that no camera sends but users may have are converted: RGB, CMYK and YCbCr with unusual sampling become
/// 4:4:4.
///
/// Use a decoder from one thread at a time. It keeps its work memory: decoding pictures of one size allocates nothing after
/// the first.
@safe
public struct JPEGDecoder: ~Copyable {
  private let handle: OpaquePointer
  private let message: UnsafeMutablePointer<CChar>

  /// Makes a decoder with libjpeg's state.
  ///
  /// - Throws: ``JPEGError/unavailable``.
  public init() throws(JPEGError) {
    guard let handle = unsafe cjpeg_decoder_create() else { throw .unavailable }
    unsafe self.handle = handle
    unsafe message = .allocate(capacity: Int(CJPEG_MESSAGE_SIZE))
    unsafe message.initialize(repeating: 0, count: Int(CJPEG_MESSAGE_SIZE))
  }

  deinit {
    unsafe cjpeg_decoder_destroy(handle)
    unsafe message.deallocate()
  }

  /// A few hundred bytes mustn't cause gigabytes to be allocated. A block of 64 pixels takes at least two bits, one for
  /// DC and one for AC: 256 pixels a byte; four times that allows for truncated frames.
  static let mostPixelsPerByte = 1024

  /// Reads the headers of a JPEG.
  ///
  /// - Parameter bytes: the JPEG from its first byte.
  /// - Throws: ``JPEGError/malformed(reason:)``, ``JPEGError/unsupported(reason:)``;
  ///   ``JPEGError/unavailable`` without memory.
  public mutating func readHeader(_ bytes: Span<UInt8>) throws(JPEGError) -> JPEGHeader {
    var header = cjpeg_header()
    // SAFETY: the span's memory is valid during the call, which keeps no pointer to it.
    let code = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cjpeg_read_header(handle, buffer.baseAddress, buffer.count, &header, message)
    }
    if code != CJPEG_OK { throw error(code, header: header, planes: nil) }
    // A successful library call doesn't prove sane dimensions.
    guard let size = PixelSize(width: Int(header.width), height: Int(header.height)) else {
      throw .unsupported(reason: "a size of \(header.width)x\(header.height)")
    }
    guard size.area <= bytes.count * Self.mostPixelsPerByte else {
      throw .malformed(reason: "\(bytes.count) bytes can't hold the \(size) pixels they claim")
    }
    return JPEGHeader(
      size: size,
      subsampling: ChromaSubsampling(
        horizontal: Int(header.chroma_horizontal), vertical: Int(header.chroma_vertical)),
      restartInterval: Int(header.restart_interval),
      hasHuffmanTables: StandardHuffmanTables.precedeScan(of: bytes))
  }

  /// Decodes a JPEG of exactly the rectangle's size and the picture's subsampling into its place in the picture.
  ///
  /// A grey JPEG fills the luma and sets the rectangle's chroma to 128.
  ///
  /// - Parameters:
  ///   - bytes: the JPEG from its first byte.
  ///   - picture: receives the samples.
  ///   - rect: where they go; it must have the JPEG's size, lie inside, and start on whole chroma samples. The default is
  ///     the whole picture.
  ///   - isHalved: decodes to half the width and height, rounded up, which is faster. The rectangle then has that
  ///     size, and the picture `ChromaSubsampling.halved`.
  /// - Returns: what was wrong with the data. A damaged picture is decoded as far as possible.
  /// - Throws: ``JPEGError``; parts of the rectangle may have been written by then.
  public mutating func decode(
    _ bytes: Span<UInt8>, into picture: PlanarPicture, at rect: PixelRect? = nil, isHalved: Bool = false
  ) throws(JPEGError) -> JPEGFindings {
    let rect = rect ?? picture.bounds
    let sampling = picture.subsampling
    var planes = unsafe Self.planes(picture, rect)
    var findings = cjpeg_findings()
    let code = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cjpeg_decode(
        handle, buffer.baseAddress, buffer.count, isHalved ? 1 : 0, &planes, &findings, message)
    }
    if code != CJPEG_OK {
      throw error(code, header: nil, planes: "\(rect.width)x\(rect.height) \(sampling.rawValue)")
    }
    return JPEGFindings(damage: Int(findings.damage), oddities: Int(findings.oddities))
  }

  /// Decodes a JPEG whose scan is whole to eighths of its size, by the lowest frequencies of its blocks (at 4 by libjpeg-turbo's transform): less work than decoding all and
  /// resampling.
  ///
  /// - Parameters:
  ///   - bytes: the JPEG from its first byte.
  ///   - picture: receives the samples; of the JPEG's subsampling, except that a grey JPEG sets the chroma of any to 128.
  ///   - rect: where they go: of the reduced size, rounded up, inside, and starting on whole chroma samples. The default is the
  ///     whole picture.
  ///   - eighths: 1...7 of the width and height.
  /// - Returns: `false` for a picture that is damaged, unusual or of another size, which ``decode(_:into:at:isHalved:)`` can
  ///   judge; parts of the rectangle may have been written by then.
  package mutating func decodeReduced(
    _ bytes: Span<UInt8>, into picture: PlanarPicture, at rect: PixelRect? = nil, eighths: Int
  ) -> Bool {
    var planes = unsafe Self.planes(picture, rect ?? picture.bounds)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cjpeg_decode_reduced(handle, buffer.baseAddress, buffer.count, Int32(eighths), &planes) != 0
    }
  }

  /// A part of a picture for C.
  @unsafe
  private static func planes(_ picture: PlanarPicture, _ rect: PixelRect) -> cjpeg_planes {
    let sampling = picture.subsampling
    precondition(picture.bounds.contains(rect))
    precondition(rect.x % sampling.horizontal == 0 && rect.y % sampling.vertical == 0)
    let chroma = rect.inChroma(sampling)
    // SAFETY: the regions lie inside the planes (checked above), which outlive the call; the decoder writes
    // width × height samples of each and nothing else.
    let luma = unsafe PlaneRegion(picture.luma, rect)
    let cb = unsafe PlaneRegion(picture.cb, chroma)
    let cr = unsafe PlaneRegion(picture.cr, chroma)
    return unsafe cjpeg_planes(
      plane: (luma.base, cb.base, cr.base),
      bytes_per_row: (Int32(luma.bytesPerRow), Int32(cb.bytesPerRow), Int32(cr.bytesPerRow)),
      width: Int32(rect.width), height: Int32(rect.height),
      chroma_horizontal: Int32(sampling == .grey ? 0 : sampling.horizontal),
      chroma_vertical: Int32(sampling == .grey ? 0 : sampling.vertical))
  }

  private func error(_ code: Int32, header: cjpeg_header?, planes: String?) -> JPEGError {
    let reason = unsafe String(cString: message)
    return switch Int(code) {
    case Int(CJPEG_UNSUPPORTED): .unsupported(reason: reason)
    case Int(CJPEG_MISMATCH): .mismatch(picture: "of another size or sampling", planes: planes ?? "another")
    case Int(CJPEG_NO_MEMORY): .unavailable
    default: .malformed(reason: reason)
    }
  }
}

extension ChromaSubsampling {
  /// The subsampling of a picture decoded at half size: 2×2 chroma then has one sample for each of luma.
  public var halved: ChromaSubsampling { self == .yuv420 ? .yuv444 : self }

  /// From luma samples per chroma sample; 0 and 0 for grey.
  init(horizontal: Int, vertical: Int) {
    self =
      switch (horizontal, vertical) {
      case (1, 1): .yuv444
      case (2, 1): .yuv422
      case (2, 2): .yuv420
      case (1, 2): .yuv440
      default: .grey
      }
  }
}
