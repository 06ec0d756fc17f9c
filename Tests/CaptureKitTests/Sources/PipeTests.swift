import Foundation
import HostResources
import Synchronization
import TestSupport
import Testing

@testable import CaptureKit

@Suite("Pipes")
struct PipeTests {
  private static let start: [UInt8] = [0, 0, 0, 1]

  private static func transportStream() -> [UInt8] {
    (0..<600).map { $0 % 188 == 0 ? 0x47 : 0 }
  }

  /// A reader of what these bytes begin, after which the pipe is silent.
  private func reader(_ bytes: [UInt8], _ opening: OpeningWait) throws -> any FrameReader {
    let folder = try TestFolder()
    let path = folder.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    // For both directions, so that it needs no reader and has no end.
    let writer = unsafe open(path, O_RDWR)
    defer { close(writer) }
    #expect(unsafe write(writer, bytes, bytes.count) == bytes.count)
    return try makeReader(for: try SourceSpecification(parsing: path), isLive: false, opening: opening)
  }

  @Test(
    "what arrives and is no Motion JPEG is named at once, with what makes it readable",
    arguments: [
      (start + [0x67, 0x64], "H.264"), ([0, 0, 1, 0x27, 0x4D], "H.264"), (start + [9, 0xF0], "H.264"),
      (start + [0x06, 5], "H.264"), (start + [0x40, 1, 0x0C], "H.265"), (start + [0x46, 1, 0x10], "H.265"),
      ([0, 0, 1, 0xBA], "MPEG program stream"), ([0, 0, 1, 0xB3], "MPEG-2"), ([0, 0, 1, 0xB0], "MPEG-4"),
      (transportStream(), "MPEG-TS"), (Array("YUV4MPEG2 W64".utf8), "Y4M"), (Array("FLV\u{1}".utf8), "Flash"),
      (Array("OggS".utf8), "Ogg"), (Array("DKIF".utf8), "IVF"), ([0x89, 0x50, 0x4E, 0x47], "PNG"),
      (Array("<!DOCTYPE html>".utf8), "HTML"), (Array("{\"error\":1}".utf8), "JSON"),
    ] as [([UInt8], String)])
  func kinds(begins: [UInt8], name: String) throws {
    let bytes = begins + [UInt8](repeating: 0x80, count: max(0, 400 - begins.count))
    #expect {
      try reader(bytes, OpeningWait(stop: StopFlag(), seconds: 30) { _ in })
    } throws: { error in
      "\(error)".contains("this is \(name == "MPEG-2" ? "MPEG-1 or MPEG-2" : "")")
        && "\(error)".contains(name) && "\(error)".contains("ffmpeg -v error -i - ")
    }
  }

  @Test(
    "Motion JPEG may begin with anything else: what a server puts before it, a container's head, half a picture",
    arguments: [
      Array("--frame\r\nContent-Type: image/jpeg\r\n\r\n".utf8), Array("RIFF....AVI LIST".utf8),
      [0, 0, 0, 0],
      [0x47, 0x47, 0x47], [0xFF, 0xD9, 3, 4, 5], Array("HTTP/1.1 200 OK\r\n\r\n".utf8), [],
    ] as [[UInt8]])
  func beginnings(bytes: [UInt8]) throws {
    let jpegs = try sampleJPEGs(2)
    let read = try reader(
      bytes + jpegs[0] + jpegs[1], OpeningWait(stop: StopFlag(), seconds: 30) { _ in })
    #expect(try read.readAll(limit: 1).map(\.bytes) == [jpegs[0]])
    read.stop()
  }

  @Test("a pipe without a picture is told of, gives up in time, and ends when it is told to")
  func waits() throws {
    let told = Mutex<[String]>([])
    func opening(_ seconds: Double, _ stop: StopFlag = StopFlag()) -> OpeningWait {
      OpeningWait(stop: stop, seconds: seconds) { text in told.withLock { $0.append(text) } }
    }
    #expect { try reader([], opening(0.2)) } throws: { "\($0)".contains("nothing arrived for 0.2 s") }
    #expect(told.withLock { $0.isEmpty })
    let zeros = [UInt8](repeating: 0, count: 20_000)
    #expect { try reader(zeros, opening(1.2)) } throws: { "\($0)".contains("20000 bytes arrived in 1.2 s") }
    #expect(told.withLock { $0.first }?.contains("the first are 00 00 00") ?? false)
    told.withLock { $0.removeAll() }
    #expect { try reader([], opening(2.3)) } throws: { _ in true }
    #expect(told.withLock { $0.last }?.hasSuffix("pipe: nothing arrived for 2 s") ?? false)
    let stop = StopFlag()
    stop.stop()
    #expect(throws: CaptureError.self) { try reader(zeros, opening(600, stop)) }
  }

  @Test("each way to name a pipe is one")
  func names() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    for name in ["-", "/dev/stdin", "file:/dev/stdin", "file:/dev/fd/0", "/proc/self/fd/0"] {
      #expect(try SourceSpecification(parsing: name).description == "file:-")
    }
    for name in ["/dev/fd/\(ends[0])", "file:/dev/fd/\(ends[0])", "/proc/self/fd/\(ends[0])?fps=5"] {
      guard case .files(let settings) = try SourceSpecification(parsing: name) else {
        Issue.record("\(name) is no file")
        continue
      }
      #expect(settings.isPipe && !settings.isStandardInput && settings.descriptor == ends[0])
    }
    #expect(throws: CaptureError.self) { try SourceSpecification(parsing: "/dev/fd/\(ends[0])?loop=1") }
    #expect(try SourceSpecification(parsing: "/dev/video0") == .device(path: "/dev/video0"))
    let jpegs = try sampleJPEGs(3)
    for jpeg in jpegs { #expect(unsafe write(ends[1], jpeg, jpeg.count) == jpeg.count) }
    close(ends[1])
    #expect(try files("/dev/fd/\(ends[0])").readAll().map(\.bytes) == jpegs)
  }
}
