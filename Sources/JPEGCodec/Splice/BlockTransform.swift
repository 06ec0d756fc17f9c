/// Between quantized coefficients and samples of 8×8 blocks, for the MCUs that ink or chrome touches.
///
/// The 8-point transforms are those of C. Loeffler, A. Ligtenberg and G. Moschytz, "Practical fast 1-D DCT
/// algorithms with 11 multiplications" (ICASSP 1989), with 13 fractional bits in the constants and 2 kept between
/// the passes: with that, results are those of libjpeg-turbo's accurate integer transform, to the bit.
public struct BlockTransform: Sendable {
  typealias Row = SIMD8<Int32>

  /// Quantization values, one row of frequencies a vector.
  private var quantizers: InlineArray<8, Row>
  /// One divided by eight times these, which is the scale of the forward transform.
  private var reciprocals: InlineArray<8, SIMD8<Float>>

  /// - Parameters:
  ///   - headers: whose quantization applies.
  ///   - component: 0..<`headers.layout.componentCount`.
  public init(_ headers: borrowing JPEGHeaders, component: Int) {
    quantizers = InlineArray(repeating: Row(repeating: 1))
    reciprocals = InlineArray(repeating: SIMD8(repeating: 0.125))
    for row in 0..<8 {
      for column in 0..<8 {
        let value = headers.quantizer(component: component, position: row * 8 + column)
        quantizers[row][column] = Int32(value)
        reciprocals[row][column] = 1 / Float(8 * value)
      }
    }
  }

  /// Dequantizes and transforms a block into samples.
  ///
  /// - Parameters:
  ///   - coefficients: 64 quantized ones in natural order from `start` on.
  ///   - samples: receives 8 rows of 8, `bytesPerRow` apart, from `offset` on.
  public func inverse(
    _ coefficients: Span<Int16>, start: Int, into samples: inout MutableSpan<UInt8>, at offset: Int,
    bytesPerRow: Int
  ) {
    precondition(start >= 0 && start + 64 <= coefficients.count)
    precondition(offset >= 0 && bytesPerRow >= 8 && offset + 7 * bytesPerRow + 8 <= samples.count)
    var rows = InlineArray<8, Row>(repeating: .zero)
    // SAFETY: Int16 and UInt8 vectors have no padding; both places were checked above.
    let input = unsafe coefficients.bytes
    for row in 0..<8 {
      let quantized = unsafe input.unsafeLoadUnaligned(
        fromUncheckedByteOffset: (start &+ 8 &* row) &* 2, as: SIMD8<Int16>.self)
      rows[row] = Row(truncatingIfNeeded: quantized) &* quantizers[row]
    }
    Self.inversePass(&rows, shift: 11)
    Self.transpose(&rows)
    Self.inversePass(&rows, shift: 18)
    Self.transpose(&rows)
    var output = unsafe samples.mutableBytes
    for row in 0..<8 {
      let level = rows[row] &+ 128
      let clamped = level.clamped(lowerBound: Row(repeating: 0), upperBound: Row(repeating: 255))
      unsafe output.storeBytes(
        of: SIMD8<UInt8>(truncatingIfNeeded: clamped), toUncheckedByteOffset: offset &+ row &* bytesPerRow,
        as: SIMD8<UInt8>.self)
    }
  }

  /// Transforms a block of samples and quantizes it to the nearest, halves away from zero; exactly so for
  /// quantization values up to 510, and those of 8-bit tables end at 255.
  ///
  /// - Parameters:
  ///   - samples: 8 rows of 8, `bytesPerRow` apart, from `offset` on.
  ///   - coefficients: receives 64 in natural order from `start` on.
  public func forward(
    _ samples: Span<UInt8>, at offset: Int, bytesPerRow: Int, into coefficients: inout MutableSpan<Int16>,
    start: Int
  ) {
    precondition(start >= 0 && start + 64 <= coefficients.count)
    precondition(offset >= 0 && bytesPerRow >= 8 && offset + 7 * bytesPerRow + 8 <= samples.count)
    var rows = InlineArray<8, Row>(repeating: .zero)
    // SAFETY: as above.
    let input = unsafe samples.bytes
    for row in 0..<8 {
      let levels = unsafe input.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset &+ row &* bytesPerRow, as: SIMD8<UInt8>.self)
      rows[row] = Row(truncatingIfNeeded: levels) &- 128
    }
    // Along the rows first, as libjpeg does: the order shows in the last bit.
    Self.transpose(&rows)
    Self.forwardPass(&rows, isFirst: true)
    Self.transpose(&rows)
    Self.forwardPass(&rows, isFirst: false)
    var output = unsafe coefficients.mutableBytes
    for row in 0..<8 {
      let sign = rows[row] &>> 31
      let magnitude = (rows[row] ^ sign) &- sign
      // Rounding (n + d/2) / d - 1/2 + 1/4096 to the nearest cuts the quotient: its fraction is 0 or 1/2040 at least.
      // Multiplying by the reciprocal is off by 2⁻²³ of the quotient, which is 1024 · 8 / d at most: for d = 24, the
      // smallest that is no power of two, that is 1/24,000. Adding 3 × 2²² leaves the rounded value in the lowest bits of the Float.
      let dividend = SIMD8<Float>(magnitude &+ quantizers[row] &<< 2)
      let rounded = dividend * reciprocals[row] + (-0.5 + 1 / 4096) + 12_582_912
      // SAFETY: vectors of one size without padding.
      let quotient = unsafe unsafeBitCast(rounded, to: Row.self) &- 0x4B40_0000
      unsafe output.storeBytes(
        of: SIMD8<Int16>(truncatingIfNeeded: (quotient ^ sign) &- sign),
        toUncheckedByteOffset: (start &+ 8 &* row) &* 2, as: SIMD8<Int16>.self)
    }
  }

  /// A constant with 13 fractional bits.
  @inline(__always)
  private static func fixed(_ value: Double) -> Int32 { Int32((value * 8192).rounded()) }

  @inline(__always)
  private static func descale(_ value: Row, _ shift: Int32) -> Row {
    (value &+ Row(repeating: 1 &<< (shift &- 1))) &>> Row(repeating: shift)
  }

  /// The rotations that both directions share (figure 1 of the paper, odd part, in the form with 5 shared factors).
  @inline(__always)
  private static func rotate(_ a: Row, _ b: Row, _ c: Row, _ d: Row) -> (Row, Row, Row, Row) {
    let shared = (a &+ c &+ b &+ d) &* fixed(1.175875602)
    let ad = (a &+ d) &* -fixed(0.899976223)
    let bc = (b &+ c) &* -fixed(2.562915447)
    let ac = (a &+ c) &* -fixed(1.961570560) &+ shared
    let bd = (b &+ d) &* -fixed(0.390180644) &+ shared
    return (
      a &* fixed(0.298631336) &+ ad &+ ac, b &* fixed(2.053119869) &+ bc &+ bd,
      c &* fixed(3.072711026) &+ bc &+ ac, d &* fixed(1.501321110) &+ ad &+ bd
    )
  }

  @inline(__always)
  private static func inversePass(_ x: inout InlineArray<8, Row>, shift: Int32) {
    let shared = (x[2] &+ x[6]) &* fixed(0.541196100)
    let low = shared &- x[6] &* fixed(1.847759065)
    let high = shared &+ x[2] &* fixed(0.765366865)
    let sum = (x[0] &+ x[4]) &<< 13
    let difference = (x[0] &- x[4]) &<< 13
    let (e0, e3) = (sum &+ high, sum &- high)
    let (e1, e2) = (difference &+ low, difference &- low)
    let (o3, o2, o1, o0) = rotate(x[7], x[5], x[3], x[1])
    x[0] = descale(e0 &+ o0, shift)
    x[7] = descale(e0 &- o0, shift)
    x[1] = descale(e1 &+ o1, shift)
    x[6] = descale(e1 &- o1, shift)
    x[2] = descale(e2 &+ o2, shift)
    x[5] = descale(e2 &- o2, shift)
    x[3] = descale(e3 &+ o3, shift)
    x[4] = descale(e3 &- o3, shift)
  }

  @inline(__always)
  private static func forwardPass(_ x: inout InlineArray<8, Row>, isFirst: Bool) {
    let (s0, s1, s2, s3) = (x[0] &+ x[7], x[1] &+ x[6], x[2] &+ x[5], x[3] &+ x[4])
    let (d0, d1, d2, d3) = (x[0] &- x[7], x[1] &- x[6], x[2] &- x[5], x[3] &- x[4])
    let (outer, inner) = (s0 &+ s3, s1 &+ s2)
    let (outerDifference, innerDifference) = (s0 &- s3, s1 &- s2)
    let shift: Int32 = isFirst ? 11 : 15
    x[0] = isFirst ? (outer &+ inner) &<< 2 : descale(outer &+ inner, 2)
    x[4] = isFirst ? (outer &- inner) &<< 2 : descale(outer &- inner, 2)
    let shared = (innerDifference &+ outerDifference) &* fixed(0.541196100)
    x[2] = descale(shared &+ outerDifference &* fixed(0.765366865), shift)
    x[6] = descale(shared &- innerDifference &* fixed(1.847759065), shift)
    let (o7, o5, o3, o1) = rotate(d3, d2, d1, d0)
    x[7] = descale(o7, shift)
    x[5] = descale(o5, shift)
    x[3] = descale(o3, shift)
    x[1] = descale(o1, shift)
  }

  @inline(__always)
  private static func transpose(_ x: inout InlineArray<8, Row>) {
    // Three rounds of perfect shuffles of rows that are 4 apart.
    for _ in 0..<3 {
      let y = x
      for index in 0..<4 {
        let (a, b) = (y[index], y[index + 4])
        x[2 * index] = Row(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3])
        x[2 * index + 1] = Row(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
      }
    }
  }
}
