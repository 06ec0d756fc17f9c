import CJPEG
import CJPEGReference
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Transforming blocks")
struct TransformTests {
  /// A grey camera of one block.
  private static func kind(_ quality: Int) -> CameraKind {
    CameraKind(width: 8, height: 8, luma: (1, 1), components: 1, quality: quality)
  }

  private func headers(quality: Int) throws -> JPEGHeaders {
    try JPEGCodecTests.headers(of: Self.kind(quality).encoded(seed: 1))
  }

  @Test("samples come out as from libjpeg-turbo's accurate transform", arguments: [30, 75, 90, 100])
  func inverse(quality: Int) throws {
    let headers = try headers(quality: quality)
    let transform = BlockTransform(headers, component: 0)
    let quantizers = (0..<64).map { UInt16(headers.quantizer(component: 0, position: $0)) }
    var random = Seeded(quality)
    for round in 0..<200 {
      var block = [Int16](repeating: 0, count: 64)
      block[0] = Int16(random.below(1800) - 900) / Int16(quantizers[0])
      for _ in 0..<round % 30 {
        let position = 1 + random.below(63)
        block[position] = Int16(random.below(300) - 150) / Int16(quantizers[position])
      }
      var expected = [UInt8](repeating: 0, count: 64)
      let code = unsafe cjpegref_inverse(block, quantizers, &expected)
      #expect(code == 0)
      #expect(samples(of: block, transform) == expected)
    }
  }

  @Test("coefficients come out as from libjpeg-turbo's accurate transform", arguments: [30, 75, 90, 100])
  func forward(quality: Int) throws {
    let transform = BlockTransform(try headers(quality: quality), component: 0)
    var random = Seeded(quality)
    for round in 0..<200 {
      let base = random.below(256)
      var samples = [UInt8](repeating: 0, count: 64)
      for index in 0..<64 { samples[index] = UInt8(min(255, base + random.below(1 + round % 128))) }
      let jpeg = try Self.kind(quality).encoded(samples)
      let expected = Array(try ReferenceCoefficients(jpeg).values[..<64])
      #expect(coefficients(of: samples, transform) == expected)
    }
  }

  @Test("wild coefficients neither trap nor leave the range")
  func wild() throws {
    let transform = BlockTransform(try headers(quality: 1), component: 0)
    var random = Seeded(11)
    for _ in 0..<100 {
      var block = [Int16](repeating: 0, count: 64)
      for index in 0..<64 { block[index] = Int16(truncatingIfNeeded: random.below(65_536)) }
      let back = coefficients(of: samples(of: block, transform), transform)
      #expect(back.allSatisfy { abs($0) <= 1024 })
    }
  }

  @Test("processors with and without wide vectors come to the same")
  func plain() {
    var random = Seeded(12)
    for round in 0..<2000 {
      var scale = cjpeg_block_scale()
      for position in 0..<64 {
        unsafe cjpeg_block_scale_set(&scale, CInt(position), CInt(1 + random.below(255)))
      }
      // From flat blocks to wild ones.
      let contrast = 1 + round % 256
      let samples = (0..<72).map { _ in UInt8(random.below(contrast)) }
      var (wide, narrow): ([Int16], [Int16]) = ([], [])
      // The second block overlaps the first.
      for isPlain in [false, true] {
        var out = [Int16](repeating: 0, count: 128)
        unsafe withUnsafePointer(to: scale) { scale in
          unsafe out.withUnsafeMutableBufferPointer { out in
            unsafe samples.withUnsafeBufferPointer { samples in
              let blocks = unsafe [0, 1].map { number in
                unsafe cjpeg_block(
                  samples: samples.baseAddress! + 8 * number, bytes_per_row: 8, scale: scale,
                  coefficients: out.baseAddress! + 64 * number)
              }
              if isPlain {
                unsafe cjpeg_forward_plain([blocks[0]], [blocks[1]])
              } else {
                unsafe cjpeg_forward([blocks[0]], [blocks[1]])
              }
            }
          }
        }
        if isPlain { narrow = out } else { wide = out }
      }
      #expect(wide == narrow)
      wide.removeLast(64)
      narrow.removeLast(64)
      if round % 2 == 1 { wide = (0..<64).map { _ in Int16(truncatingIfNeeded: random.below(65_536)) } }
      var (one, other) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 64))
      unsafe cjpeg_inverse(wide, &scale, &one, 8)
      unsafe cjpeg_inverse_plain(wide, &scale, &other, 8)
      #expect(one == other)
    }
  }

  /// A block's samples, which lie in rows further apart than they are wide, so that a stray write shows.
  private func samples(of block: [Int16], _ transform: BlockTransform) -> [UInt8] {
    var plane = [UInt8](repeating: 99, count: 3 + 8 * 11)
    var span = plane.mutableSpan
    transform.inverse(block.span, start: 0, into: &span, at: 3, bytesPerRow: 11)
    var result: [UInt8] = []
    for index in plane.indices {
      if index >= 3 && (index - 3) % 11 < 8 {
        result.append(plane[index])
      } else {
        #expect(plane[index] == 99)
      }
    }
    return result
  }

  private func coefficients(of samples: [UInt8], _ transform: BlockTransform) -> [Int16] {
    var block = [Int16](repeating: 0, count: 64)
    var span = block.mutableSpan
    transform.forward(samples.span, at: 0, bytesPerRow: 8, into: &span, start: 0)
    return block
  }
}
