import CJPEG
import PixelTypes

/// Codes planes row by row of MCUs, with libjpeg-turbo's bits.
///
/// Allocates nothing after `init`.
struct PlaneCoder: Sendable {
  let headers: JPEGHeaders
  /// What stands before the first row.
  let preamble: [UInt8]
  private let transforms: [BlockTransform]
  private let encoder: HuffmanEncoder
  private var sink: BitSink
  private var predictors = cjpeg_predictors()

  /// - Parameter headers: of the pictures.
  init(_ headers: JPEGHeaders) {
    self.headers = headers
    preamble = headers.bytes
    transforms = (0..<headers.layout.componentCount).map { BlockTransform(headers, component: $0) }
    encoder = HuffmanEncoder(headers)
    sink = BitSink(capacity: headers.layout.columns * headers.layout.blocksPerMCU * 2048)
  }

  /// Forgets what was coded, as at a picture's start and after a restart marker.
  mutating func begin() {
    sink.removeAll()
    predictors = cjpeg_predictors()
  }

  /// Codes the next row of MCUs; ``takeBytes(into:at:)`` or ``finish(row:into:at:)`` takes it away.
  ///
  /// - Parameters:
  ///   - luma: the picture's luma.
  ///   - chroma: a picture of the same size with its Cb and Cr.
  ///   - row: of MCUs.
  mutating func put(_ luma: PixelPlane, _ chroma: PlanarPicture, row: Int) {
    let layout = headers.layout
    precondition(luma.width == layout.size.width && luma.height == layout.size.height)
    precondition(chroma.size == layout.size && chroma.subsampling == layout.subsampling)
    precondition(0..<layout.rows ~= row)
    let sampling = chroma.subsampling
    // SAFETY: the planes outlive the call, which reads samples of this row that lie inside them.
    var planes = unsafe cjpeg_planes(
      plane: (luma.base, chroma.cb.base, chroma.cr.base),
      bytes_per_row: (
        Int32(luma.bytesPerRow), Int32(chroma.cb.bytesPerRow), Int32(chroma.cr.bytesPerRow)
      ),
      width: Int32(luma.width), height: Int32(luma.height),
      chroma_horizontal: Int32(sampling == .grey ? 0 : sampling.horizontal),
      chroma_vertical: Int32(sampling == .grey ? 0 : sampling.vertical))
    let last = layout.componentCount - 1
    var predictors = self.predictors
    // SAFETY: the factors live as long as the transforms, the codes during the call, and a row fits in the sink.
    unsafe encoder.withCodes(of: headers.components[0], headers.components[last]) { luma, chroma in
      var luma = unsafe cjpeg_coding(scale: transforms[0].factors, dc: luma.dc, ac: luma.ac)
      var chroma = unsafe cjpeg_coding(scale: transforms[last].factors, dc: chroma.dc, ac: chroma.ac)
      unsafe sink.appendWords(atMost: 32 * layout.columns * layout.blocksPerMCU) { bits in
        unsafe cjpeg_put_row(&planes, &luma, &chroma, Int32(row), &predictors, &bits)
      }
    }
    self.predictors = predictors
  }

  /// Moves whole bytes to the output.
  ///
  /// - Returns: the offset after them, or `nil` if there is no room.
  mutating func takeBytes(into output: inout MutableSpan<UInt8>, at offset: Int) -> Int? {
    sink.takeBytes(into: &output, at: offset)
  }

  /// Moves all bits to the output, followed by a marker: RSTn, or EOI after the picture's last row.
  ///
  /// - Returns: the offset after it, or `nil` if there is no room.
  mutating func finish(row: Int, into output: inout MutableSpan<UInt8>, at offset: Int) -> Int? {
    guard let end = sink.stuff(into: &output, at: offset), end + 2 <= output.count else { return nil }
    output[end] = 0xFF
    output[end + 1] = headers.layout.marker(afterRow: row)
    begin()
    return end + 2
  }
}
