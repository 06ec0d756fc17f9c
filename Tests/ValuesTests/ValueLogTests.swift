import Testing

@testable import Values

@Suite("Logs of values")
struct ValueLogTests {
  private func log(_ text: String, _ format: ValueLog.Format, by step: Int = .max, patience: Int64? = 1 << 40)
    throws
    -> ValueLog
  {
    var log = ValueLog(format)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      log.take(rest.prefix(step))
      rest = rest.dropFirst(step)
    }
    try log.finish(patience: patience)
    return log
  }

  /// What held at a time, in seconds.
  private func said(_ log: ValueLog, at seconds: Double) -> [String: String] {
    var samples: [ValueSample] = []
    log.timeline.sample(at: Int64(seconds * 1e9), into: &samples)
    return Dictionary(
      uniqueKeysWithValues: samples.map { sample in
        switch sample.content {
        case .number(let number): (sample.name, "\((number * 1000).rounded() / 1000) \(sample.unit)")
        case .text(let text): (sample.name, text)
        case nil: (sample.name, "–")
        }
      })
  }

  @Test(
    "a table's columns are named and have units as logs write them, whatever parts it comes in",
    arguments: [1, 7, .max])
  func table(step: Int) throws {
    let text = """
      \u{FEFF}# a logger's remark
      Time (s),Depth [m],Speed (kn),heading/°,"Water, inside [°C]",state,2nd\r
      0,2,4.5,350,,"up, and away",1
      2,3,5.5,10,21.5,down,1

      """
    // The remark stands before the first line, where a mark of the encoding would too.
    let found = try log(String(text.dropFirst()), .csv, by: step)
    #expect(
      said(found, at: 1) == [
        "depth": "2.5 m", "speed": "5.0 kn", "heading": "0.0 °", "state": "up, and away",
      ])
    #expect(
      said(found, at: 2)["water_inside"] == "21.5 °C" && found.isUTC == false && found.leftOut == ["2nd"])
    #expect(said(found, at: -0.1).isEmpty && found.problems.isEmpty)
    #expect(try said(log("\u{FEFF}t,a\n0,1\n", .csv, by: step), at: 0) == ["a": "1.0 "])
  }

  @Test("semicolons and decimal commas; a date and a time of day in two columns; a time in milliseconds")
  func dialects() throws {
    let german = try log("Zeit;time;Tiefe [m]\nx;0,5;2,25\nx;1,5;3,25\n", .csv)
    #expect(said(german, at: 1)["tiefe"] == "2.75 m")
    let two = try log("date\ttime\ta\n2026-11-24\t07:24:37\t1\n", .csv)
    #expect(two.isUTC == true && said(two, at: 1_795_505_077) == ["a": "1.0 "])
    #expect(said(try log("timestamp [ms],a\n1500,1\n2500,2\n", .csv), at: 2) == ["a": "1.5 "])
    #expect(said(try log("t,a,A\n0,1,2\n", .csv), at: 0) == ["a": "1.0 ", "a_2": "2.0 "])
  }

  @Test("what is wrong with a table's lines is counted, and the others are used")
  func spoiled() throws {
    let found = try log(
      "time,a [m]\n0,1\n1,nan\n2,inf\n3,1e300\nsoon,2\n5\n6,-\n1795505077,9\n4,5\n9,\(String(repeating: "x", count: 70))\n"
        + String(repeating: "y", count: 70_000) + "\n10,3", .csv)
    #expect(
      found.problems == [.number: 4, .noTime: 1, .otherClock: 1, .backwards: 1, .endless: 1],
      "\(found.problems)")
    #expect(
      said(found, at: 4) == ["a": "5.0 m"] && said(found, at: 10) == ["a": "3.0 m"]
        && said(found, at: 2)["a"] != "–")
    for text in ["", "\n\n", "a,b\n1,2\n", "time\n1\n", "time,a\n", "time,a\nx,1\n", "\u{0}\u{1}"] {
      #expect(throws: ValueLog.Unfit.self) { try log(text, .csv) }
    }
    let many = try log(
      "t," + (0..<70).map { "v\($0)" }.joined(separator: ",") + "\n0" + String(repeating: ",1", count: 70),
      .csv)
    #expect(said(many, at: 0).count == 64 && many.leftOut.count == 6)
  }

  @Test("a track's points have positions, heights and what watches add", arguments: [1, 100, .max])
  func track(step: Int) throws {
    let text = """
      <?xml version="1.0"?><!-- <trkpt lat="9" lon="9"><time>2026-11-24T07:24:37Z</time></trkpt> -->
      <gpx><metadata><time>2020-01-01T00:00:00Z</time></metadata><wpt lat="1" lon="2"><ele>5</ele></wpt><trk><trkseg>
      <trkpt lat="54.5" lon='10.25'><ele>12.5</ele><time>2026-11-24T07:24:37Z</time>
      <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr><x><![CDATA[</trkpt>]]></x></gpxtpx:TrackPointExtension></extensions></trkpt>
      <trkpt lat="55.5" lon="10.75"><ele>nan</ele><time> 2026-11-24T08:24:39+01:00 </time></trkpt>
      <trkpt lat="56" lon="11"/><trkpt lat="95" lon="11"><time>2026-11-24T07:24:40Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    let found = try log(text, .gpx, by: step)
    #expect(
      said(found, at: 1_795_505_078) == [
        "lat": "55.0 °", "lon": "10.5 °", "altitude": "12.5 m", "heart_rate": "120.0 bpm",
      ])
    #expect(found.problems == [.number: 2, .noTime: 1] && found.isUTC == true)
    for bad in [
      "", "<gpx>", "<trkpt lat='1' lon='2'>", "<trkpt", String(repeating: "<trkpt lat='1'", count: 1000),
    ] {
      #expect(throws: ValueLog.Unfit.self) { try log(bad, .gpx, by: step) }
    }
  }

  @Test(
    "sentences have the time of the last that says one, after the first date, over midnight; a logger's own counts more"
  )
  func sentences() throws {
    let found = try log(
      """
      $SDDPT,1.0,0.0
      $GPGGA,235958.00,5430.00,N,01015.00,E,1,8,1,12,M,,M,,
      $GPRMC,235959.00,A,5430.00,N,01015.00,E,4.5,90.0,231126,,
      $SDDPT,2.0,0.0
      $GPGGA,000001.00,5430.00,N,01015.00,E,1,8,1,12,M,,M,,
      $SDDPT,4.0,0.0
      $GPZDA,000002.00,24,11,2026,00,00
      $SDDPT,5.0,0.0
      $SDDPT,5.0,0.0*00
      \\s:x,c:1795478403*5A\\$SDDPT,6.0,0.0
      1795478404.5 $SDDPT,7.0,0.0

      """, .nmea)
    let midnight = 1_795_478_400.0
    #expect(
      said(found, at: midnight)["depth"] == "3.0 m" && said(found, at: midnight - 1)["speed"] == "4.5 kn")
    #expect(
      said(found, at: midnight + 2)["depth"] == "5.0 m" && said(found, at: midnight + 3)["depth"] == "6.0 m")
    #expect(said(found, at: midnight + 4.5)["depth"] == "7.0 m")
    #expect(found.problems == [.noTime: 2, .checksum: 1], "\(found.problems)")
    #expect(throws: ValueLog.Unfit.self) { try log("$SDDPT,1.0,0.0\n", .nmea) }
  }

  @Test("JSON has its time as text or number; words have it, too")
  func objects() throws {
    let found = try log(
      """
      {"time":"2026-11-24T07:24:37Z","depth":2,"unit":"m"}
      {"timestamp":1795505078000,"depth":3,"unit":"m","list":[1]}
      time=1795505079 depth=4m state=idle
      {"depth":9}
      {"time":"later","depth":9}
      {nothing

      """, .json)
    #expect(said(found, at: 1_795_505_077.5) == ["depth": "2.5 m"])
    #expect(said(found, at: 1_795_505_079) == ["depth": "4.0 m", "state": "idle"])
    #expect(found.problems == [.noTime: 2, .unreadable: 1])
  }

  @Test("a clock that jumps is sorted, a later line of one time holds, another unit begins anew")
  func strange() throws {
    let found = try log("time=5 a=5m\ntime=1 a=1m\ntime=3 a=2m\ntime=3 a=3m\ntime=7 a=7ft\n", .json)
    #expect(said(found, at: 2) == ["a": "2.0 m"] && said(found, at: 3) == ["a": "3.0 m"])
    #expect(said(found, at: 6) == ["a": "5.0 m"] && said(found, at: 7) == ["a": "7.0 ft"])
    #expect(found.problems == [.backwards: 1])
  }

  @Test("how old a value may be is twice as long as its log's step, from 2 s to a minute, or as asked")
  func patience() throws {
    let steps = (0..<10).map { "\(10 * $0),\($0)" }.joined(separator: "\n")
    let found = try log("t,a\n\(steps)\n500,7\n", .csv, patience: nil)
    #expect(said(found, at: 15) == ["a": "1.5 "] && said(found, at: 110) == ["a": "9.0 "])
    #expect(said(found, at: 110.1) == ["a": "–"] && said(found, at: 499) == ["a": "–"])
    let short = try log("t,a\n\(steps)\n", .csv, patience: 5_000_000_000)
    // No number is made up between two that are further apart.
    #expect(said(short, at: 14) == ["a": "1.0 "] && said(short, at: 16) == ["a": "–"])
    let once = try log("t,a\n0,1\n", .csv, patience: nil)
    #expect(said(once, at: 2) == ["a": "1.0 "] && said(once, at: 2.1) == ["a": "–"])
  }

  @Test("texts without end, and units, find no room, and are counted")
  func full() throws {
    let texts = (0..<100_010).map { "time=\($0) a=x\($0)\n" }.joined()
    #expect(try log(texts, .json).problems == [.tooMany: 10])
    let units = (0..<10).map { "time=\($0) a=1u\($0)x\n" }.joined()
    #expect(try log(units, .json).problems == [.tooMany: 2])
  }
}
