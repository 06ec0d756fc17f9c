/// One plane of 8-bit samples: `height` rows of `bytesPerRow` bytes, of which the first `width` are samples.
///
/// Rows start on 64-byte boundaries and have at least 16 spare bytes, so that kernels may work in whole vectors.
/// The plane owns its memory. Who may write is a matter of the pipeline's hand-over: one stage at a time.
@safe
public final class PixelPlane: @unchecked Sendable {
  // SAFETY: a plane is handed from thread to thread through the ring's release/acquire pairs and is used by
  // one of them at a time; nothing in here is mutable but the samples.
  public let width: Int
  public let height: Int
  public let bytesPerRow: Int
  package let base: UnsafeMutablePointer<UInt8>
  private let allocation: UnsafeMutableRawPointer

  /// Makes a plane with every sample set to `fill`.
  public init(width: Int, height: Int, fill: UInt8 = 0) {
    precondition(width >= 0 && height >= 0 && width <= 1 << 16 && height <= 1 << 16)
    self.width = width
    self.height = height
    bytesPerRow = (width + 16 + 63) / 64 * 64
    // SAFETY: one row of slack before the end lets 16-byte loads at the last sample stay inside.
    let bytes = bytesPerRow * max(height, 1) + 64
    unsafe allocation = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    unsafe allocation.initializeMemory(as: UInt8.self, repeating: fill, count: bytes)
    unsafe base = allocation.assumingMemoryBound(to: UInt8.self)
  }

  deinit { unsafe allocation.deallocate() }

  /// Number of bytes from the first sample to the end of the last row.
  public var byteCount: Int { bytesPerRow * height }

  /// All rows, `height × bytesPerRow` bytes.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: base is valid for byteCount bytes as long as self lives, and self outlives the call.
    let buffer = unsafe UnsafeBufferPointer(start: base, count: byteCount)
    return try unsafe body(buffer.span)
  }

  /// All rows for writing, `height × bytesPerRow` bytes.
  public func withMutableBytes<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: as in withBytes; one writer at a time by the pipeline's hand-over.
    let buffer = unsafe UnsafeMutableBufferPointer(start: base, count: byteCount)
    var span = unsafe buffer.mutableSpan
    return try body(&span)
  }

  /// The sample at a position, for tests and slow paths.
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
