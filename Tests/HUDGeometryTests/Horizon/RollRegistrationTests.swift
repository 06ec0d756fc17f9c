import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

struct RollRegistrationTests {
  /// A textured scene seen by a camera rolled clockwise, shifted, in another light, with noise.
  static func view(
    rollDegrees: Double, shift: Point = Point(0, 0), gain: Double = 1, width: Int = 240, height: Int = 135,
    seed: UInt64 = 1, coveredBelow: Double = -1
  ) -> SyntheticPicture {
    var random = Seeded(seed)
    var picture = SyntheticPicture(width: width, height: height, pixels: [])
    let (s, c) = (Double.sin(rollDegrees * .pi / 180), Double.cos(rollDegrees * .pi / 180))
    for y in 0..<height {
      for x in 0..<width {
        let (px, py) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
        // Where the level camera saw what is here now: turned clockwise in the picture.
        let (u, v) = (px * c - py * s + shift.x, px * s + py * c + shift.y)
        var value = 120.0
        value += 40 * Double.sin(u * 0.13 + 2 * Double.sin(v * 0.07)) * Double.cos(v * 0.11)
        value += 25 * Double.sin(u * 0.41 + v * 0.29)
        if px / Double(width) + 0.5 < coveredBelow { value = 60 + 30 * Double.sin(px * 0.9) }
        picture.pixels.append(UInt8(max(0, min(255, value * gain + (random.unit() - 0.5) * 6))))
      }
    }
    return picture
  }

  /// Checks whether a picture is found again, rolled by so much.
  func expect(
    _ picture: SyntheticPicture, _ registration: inout RollRegistration, isFound wanted: Bool = true,
    roll: Double? = nil, within tolerance: Double = 0.03,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isFound = registration.register(picture.pixels.span, bytesPerRow: picture.width)
    #expect(isFound == wanted, sourceLocation: sourceLocation)
    if let roll {
      #expect(abs(registration.rollDegrees - roll) < tolerance, "\(roll)°", sourceLocation: sourceLocation)
    }
  }

  static func registration(width: Int = 240, height: Int = 135) -> RollRegistration {
    var registration = RollRegistration(width: width, height: height, pixelAspect: 1)
    registration.setReference(
      view(rollDegrees: 0, width: width, height: height).pixels.span, bytesPerRow: width)
    return registration
  }

  @Test(
    "a roll from .1° to 8° is seen within .03°, in other light and shifted",
    arguments: [-8.0, -2.5, -0.3, -0.1, 0, 0.1, 0.3, 1, 5])
  func rolls(_ roll: Double) {
    var registration = Self.registration()
    #expect(registration.hasReference)
    let picture = Self.view(rollDegrees: roll, shift: Point(2.3, -1.7), gain: 0.85, seed: 9)
    expect(picture, &registration, roll: roll)
  }

  @Test("a camera that turns and moves a little in each frame is followed as well as one that jumps")
  func steps() {
    var registration = Self.registration()
    for frame in 0..<40 {
      // Half a pixel and .2° from frame to frame, and at 20 and 30 frames a jump that has to be found anew.
      let roll = 0.2 * Double(frame % 20) - (frame >= 20 ? 5 : 0)
      let shift = Point(0.5 * Double(frame % 10), frame >= 30 ? -14 : 3)
      let picture = Self.view(
        rollDegrees: roll, shift: shift, gain: 1 - 0.005 * Double(frame), seed: UInt64(frame))
      expect(picture, &registration, roll: roll)
    }
  }

  @Test("a scene that has half a pattern's length to its next likeness is not taken for it after a jump")
  func pattern() {
    // Stripes 16 pixels apart that fade to one side: only where they fade tells one from the next.
    func stripes(_ shift: Double) -> [UInt8] {
      (0..<240 * 135).map { i in
        let (x, y) = (Double(i % 240) + shift, Double(i / 240))
        let size = 20 + 60 * x / 240
        return UInt8(
          max(0, min(255, 120 + size * Double.sin(x * .pi / 8) + 30 * Double.sin(y * 0.2 + x * 0.01))))
      }
    }
    var registration = RollRegistration(width: 240, height: 135, pixelAspect: 1)
    registration.setReference(stripes(0).span, bytesPerRow: 240)
    for shift in [1.0, 0.5, 6.0, 7.0, 8.0] {
      let isFound = registration.register(stripes(shift).span, bytesPerRow: 240)
      // Found where it is, or not at all.
      #expect(
        !isFound || abs(registration.shift * 120 - shift / 2) < 0.6, "\(shift): \(registration.shift * 120)")
    }
  }

  @Test("someone who covers a third of the picture does not turn it")
  func covered() {
    var registration = Self.registration()
    let picture = Self.view(rollDegrees: 0.5, seed: 3, coveredBelow: 0.33)
    expect(picture, &registration, roll: 0.5, within: 0.05)
  }

  @Test("another picture is not found again, and the reference is taken up once it is back")
  func lost() {
    var registration = Self.registration()
    expect(.noise(amplitude: 100, seed: 5), &registration, isFound: false)
    expect(.fog(seed: 2), &registration, isFound: false)
    expect(Self.view(rollDegrees: 1, seed: 4), &registration, roll: 1)
  }

  @Test(
    "a picture without structure, or without size, is no reference", arguments: [(240, 135), (0, 0), (3, 9)])
  func empty(_ size: (Int, Int)) {
    var registration = RollRegistration(width: size.0, height: size.1, pixelAspect: 1)
    let grey = SyntheticPicture.noise(amplitude: 0, seed: 1, width: size.0, height: size.1)
    registration.setReference(grey.pixels.span, bytesPerRow: size.0)
    #expect(!registration.hasReference)
    expect(grey, &registration, isFound: false)
  }

  @Test("a level reference follows from zero, bounded over many frames, and is unknown when the view is lost")
  func levelReference() {
    var settings = HUDSettings(tracksSubject: false)
    settings.levelReference = true
    var analyzer = HUDAnalyzer(settings: settings, lumaWidth: 240, lumaHeight: 135)
    for i in 0..<50 {
      let roll = i < 10 ? 0 : 0.8 * Double.sin(Double(i) * 0.1)
      let picture = Self.view(rollDegrees: roll, seed: UInt64(i + 1))
      analyzer.update(luma: picture.pixels.span, bytesPerRow: 240, nanoseconds: Int64(i) * 33_333_333)
      if i >= 10 {
        #expect(analyzer.reading.horizon.isKnown)
        #expect(abs(analyzer.reading.horizon.angleDegrees - roll) < 0.03)
      }
    }
    for i in 50..<64 {
      let noise = SyntheticPicture.noise(amplitude: 90, seed: UInt64(i))
      analyzer.update(luma: noise.pixels.span, bytesPerRow: 240, nanoseconds: Int64(i) * 33_333_333)
    }
    #expect(!analyzer.reading.horizon.isKnown && analyzer.reading.horizon.state == .unknown)
  }
}
