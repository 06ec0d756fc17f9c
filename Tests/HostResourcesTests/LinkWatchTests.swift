import Glibc
import TestSupport
import Testing

@testable import HostResources

@Suite("Names of files that are written", .timeLimit(.minutes(1)))
struct LinkWatchTests {
  @Test(
    "a file is gone once its name is removed, also when that happens before anyone looks",
    arguments: [false, true])
  func removed(atOnce: Bool) throws {
    let there = try TestFolder()
    let folder = try FolderHandle(there.path)
    let name = FileName("film.mkv")
    let file = folder.openNew(name)
    defer { close(file) }
    if atOnce { folder.remove(name) }
    let watch = LinkWatch(file, named: name, in: folder)
    #expect(watch.isGone == atOnce)
    folder.remove(name)
    #expect(watch.isGone)
  }
}
