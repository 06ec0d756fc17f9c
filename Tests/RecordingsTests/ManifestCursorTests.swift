import HostResources
import TestSupport
import Testing

@testable import Recordings

@Suite("Walking a manifest by numbers")
struct ManifestCursorTests {
  private func line(_ index: Int, padding: Int = 0, file: Int? = nil) -> String {
    let name = FileName.frame(file ?? index)
    return
      "{\"index\":\(index),\"file\":\"\(name)\",\"x\":\"\(String(repeating: "y", count: padding))\"}\n"
  }

  @Test("lines of any length give their numbers", arguments: [0, 1, 900, 32_700, 32_768, 70_000])
  func lengths(padding: Int) throws {
    let folder = try TestFolder()
    try folder.put((0..<40).map { line($0, padding: padding + $0) }.joined(), "frames.jsonl")
    var cursor = try ManifestCursor(FolderHandle(folder.path))
    var seen: [Int] = []
    while let index = cursor.next() { seen.append(index) }
    #expect(seen == Array(0..<40))
    cursor.restart()
    let again = cursor.next()
    #expect(again == 0)
  }

  @Test("it goes on as the manifest grows, and a half line is read when it is whole")
  func growing() throws {
    let folder = try TestFolder()
    let half = line(1, padding: 40_000)
    try folder.put(line(0) + half.dropLast(9), "frames.jsonl")
    var cursor = try ManifestCursor(FolderHandle(folder.path))
    let first = (cursor.next(), cursor.next(), cursor.next())
    #expect(first == (0, nil, nil))
    let handle = try FolderHandle(folder.path)
    let file = handle.openToAppend(FileName("frames.jsonl"))
    #expect(handle.write(Array((half.suffix(9) + line(2)).utf8).span, to: file) == 0)
    let second = (cursor.next(), cursor.next(), cursor.next())
    #expect(second == (1, 2, nil))
  }

  @Test(
    "a line in other words, or one that names another's file, is passed over",
    arguments: [
      "{}\n", "not json\n", "\n", "{ \"index\":1,\"file\":\"000001.jpg\"}\n",
      "{\"index\":1,\"file\":\"000002.jpg\"}\n", "{\"index\":-1,\"file\":\"000001.jpg\"}\n",
      "{\"index\":9999999999999999999999,\"file\":\"000001.jpg\"}\n",
    ])
  func strange(bad: String) throws {
    let folder = try TestFolder()
    try folder.put(line(0) + bad + line(2), "frames.jsonl")
    var cursor = try ManifestCursor(FolderHandle(folder.path))
    let seen = (cursor.next(), cursor.next(), cursor.next())
    #expect(seen == (0, 2, nil))
  }
}
