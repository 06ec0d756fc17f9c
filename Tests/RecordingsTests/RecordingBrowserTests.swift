import CaptureKit
import Foundation
import HUDGeometry
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("Browsing a recording")
struct RecordingBrowserTests {
  @Test("it takes in what is new, kept, deleted and freed, while the recording grows")
  func grows() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    for number in 0..<4 {
      _ = try writer.write(TestRecording.frame(number, state: number == 1 ? .snapped : .near))
    }
    let browser = try RecordingBrowser(FolderHandle(folder.path))
    try browser.refresh()
    #expect(browser.frames.map(\.index) == [0, 1, 2, 3])
    #expect(browser.frames.filter(\.isSnapped).map(\.index) == [1])
    #expect(browser.frames[1].file == "000001.jpg")
    #expect(abs(browser.frames[0].seconds - Date().timeIntervalSince1970) < 3600)
    _ = try RecordingLibrary(folder.path).keep(FrameSelection(frames: [2]))
    _ = try RecordingLibrary(folder.path).delete(FrameSelection(frames: [0]))
    try folder.remove("000003.jpg")
    _ = try writer.write(TestRecording.frame(4))
    try browser.refresh()
    #expect(browser.frames.map(\.index) == [1, 2, 4] && browser.kept == [2])
    // The manifest is replaced by one whose lines say what was deleted.
    try writer.finish(totals: SessionTotals())
    try browser.refresh()
    #expect(browser.frames.map(\.index) == [1, 2, 4])
    #expect(try browser.line(of: browser.frames[2])?.index == 4)
    #expect(browser.viewfinder(of: 4) == PixelRect(x: 16, y: 16, width: 64, height: 48))
    #expect(browser.startedAt == "2026-01-02T03:04:05Z")
  }

  @Test(
    "a picture's time is its camera's, and pictures half a second apart are no film as they were taken",
    arguments: [0.1, 2])
  func times(apart: Double) throws {
    let folder = try TestFolder()
    try TestRecording.record(4, into: folder.path)
    let start = 1_780_000_000.0
    let lines = try folder.text("frames.jsonl").split(separator: "\n").enumerated().map { number, line in
      let utc = UTCText.text(Int64((start + Double(number) * apart) * 1e9))
      return line.replacing(#""clock":"media""#, with: #""clock":"monotonic","utc":"\#(utc)""#)
    }
    try folder.put(lines.joined(separator: "\n") + "\n", "frames.jsonl")
    let browser = try RecordingBrowser(FolderHandle(folder.path))
    try browser.refresh()
    #expect(zip(browser.frames, 0...).allSatisfy { abs($0.seconds - start - Double($1) * apart) < 0.01 })
    #expect(browser.isSparse == (apart > 1))
    // One pause makes no time-lapse of a film.
    #expect(!RecordingBrowser.isSparse((1, 61)) && RecordingBrowser.isSparse((60, 61)))
  }

  @Test("half a line is waited for, and the word alone makes no guide snapped")
  func half() throws {
    let folder = try TestFolder()
    try TestRecording.record(2, into: folder.path)
    let text = try folder.text("frames.jsonl")
    let noted = String(text.dropLast(2)) + #","hint":"snapped"}"# + "\n"
    try folder.put(String(noted.dropLast(5)), "frames.jsonl")
    let browser = try RecordingBrowser(FolderHandle(folder.path))
    try browser.refresh()
    #expect(browser.frames.map(\.index) == [0])
    try folder.put(noted, "frames.jsonl")
    try browser.refresh()
    #expect(browser.frames.map(\.index) == [0, 1] && !browser.frames.contains { $0.isSnapped })
  }

  @Test("a thumbnail shows the part that is asked for, as it is in the picture")
  func thumbnail() throws {
    let folder = try TestFolder()
    let size = PixelSize(clampingWidth: 640, height: 384)
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session(size))
    _ = try writer.write(TestRecording.frame(0, size: size))
    var reader = try ThumbnailReader()
    let handle = try FolderHandle(folder.path)
    let whole = try reader.read("000000.jpg", in: handle, part: nil, width: 160)
    #expect(whole.size == PixelSize(clampingWidth: 160, height: 96))
    let part = PixelRect(x: 64, y: 32, width: 320, height: 240)
    let cut = try reader.read("000000.jpg", in: handle, part: part, width: 80)
    #expect(cut.size == PixelSize(clampingWidth: 80, height: 60))
    for far in [PixelRect(x: 640, y: 0, width: 64, height: 64), PixelRect(x: 0, y: 0, width: 0, height: 9)] {
      #expect(try reader.read("000000.jpg", in: handle, part: far, width: 5000).size.width == 320)
    }
    try folder.put("no picture", "000001.jpg")
    #expect(throws: (any Error).self) { try reader.read("000001.jpg", in: handle, part: nil, width: 80) }
    #expect(throws: FileError.self) { try reader.read("000002.jpg", in: handle, part: nil, width: 80) }
  }

  @Test("a picture's outline is a template in the form of its viewfinder; without one the picture is named")
  func outline() throws {
    let folder = try TestFolder()
    try TestRecording.record(2, into: folder.path)
    let outline = #""silhouette":{"template":null,"path":"M.2 .2L.4 .2L.4 .9Z","iou":null,"state":"unknown"}"#
    var lines = try folder.text("frames.jsonl").split(separator: "\n").map(String.init)
    lines[1] = lines[1].replacingOccurrences(of: #","horizon""#, with: "," + outline + #","horizon""#)
    try folder.put(lines.joined(separator: "\n") + "\n", "frames.jsonl")
    let template = try RecordingBrowser.outline(ofPicture: folder.file("000001.jpg"))
    #expect(template.name == "retake" && template.aspect == 64.0 / 48)
    #expect(abs(template.path.bounds.height - 0.7) < 1e-9)
    for (name, text) in [
      ("000000.jpg", "no subject"), ("000007.jpg", "no line"), ("session.json", "no line"),
    ] {
      let error = #expect(throws: FileError.self) {
        try RecordingBrowser.outline(ofPicture: folder.file(name))
      }
      #expect(error?.reason.contains(text) == true && "\(error, default: "")".contains(name))
    }
  }
}
