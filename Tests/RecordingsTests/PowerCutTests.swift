import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("After a power cut")
struct PowerCutTests {
  @Test("lines of pictures that never reached the disk say so, and the recording is good again")
  func lost() throws {
    let folder = try TestFolder()
    try TestRecording.recordUnfinished(8, into: folder.path)
    let jpeg = try TestRecording.jpeg()
    try folder.put("", "000004.jpg")
    try folder.put([UInt8](repeating: 0, count: jpeg.count), "000005.jpg")
    try folder.put(Array(jpeg.prefix(jpeg.count / 2)), "000006.jpg")
    try folder.remove("000007.jpg")
    // Without lines: whole, and not.
    try folder.put(jpeg, "000008.jpg")
    try folder.put(Array(jpeg.prefix(100)), "000009.jpg")
    do {
      let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
      #expect(writer.repairs.contains { $0.hasPrefix("4 pictures were lost") })
      #expect(writer.nextIndex == 10)
      _ = try writer.write(TestRecording.frame())
      try writer.finish(totals: SessionTotals())
    }
    let lines = try folder.lines()
    #expect(lines.map(\.index) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 10])
    #expect(lines.filter { $0.lost == true }.map(\.index) == [4, 5, 6, 7])
    #expect(lines[8].recovered == true)
    #expect(folder.exists("000009.jpg.broken"))
    #expect(try folder.problems() == [])
    // Said once.
    let next = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    #expect(next.repairs == [])
  }

  @Test("pictures missing in the midst of whole ones are found as well, but freed and deleted ones are not")
  func midst() throws {
    let folder = try TestFolder()
    try TestRecording.recordUnfinished(30, into: folder.path)
    try FreedMarkFile(FolderHandle(folder.path), isDurable: false).write(
      FreedMark(before: 2, pictures: 2))
    for index in [0, 1, 5, 17] {
      try folder.remove("0000\(index < 10 ? "0" : "")\(index).jpg")
    }
    _ = try RecordingLibrary(folder.path).delete(FrameSelection(frames: [20]))
    _ = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    #expect(try folder.lines().filter { $0.lost == true }.map(\.index) == [5, 17])
    #expect(try folder.problems() == [])
  }

  @Test("a run that came to its end is not searched: a missing picture is a fault")
  func ended() throws {
    let folder = try TestFolder()
    try TestRecording.record(5, into: folder.path)
    try folder.remove("000003.jpg")
    try TestRecording.record(1, into: folder.path)
    #expect(try folder.problems().map(\.file) == ["000003.jpg"])
  }
}

@Suite("Groups of pictures that wait for their synchronisation")
struct PendingGroupTests {
  @Test("a group leaves files to the rest of a run, and has one picture at least")
  func room() {
    #expect(PendingGroup.room(of: 1024, open: 12) == PendingGroup.largest)
    #expect(PendingGroup.room(of: 40, open: 12) == 12)
    #expect(PendingGroup.room(of: 12, open: 12) == 1)
    #expect(PendingGroup.room(of: .max, open: 0) == PendingGroup.largest)
    #expect(PendingGroup.isOutOfFiles(-24) && !PendingGroup.isOutOfFiles(24))
  }
}
