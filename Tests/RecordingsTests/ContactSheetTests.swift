import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Recordings

@Suite("The contact sheet")
struct ContactSheetTests {
  private func decode(_ bytes: [UInt8]) throws -> PlanarPicture {
    var reader = try PictureReader()
    let (picture, findings) = try reader.read(bytes)
    #expect(findings.damage == 0)
    return picture
  }

  @Test("the sheet decodes, has its size, and takes the first, the last and even steps between")
  func evenlySpaced() throws {
    let folder = try TestFolder()
    try TestRecording.record(23, into: folder.path)
    let sheet = try ContactSheet(folder: folder.path)
    #expect(sheet.frames == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22])
    #expect(sheet.size.width == 1920)
    try sheet.write(to: folder.file("sheet.jpg"))
    let picture = try decode(folder.bytes("sheet.jpg"))
    #expect(picture.size == sheet.size)
    #expect(try !folder.names().contains { $0.hasSuffix(".tmp") })
  }

  @Test("any number of frames fits", arguments: [1, 2, 3, 5, 7, 12, 30], [320, 1920])
  func anyCount(count: Int, width: Int) throws {
    let folder = try TestFolder()
    try TestRecording.record(9, into: folder.path)
    let sheet = try ContactSheet(folder: folder.path, count: count, width: width)
    #expect(sheet.frames.count == min(count, 9))
    #expect(try decode(sheet.render()).size == sheet.size)
  }

  @Test("kept frames are framed in green, deleted ones left out")
  func marks() throws {
    let folder = try TestFolder()
    try TestRecording.record(4, into: folder.path)
    let library = RecordingLibrary(folder.path)
    _ = try library.delete(FrameSelection(frames: [1]))
    let plain = try decode(ContactSheet(folder: folder.path).render())
    _ = try library.keep(FrameSelection(frames: [0]))
    let sheet = try ContactSheet(folder: folder.path)
    #expect(sheet.frames == [0, 2, 3])
    let marked = try decode(sheet.render())
    // The first frame's left edge, half way down.
    let green = GuideColor.green
    var y = 18
    while y < 100 {
      #expect(abs(Int(marked.luma[16, y]) - Int(green.y)) < 24)
      #expect(abs(Int(marked.cr[8, y / 2]) - Int(green.cr)) < 24)
      #expect(abs(Int(plain.cr[8, y / 2]) - 128) < 40)
      y += 20
    }
    // Nothing is drawn over the last row of cells' right side, where the others lie.
    #expect(abs(Int(marked.luma[1912, 40]) - 20) < 6)
  }

  @Test("a picture that doesn't decode leaves its place dark, and is named")
  func brokenPicture() throws {
    let folder = try TestFolder()
    try TestRecording.record(2, into: folder.path)
    try folder.put("broken", "000000.jpg")
    var missing: [String] = []
    let sheet = try ContactSheet(folder: folder.path).render { missing.append($0) }
    #expect(try decode(sheet).luma[200, 100] < 50)
    #expect(missing.count == 1 && missing[0].hasPrefix("000000.jpg isn't shown: "))
  }

  @Test("without frames, or with a sheet too narrow, there is an error")
  func nothingToShow() throws {
    let folder = try TestFolder()
    try TestRecording.record(1, into: folder.path)
    #expect(throws: FileError.self) { try ContactSheet(folder: folder.path, width: 40) }
    _ = try RecordingLibrary(folder.path).delete(.all)
    #expect(throws: FileError.self) { try ContactSheet(folder: folder.path) }
  }
}
