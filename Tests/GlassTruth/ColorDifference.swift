import RealModule

/// A colour in CIE L*a*b*, for the white of sRGB (D65).
public struct LabColor: Equatable, Sendable {
  /// Lightness, 0...100.
  public var lightness: Double
  /// Green (negative) to red.
  public var a: Double
  /// Blue (negative) to yellow.
  public var b: Double

  /// A colour by its coordinates.
  public init(_ lightness: Double, _ a: Double, _ b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// The colour of linear light with sRGB's primaries, 0...1 (IEC 61966-2-1; CIE 15:2004, 8.2.1).
  public init(light: SIMD3<Float>) {
    let c = SIMD3<Double>(light)
    // Each row is divided by the white's coordinate.
    let x = (0.412_456_4 * c.x + 0.357_576_1 * c.y + 0.180_437_5 * c.z) / 0.950_47
    let y = 0.212_672_9 * c.x + 0.715_152_2 * c.y + 0.072_175 * c.z
    let z = (0.019_333_9 * c.x + 0.119_192 * c.y + 0.950_304_1 * c.z) / 1.088_83
    func f(_ t: Double) -> Double {
      t > 216.0 / 24_389 ? Double.root(t, 3) : (24_389.0 / 27 * t + 16) / 116
    }
    self.init(116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z)))
  }

  private func chroma() -> Double { (a * a + b * b).squareRoot() }

  /// The difference that the eye sees between two colours: CIEDE2000 with all weights 1.
  ///
  /// Numbers in brackets are equations of Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation
  /// Notes, Supplementary Test Data, and Mathematical Observations", Color Research and Application 30 (1), 2005.
  public func difference(from other: LabColor) -> Double {
    func seventh(_ c: Double) -> Double {
      let c7 = Double.pow(c, 7)
      return (c7 / (c7 + 6_103_515_625)).squareRoot()  // 25⁷
    }
    // (2)–(7)
    let g = 0.5 * (1 - seventh((chroma() + other.chroma()) / 2))
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = ((a1 * a1 + b * b).squareRoot(), (a2 * a2 + other.b * other.b).squareRoot())
    let (h1, h2) = (Self.hue(a1, b), Self.hue(a2, other.b))
    // (8)–(14)
    let isGrey = c1 * c2 == 0
    var turn = isGrey ? 0 : h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let lightnessStep = other.lightness - lightness
    let chromaStep = c2 - c1
    let hueStep = 2 * (c1 * c2).squareRoot() * Self.sine(turn / 2)
    var hue = h1 + h2
    if !isGrey {
      if abs(h1 - h2) > 180 { hue += hue < 360 ? 360 : -360 }
      hue /= 2
    }
    // (15)–(21)
    let t =
      1 - 0.17 * Self.cosine(hue - 30) + 0.24 * Self.cosine(2 * hue) + 0.32 * Self.cosine(3 * hue + 6)
      - 0.20 * Self.cosine(4 * hue - 63)
    let chroma = (c1 + c2) / 2
    let fromMiddle = (lightness + other.lightness) / 2 - 50
    let square = fromMiddle * fromMiddle
    let blue = (hue - 275) / 25
    let rotation = -Self.sine(60 * Double.exp(-blue * blue)) * 2 * seventh(chroma)
    // (22)
    let l = lightnessStep / (1 + 0.015 * square / (20 + square).squareRoot())
    let c = chromaStep / (1 + 0.045 * chroma)
    let h = hueStep / (1 + 0.015 * chroma * t)
    return max(l * l + c * c + h * h + rotation * c * h, 0).squareRoot()
  }

  /// Degrees, 0..<360; 0 for greys.
  private static func hue(_ a: Double, _ b: Double) -> Double {
    guard a != 0 || b != 0 else { return 0 }
    let degrees = Double.atan2(y: b, x: a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  private static func sine(_ degrees: Double) -> Double { Double.sin(degrees * .pi / 180) }
  private static func cosine(_ degrees: Double) -> Double { Double.cos(degrees * .pi / 180) }
}

/// How two pictures differ, pixel by pixel.
public struct PictureDifference: Sendable {
  /// CIEDE2000 of each pixel, row by row.
  public let differences: [Float]

  /// - Parameters: two pictures of one size (a precondition).
  public init(_ one: LightPicture, _ other: LightPicture) {
    precondition(one.width == other.width && one.height == other.height)
    differences = one.pixels.indices.map {
      Float(LabColor(light: one.pixels[$0]).difference(from: LabColor(light: other.pixels[$0])))
    }
  }

  /// The differences as greys, eight codes to a unit.
  public func picture(width: Int) -> LightPicture {
    var picture = LightPicture(width: width, height: differences.count / max(width, 1))
    for i in picture.pixels.indices {
      picture.pixels[i] = LightPicture.light(SIMD3(repeating: min(differences[i] * 8, 255)))
    }
    return picture
  }

  /// The mean over the pixels where `mask` is true; 0 if there are none.
  public func mean(where mask: [Bool]) -> Double {
    var (sum, count) = (0.0, 0)
    for i in differences.indices where mask[i] { (sum, count) = (sum + Double(differences[i]), count + 1) }
    return count > 0 ? sum / Double(count) : 0
  }

  /// The value below which a share of the pixels lies where `mask` is true.
  public func percentile(_ share: Double, where mask: [Bool]) -> Double {
    let sorted = differences.indices.filter { mask[$0] }.map { differences[$0] }.sorted()
    guard !sorted.isEmpty else { return 0 }
    return Double(sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)])
  }
}
