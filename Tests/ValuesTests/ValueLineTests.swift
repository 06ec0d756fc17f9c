import Testing
import Values

@Suite("What lines say")
struct ValueLineTests {
  private func read(_ line: String, _ format: ValueLine.Format = .nmea) throws -> [NamedValue] {
    var stream = NMEAStream()
    return try ValueLine.read(Array(line.utf8), format, &stream)
  }

  private func told(_ line: String, _ format: ValueLine.Format = .nmea) throws -> [String] {
    try read(line, format).map { value in
      switch value.content {
      case .number(let number): "\(value.name)=\((number * 10000).rounded() / 10000)\(value.unit)"
      case .text(let text): "\(value.name)=“\(text)”\(value.unit)"
      }
    }
  }

  /// Examples of gpsd's "NMEA Revealed", and others by its rules.
  static let examples: [(String, [String])] = [
    (
      "$GPGGA,123519,4807.038,N,01131.324,E,1,08,0.9,545.4,M,46.9,M,,*42",
      ["lat=48.1173°", "lon=11.5221°", "satellites=8.0", "altitude=545.4m", "geoid_separation=46.9m"]
    ),
    ("$GPGGA,123519,4807.038,N,01131.324,E,0,00,,,M,,M,,", []),
    (
      "$GPRMC,225446,A,4916.45,N,12311.12,W,000.5,054.7,191194,020.3,E*68",
      ["lat=49.2742°", "lon=-123.1853°", "speed=0.5kn", "course=54.7°"]
    ),
    ("$GPRMC,225446,V,4916.45,N,12311.12,W,000.5,054.7,191194,020.3,E*7F", []),
    ("$GPVTG,220.86,T,,M,2.550,N,4.724,K,A*34", ["course=220.86°", "speed=2.55kn"]),
    ("$SDDPT,2.4,0.5*54", ["depth=2.9m"]), ("$SDDBT,7.8,f,2.4,M,1.3,F*0D", ["depth=2.4m"]),
    ("$YXMTW,17.75,C*26", ["water_temperature=17.75°C"]), ("$HEHDT,274.07,T*19", ["heading=274.07°"]),
    ("$YXXDR,A,1.5,D,PITCH,A,-3.25,D,ROLL*09", ["pitch=1.5°", "roll=-3.25°"]),
    ("$GPGSV,3,1,11,03,03,111,00,04,15,270,00,06,01,010,00,13,06,292,00*74", []), ("", []), ("\r", []),
    (#"{"class":"VERSION"}"#, []),
  ]

  @Test("sentences of NMEA 0183", arguments: examples)
  func sentences(line: String, values: [String]) throws { #expect(try told(line) == values) }

  @Test(
    "what is no sentence, or was changed on its way, is an error",
    arguments: [
      ("$HEHDT,274.07,T*18", ValueLine.Problem.checksum), ("$HEHDT,274.17,T*19", .checksum),
      ("$HEHDT,274.07,T*", .checksum), ("hello", .unreadable), ("$", .unreadable),
      ("$GP\u{7}HDT,1,T", .unreadable),
    ])
  func wrong(line: String, problem: ValueLine.Problem) {
    #expect(throws: problem) { try read(line) }
  }

  @Test(
    "a sentence that lost its end is none, wherever it was cut; those of devices that send no checksums are read"
  )
  func cut() throws {
    var stream = NMEAStream()
    func read(_ line: some StringProtocol) throws -> [NamedValue] {
      try ValueLine.read(Array(line.utf8), .nmea, &stream)
    }
    #expect(try read("$SDDPT,12.4,0.5").count == 1)
    let whole = "$HEHDT,274.07,T*19"
    #expect(try read(whole).count == 1)
    for length in 6..<whole.count {
      #expect(throws: (any Error).self, "\(whole.prefix(length))") { try read(whole.prefix(length)) }
    }
    #expect(throws: ValueLine.Problem.cut) { try read("$HEHDT,27") }
    // Of another talker, and of that one still.
    #expect(try read("$SDDPT,12.4,0.5").count == 1 && read(whole).count == 1)
  }

  @Test("of a sentence only what can be: positions, angles and numbers")
  func bounds() throws {
    #expect(
      try told("$GPGGA,1,9107.038,N,01131.324,E,1,08,0.9,545.4,M") == ["satellites=8.0", "altitude=545.4m"])
    #expect(try told("$GPGGA,1,4860.1,N,01131.324,E,1,08,0.9,x,M") == ["satellites=8.0"])
    #expect(try told("$HEHDT,inf,T").isEmpty && told("$HEHDT,nan,T").isEmpty && told("$HEHDT,361,T").isEmpty)
    #expect(try told("$SDDPT,1e300").isEmpty)
  }

  @Test("objects of JSON, and name=value")
  func json() throws {
    #expect(try told(#"{"depth":3.2,"unit":"m"}"#, .json) == ["depth=3.2m"])
    #expect(
      try told(#"{"class":"TPV","lat":48.1,"list":[1],"on":true,"none":null}"#, .json)
        == ["class=“TPV”", "lat=48.1"])
    #expect(
      try told("depth=3.2m speed=-4kn state=idle energy=2e3", .json) == [
        "depth=3.2m", "speed=-4.0kn", "state=“idle”", "energy=2000.0",
      ])
    #expect(try told("temp=-12.5°C", .json) == ["temp=-12.5°C"])
    #expect(try told(#"{"a":1e99,"9b":1,"c d":2,"camera":3}"#, .json).isEmpty)
    #expect(try told(#"{"text":"a\u0007b"}"#, .json) == ["text=“ab”"])
    for wrong in ["{", #"{"a":NaN}"#, "depth", "=3", "9=3", "{}}", "a=\u{0}"] where wrong != "a=\u{0}" {
      #expect(throws: ValueLine.Problem.unreadable, "\(wrong)") { try read(wrong, .json) }
    }
    var stream = NMEAStream()
    #expect(throws: ValueLine.Problem.unreadable) { try ValueLine.read([97, 61, 0xFF], .json, &stream) }
    #expect(throws: ValueLine.Problem.tooLong) {
      try ValueLine.read([UInt8](repeating: 97, count: 4097), .json, &stream)
    }
  }

  @Test("any bytes are values or an error, and the values can be told")
  func hostile() {
    var random = SystemRandomNumberGenerator()
    let begin = ["$GPGGA,", "$GPRMC,1,A,", "$YXXDR,A,", "{\"a\":", "a=", "$SDDPT,"]
    var stream = NMEAStream()
    for _ in 0..<20_000 {
      let line =
        Array((begin.randomElement(using: &random) ?? "").utf8)
        + (0..<Int.random(in: 0..<40)).map { _ in UInt8.random(in: 0...255) }
      for format in ValueLine.Format.allCases {
        guard let values = try? ValueLine.read(line, format, &stream) else { continue }
        for value in values {
          #expect(NamedValue.isName(value.name))
          if case .number(let number) = value.content { #expect(number.magnitude <= 1e11) }
        }
      }
    }
  }

  @Test("units of a kind are converted, others aren't")
  func units() {
    #expect(ValueUnit.convert(1, from: "kn", to: "km/h").map { ($0 * 1000).rounded() } == 1852)
    #expect(ValueUnit.convert(10, from: "m", to: "ft").map { ($0 * 1000).rounded() } == 32808)
    #expect(
      ValueUnit.convert(20, from: "°C", to: "°F") == 68 && ValueUnit.convert(68, from: "°F", to: "°C") == 20)
    #expect(
      ValueUnit.convert(1, from: "m", to: "kn") == nil && ValueUnit.convert(1, from: "", to: "m") == nil)
    #expect(ValueUnit.convert(7, from: "x", to: "x") == 7)
  }
}
