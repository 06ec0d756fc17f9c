/// A sentence of NMEA 0183, as E. S. Raymond's "NMEA Revealed" (gpsd.gitlab.io/gpsd/NMEA.html) describes them.
enum NMEASentence {
  /// Reads a sentence: GGA, RMC, VTG, DPT, DBT, MTW, HDT, XDR's roll and pitch. Others say nothing.
  ///
  /// - Parameter stream: what came before it from the same source; takes the time that it says.
  static func read(_ line: [UInt8], _ stream: inout NMEAStream) throws(ValueLine.Problem) -> [NamedValue] {
    // Some receivers put a time stamp or other noise before it.
    guard let start = line.firstIndex(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "!") }) else {
      // gpspipe -r begins with lines of JSON.
      if line.allSatisfy({ $0 == 32 || $0 == 13 }) || line.first == UInt8(ascii: "{") { return [] }
      throw .unreadable
    }
    var body = line[(start + 1)...]
    while body.last == 13 || body.last == 32 { body.removeLast() }
    let star = body.firstIndex(of: UInt8(ascii: "*"))
    if let star {
      let sum = body[..<star].reduce(0 as UInt8) { $0 ^ $1 }
      guard UInt8(String(decoding: body[(star + 1)...], as: UTF8.self), radix: 16) == sum else {
        throw .checksum
      }
      body = body[..<star]
    }
    guard body.allSatisfy({ (32..<127).contains($0) }) else { throw .unreadable }
    let fields = String(decoding: body, as: UTF8.self).split(
      separator: ",", omittingEmptySubsequences: false)
    guard let address = fields.first, address.count >= 5 else { throw .unreadable }
    guard stream.isWhole(address, hasChecksum: star != nil) else { throw .cut }
    stream.clock.note(before: line[..<start])
    stream.clock.note(String(address.suffix(3)), fields)
    return values(String(address.suffix(3)), fields)
  }

  private static func values(_ kind: String, _ fields: [Substring]) -> [NamedValue] {
    func number(_ index: Int) -> Double? {
      guard fields.indices.contains(index), let value = Double(fields[index]), value.isFinite else {
        return nil
      }
      return value
    }
    func value(_ name: String, _ index: Int, _ unit: String = "", within range: ClosedRange<Double>)
      -> NamedValue?
    { number(index).flatMap { range.contains($0) ? NamedValue(name, $0, unit) : nil } }
    func word(_ index: Int) -> Substring { fields.indices.contains(index) ? fields[index] : "" }
    let far = -1e6...1e6
    switch kind {
    case "GGA":
      // Quality 0: no fix.
      guard let quality = number(6), quality > 0 else { return [] }
      return position(word(2), word(3), word(4), word(5))
        + [
          value("satellites", 7, within: 0...999), value("altitude", 9, "m", within: far),
          value("geoid_separation", 11, "m", within: -1000...1000),
        ].compactMap(\.self)
    case "RMC":
      guard word(2) == "A" else { return [] }
      return position(word(3), word(4), word(5), word(6))
        + [value("speed", 7, "kn", within: 0...1e5), value("course", 8, "°", within: 0...360)].compactMap(
          \.self)
    case "VTG":
      return [value("course", 1, "°", within: 0...360), value("speed", 5, "kn", within: 0...1e5)].compactMap(
        \.self)
    case "DPT":
      // With the transducer's offset: below the surface or the keel.
      return number(1).map { $0 + (number(2) ?? 0) }.flatMap {
        far.contains($0) ? [NamedValue("depth", $0, "m")] : nil
      } ?? []
    case "DBT": return [value("depth", 3, "m", within: far)].compactMap(\.self)
    case "MTW": return [value("water_temperature", 1, "°C", within: -100...1000)].compactMap(\.self)
    case "HDT": return [value("heading", 1, "°", within: 0...360)].compactMap(\.self)
    case "XDR":
      // Type, measurement, unit, name; again and again. A, D: angular displacement in degrees.
      return stride(from: 1, to: max(fields.count - 3, 1), by: 4).compactMap { index in
        guard word(index) == "A", word(index + 2) == "D" else { return nil }
        let name = word(index + 3).lowercased()
        for angle in ["roll", "pitch"] where name.contains(angle) || (angle == "pitch" && name == "ptch") {
          return value(angle, index + 1, "°", within: -180...180)
        }
        return nil
      }
    default: return []
    }
  }

  /// Degrees and minutes, `4807.038,N`: both coordinates or none.
  private static func position(_ lat: Substring, _ north: Substring, _ lon: Substring, _ east: Substring)
    -> [NamedValue]
  {
    func degrees(_ text: Substring, _ side: Substring, _ sides: [Substring], most: Double) -> Double? {
      guard let raw = Double(text), raw.isFinite, raw >= 0, sides.contains(side) else { return nil }
      let whole = (raw / 100).rounded(.down)
      let minutes = raw - whole * 100
      let value = whole + minutes / 60
      guard minutes < 60, value <= most else { return nil }
      return side == sides[0] ? value : -value
    }
    guard let latitude = degrees(lat, north, ["N", "S"], most: 90),
      let longitude = degrees(lon, east, ["E", "W"], most: 180)
    else { return [] }
    return [NamedValue("lat", latitude, "°"), NamedValue("lon", longitude, "°")]
  }
}
