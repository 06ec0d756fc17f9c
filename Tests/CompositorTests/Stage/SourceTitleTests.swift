import CaptureKit
import Foundation
import Testing

@testable import Compositor

struct SourceTitleTests {
  @Test(
    "a source is called by what people call it",
    arguments: [
      ("file:/films/beach/*.jpg", "beach"), ("file:/films/beach/", "beach"),
      ("file:day/clip.mjpeg", "clip.mjpeg"),
      ("file:/films/*/a?.jpg", "films"), ("file:-", "stdin"), ("synth:coast?w=64&h=64", "Coast"),
      ("file:/*.jpg", "/*.jpg"), ("/dev/video0", "C920"),
    ])
  func titles(source: String, title: String) throws {
    let found = SourceTitle.title(
      try SourceSpecification(parsing: source), name: "C920: C920 (/dev/v4l/by-id/usb-C920)")
    #expect(found == title)
  }

  @Test("a glob without a folder is called by the folder that it is in")
  func here() throws {
    let here = URL(filePath: FileManager.default.currentDirectoryPath).lastPathComponent
    #expect(SourceTitle.title(try SourceSpecification(parsing: "file:*.jpg"), name: "") == here)
  }
}
