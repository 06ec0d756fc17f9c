/// One plane of 8-bit samples: `height` rows of `bytesPerRow` bytes, of which the first `width` are samples.
///
/// Rows start on 64-byte boundaries and have at least 16 spare bytes, so kernels may process whole vectors. The plane
/// owns its memory. The pipeline's hand-over decides who may write: one stage at a time.
@safe
public final class PixelPlane: @unchecked Sendable {
  // SAFETY: a plane passes from thread to thread through the ring's release/acquire pairs and is used by one
  // of them at a time; only the samples are mutable.
  /// Samples in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from one row to the next: a multiple of 64, at least `width + 16`.
  public let bytesPerRow: Int
  package let base: UnsafeMutablePointer<UInt8>
  private let allocation: UnsafeMutableRawPointer

  /// Makes a plane with every sample set to `fill`; each side must be 0 … 65,536.
  public init(width: Int, height: Int, fill: UInt8 = 0) {
    precondition(width >= 0 && height >= 0 && width <= 1 << 16 && height <= 1 << 16)
    self.width = width
    self.height = height
    bytesPerRow = (width + 16 + 63) / 64 * 64
    // SAFETY: 64 bytes of slack at the end keep 16-byte loads at the last sample inside.
    let bytes = bytesPerRow * max(height, 1) + 64
    unsafe allocation = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    unsafe allocation.initializeMemory(as: UInt8.self, repeating: fill, count: bytes)
    unsafe base = allocation.assumingMemoryBound(to: UInt8.self)
  }

  deinit { unsafe allocation.deallocate() }

  /// All its samples.
  package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Bytes from the first sample to the end of the last row.
  public var byteCount: Int { bytesPerRow * height }

  /// Reads all rows, `height × bytesPerRow` bytes; the span is valid during the call only.
  ///
  /// - Throws: what `body` throws.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: base is valid for byteCount bytes as long as self lives, and self outlives the call.
    let buffer = unsafe UnsafeBufferPointer(start: base, count: byteCount)
    return try unsafe body(buffer.span)
  }

  /// Writes all rows, `height × bytesPerRow` bytes; the span is valid during the call only.
  ///
  /// - Throws: what `body` throws.
  public func withMutableBytes<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: as in withBytes; one writer at a time by the pipeline's hand-over.
    let buffer = unsafe UnsafeMutableBufferPointer(start: base, count: byteCount)
    var span = unsafe buffer.mutableSpan
    return try body(&span)
  }

  /// The sample at a position inside the plane (a position outside traps), for tests and slow paths.
  public subscript(x: Int, y: Int) -> UInt8 {
    get {
      precondition((0..<width).contains(x) && (0..<height).contains(y))
      return unsafe base[y * bytesPerRow + x]
    }
    set {
      precondition((0..<width).contains(x) && (0..<height).contains(y))
      unsafe base[y * bytesPerRow + x] = newValue
    }
  }
}
