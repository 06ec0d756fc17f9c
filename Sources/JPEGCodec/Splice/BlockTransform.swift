import CJPEG

/// Converts between quantized coefficients and samples of 8×8 blocks, for MCUs under ink or chrome.
///
/// Results are bit-identical to those of libjpeg-turbo's accurate integer transform, on any processor.
struct BlockTransform: Sendable {
  private let scale: BlockScale

  /// The factors, which live as long as this does.
  @unsafe var factors: UnsafePointer<cjpeg_block_scale> { unsafe UnsafePointer(scale.pointer) }

  /// Makes the transform for one component.
  ///
  /// - Parameters:
  ///   - headers: whose quantization applies.
  ///   - component: 0..<`headers.layout.componentCount`.
  init(_ headers: borrowing JPEGHeaders, component: Int) {
    scale = BlockScale { headers.quantizer(component: component, position: $0) }
  }

  /// Dequantizes and transforms a block into samples.
  ///
  /// - Parameters:
  ///   - coefficients: 64 quantized ones in natural order from `start` on.
  ///   - start: the index of the first.
  ///   - samples: receives 8 rows of 8 from `offset` on.
  ///   - offset: the index of the first.
  ///   - bytesPerRow: from one row of samples to the next, at least 8.
  @inline(__always)
  @_lifetime(samples: copy samples)
  func inverse(
    _ coefficients: Span<Int16>, start: Int, into samples: inout MutableSpan<UInt8>, at offset: Int,
    bytesPerRow: Int
  ) {
    precondition(start >= 0 && start + 64 <= coefficients.count)
    precondition(offset >= 0 && bytesPerRow >= 8 && offset + 7 * bytesPerRow + 8 <= samples.count)
    // SAFETY: both places were checked, and the call keeps no pointer.
    unsafe coefficients.withUnsafeBufferPointer { input in
      unsafe samples.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe cjpeg_inverse(input + start, scale.pointer, output + offset, bytesPerRow)
      }
    }
  }

  /// Transforms a block of samples and quantizes it to the nearest, halves away from zero. This is exact for
  /// quantization values up to 510; those of 8-bit tables end at 255.
  ///
  /// - Parameters:
  ///   - samples: 8 rows of 8 from `offset` on.
  ///   - offset: the index of the first.
  ///   - bytesPerRow: from one row of samples to the next, at least 8.
  ///   - coefficients: receives 64 in natural order from `start` on.
  ///   - start: the index of the first.
  @inline(__always)
  @_lifetime(coefficients: copy coefficients)
  func forward(
    _ samples: Span<UInt8>, at offset: Int, bytesPerRow: Int, into coefficients: inout MutableSpan<Int16>,
    start: Int
  ) {
    precondition(offset >= 0 && bytesPerRow >= 8 && offset + 7 * bytesPerRow + 8 <= samples.count)
    // SAFETY: the place was checked, and the calls keep no pointer.
    unsafe samples.withUnsafeBufferPointer { input in
      guard let input = input.baseAddress else { return }
      let block = unsafe Block(samples: input + offset, bytesPerRow: bytesPerRow, start: start)
      unsafe forward(block, self, block, into: &coefficients)
    }
  }

  /// A block of samples, 8 rows of 8, and where its coefficients go.
  @unsafe
  struct Block {
    var samples: UnsafePointer<UInt8>
    var bytesPerRow: Int
    var start: Int
  }

  /// As ``forward(_:at:bytesPerRow:into:start:)``, for two blocks at once, the second with its own transform.
  @unsafe @inline(__always)
  func forward(
    _ first: Block, _ other: BlockTransform, _ second: Block, into coefficients: inout MutableSpan<Int16>
  ) {
    let (start, end) = unsafe (min(first.start, second.start), max(first.start, second.start))
    precondition(start >= 0 && end + 64 <= coefficients.count)
    // SAFETY: the places were checked or are the caller's, and the call keeps no pointer.
    unsafe coefficients.withUnsafeMutableBufferPointer { output in
      guard let output = output.baseAddress else { return }
      var one = unsafe cjpeg_block(
        samples: first.samples, bytes_per_row: first.bytesPerRow, scale: scale.pointer,
        coefficients: output + first.start)
      var two = unsafe cjpeg_block(
        samples: second.samples, bytes_per_row: second.bytesPerRow, scale: other.scale.pointer,
        coefficients: output + second.start)
      unsafe cjpeg_forward(&one, &two)
    }
  }
}

/// The factors of a transform, at an address that stays: a member lent to C would be copied for each block.
@safe
private final class BlockScale: @unchecked Sendable {
  // SAFETY: written before anybody else has it, then only read.
  let pointer: UnsafeMutablePointer<cjpeg_block_scale>

  init(step: (Int) -> Int) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: cjpeg_block_scale())
    // SAFETY: the position is below 64, and the call keeps no pointer.
    for position in 0..<64 { unsafe cjpeg_block_scale_set(pointer, CInt(position), CInt(step(position))) }
  }

  deinit { unsafe pointer.deallocate() }
}
