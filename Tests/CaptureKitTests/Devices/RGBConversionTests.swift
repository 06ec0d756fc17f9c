import CVideo4Linux
import Testing

struct RGBConversionTests {
  @Test(
    "rows of RGB become JFIF's colours within a code",
    arguments: [(bytes: 3, red: 0), (3, 2), (4, 0), (4, 2)], [1, 2, 64, 67])
  func colors(layout: (bytes: Int, red: Int), width: Int) {
    var random = SystemRandomNumberGenerator()
    // Corners of the cube as well as anything else.
    let values = (0..<width * layout.bytes).map { _ in
      UInt8([0, 255, Int.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0)
    }
    var packed = [UInt8](repeating: 0xEE, count: (width + 1) / 2 * 4 + 1)
    // SAFETY: the rows are as long as the width and the layout say.
    unsafe cv4l_rgb_to_yuyv(values, Int32(layout.bytes), Int32(layout.red), width, &packed)
    #expect(packed.last == 0xEE)
    func color(_ x: Int) -> SIMD3<Double> {
      let pixel = values.dropFirst(min(x, width - 1) * layout.bytes).prefix(3).map(Double.init)
      return SIMD3(pixel[layout.red], pixel[1], pixel[2 - layout.red])
    }
    func sample(_ weights: SIMD3<Double>, _ color: SIMD3<Double>) -> Double { (weights * color).sum() }
    for x in stride(from: 0, to: width, by: 2) {
      let mean = (color(x) + color(x + 1)) / 2
      let expected = [
        sample(SIMD3(0.299, 0.587, 0.114), color(x)), sample(SIMD3(-0.168736, -0.331264, 0.5), mean) + 128,
        sample(SIMD3(0.299, 0.587, 0.114), color(x + 1)),
        sample(SIMD3(0.5, -0.418688, -0.081312), mean) + 128,
      ]
      for (got, wanted) in zip(packed[(2 * x)...], expected) {
        #expect(abs(Double(got) - min(wanted, 255)) < 1, "\(x): \(values)")
      }
    }
  }
}
