import Glibc

extension Span<UInt8> {
  /// Offset of the first byte with this value, at or after `start`; `nil` when there is none.
  package func firstIndex(of value: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    // SAFETY: `count - start` bytes follow `start` in the span.
    return unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      return unsafe memchr(base + start, CInt(value), bytes.count - start).map {
        unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer($0))
      }
    }
  }
}
