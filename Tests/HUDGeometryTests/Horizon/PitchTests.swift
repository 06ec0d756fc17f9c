import RealModule
import TestScenes
import Testing

@testable import HUDGeometry

struct PitchTests {
  private func reading(
    _ picture: SyntheticPicture, fieldOfView: Double? = nil
  ) throws -> PitchReading {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(
        viewfinderWidth: picture.width, viewfinderHeight: picture.height, arePhotos: true,
        fieldOfViewDegrees: fieldOfView),
      lumaWidth: picture.width, lumaHeight: picture.height)
    analyzer.update(luma: picture.pixels.span, bytesPerRow: picture.width, nanoseconds: 0)
    return try #require(analyzer.reading.horizon.pitch)
  }

  @Test(
    "a street's pitch is found whatever the roll, with or without its field of view",
    arguments: [-12.0, 0, 9], [-9.0, 4])
  func pitch(pitch: Double, roll: Double) throws {
    let picture = SyntheticPicture.street(pitch: pitch, roll: roll, fieldOfView: 70)
    for known in [nil, 70.0] {
      let found = try reading(picture, fieldOfView: known)
      #expect(abs(found.degrees - pitch) < 2.5, "\(found.degrees)° instead of \(pitch)°")
      #expect(found.interval.contains(pitch))
      #expect((found.fieldOfViewMarginDegrees == nil) == (known != nil))
      if known != nil { #expect(abs(found.fieldOfViewDegrees - 70) < 1e-6) }
    }
  }

  @Test("of two lenses the wider one is said to see more; a portrait's width is its short side")
  func fieldOfView() throws {
    let narrow = try reading(SyntheticPicture.street(pitch: 9, roll: 2, fieldOfView: 45))
    let wide = try reading(SyntheticPicture.street(pitch: 9, roll: 2, fieldOfView: 85))
    #expect(narrow.fieldOfViewDegrees + 10 < wide.fieldOfViewDegrees)
    let portrait = try reading(
      SyntheticPicture.street(pitch: 8, roll: 0, fieldOfView: 45, size: (135, 240)), fieldOfView: 45)
    #expect(abs(portrait.degrees - 8) < 2.5 && portrait.fieldOfViewDegrees == 45)
  }

  @Test("while the camera tilts, the pitch follows at once and is no jump at the estimates")
  func tilting() throws {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(tracksSubject: false, viewfinderWidth: 240, viewfinderHeight: 135),
      lumaWidth: 240, lumaHeight: 135)
    var last: Double?
    for frame in 0..<36 {
      let pitch = 8 * Double.sin(Double(frame) / 12)
      let picture = SyntheticPicture.street(pitch: pitch, roll: 3, fieldOfView: 65)
      analyzer.update(luma: picture.pixels.span, bytesPerRow: 240, nanoseconds: Int64(frame) * 33_333_333)
      let found = try #require(analyzer.reading.horizon.pitch)
      #expect(abs(found.degrees - pitch) < 2.5, "frame \(frame): \(found.degrees)° instead of \(pitch)°")
      if let last { #expect(abs(found.degrees - last) < 1.5) }
      last = found.degrees
      if !(7..<15).contains(frame) { #expect((found.visibility > 0) == (frame > 6), "frame \(frame)") }
    }
  }

  @Test("a wall without marks has no pitch, and a level reference doesn't ask for one")
  func nothing() {
    for follows in [false, true] {
      var analyzer = HUDAnalyzer(
        settings: HUDSettings(levelReference: follows), lumaWidth: 240, lumaHeight: 135)
      let picture =
        follows ? SyntheticPicture.horizon(rollDegrees: 0, offset: 5) : .noise(amplitude: 0, seed: 1)
      analyzer.update(luma: picture.pixels.span, bytesPerRow: 240, nanoseconds: 0)
      #expect(analyzer.reading.horizon.pitch == nil)
    }
  }

  @Test("a level line's place follows from pitch and field of view")
  func heights() {
    var reading = PitchReading()
    (reading.degrees, reading.fieldOfViewDegrees) = (10, 90)
    for (margin, isKnown) in [(nil, true), (10, true), (10.5, false)] as [(Double?, Bool)] {
      reading.fieldOfViewMarginDegrees = margin
      #expect(reading.isFieldOfViewKnown == isKnown)
    }
    // 45° from the axis is at the edge; the horizon lies 10° below the middle.
    #expect(abs((reading.height(ofElevation: 55) ?? 0) - 0.5) < 1e-9)
    #expect(abs((reading.height(ofElevation: 0) ?? 0) + 0.5 * Double.tan(10 * .pi / 180)) < 1e-9)
    #expect(reading.height(ofElevation: 10) == 0 && reading.height(ofElevation: 95) == nil)
  }
}
