import Foundation
import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("Folders of photos")
struct PhotoFolderTests {
  private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

  /// A progressive JPEG of 48x32, by libjpeg-turbo.
  private static let progressive = bytes(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhl"
      + "bXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8"
      + "fHx8fHx8fHx8fHx8fHz/wgARCAAgADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAwIF/8QAGAEAAwEBAAAAAAAA"
      + "AAAAAAAAAQIDBAX/2gAMAwEAAhADEAAAAcq1VkC2o3KltdBWtT4xU1C5U1Lo/8QAGRABAQEBAQEAAAAAAAAAAAAAABEBEgIQ"
      + "/9oACAEBAAEFAojly5RmMz5ERmIzyiIzERER/8QAFhEBAQEAAAAAAAAAAAAAAAAAAgAB/9oACAEDAQE/AccXF2KKir//xAAY"
      + "EQADAQEAAAAAAAAAAAAAAAAAAQIRIv/aAAgBAgEBPwGVpyahVyNjo//EABQQAQAAAAAAAAAAAAAAAAAAAED/2gAIAQEABj8C"
      + "R//EABoQAQEAAwEBAAAAAAAAAAAAAAEAEBFRIZH/2gAIAQEAAT8hKUhdIOV1yGwY4MPGA2gkdYzdvVwRftv/2gAMAwEAAgAD"
      + "AAAAEO8yAtkP/8QAGBEAAgMAAAAAAAAAAAAAAAAAABABESH/2gAIAQMBAT8QqJEbtf/EABwRAQACAgMBAAAAAAAAAAAAAAEA"
      + "ETGxIVFh0f/aAAgBAgEBPxCVTwFseg3EAGWDVGNsQ819Z//EACAQAQACAgEEAwAAAAAAAAAAAAEAESFhMRBRcfBBkcH/2gAI"
      + "AQEAAT8Q0TXNE1QDlCes6GmBGhc5SCL58RX9JqjQAc5gBaRVgomAq3tF+VeJolw8waoKCDv7GUYDPftDL0J//9k=")
  /// The same ramp in 8 bits and in 16, and a PNG of 32x16 whose eXIf says that it was taken upright (6).
  private static let (ramp8, ramp16, upright) = (
    bytes(
      "iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAAAAABSayKFAAAAMElEQVR42mNg4BCQUNAwsHDwCIhIyCioaOiYMGPBig07Dpy4"
        + "cOPBiw8/GEYVjCQFAHy2+AGYCbP/AAAAAElFTkSuQmCC"),
    bytes(
      "iVBORw0KGgoAAAANSUhEUgAAACAAAAAQEAAAAAAC+/7GAAAAV0lEQVR42mNgYODgEBCQkFBQ0NAwMLCwcHDw8AgIiIhISMjI"
        + "KCioqGho6OiYMGHGjAULVqzYsGHHjgMHTpy4cOHGjQcPXrz48OHHD4ZRA0YNGDVguBgAAG3W8BCLuQxAAAAAAElFTkSuQmCC"),
    bytes(
      "iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAIAAAD4YuoOAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEABgAAAAAAANZnS2kA"
        + "AAAgSURBVHicY+Q6IcdAS8BEU9NHLRi1YNSCUQtGLaASAAAUdgEQ+4xMBAAAAABJRU5ErkJggg==")
  )

  /// What a folder gives: each picture's name, size as stored and orientation, and what it passes over.
  private func read(_ path: String) throws -> (seen: [String], passedOver: [String]) {
    let reader = try files(path)
    let slot = FrameSlot(capacity: 64, format: reader.format)
    var seen: [String] = []
    while try reader.read(into: slot) {
      let turn = PictureTurn.orientations.firstIndex(of: slot.format.orientation) ?? -1
      seen.append("\(slot.fileName ?? "-") \(slot.format.size) \(turn + 1)")
    }
    return (seen, reader.takePassedOver().map { "\($0.name): \($0.reason)" })
  }

  @Test("any mixture of sizes, turns and kinds is read, each by its bytes, and what can't be is named")
  func mixture() throws {
    let folder = try TestFolder()
    let (wide, high) = (
      try sampleJPEGs(1, width: 96, height: 64)[0], try sampleJPEGs(1, width: 48, height: 80)[0]
    )
    for (name, bytes) in [
      "01.jpg": wide, "02.jpg": high, "03.jpg": oriented(wide, 6), "04.png": Self.ramp8,
      "05.jpg": Self.ramp16,
      "06.png": high, "07.jfif": wide, "08.JPE": high, "09": wide, "10.jpg_large": high,
      "11.png": Self.upright,
      "12.jpg": Self.progressive, "20.heic": Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1".utf8),
      "21.jpg": Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "22.jpg": [], "23.cr2": Array("II*\0".utf8),
      "24.jpg": Array(Self.progressive.prefix(500)), "25.webp": Array("no picture".utf8),
      "26.jpg": Array("<html>".utf8),
      "notes.txt": Array("no picture".utf8), "clip.mp4": Array("\0\0\0\u{18}ftypisom".utf8),
    ] as [String: [UInt8]] { try folder.put(bytes, name) }
    let (seen, passedOver) = try read(folder.path)
    #expect(
      seen == [
        "01.jpg 96x64 1", "02.jpg 48x80 1", "03.jpg 96x64 6", "04.png 32x16 1", "05.jpg 32x16 1",
        "06.png 48x80 1",
        "07.jfif 96x64 1", "08.JPE 48x80 1", "09 96x64 1", "10.jpg_large 48x80 1", "11.png 32x16 6",
        "12.jpg 48x32 1",
      ])
    let words = [
      "HEIC picture", "WebP picture", "22.jpg: empty", "dcraw", "cut short", "no WEBP picture",
      "no picture",
    ]
    #expect(passedOver.count == words.count, "\(passedOver)")
    for (line, word) in zip(passedOver, words) { #expect(line.contains(word), "\(line)") }
    let source = try SourceSpecification(parsing: folder.path)
    #expect(try source.photos()?.count == 19)
    #expect(source.otherFiles == "1 .mp4, 1 .txt")
  }

  @Test("each alone is read or refused alike, with what it is and the command that converts it")
  func alone() throws {
    let folder = try TestFolder()
    func put(_ bytes: [UInt8], _ name: String) throws -> String { try folder.put(bytes, name) }
    for name in ["x.jfif", "x.png", "x", "x.mpo"] {
      #expect(try read(put(try sampleJPEGs(1)[0], name)).seen == ["\(name) 64x64 1"])
    }
    func told(_ path: String) -> String {
      do {
        _ = try read(path)
        return ""
      } catch { return "\(error)" }
    }
    let heic = try put(Array("\0\0\0\u{18}ftypheic".utf8), "it's.heic")
    #expect(told(heic).contains("it is a HEIC picture") && told(heic).contains(#"heif-convert "#))
    #expect(told(heic).contains(#"/it'\''s.jpg'"#), "\(told(heic))")
    let webp = try put(Array("RIFF\0\0\0\0WEBP".utf8), "x.webp")
    #expect(told(webp).hasSuffix("ffmpeg -i \(webp) -q:v 1 \(folder.path)/x.jpg"), "\(told(webp))")
    #expect(told(try put([], "y.jpg")).contains("it is empty"))
    let cut = told(try put(Array(Self.progressive.prefix(500)), "z.jpg"))
    #expect(cut.contains("it is cut short") && cut.contains("z.jpg"), "\(cut)")
    // Several that can't be read are all counted.
    let many = try TestFolder()
    for number in 1...80 { try many.put(Array("\0\0\0\u{18}ftypheic".utf8), "IMG_\(number + 20).HEIC") }
    #expect(
      told(many.path).contains("HEIC picture") && told(many.path).contains("79 others"), "\(told(many.path))")
    try many.put(try sampleJPEGs(1)[0], "IMG_200.JPG")
    #expect(try read(many.path).seen == ["IMG_200.JPG 64x64 1"])
  }

  @Test("a head of any length is read, and stray bytes and empty segments between segments are passed over")
  func heads() throws {
    let folder = try TestFolder()
    let jpeg = try sampleJPEGs(1)[0]
    let note = [0xFF, 0xE1, 0xFD, 0xE8] + Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    let extended = note + [UInt8](repeating: 0x78, count: 65_000 - note.count + 2)
    let first = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
    let heads: [(name: String, bytes: [UInt8])] = [
      ("large", [[UInt8]](repeating: extended, count: 40).flatMap { $0 }), ("stray", [0, 7, 0xFF, 0, 9]),
      ("short", [0xFF, 0xE5, 0, 0, 0xFF, 0xFE, 0, 1]),
    ]
    for (name, between) in heads {
      let bytes = Array(jpeg[..<first]) + between + Array(jpeg[first...])
      #expect(try read(folder.put(bytes, name + ".jpg")).seen == ["\(name).jpg 64x64 1"])
      let film = try files(folder.put(bytes + jpeg + bytes, name + ".mjpeg"))
      #expect(try film.readAll().map(\.bytes) == [bytes, jpeg, bytes])
    }
  }

  @Test("metadata larger than the pixels leaves a progressive JPEG readable")
  func largeMetadata() throws {
    let folder = try TestFolder()
    let profile = [0xFF, 0xE2, 0xFF, 0xFD] + [UInt8](repeating: 0x20, count: 65_531)
    let jpeg =
      Self.progressive[..<20] + Array([[UInt8]](repeating: profile, count: 25).joined())
      + Self.progressive[20...]
    #expect(try read(folder.put(Array(jpeg), "x.jpg")).seen == ["x.jpg 48x32 1"])
  }

  @Test("a PNG of 16 bits is as light as one of 8")
  func sixteenBits() throws {
    let folder = try TestFolder()
    let pictures = try [Self.ramp8, Self.ramp16].enumerated().map { index, png in
      try files(folder.put(png, "\(index).png")).readAll().map(\.bytes)
    }
    #expect(pictures[0] == pictures[1] && pictures[0].count == 1)
  }
}
