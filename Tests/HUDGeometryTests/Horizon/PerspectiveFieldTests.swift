import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

struct PerspectiveFieldTests {
  private func likelihood(_ picture: SyntheticPicture, aspect: Double = 16.0 / 9) -> [Float] {
    var field = PerspectiveField(width: picture.width, height: picture.height, aspect: aspect)
    field.take(picture.pixels.span, bytesPerRow: picture.width)
    field.look()
    field.read()
    return field.likelihood
  }

  private func likeliest(_ likelihood: [Float]) -> Double {
    let best = likelihood.indices.max { likelihood[$0] < likelihood[$1] } ?? 0
    return Double(best) / 2 - Double(HorizonEvidence.span)
  }

  /// A plain with posts under a bright sky, seen at eye level.
  private func posts(roll: Double, width: Int = 240, height: Int = 135) -> SyntheticPicture {
    var random = Seeded(7)
    var picture = SyntheticPicture(width: width, height: height, pixels: [])
    let (s, c) = (Double.sin(roll * .pi / 180), Double.cos(roll * .pi / 180))
    let unit = Double(max(width, height)) / 240
    for y in 0..<height {
      for x in 0..<width {
        let (px, py) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
        let (along, above) = ((c * px - s * py) / unit / 40, (-s * px - c * py) / unit + 5)
        let post = along.rounded(.down)
        let height = 25 + 10 * (post * 7 - 4 * (post * 7 / 4).rounded(.down))
        let isPost = abs(along - post - 0.5) < 0.12 && above < height && above > -25
        let value =
          isPost ? 40 + 30 * (post - 3 * (post / 3).rounded(.down)) : above > 0 ? 200 - above / 4 : 70
        picture.pixels.append(UInt8(max(0, min(255, value + (random.unit() - 0.5) * 10))))
      }
    }
    return picture
  }

  @Test(
    "the roll is read to a few degrees, at any size and shape", arguments: [-40.0, -12, 0, 7, 33],
    [(240, 135), (480, 270), (320, 240), (135, 240)])
  func roll(degrees: Double, size: (Int, Int)) {
    let picture = posts(roll: degrees, width: size.0, height: size.1)
    let found = likeliest(likelihood(picture, aspect: Double(size.0) / Double(size.1)))
    #expect(abs(found - degrees) <= 3, "\(found)°")
  }

  @Test("probabilities sum to 1; noise, fog and a grey wall tell nothing")
  func nothing() {
    let wall = SyntheticPicture(width: 240, height: 135, pixels: Array(repeating: 90, count: 240 * 135))
    for picture in [wall, .noise(amplitude: 60, seed: 3), .fog(seed: 2)] {
      let all = likelihood(picture)
      #expect(abs(all.reduce(0) { $0 + Float.exp($1) } - 1) < 1e-3)
      #expect(all.allSatisfy { Float.exp($0) < 0.08 })
    }
  }

  @Test("a picture of twice the size is read as its means of four are")
  func halves() {
    let small = posts(roll: 4)
    var large = SyntheticPicture(width: 480, height: 270, pixels: [])
    for y in 0..<270 { for x in 0..<480 { large.pixels.append(small.pixels[y / 2 * 240 + x / 2]) } }
    #expect(likelihood(small) == likelihood(large))
  }

  @Test("brightness and contrast don't matter")
  func light() {
    let picture = posts(roll: -9)
    var dark = picture
    dark.pixels = picture.pixels.map { $0 / 4 + 10 }
    #expect(abs(likeliest(likelihood(picture)) - likeliest(likelihood(dark))) <= 2)
  }
}
