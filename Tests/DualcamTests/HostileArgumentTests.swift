import CaptureKit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import dualcam

@Suite("Arguments that mean harm")
struct HostileArgumentTests {
  @Test("whatever is written as time, size, box or list is refused or lies in its range", arguments: 0..<4)
  func anything(seed: UInt64) {
    var random = Seeded(seed)
    let parts = [
      "0", "1", "9", "99999999999999999999", "1e308", "1e-308", "-", "+", ".", "inf", "nan", "0x1p9", "ms",
      "s",
      "m", "h", "d", "B", "kB", "MiB", "TB", ",", "x", "=", " ", "\u{0}", "é", "１", "level", "subject",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      if let time = DurationArgument(argument: text)?.duration {
        #expect(time >= .zero && time < .seconds(1e8 + 1), "\(text)")
      }
      if let bytes = ByteCountArgument(argument: text)?.bytes { #expect(bytes >= 0, "\(text)") }
      if let box = BoxArgument(argument: text)?.rect {
        #expect(box.x >= 0 && box.y >= 0 && box.maxX <= 1 && box.maxY <= 1, "\(text)")
      }
      if let guides = GuideList(argument: text) { #expect(guides.guides.count <= 3) }
      _ = ControlValue(argument: text)
    }
  }

  @Test(
    "numbers beyond all measure are refused before anything is set aside for them",
    arguments: [
      "--primary synth:coast?w=100000000&h=100000000", "--primary synth:coast?w=99999999999999999999",
      "--primary synth:coast?fps=1e308", "--primary synth:coast?frames=99999999999999",
      "--resolution 1x1", "--resolution 1x480", "--resolution 66x65", "--resolution 16384x16384",
      "--secondary-resolution 1x2", "--canvas 16x8", "--canvas 16384x16384",
      "--resolution 100000000x100000000", "--canvas 100000000x100000000", "--canvas -2x-2",
      "--frames 99999999999999999999999", "--duration 1e300s", "--fps 1e300", "--fps nan",
      "--buffers 4000000000", "--burst 99999999999", "--budget 1e300TB", "--every infs", "--scale 1e9",
      "--quality 4294967296", "--skip -9223372036854775808", "--timeout nans", "--focus-box 0,0,1e300,1",
      "-c brightness=99999999999999999999",
    ])
  func beyond(options: String) throws {
    let scratch = try TestFolder()
    let outcome = try scratch.run("record -o out \(options)", status: 64)
    #expect(!outcome.errors.isEmpty && !scratch.exists("out"))
  }

  @Test(
    "a few bytes that claim a picture of gigabytes make nobody set these aside",
    arguments: ["jpg", "y4m", "mjpeg"])
  func claims(ending: String) throws {
    let scratch = try TestFolder()
    var bytes: [UInt8]
    if ending == "y4m" {
      bytes = Array("YUV4MPEG2 W16384 H16384 F30:1 C420\nFRAME\n".utf8) + [UInt8](repeating: 0, count: 999)
    } else {
      bytes = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0x3F, 0xF0, 0x3F, 0xF0, 1, 1, 0x11, 0]
      bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: 0x55, count: 500) + [0xFF, 0xD9]
    }
    try scratch.put(bytes, "x." + ending)
    try scratch.run("annotate --primary file:x.\(ending) -o out", status: 65, says: "x.\(ending)")
  }

  @Test(
    "a template that has no end, blocks or is too long is refused",
    arguments: ["pipe.svg", "zero.svg", "folder.svg", "long.svg", "deep.svg"])
  func templates(name: String) throws {
    let scratch = try TestFolder()
    unsafe mkfifo(scratch.file("pipe.svg"), 0o600)
    try scratch.link("zero.svg", to: "/dev/zero")
    try scratch.make("folder.svg")
    let files = [
      "long.svg": String(repeating: " ", count: 1 << 21),
      "deep.svg": "<svg>" + String(repeating: "<a>", count: 200_000),
    ]
    if let text = files[name] { try scratch.put(text, name) }
    try scratch.run("record -o out --frames 1 --template \(name)", status: 65, says: name)
  }

  @Test("what a terminal would obey is shown as question marks; results as JSON keep it escaped")
  func terminals() throws {
    let scratch = try TestFolder()
    try scratch.put(#"{"index":0,"file":"\u001b[2J.jpg","cameras":[],"hud":[]}"# + "\n", "rec/frames.jsonl")
    let outcome = try scratch.run("verify rec", status: 65)
    #expect(outcome.text.contains("?[2J.jpg") && !outcome.text.contains("\u{1B}"))
    #expect(try !scratch.run("verify rec --json", status: 65).text.contains("\u{1B}"))
  }

  /// Clears a screen, writes a title, turns text around, hides it.
  private static let nasty = "\u{1B}[2J\u{1B}]0;x\u{7}\u{202E}gpj\u{2066}\u{200F}\u{FEFF}\u{9B}31m"

  @Test(
    "no message takes what a terminal would obey from a value, wherever that came from",
    arguments: [
      ["--grid", nasty], ["--template", nasty], ["--canvas", nasty], ["--scale", nasty], ["--fps", nasty],
      ["--primary", nasty], ["--primary", "synth:" + nasty], ["--primary", "synth:coast?w=" + nasty],
      ["--primary", "synth:coast?" + nasty + "=1"], ["--primary", "file:" + nasty],
      ["--primary", "/dev/" + nasty],
      ["--sink", "v4l2:" + nasty], ["--config", nasty], ["--script", nasty], ["--" + nasty], [nasty],
      ["-c", nasty], ["--template", nasty + ".svg"], ["--resolution", nasty], ["--control", nasty + "/x/y"],
      ["--metrics", nasty + "/x/y"], ["-o", "/dev/null/" + nasty], ["--log-level", nasty],
    ])
  func values(arguments: [String]) throws {
    let scratch = try TestFolder()
    let output = arguments[0] == "-o" ? "" : "-o out"
    let outcome = try scratch.start("record \(output) --frames 1 --timeout 5s", arguments).wait()
    #expect(outcome.status != 0 && !outcome.wasSignalled, "\(outcome)")
    let isClean = outcome.errors.unicodeScalars.allSatisfy {
      $0 == "\n"
        || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
          && !["\u{202E}", "\u{2066}", "\u{200F}", "\u{FEFF}"].contains($0)
    }
    #expect(isClean && outcome.errors.contains("?"), "\(outcome.errors.debugDescription)")
  }

  @Test(
    "a value of a megabyte is cut short in what is said about it",
    arguments: [
      "grid = 'V'", "'V' = 1", "primary = 'V'", "template = 'V'", "fps = 'V'", "[V]", "V", "output = 'V'",
    ])
  func megabyte(line: String) throws {
    let scratch = try TestFolder()
    let long = String(repeating: "Ab1-", count: 250_000)
    try scratch.put(line.replacing("V", with: long), "x.toml")
    // On the command line -o would go before the file's output.
    let output = line.hasPrefix("output") ? "" : "-o out"
    let outcome = try scratch.start("record --frames 1 --config x.toml \(output)").wait()
    #expect(outcome.status != 0 && !outcome.wasSignalled)
    #expect(
      outcome.errors.utf8.count < 2_500 && outcome.errors.contains("Ab1"), "\(outcome.errors.prefix(3000))")
  }
}
