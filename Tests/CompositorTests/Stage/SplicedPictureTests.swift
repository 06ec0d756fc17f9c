import Foundation
import JPEGCodec
import TestSupport
import Testing

@Suite("Spliced pictures as others see them")
struct SplicedPictureTests {
  /// Runs a program of the system that must be there: `tools/dependencies` says which package has it.
  private static func run(_ arguments: [String]) throws -> (code: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  private static let pillow = [
    "/usr/bin/python3", "-W", "error", "-c",
    """
    import sys
    from PIL import Image
    for path in sys.argv[1:]:
        with Image.open(path) as picture:
            picture.load()
            assert picture.mode == "RGB" and picture.size == (480, 256), picture
    """,
  ]

  private static let scenes = [
    ["synth:coast?w=320&h=176&roll=3", "synth:walker?w=128&h=96"],
    ["synth:coast?w=320&h=176&roll=3&subsampling=420", "synth:walker?w=128&h=96&subsampling=420"],
  ]

  @Test("Pillow and ffmpeg decode them without a warning", arguments: scenes)
  func others(sources: [String]) throws {
    let shoot = try Shoot(sources, layout: .sideBySide, draws: true, frames: 3, composer: .splice)
    #expect(shoot.spliced == 3)
    let size = shoot.layout.canvas
    let pillow = Self.pillow.map {
      $0.replacingOccurrences(of: "480, 256", with: "\(size.width), \(size.height)")
    }
    let (hasPillow, hasFFmpeg) = (
      try Self.run(["/usr/bin/python3", "-c", "import PIL"]).code == 0,
      try Self.run(["ffmpeg", "-version"]).code == 0
    )
    try #require(hasPillow, "Pillow is missing: apt install python3-pil")
    try #require(hasFFmpeg, "ffmpeg is missing: apt install ffmpeg")
    let ffmpeg = ["ffmpeg", "-nostdin", "-v", "warning", "-xerror", "-i"]
    let folder = try TestFolder()
    let files = try shoot.jpegs.enumerated().map { try folder.put($1, "\($0).jpg") }
    let opened = try Self.run(pillow + files)
    #expect(opened.code == 0 && opened.said == "")
    for file in files {
      let decoded = try Self.run(ffmpeg + [file, "-f", "null", "-"])
      #expect(decoded.code == 0 && decoded.said == "")
    }
    // Both would have something to say.
    let damaged = try folder.put(Array(shoot.jpegs[0].dropLast(shoot.jpegs[0].count / 3)), "damaged.jpg")
    #expect(try Self.run(pillow + [damaged]).code != 0)
    #expect(try Self.run(ffmpeg + [damaged, "-f", "null", "-"]).said != "")
  }

  @Test("of the demo's viewfinders more than 85 % are the cameras' bits")
  func copied() throws {
    let shoot = try Shoot(
      ["synth:coast?w=1280&h=720&roll=3&sway=3", "synth:walker?w=640&h=360"], layout: .sideBySide,
      draws: true, frames: 6, template: "full-body", composer: .auto)
    #expect(shoot.spliced == 6)
    let viewfinders = shoot.layout.viewfinders.reduce(0) { $0 + $1.width / 16 * ($1.height / 8) }
    #expect(shoot.counts.copied + shoot.counts.redrawn + shoot.counts.recoded == 6 * viewfinders)
    let share = Double(shoot.counts.copied) / Double(6 * viewfinders)
    #expect(share > 0.85, "\(share)")
    #expect(shoot.counts.redrawn > 0)
  }
}
