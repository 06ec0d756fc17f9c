import Foundation
import TestSupport
import Testing

@Suite("Taking the ink off")
struct StripTests {
  private static let cameras =
    "--primary synth:coast?w=320&h=192&frames=5 --secondary synth:walker?w=160&h=96&frames=5"

  @Test(
    "what strip writes is what a recording beside has, of folders, segments, pictures, packed ones and films")
  func all() throws {
    let scratch = try TestFolder()
    try scratch.run("annotate \(Self.cameras) --keep-source -o beside")
    try scratch.run("annotate \(Self.cameras) --keep-source inside -o inside")
    try scratch.run("record \(Self.cameras) --keep-source=inside --segment 20kB -o parts")
    let frames = try scratch.names("beside/sources").filter { $0.hasSuffix(".jpg") }
    #expect(frames.count == 10)
    let said = try scratch.run("strip inside -o out")
    #expect(
      said.text.hasPrefix(
        "out: 5 frames of the primary, 5 of the secondary; all out of pictures, byte for byte;"),
      "\(said.text)")
    #expect(try scratch.run("strip beside -o copies").text.contains("all from beside them"))
    try scratch.run("export inside -o film.mkv")
    try scratch.run("strip film.mkv -o shown")
    for folder in ["out", "copies", "shown"] {
      #expect(try scratch.names(folder) == frames)
      for frame in frames {
        #expect(try scratch.bytes("\(folder)/\(frame)") == scratch.bytes("beside/sources/\(frame)"))
      }
    }
    try scratch.run("strip parts -o segments --camera secondary")
    for segment in try scratch.names("parts") where segment.hasPrefix("0") {
      let pictures = try scratch.names("parts/\(segment)").filter { $0.hasSuffix(".jpg") }
      #expect(
        try scratch.names("segments/\(segment)") == pictures.map { $0.dropLast(4) + ".secondary.jpg" })
    }
    try scratch.run("strip inside/000003.jpg --camera primary -o one --json")
    #expect(try scratch.bytes("one/000003.primary.jpg") == scratch.bytes("beside/sources/000003.primary.jpg"))
    // As sources: of the recording, of the film, of pictures alone.
    let read = try scratch.run("analyze file:beside?camera=secondary --json").output
    #expect(try scratch.run("analyze file:inside?camera=secondary --json").output == read)
    for source in ["film.mkv", "inside/00000*.jpg"] {
      #expect(try scratch.run("analyze file:\(source)?camera=secondary --json").lines.count == 5)
    }
    try scratch.run("export inside --clean -o clean.mkv")
    try scratch.run("verify inside")
  }

  @Test("masks come off with the key that they were sealed to, and no other")
  func sealed() throws {
    let scratch = try TestFolder()
    #expect(try scratch.run("key vault --seal").text.contains("strip --key vault.key"))
    try scratch.run("key other --seal")
    try scratch.run("annotate \(Self.cameras) --keep-source -o plain")
    try scratch.run(
      "annotate \(Self.cameras) --mask 0,0,64,64 --secondary-mask 50%,50%,50%,50% --keep-source inside --seal vault.pub -o r"
    )
    let said = try scratch.run("strip r --key vault.key -o open").text
    #expect(said.contains("10 frames without their masks"), "\(said)")
    for frame in try scratch.names("open") {
      #expect(try scratch.bytes("open/\(frame)") == scratch.bytes("plain/sources/\(frame)"))
    }
    // Kept frames themselves, films, packed pictures.
    try scratch.run("strip r -o masked")
    try scratch.run("strip masked/000002.primary.jpg --key vault.key -o one")
    #expect(try scratch.bytes("one/000002.primary.jpg") == scratch.bytes("open/000002.primary.jpg"))
    try scratch.run("export r -o film.mkv")
    try scratch.run("strip film.mkv --key vault.key -o shown")
    #expect(try scratch.bytes("shown/000004.primary.jpg") == scratch.bytes("open/000004.primary.jpg"))
    // Opened frames are their owner's.
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.file("open/000000.primary.jpg"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    // A film of a camera's own frames.
    let frames = try scratch.names("masked").filter { $0.contains("primary") }
    try scratch.put(frames.flatMap { try scratch.bytes("masked/\($0)") }, "own.mjpeg")
    try scratch.run("strip own.mjpeg --key vault.key -o film")
    #expect(try scratch.bytes("film/000001.camera.jpg") == scratch.bytes("open/000001.primary.jpg"))
    // Sealed twice, to two keys: each opens its own.
    try scratch.run(
      "annotate --primary file:r?camera=primary --mask 64,0,64,64 --keep-source --seal other.pub -o twice")
    try scratch.run("strip twice --key other.key -o once")
    try scratch.run("strip once/000003.primary.jpg --key vault.key -o all")
    #expect(try scratch.bytes("all/000003.primary.jpg") == scratch.bytes("open/000003.primary.jpg"))
    try scratch.run("strip r --key other.key -o x", status: 65, says: "it is sealed to another key")
    try scratch.run("strip film.mkv --key other.key -o x", status: 65, says: "sealed to another key")
    try scratch.run("strip plain --key vault.key -o x", status: 65, says: "nothing in it is sealed")
    try scratch.run("strip r --key vault.pub -o x", status: 65, says: "name the secret one")
    let job = "annotate \(Self.cameras) -o y --seal"
    try scratch.run("\(job) vault.pub", status: 64, says: "--seal requires --keep-source")
    try scratch.run("\(job) vault.pub --keep-source", status: 64, says: "nothing to seal")
    try scratch.run("\(job) vault.key --keep-source --mask 0,0,9,9", status: 65, says: "it is a secret key")
    try scratch.run("key vault --seal", status: 73, says: "vault.key")
  }

  @Test("what can't be is said, and nothing is written over")
  func refusals() throws {
    let scratch = try TestFolder()
    try scratch.run("annotate \(Self.cameras) --keep-source inside -o r")
    try scratch.run("annotate \(Self.cameras) -o bare")
    try scratch.run("strip r -o r", status: 64, says: "is the recording itself")
    try scratch.run("strip r --camera third -o x", status: 64, says: "it has those of primary and secondary")
    try scratch.run("strip bare -o x", status: 65, says: "record with --keep-source")
    try scratch.run("strip bare/000001.jpg -o x", status: 65, says: "no camera's frame is inside it")
    try scratch.run("strip none -o x", status: 74, says: "no such")
    try scratch.run(
      "analyze file:bare/000001.jpg?camera=primary", status: 65, says: "no frame of the primary inside")
    try scratch.run("annotate \(Self.cameras) --keep-source outside -o x", status: 64, says: "outside")
    // A picture that was coded again.
    var jpeg = try scratch.bytes("r/000002.jpg")
    let place = jpeg.count / 2
    jpeg[place] ^= 0x10
    try scratch.put(jpeg, "r/000002.jpg")
    let some = try scratch.run("strip r -o some", status: 65)
    #expect(some.errors.contains("000002.jpg"), "\(some)")
    #expect(try scratch.names("some").count >= 8)
  }

  @Test(
    "where frames are kept is a word, or none, also in settings files",
    arguments: [
      ("true", "beside"), ("false", nil), ("\"inside\"", "inside"), ("\"beside\"", "beside"),
    ] as [(String, String?)])
  func settings(value: String, kept: String?) throws {
    let scratch = try TestFolder()
    try scratch.put("keep-source = \(value)\n", "s.toml")
    try scratch.run("annotate \(Self.cameras) --config s.toml -o r")
    let session = try scratch.text("r/session.json")
    #expect(kept.map { session.contains("\"keepSource\" : \"\($0)\"") } ?? !session.contains("keepSource"))
    #expect(scratch.exists("r/sources") == (kept == "beside"))
  }
}
