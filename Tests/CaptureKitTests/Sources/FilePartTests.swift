import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("Parts of files")
struct FilePartTests {
  private func part(_ path: String, first: Int, frames: Int?) throws -> any FrameReader {
    var settings = FileSourceSettings(path: path)
    (settings.first, settings.frames) = (first, frames)
    return try makeReader(for: .files(settings))
  }

  /// Parts one after the other, of all lengths: the frames of the whole, with its numbers and times.
  private func check(_ path: String, positions: Int) throws {
    let whole = try files(path).readAll()
    var unbroken = whole
    for index in unbroken.indices { unbroken[index].gap = 0 }
    for length in 1...positions {
      var together: [DeliveredFrame] = []
      for first in stride(from: 0, to: positions, by: length) {
        var frames = try part(path, first: first, frames: length).readAll()
        #expect(frames.allSatisfy { (first..<first + length).contains(Int($0.sequence)) })
        // What was lost before a part is no loss of the part.
        if let own = frames.first { #expect(own.gap == Int(own.sequence) - first) }
        for index in frames.indices { frames[index].gap = 0 }
        together += frames
      }
      #expect(together == unbroken, "parts of \(length)")
    }
    #expect(try part(path, first: 1, frames: nil).readAll().map(\.bytes) == whole.dropFirst().map(\.bytes))
    #expect(throws: CaptureError.self) { try part(path, first: positions + 1, frames: nil) }
  }

  @Test("of a folder and of a film with frames that are lost")
  func jpegs() throws {
    let folder = try TestFolder()
    let jpegs = try sampleJPEGs(7)
    for (index, jpeg) in jpegs.enumerated() { try folder.put(jpeg, "f\(index).jpg") }
    try check(folder.path, positions: 7)
    let other = try sampleJPEGs(1, width: 128, height: 64)
    let film = jpegs[0] + other[0] + jpegs[1] + [0xFF, 0xD8, 0xFF, 0xE0, 0, 1] + jpegs[2] + jpegs[3]
    try check(try folder.put(film, "x.mjpeg"), positions: 6)
  }

  @Test("of raw frames")
  func raw() throws {
    let folder = try TestFolder()
    let head = Array("YUV4MPEG2 W4 H2 F30:1 Cmono\n".utf8)
    let film = (0..<5).reduce(into: head) {
      $0 += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(20 * $1), count: 8)
    }
    try check(try folder.put(film, "x.y4m"), positions: 5)
  }

  @Test(
    "a recording's word about its rate is taken as far as it can be one",
    arguments: [0, -5, 1e-300, 30, 1e300])
  func rate(framesPerSecond: Double) throws {
    let folder = try TestFolder()
    let files = try sampleJPEGs(2).enumerated().map { try folder.put($1, "f\($0).jpg") }
    let reader = try makeReader(
      files: files, times: [0, .max / 2], framesPerSecond: framesPerSecond,
      settings: FileSourceSettings(path: folder.path))
    #expect(reader.format.framesPerSecond.map((1e-6...1000).contains) ?? false)
    #expect(framesPerSecond != 30 || reader.format.framesPerSecond == 30)
    #expect(try reader.readAll().count == 2)
  }
}
