import CAllocationCounter
import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("Lines of JSON for other programs")
struct JSONLinesSinkTests {
  @Test("a line written again allocates nothing", .countsAllocations)
  func allocations() throws {
    let frame = try TestRecording.frame()
    let null = unsafe open("/dev/null", O_WRONLY)
    defer { close(null) }
    let sink = JSONLinesSink(StandardOutput(closing: StopFlag(), descriptor: null))
    for _ in 0..<5 { _ = try sink.write(Issue(frame)) }
    let before = callocation_count_thread()
    for _ in 0..<1000 { _ = try sink.write(Issue(frame)) }
    #expect(callocation_count_thread() == before)
  }
}
