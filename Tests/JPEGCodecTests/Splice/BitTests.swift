import CJPEG
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Bits of entropy-coded data")
struct BitTests {
  @Test("bytes are copied up to the first FF, at every length to 200, and none beyond the last")
  func copyToFF() {
    var random = Seeded(1)
    for count in 0...200 {
      var input = (0..<count).map { _ in UInt8(random.below(255)) }
      if count > 0, count % 3 > 0 { input[random.below(count)] = 0xFF }
      let expected = input.firstIndex(of: 0xFF) ?? count
      for isPlain in [false, true] {
        var output = [UInt8](repeating: 7, count: count + 40)
        let copied = unsafe (isPlain ? cjpeg_copy_to_ff_plain : cjpeg_copy_to_ff)(input, count, &output)
        #expect(copied == expected)
        #expect(output[..<expected] == input[..<expected])
        #expect(output[count...].allSatisfy { $0 == 7 })
      }
    }
  }

  @Test("bits are copied at every shift and length to 200, and none beyond the last")
  func copyBits() {
    var random = Seeded(2)
    for count in 0...200 {
      let input = (0...count).map { _ in UInt8(random.below(256)) }
      for shift in 0..<8 {
        let expected = (0..<count).map {
          UInt8((Int(input[$0]) << 8 | Int(input[$0 + 1])) >> (8 - shift) & 255)
        }
        for isPlain in [false, true] {
          var output = [UInt8](repeating: 7, count: count + 40)
          unsafe (isPlain ? cjpeg_copy_bits_plain : cjpeg_copy_bits)(input, CInt(shift), count, &output)
          #expect(output[..<count] == expected[...])
          #expect(output[count...].allSatisfy { $0 == 7 })
        }
      }
    }
  }

  @Test("a sink holds the bits put and copied, whatever came before")
  func sink() {
    var random = Seeded(3)
    let data = (0..<500).map { _ in UInt8(random.below(256)) }
    func bit(_ at: Int) -> Bool { data[at / 8] << (at % 8) >= 128 }
    for _ in 0..<300 {
      var sink = BitSink(capacity: 20_000)
      var expected: [Bool] = []
      for _ in 0..<6 {
        let count = 1 + random.below(40)
        let bits = UInt64(random.below(1 << count))
        sink.put(bits, count: count)
        expected += (0..<count).map { bits >> UInt64(count - 1 - $0) & 1 == 1 }
        let first = random.below(1000)
        let stop = first + random.below(random.below(2) == 0 ? 100 : 2800)
        // SAFETY: bytes have no padding bits.
        sink.copy(unsafe data.span.bytes, from: first, to: stop)
        expected += (first..<max(first, stop)).map(bit)
      }
      #expect(sink.bitCount == expected.count)
      sink.seal()
      let found = expected.indices.map { sink.words[$0 / 64].bigEndian << UInt64($0 % 64) >= 1 << 63 }
      #expect(found == expected)
      expected += Array(repeating: true, count: -expected.count & 7)
      var bytes = [UInt8](repeating: 0, count: 5000)
      var span = bytes.mutableSpan
      // Bytes taken before the end make no difference.
      var copy = sink
      var (other, parts) = (sink, [UInt8](repeating: 0, count: 5000))
      var partsSpan = parts.mutableSpan
      let middle = other.takeBytes(into: &partsSpan, at: 3)
      #expect(other.bitCount == sink.bitCount % 8)
      let end = sink.stuff(into: &span, at: 3)
      #expect(middle.flatMap { other.stuff(into: &partsSpan, at: $0) } == end)
      #expect(parts == bytes)
      let stuffed = stride(from: 0, to: expected.count, by: 8).flatMap { at -> [UInt8] in
        let byte = expected[at..<at + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) }
        return byte == 0xFF ? [byte, 0] : [byte]
      }
      #expect(end == 3 + stuffed.count)
      #expect(Array(bytes[3..<3 + stuffed.count]) == stuffed)
      var short = [UInt8](repeating: 0, count: 2 + stuffed.count)
      var room = short.mutableSpan
      #expect(copy.stuff(into: &room, at: 3) == nil)
    }
  }

  @Test("coefficients are read as they were written, all of them or the lowest ones")
  func coefficients() throws {
    let kind = CameraKind(width: 8, height: 8, luma: (1, 1), components: 1, quality: 90)
    let headers = try JPEGCodecTests.headers(of: kind.encoded(seed: 1))
    let encoder = HuffmanEncoder(headers)
    var decoder = HuffmanDecoder()
    decoder.prepare(for: headers)
    var random = Seeded(4)
    for round in 0..<500 {
      var blocks = [[Int16](repeating: 0, count: 64), [Int16](repeating: 0, count: 64)]
      for _ in 0..<round % 64 {
        blocks[random.below(2)][1 + random.below(63)] =
          Int16(random.below(random.below(8) == 0 ? 3000 : 60) - 25)
      }
      var sink = BitSink(capacity: 8000)
      var (starts, ends): ([Int], [Int]) = ([], [])
      for block in blocks {
        sink.put(1, count: 1 + round % 60)
        starts.append(sink.bitCount)
        encoder.putAC(headers.components[0].ac, block.span, start: 0, into: &sink)
        ends.append(sink.bitCount)
      }
      sink.seal()
      let words = sink.words + [0, 0, 0]
      for (count, isLow) in [(1, false), (2, false), (1, true), (2, true)] {
        var found = [Int16](repeating: 0, count: 128)
        var places: [cjpeg_place] = []
        unsafe words.withUnsafeBytes { data in
          unsafe decoder.single.withUnsafeBufferPointer { codes in
            unsafe found.withUnsafeMutableBufferPointer { found in
              var readers = unsafe (0..<count).map { number in
                unsafe cjpeg_reader(
                  place: cjpeg_place(bit: starts[number], number: 1), codes: codes.baseAddress!,
                  coefficients: found.baseAddress! + 64 * number)
              }
              unsafe cjpeg_read_ac(
                data.assumingMemoryBound(to: UInt8.self).baseAddress!, &readers, CInt(count), isLow ? 1 : 0)
              places = unsafe readers.map { unsafe $0.place }
            }
          }
        }
        for (number, place) in places.enumerated() {
          // The tables' longest codes are for others to read.
          for index in 1..<min(Int(place.number), 64) where !isLow || index < 25 {
            let (from, to) = (Int(ZigZag.natural[index]), Int(cjpeg_place_of(CInt(index), isLow ? 1 : 0)))
            guard to < 16 || !isLow else { continue }
            #expect(found[64 * number + to] == max(-1023, min(1023, blocks[number][from])))
          }
          if place.number == 64 { #expect(place.bit == ends[number]) }
        }
      }
    }
  }
}
