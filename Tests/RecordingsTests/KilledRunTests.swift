import Foundation
import Glibc
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("A run that is killed")
struct KilledRunTests {
  @Test("killed at any moment, a recording can be gone on with and is good", arguments: [1, 4, 9, 16, 25])
  func killed(milliseconds: UInt32) async throws {
    let folder = try TestFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, milliseconds = milliseconds as UInt32] in
      let writer = try RecordingWriter(folder: path, session: TestRecording.session())
      let frame = try TestRecording.frame()
      Thread.detachNewThread {
        usleep(milliseconds * 1000)
        kill(getpid(), SIGKILL)
      }
      while true { _ = try writer.write(frame) }
    }
    let left = try folder.names().compactMap(FileName.frameIndex)
    #expect(try TestRecording.record(1, into: path) == [left.count])
    #expect(try folder.lines().map(\.index) == Array(0...left.count))
    #expect(try folder.problems() == [])
  }
}
