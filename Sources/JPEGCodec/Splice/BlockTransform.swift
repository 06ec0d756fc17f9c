import CJPEG

/// Converts between quantized coefficients and samples of 8×8 blocks, for MCUs under ink or chrome.
///
/// Results are bit-identical to those of libjpeg-turbo's accurate integer transform, on any processor.
public struct BlockTransform: Sendable {
  /// One. In an array, since a member lent to C by its address would be copied for each block.
  private var scale = [cjpeg_block_scale()]

  /// Makes the transform for one component.
  ///
  /// - Parameters:
  ///   - headers: whose quantization applies.
  ///   - component: 0..<`headers.layout.componentCount`.
  public init(_ headers: borrowing JPEGHeaders, component: Int) {
    for position in 0..<64 {
      let step = headers.quantizer(component: component, position: position)
      // SAFETY: the position is below 64, and the call keeps no pointer.
      unsafe cjpeg_block_scale_set(&scale[0], CInt(position), CInt(step))
    }
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
  public func inverse(
    _ coefficients: Span<Int16>, start: Int, into samples: inout MutableSpan<UInt8>, at offset: Int,
    bytesPerRow: Int
  ) {
    precondition(start >= 0 && start + 64 <= coefficients.count)
    precondition(offset >= 0 && bytesPerRow >= 8 && offset + 7 * bytesPerRow + 8 <= samples.count)
    // SAFETY: both places were checked, and the call keeps no pointer.
    unsafe coefficients.withUnsafeBufferPointer { input in
      unsafe samples.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe scale.span.withUnsafeBufferPointer { scale in
          unsafe cjpeg_inverse(input + start, scale.baseAddress, output + offset, bytesPerRow)
        }
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
  public func forward(
    _ samples: Span<UInt8>, at offset: Int, bytesPerRow: Int, into coefficients: inout MutableSpan<Int16>,
    start: Int
  ) {
    precondition(start >= 0 && start + 64 <= coefficients.count)
    precondition(offset >= 0 && bytesPerRow >= 8 && offset + 7 * bytesPerRow + 8 <= samples.count)
    // SAFETY: as above.
    unsafe samples.withUnsafeBufferPointer { input in
      unsafe coefficients.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe scale.span.withUnsafeBufferPointer { scale in
          unsafe cjpeg_forward(input + offset, bytesPerRow, scale.baseAddress, output + start)
        }
      }
    }
  }
}
