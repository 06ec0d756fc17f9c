import Foundation
import TestSupport
import Testing

@Suite("Films for phones")
struct PhoneFilmTests {
  /// Twelve pictures at ten a second, with the cameras' own frames.
  private static let twelve =
    "annotate --primary synth:walker?w=320&h=192&fps=10&frames=12 --secondary synth:coast?w=160&h=96&fps=10 --keep-source -o r"

  private static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  /// What ffprobe finds in a film.
  private func probe(_ file: String, in scratch: TestFolder) throws -> [String: String] {
    let outcome = try scratch.shell(
      "ffprobe -v error -count_frames -show_entries stream=codec_name,profile,pix_fmt,width,height,nb_read_frames,duration,color_range,color_space -of default=nw=1 \(file)"
    )
    outcome.expect(0)
    return Dictionary(
      outcome.lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
        .map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }

  @Test(
    "a film has every picture at its time, in what phones play, and its head comes first",
    .enabled(if: isThere, "it takes ffmpeg"))
  func plays() throws {
    let scratch = try TestFolder()
    try scratch.run(Self.twelve)
    let said = try scratch.run("export r -o a.mp4").lines
    #expect(said.first?.hasPrefix("a.mp4: 12 pictures, 0:01, ") == true, "\(said)")
    let found = try probe("a.mp4", in: scratch)
    #expect(found["codec_name"] == "h264" && found["profile"] == "High" && found["pix_fmt"] == "yuv420p")
    #expect(found["color_range"] == "tv" && found["color_space"] == "bt709")
    #expect(found["nb_read_frames"] == "12" && found["duration"] == "1.200000", "\(found)")
    let bytes = Data(try scratch.bytes("a.mp4"))
    let (head, pictures) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
    #expect(try #require(head?.lowerBound) < (try #require(pictures?.lowerBound)))
    // No file is overwritten.
    try scratch.run("export r -o a.mp4", status: 73, says: "a.mp4: it exists")
    #expect(try Data(scratch.bytes("a.mp4")) == bytes)
  }

  @Test(
    "a film runs at another pace",
    .enabled(if: isThere, "it takes ffmpeg"),
    arguments: [
      ("--fps 25", 12, 0.48, ""), ("--speed 0.5x", 12, 2.4, ""), ("--length 600ms", 12, 0.6, ""),
      // Sixty a second are enough for any screen.
      ("--speed 24x", 3, 0.05, "; 9 too soon after another"),
      ("--from 200ms --to 600ms --fps 4", 4, 1, "; 8 not chosen"),
    ] as [(String, Int, Double, String)])
  func pace(options: String, pictures: Int, seconds: Double, says: String) throws {
    let scratch = try TestFolder()
    try scratch.run(Self.twelve)
    let said = try scratch.run("export r -o a.mp4 \(options)").lines.first ?? ""
    #expect(said.hasPrefix("a.mp4: \(pictures) pictures, ") && said.hasSuffix("B" + says), "\(said)")
    let found = try probe("a.mp4", in: scratch)
    #expect(found["nb_read_frames"] == "\(pictures)", "\(found)")
    #expect(abs(try #require(Double(found["duration"] ?? "")) - seconds) < 0.002, "\(found)")
  }

  @Test(
    "a film is of the cameras' own frames, of a viewfinder, and stamped",
    .enabled(if: isThere, "it takes ffmpeg"))
  func content() throws {
    let scratch = try TestFolder()
    try scratch.run(Self.twelve)
    for (name, options, size) in [
      ("clean", "--clean", "320x192"), ("other", "--clean --camera secondary", "160x96"),
      ("view", "--camera primary", "320x192"),
    ] {
      try scratch.run("export r -o \(name).mp4 \(options)")
      let found = try probe("\(name).mp4", in: scratch)
      #expect("\(found["width"] ?? "")x\(found["height"] ?? "")" == size)
      #expect(found["nb_read_frames"] == "12")
    }
    // A stamp is burnt into a film of .mkv, too, at the pace asked for.
    try scratch.run("export r -o plain.mkv --clean --fps 5")
    try scratch.run("export r -o stamped.mkv --clean --fps 5 --stamp", ["%{camera} %T"])
    #expect(try probe("plain.mkv", in: scratch)["nb_read_frames"] == "12")
    #expect(try scratch.bytes("plain.mkv").count < scratch.bytes("stamped.mkv").count)
    try scratch.run("annotate --primary synth:grey?frames=2 -o bare")
    try scratch.run("export bare -o b.mp4 --clean", status: 64, says: "record with --keep-source")
    #expect(!scratch.exists("b.mp4"))
  }

  @Test("a film has the camera's colours", .enabled(if: isThere, "it takes ffmpeg"))
  func colours() throws {
    let scratch = try TestFolder()
    try scratch.run("annotate --primary synth:chart?w=320&h=192&frames=4 --keep-source -o r")
    try scratch.run("export r -o a.mp4 --clean")
    // Means of 16 × 12 parts, in which coding loses nothing.
    func parts(_ file: String, _ colours: String) throws -> [UInt8] {
      let scale = "scale=16:12:flags=area+accurate_rnd+full_chroma_int+full_chroma_inp:\(colours)"
      try scratch.shell(
        "ffmpeg -v error -y -i \(file) -frames:v 1 -vf \(scale) -f rawvideo -pix_fmt rgb24 out.rgb"
      )
      .expect(0)
      return try scratch.bytes("out.rgb")
    }
    let source = try parts("r/sources/000000.primary.jpg", "in_range=full:in_color_matrix=bt601")
    let film = try parts("a.mp4", "in_range=limited:in_color_matrix=bt709")
    try #require(source.count == 16 * 12 * 3 && film.count == source.count)
    let apart = zip(source, film).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    // Without ffmpeg's careful rounding it is 1.5 levels off.
    #expect(Double(apart) / Double(source.count) < 1)
  }

  @Test("without ffmpeg it says how to get it, and how another machine makes the film")
  func missing() throws {
    let scratch = try TestFolder()
    try scratch.run("annotate --primary synth:grey?w=64&h=64&frames=2 -o r")
    let outcome = try scratch.shell("PATH=/none \"$0\" export r -o 'a film.mp4' --fps 5")
    outcome.expect(
      69,
      says: ["sudo apt install ffmpeg", "dualcam export r -o 'a film.mkv' --fps 5", "ffmpeg -i 'a film.mkv'"])
    #expect(try scratch.names("").sorted() == ["r"])
  }

  @Test(
    "a program that fails leaves no film, and the exit code says so",
    arguments: ["exit 3", "kill -9 $$", "true"])
  func broken(how: String) throws {
    let scratch = try TestFolder()
    try scratch.run("annotate --primary synth:grey?w=64&h=64&frames=2 -o r")
    // It answers what it is asked first, and passes its trial; then it fails.
    try scratch.make("bin")
    try scratch.put(
      Array(
        """
        #!/bin/sh
        case "$*" in
        *-version) echo ffmpeg version 6.0 ;;
        *-encoders) echo libx264 ;;
        *) \(how) ;;
        esac
        """.utf8), "bin/ffmpeg")
    try scratch.shell("chmod +x bin/ffmpeg").expect(0)
    let outcome = try scratch.shell("PATH=$PWD/bin \"$0\" export r -o a.mp4")
    outcome.expect(74, says: ["ffmpeg: it failed"])
    #expect(try scratch.names("").sorted() == ["bin", "r"])
  }

  @Test("an export that is killed leaves neither a film nor ffmpeg", .enabled(if: isThere, "it takes ffmpeg"))
  func killed() throws {
    let scratch = try TestFolder()
    // Long enough for the slowest moment to come within it.
    try scratch.run("annotate --primary synth:walker?w=640&h=480&frames=90 -o r")
    let running = try scratch.start("export r -o a.mp4 --speed 0.5x")
    let number = running.process.processIdentifier
    func children() -> [String] {
      let text = try? String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").map(String.init).filter { child in
        (try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8))?.contains("pipe:0") ?? false
      }
    }
    var found: [String] = []
    try wait(for: "ffmpeg at work") {
      found = children()
      return !found.isEmpty
    }
    running.send(SIGKILL)
    let outcome = running.wait()
    #expect(outcome.wasSignalled)
    try wait(for: "the end of ffmpeg") {
      found.allSatisfy { child in
        let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ") Z"
        return state.contains(") Z")
      }
    }
    #expect(try scratch.names("").sorted() == ["r"])
  }
}
