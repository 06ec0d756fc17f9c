import CGuides
import TestSupport
import Testing

@testable import HUDGeometry

/// Every kernel gives the same bytes with wide vectors and without; what they mean is tested where they are used.
struct RollKernelTests {
  static let sizes: [(width: Int, height: Int)] = [(160, 90), (37, 11), (9, 5), (3, 3), (2, 2)]

  private func bits(_ values: [Float]) -> [UInt32] { values.map(\.bitPattern) }

  @Test("a picture is shrunk and smoothed alike, whatever the processor", arguments: sizes, [1, 2, 3, 4])
  func shrink(size: (width: Int, height: Int), factor: Int) {
    var random = Seeded(8)
    let stride = size.width * factor + 5
    let source = (0..<stride * size.height * factor).map { _ in UInt8(random.next() & 255) }
    let (width, height) = (CInt(size.width), CInt(size.height))
    var wide = [Float](repeating: 0, count: size.width * size.height)
    var narrow = wide
    unsafe cguides_shrink(source, stride, CInt(factor), &wide, width, height)
    unsafe cguides_shrink_plain(source, stride, CInt(factor), &narrow, width, height)
    #expect(bits(wide) == bits(narrow))
    var sum = 0
    for v in 0..<factor { for u in 0..<factor { sum += Int(source[(v + factor) * stride + factor + u]) } }
    #expect((wide[size.width + 1] - Float(sum) / Float(factor * factor)).magnitude < 1e-3)

    let before = wide
    var scratch = [Float](repeating: 0, count: 3 * size.width)
    unsafe cguides_smooth(&wide, width, height, &scratch)
    unsafe cguides_smooth_plain(&narrow, width, height, &scratch)
    #expect(bits(wide) == bits(narrow))
    for y in 1..<max(1, size.height - 1) where size.width > 2 {
      for x in 1..<size.width - 1 {
        var mean: Float = 0
        for v in -1...1 {
          for u in -1...1 {
            mean += before[(y + v) * size.width + x + u] * Float((2 - abs(u)) * (2 - abs(v))) / 16
          }
        }
        #expect((wide[y * size.width + x] - mean).magnitude < 1e-3)
      }
    }
    #expect(wide[0] == before[0])

    var half = [Float](repeating: 0, count: size.width / 2 * (size.height / 2))
    var plainHalf = half
    unsafe cguides_halve(wide, width, &half, width / 2, height / 2)
    unsafe cguides_halve_plain(wide, width, &plainHalf, width / 2, height / 2)
    #expect(bits(half) == bits(plainHalf))
    #expect(half[0] == (wide[0] + wide[1] + wide[size.width] + wide[size.width + 1]) / 4)
  }

  @Test(
    "points are looked for alike, whatever the processor, and none outside", arguments: [0, 1, 7, 8, 41, 160])
  func points(count: Int) {
    var random = Seeded(UInt64(9 + count))
    let (width, height) = (64, 40)
    let pixels = (0..<width * height).map { _ in Float(random.unit() * 255) }
    // A fifth of them beyond the edges.
    var places = [Float](repeating: 0, count: (count + 7) / 8 * 24)
    for k in 0..<count {
      places[k / 8 * 24 + k % 8] = Float((random.unit() - 0.5) * 1.2 * Double(width))
      places[k / 8 * 24 + 8 + k % 8] = Float((random.unit() - 0.5) * 1.2 * Double(height))
      places[k / 8 * 24 + 16 + k % 8] = Float(random.unit() * 255)
    }
    let changes = (0..<count * 8).map { $0 % 8 < 6 ? Float(random.unit() - 0.5) * 40 : 0 }
    var view = cguides_view(
      turn: (0.99, 0.02), middle: (31.2, 19.4), limit: (Float(width - 1), Float(height - 1)), per_row: 1,
      light_gain: 0.05, light_offset: -2)
    var (wide, narrow) = (cguides_roll(), cguides_roll())
    unsafe cguides_roll_sums(pixels, CInt(width), &view, places, changes, CInt(count), 1 / 900, &wide)
    unsafe cguides_roll_sums_plain(pixels, CInt(width), &view, places, changes, CInt(count), 1 / 900, &narrow)
    let isSame = unsafe withUnsafeBytes(of: wide) { a in
      unsafe withUnsafeBytes(of: narrow) { b in unsafe a.elementsEqual(b) }
    }
    #expect(isSame)

    var inside = 0
    for k in 0..<count {
      let (px, py) = (places[k / 8 * 24 + k % 8], places[k / 8 * 24 + 8 + k % 8])
      let (x, y) = (0.99 * px - 0.02 * py + 31.2, 0.02 * px + 0.99 * py + 19.4)
      if x >= 0, y >= 0, x < Float(width - 1), y < Float(height - 1) { inside += 1 }
    }
    #expect(Int(wide.seen) == inside)
    for within in [Float(30), 1e9] {
      var (found, plainly): (Int32, Int32) = (0, 0)
      unsafe cguides_roll_found(pixels, CInt(width), &view, places, CInt(count), within, &found)
      unsafe cguides_roll_found_plain(pixels, CInt(width), &view, places, CInt(count), within, &plainly)
      #expect(found == plainly && Int(found) <= inside)
      #expect(within < 1e9 || Int(found) == inside)
    }
  }
}
