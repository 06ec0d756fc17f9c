import Foundation
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Recordings

@Suite("Pictures of photos under their photos' names")
struct NamedPicturesTests {
  private static func picture(of photo: String) throws -> Picture {
    let frame = try TestRecording.frame(5)
    frame.facts.cameras[0].frame?.fileName = photo
    return frame
  }

  @Test(
    "are JPEGs by name, too",
    arguments: [
      ("IMG_0001.jpg", "IMG_0001.jpg", "IMG_0001-2.jpg"), ("a.b.JPEG", "a.b.JPEG", "a.b-2.JPEG"),
      ("IMG_0002.HEIC", "IMG_0002.jpg", "IMG_0002-2.jpg"), ("scan.png", "scan.jpg", "scan-2.jpg"),
      ("none", "none.jpg", "none-2.jpg"), (".hidden", ".hidden.jpg", ".hidden-2.jpg"),
    ])
  func names(photo: String, first: String, second: String) {
    #expect(NamedPictures.name(photo, 1) == first && NamedPictures.name(photo, 2) == second)
  }

  @Test("two photos of one name keep a picture each, and a file that was there stays")
  func alike() throws {
    let folder = try TestFolder()
    try folder.put(Array("mine".utf8), "r/named/a.jpg")
    let writer = try RecordingWriter(folder: folder.file("r"), session: TestRecording.session())
    for photo in ["a.jpg", "a.HEIC", "b.png"] { _ = try writer.write(Self.picture(of: photo)) }
    #expect(try folder.names("r/named") == ["a-2.jpg", "a-3.jpg", "a.jpg", "b.jpg"])
    #expect(try folder.bytes("r/named/a.jpg") == Array("mine".utf8))
    #expect(try folder.bytes("r/named/a-2.jpg") == folder.bytes("r/000000.jpg"))
    #expect(writer.unnamed.count == 0)
  }

  @Test("what a killed run linked and didn't number goes with it, and the name is free again")
  func killed() throws {
    let folder = try TestFolder()
    do {
      let writer = try RecordingWriter(folder: folder.file("r"), session: TestRecording.session())
      _ = try writer.write(Self.picture(of: "a.jpg"))
    }
    try folder.put(Array("half".utf8), "r/.000001.jpg.tmp")
    try FileManager.default.linkItem(
      atPath: folder.file("r/.000001.jpg.tmp"), toPath: folder.file("r/named/b.jpg"))
    let writer = try RecordingWriter(folder: folder.file("r"), session: TestRecording.session())
    #expect(try folder.names("r/named") == ["a.jpg"])
    _ = try writer.write(Self.picture(of: "b.jpg"))
    #expect(try folder.bytes("r/named/b.jpg") == folder.bytes("r/000001.jpg"))
  }

  @Test("a folder that can't be there, and a name with a slash, are no reason to stop")
  func refused() throws {
    let folder = try TestFolder()
    try folder.put([], "r/named")
    let writer = try RecordingWriter(folder: folder.file("r"), session: TestRecording.session())
    for photo in ["a.jpg", "up/\u{301}a.jpg"] { _ = try writer.write(Self.picture(of: photo)) }
    #expect(writer.unnamed.count == 2 && writer.nextIndex == 2)
  }

  @Test("go when their pictures are freed or deleted")
  func removed() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.file("r"), session: TestRecording.session())
    for photo in ["a.jpg", "b.jpg", "c.jpg"] { _ = try writer.write(Self.picture(of: photo)) }
    try writer.finish(totals: SessionTotals(seconds: 1))
    let handle = try FolderHandle(folder.file("r"))
    let freer = try PictureFreer(handle, durability: .none)
    #expect(try freer.free(atLeast: 1).pictures == 1)
    try freer.finish()
    #expect(try folder.names("r/named") == ["b.jpg", "c.jpg"])
    _ = try DeletedFrames.delete([2], from: handle)
    #expect(try folder.names("r/named") == ["b.jpg"])
  }

  @Test("a line that can't be written leaves neither")
  func failed() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.file("r"), session: TestRecording.session())
    let picture = try Self.picture(of: "a.jpg")
    // The picture's bytes are written, its line isn't.
    writer.handle.scriptedWrites = [.takes(1 << 20), .fails(ENOSPC)]
    #expect(throws: FileError.self) { try writer.write(picture) }
    #expect(try folder.names("r/named") == [] && !folder.exists("r/000000.jpg"))
    _ = try writer.write(picture)
    #expect(try folder.names("r/named") == ["a.jpg"])
  }

  @Test("where there can't be links, pictures keep their numbers, and that is counted")
  func unlinked() throws {
    let folder = try TestFolder()
    // Another file system's folder.
    let other = URL(fileURLWithPath: "/dev/shm/dualcam-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: other) }
    try FileManager.default.createDirectory(atPath: folder.file("r"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("r/named"), withDestinationPath: other.path)
    let writer = try RecordingWriter(folder: folder.file("r"), session: TestRecording.session())
    for photo in ["a.jpg", "b.jpg"] { _ = try writer.write(Self.picture(of: photo)) }
    #expect(writer.unnamed.count == 2 && !writer.unnamed.reason.isEmpty)
    #expect(
      try folder.exists("r/000001.jpg") && FileManager.default.contentsOfDirectory(atPath: other.path) == [])
  }
}
