import Testing
import Values

@Suite("Positions of values")
struct ValuePositionTests {
  private func samples(_ said: [(String, Double?, String)]) -> [ValueSample] {
    said.map { ValueSample(name: $0, content: $1.map { .number($0) }, unit: $2, age: 0) }
  }

  @Test("units are converted, what has none is in degrees and metres")
  func units() throws {
    let all = try #require(
      ValuePosition(
        samples([
          ("depth", 1, "m"), ("lat", 48.5, "°"), ("lon", -9.25, "deg"), ("altitude", 100, "ft"),
          ("speed", 2, "kn"),
          ("course", 360, "°"), ("heading", -90, ""),
        ])))
    #expect(all.latitude == 48.5 && all.longitude == -9.25 && all.course == 0 && all.heading == 270)
    #expect(abs(all.altitude! - 30.48) < 1e-9 && abs(all.speed! - 2 * 1852.0 / 3600) < 1e-9)
    let bare = try #require(
      ValuePosition(samples([("lat", 1, ""), ("lon", 2, ""), ("alt", 3, ""), ("speed", 4, "")])))
    #expect(bare == ValuePosition(latitude: 1, longitude: 2, altitude: 3) && bare.ellipsoidal == nil)
    let sea = ValuePosition(
      samples([("lat", 1, ""), ("lon", 2, ""), ("altitude", 10, "m"), ("geoid_separation", -40, "m")]))
    #expect(sea?.ellipsoidal == -30)
  }

  @Test(
    "half a position, an old one and one that is on no globe are none",
    arguments: [
      [("lat", 1, "°")], [("lon", 1, "°")], [("lat", nil, "°"), ("lon", 1, "°")],
      [("lat", 91, ""), ("lon", 1, "")],
      [("lat", 1, ""), ("lon", 181, "")], [("lat", 1, "m"), ("lon", 1, "")],
      [("lat", -.infinity, ""), ("lon", 1, "")],
    ] as [[(String, Double?, String)]])
  func none(said: [(String, Double?, String)]) { #expect(ValuePosition(samples(said)) == nil) }

  @Test("what can't be of a position is left out, and the rest stays")
  func parts() throws {
    let said = samples([
      ("lat", 1, ""), ("lon", 2, ""), ("altitude", 1e7, "m"), ("speed", -1, "kn"), ("course", 1e9, "°"),
      ("heading", nil, "°"),
    ])
    #expect(ValuePosition(said) == ValuePosition(latitude: 1, longitude: 2))
  }

  @Test("an attitude has roll and pitch, and a heading if there is one")
  func attitude() {
    let said = samples([("roll", -3.5, "°"), ("pitch", 0.1, "rad")])
    let found = ValueAttitude(said)
    #expect(
      found?.roll == -3.5 && found.map { abs($0.pitch - 5.72957795) < 1e-6 } == true && found?.heading == nil)
    #expect(ValueAttitude(samples([("roll", 1, "°")])) == nil)
  }
}
