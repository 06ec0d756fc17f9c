import CJPEG
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Scans decoded without libjpeg")
struct ScanDecodingTests {
  /// What a decoder makes of a JPEG.
  struct Outcome: Equatable {
    var code: CInt
    var samples: [UInt8]
    var damage = 0
    var oddities = 0
  }

  /// A decoder of libjpeg's, and one of both kinds.
  @safe
  final class Decoders {
    private let handles = unsafe [cjpeg_decoder_create()!, cjpeg_decoder_create()!]
    private var message = [CChar](repeating: 0, count: Int(CJPEG_MESSAGE_SIZE))

    deinit { unsafe handles.forEach { unsafe cjpeg_decoder_destroy($0) } }

    /// How many pictures were decoded without libjpeg.
    var scans: Int { unsafe cjpeg_scans_decoded(handles[1]) }

    /// Decodes into planes that begin with other samples and have some around them, which must stay.
    func decode(_ jpeg: [UInt8], byLibjpeg: Bool, isHalved: Bool) -> Outcome {
      let handle = unsafe handles[byLibjpeg ? 0 : 1]
      var header = cjpeg_header()
      let code = unsafe cjpeg_read_header(handle, jpeg, jpeg.count, &header, &message)
      guard code == CJPEG_OK, header.width * header.height < 1 << 20 else {
        return Outcome(code: code, samples: [])
      }
      var (width, height) = (Int(header.width), Int(header.height))
      var (across, down) = (Int(header.chroma_horizontal), Int(header.chroma_vertical))
      if isHalved {
        (width, height) = ((width + 1) / 2, (height + 1) / 2)
        if (across, down) == (2, 2) { (across, down) = (1, 1) }
      }
      let sides = across == 0 ? (0, 0) : ((width + across - 1) / across, (height + down - 1) / down)
      let (row, chromaRow) = (width + 5, sides.0 + 3)
      let sizes = [row * height, chromaRow * sides.1, chromaRow * sides.1]
      var samples = [UInt8](repeating: 77, count: sizes.reduce(16, +))
      var findings = cjpeg_findings()
      let result = unsafe samples.withUnsafeMutableBufferPointer { buffer in
        let start = unsafe buffer.baseAddress! + 8
        var planes = unsafe cjpeg_planes(
          plane: (start, start + sizes[0], start + sizes[0] + sizes[1]),
          bytes_per_row: (CInt(row), CInt(chromaRow), CInt(chromaRow)), width: CInt(width),
          height: CInt(height),
          chroma_horizontal: CInt(across), chroma_vertical: CInt(down))
        return unsafe byLibjpeg
          ? cjpeg_decode_by_libjpeg(handle, jpeg, jpeg.count, isHalved ? 1 : 0, &planes, &findings, &message)
          : cjpeg_decode(handle, jpeg, jpeg.count, isHalved ? 1 : 0, &planes, &findings, &message)
      }
      return Outcome(code: result, samples: samples, damage: findings.damage, oddities: findings.oddities)
    }
  }

  @Test("samples are libjpeg-turbo's, of every kind and size of picture", arguments: CameraKind.all.indices)
  func equal(kind: Int) throws {
    let decoders = Decoders()
    let kind = CameraKind.all[kind]
    for seed in 1...4 {
      let jpeg = try kind.encoded(seed: seed)
      for isHalved in [false, true] {
        let ours = decoders.decode(jpeg, byLibjpeg: false, isHalved: isHalved)
        #expect(ours.code == CJPEG_OK && ours.damage == 0 && ours.oddities == 0)
        #expect(ours == decoders.decode(jpeg, byLibjpeg: true, isHalved: isHalved))
      }
    }
    #expect(decoders.scans == 8)
  }

  @Test("damaged data gives libjpeg-turbo's samples and findings", arguments: CameraKind.all.indices)
  func damaged(kind: Int) throws {
    let decoders = Decoders()
    let kind = CameraKind.all[kind]
    var random = Seeded(kind.width + kind.height)
    var findings = [0, 0, 0]
    let whole = try (0..<3).map { try kind.encoded(seed: $0) }
    for round in 0..<200 {
      var broken = whole[round % 3]
      // Mostly behind the headers.
      let first = random.below(5) == 0 ? 2 : min(620, broken.count - 4)
      for _ in 0...random.below(3) {
        let at = first + random.below(broken.count - first)
        switch random.below(8) {
        case 0: broken[at] = 0xFF
        case 1: broken.insert(contentsOf: [0xFF, 0xD0 + UInt8(random.below(10))], at: at)
        case 2: broken.remove(at: at)
        case 3: broken.insert(UInt8(random.below(256)), at: at)
        default: broken[at] ^= 1 << UInt8(random.below(8))
        }
      }
      if round % 10 == 9 { broken.removeLast(random.below(broken.count / 2)) }
      let ours = decoders.decode(broken, byLibjpeg: false, isHalved: round % 3 == 0)
      let theirs = decoders.decode(broken, byLibjpeg: true, isHalved: round % 3 == 0)
      // Of a picture that libjpeg gives up, rows that it didn't reach are nobody's. What no picture has wraps around in its vectors for
      // x86-64, as in ours, and otherwise in those for arm64.
      if theirs.code == CJPEG_OK {
        #if arch(x86_64)
          #expect(ours == theirs, "round \(round)")
        #else
          #expect((ours.damage, ours.oddities) == (theirs.damage, theirs.oddities), "round \(round)")
        #endif
      } else {
        #expect(ours.code == theirs.code)
      }
      findings[theirs.code != CJPEG_OK ? 2 : theirs.damage + theirs.oddities > 0 ? 1 : 0] += 1
    }
    #expect(findings[0] > 0 && findings[1] + findings[2] > 0, "\(findings)")
  }

  @Test(
    "processors with and without wide vectors transform alike, as libjpeg-turbo does, also what no picture has"
  )
  func transforms() {
    var random = Seeded(5)
    for round in 0..<6000 {
      let kind = round % 4
      let points = [1, 2, 3, 5, 6, 7][round / 4 % 6]
      let isLow = kind == 0
      // From a few levels to values that wrap around, in few places to all.
      let (range, share) = (1 << (1 + round % 16), 1 + random.below(4))
      let coefficients = (0..<128).map { place -> Int16 in
        if isLow && (place & 7 > 3 || place & 63 > 31) || random.below(share) > 0 { return 0 }
        return Int16(truncatingIfNeeded: random.below(range) - range / 2)
      }
      let steps = (0..<128).map { _ in UInt16(1 + random.below(round % 5 == 0 ? 65_535 : 255)) }
      let results = [false, true].map { isPlain -> [UInt8] in
        var samples = [UInt8](repeating: 0, count: 16 * 8)
        unsafe samples.withUnsafeMutableBufferPointer { samples in
          unsafe coefficients.withUnsafeBufferPointer { coefficients in
            unsafe steps.withUnsafeBufferPointer { steps in
              let blocks = unsafe [0, 1].map { number in
                unsafe cjpeg_dequantized(
                  coefficients: coefficients.baseAddress! + 64 * number,
                  steps: steps.baseAddress! + 64 * number,
                  samples: samples.baseAddress! + 8 * number, bytes_per_row: 16)
              }
              if kind == 2 {
                unsafe (isPlain ? cjpeg_halve_two_plain : cjpeg_halve_two)(blocks)
              } else if kind == 3 {
                unsafe (isPlain ? cjpeg_reduce_two_plain : cjpeg_reduce_two)(blocks, CInt(points))
              } else {
                unsafe (isPlain ? cjpeg_inverse_two_plain : cjpeg_inverse_two)(blocks, isLow ? 1 : 0)
              }
            }
          }
        }
        return samples
      }
      #expect(results[0] == results[1], "round \(round)")
    }
  }
}
