import Foundation
import TestSupport
import Testing

@Suite("Photos")
struct PhotoTests {
  /// Puts photos of several sizes, as stored and turned, into a folder.
  ///
  /// - Returns: their sizes upright, in the order of their names.
  @discardableResult
  private func photos(in folder: String, of scratch: TestFolder) throws -> [String] {
    var sizes: [(width: Int, height: Int)] = []
    for (number, size) in ["w=320&h=192", "w=192&h=320", "w=160&h=96"].enumerated() {
      try scratch.run("record -o r\(number) --frames 1 --no-chrome --no-hud --primary synth:coast?\(size)")
      let jpeg = try scratch.bytes("r\(number)/000000.jpg")
      // A recording's picture is larger than what its camera sees.
      let frame = try #require(frameHeader(of: jpeg))
      let sides = [5, 7].map { Int(jpeg[frame + $0]) << 8 | Int(jpeg[frame + $0 + 1]) }
      sizes.append((width: sides[1], height: sides[0]))
      try scratch.put(jpeg, "\(folder)/IMG_\(20 + 2 * number).jpg")
      try scratch.put(oriented(jpeg, 6), "\(folder)/IMG_\(40 + 2 * number).JPEG")
    }
    try scratch.put(Array("\0\0\0\u{18}ftypheic".utf8), "\(folder)/IMG_23.heic")
    return sizes.map { "\($0.width)x\($0.height)" } + sizes.map { "\($0.height)x\($0.width)" }
  }

  @Test(
    "each photo of a folder is annotated whole, in its own size and under its name, and that can be proved")
  func folder() throws {
    let scratch = try TestFolder()
    let sizes = try photos(in: "holiday", of: scratch)
    let run = try scratch.run(
      "annotate --primary holiday --keep-source -o out --json", says: "skips IMG_23.heic: a HEIC picture")
    let summary = try Executable.json(try #require(run.lines.last))
    let camera = try #require((summary["cameras"] as? [[String: Any]])?.first)
    #expect(camera["received"] as? Int == 7 && camera["bad"] as? Int == 1)
    let lines = try scratch.text("out/frames.jsonl").split(separator: "\n").map {
      try Executable.json(String($0))
    }
    let cameras = lines.compactMap { ($0["cameras"] as? [[String: Any]])?.first }
    #expect(
      cameras.map { $0["photo"] as? String } == [
        "IMG_20.jpg", "IMG_22.jpg", "IMG_24.jpg", "IMG_40.JPEG", "IMG_42.JPEG", "IMG_44.JPEG",
      ])
    #expect(cameras.allSatisfy { $0["width"] == nil && $0["obstacle"] == nil }, "\(cameras)")
    #expect(lines.allSatisfy { $0["composer"] as? String == "splice" })
    let session = try Executable.json(try scratch.text("out/session.json"))
    let runs = (session["previous"] as? [[String: Any]] ?? []) + [session]
    let views = runs.compactMap {
      (($0["layout"] as? [String: Any])?["viewfinders"] as? [[String: Any]])?.first
    }
    #expect(views.map { "\($0["width"] ?? 0)x\($0["height"] ?? 0)" } == sizes)
    try scratch.run("verify out")
    // Each is there by its photo's name, too, and goes with its number.
    let named = [
      "IMG_20.jpg", "IMG_22.jpg", "IMG_24.jpg", "IMG_40.JPEG", "IMG_42.JPEG", "IMG_44.JPEG",
    ]
    #expect(try scratch.names("out/named") == named)
    for (index, name) in named.enumerated() {
      #expect(try scratch.bytes("out/named/\(name)") == scratch.bytes("out/00000\(index).jpg"))
    }
    try scratch.run("library out delete 2")
    #expect(try scratch.names("out/named") == named.filter { $0 != "IMG_24.jpg" })
    // Another run doesn't take a name from a picture.
    try scratch.run("annotate --primary holiday?first=0&frames=1 -o out")
    #expect(try scratch.names("out/named").contains("IMG_20-2.jpg"))
    #expect(try scratch.bytes("out/named/IMG_20.jpg") == scratch.bytes("out/000000.jpg"))
    try scratch.run("verify out")
    // The same without runs that begin within it, as a part.
    try scratch.run("annotate --primary holiday?first=3 --keep-source -o part")
    try scratch.run("verify part")
    let parts = try scratch.text("part/frames.jsonl").split(separator: "\n")
    #expect(parts.count == 4)
  }

  @Test("what can't be read, and sizes that change, don't keep an archive from being worked off")
  func archive() throws {
    let scratch = try TestFolder()
    try photos(in: "in/holiday", of: scratch)
    let jpeg = try scratch.bytes("in/holiday/IMG_20.jpg")
    // More than half of it can't be used.
    for number in 1...4 {
      try scratch.put(number == 2 ? jpeg : Array("no picture".utf8), "in/bad/IMG_\(7 * number).jpg")
    }
    try scratch.put(Array("\0\0\0\u{18}ftypheic".utf8), "in/phone/IMG_1.heic")
    for job in ["", "--analyze"] {
      try scratch.run(
        "plan in -o again\(job).plan --shard-time 1h \(job)", says: "left out in/phone", "HEIC picture")
      try scratch.run("work again\(job).plan")
      try scratch.run("merge again\(job).plan")
    }
    #expect(try scratch.text("again/holiday/frames.jsonl").split(separator: "\n").count == 6)
    try scratch.run("verify again/holiday")
  }

  @Test("names of files are bytes, in and out")
  func names() throws {
    let scratch = try TestFolder()
    try photos(in: "in", of: scratch)
    let script = #"""
      set -e
      mkdir -p "$(printf 'Stra\337e')/in"
      cp in/IMG_20.jpg "$(printf 'Stra\337e/in/Gr\374n.jpg')"
      cp in/IMG_22.jpg "$(printf 'Stra\337e/in/blau.jpg')"
      "$0" annotate --primary "file:$(printf 'Stra\337e')/in" -o "$(printf 'out\374')" 2>&1
      "$0" annotate --primary "$(printf 'Stra\337e/in/Gr\374n.jpg')" -o one 2>&1
      "$0" analyze "$(printf 'Stra\337e/in/Gr')"*.jpg
      "$0" verify "$(printf 'out\374')"
      test -f "$(printf 'out\374')/000001.jpg"
      "$0" plan "$(printf 'Stra\337e')" -o p.plan 2>&1
      "$0" work p.plan 2>&1
      "$0" merge p.plan 2>&1
      ls | LC_ALL=C grep -c "$(printf '^out\374$')"
      """#
    let shell = try scratch.shell(script)
    shell.expect(0)
    #expect(shell.lines.last == "1", "\(shell.lines)")
    // U+EFFC stands for the byte FC.
    #expect(try scratch.text("one/frames.jsonl").contains("\"photo\":\"Gr\u{EFFC}n.jpg\""))
  }

  @Test("a film whose frames change their size is scaled into its viewfinder, also if decoded ahead")
  func sizes() throws {
    let scratch = try TestFolder()
    var film: [UInt8] = []
    for (number, size) in ["w=320&h=192", "w=160&h=96", "w=640&h=360", "w=320&h=192"].enumerated() {
      try scratch.run("record -o r\(number) --frames 2 --no-chrome --no-hud --primary synth:coast?\(size)")
      for name in ["000000.jpg", "000001.jpg"] { film += try scratch.bytes("r\(number)/\(name)") }
    }
    try scratch.put(film, "sizes.mjpeg")
    for canvas in ["640x360", "400x300"] {
      try scratch.run("annotate --primary sizes.mjpeg --canvas \(canvas) --threads 2 -o out-\(canvas)")
      try scratch.run("verify out-\(canvas)")
    }
  }
}
