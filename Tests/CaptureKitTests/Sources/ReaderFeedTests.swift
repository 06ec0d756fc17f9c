import FrameBus
import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("A feed over a reader")
struct ReaderFeedTests {
  private func reader(frames: Int, fps: Double = 1000) throws -> SyntheticReader {
    try SyntheticReader(
      sceneSettings(.grey, format: .grey, frames: frames) { $0.framesPerSecond = fps })
  }

  private func consumer(of feed: ReaderFeed) throws -> FrameConsumer<FrameSlot> {
    // #require takes copyable values only.
    guard let consumer = feed.takeConsumer() else { throw CaptureError.disconnected(path: "") }
    return consumer
  }

  @Test("what is prepared of a frame is its own, and gone once nobody prepares frames")
  func prepared() throws {
    final class Mark: Sendable {
      let sequence: UInt32
      init(_ sequence: UInt32) { self.sequence = sequence }
    }
    final class Marker: FramePreparation {
      func prepare(_ slot: FrameSlot) { slot.prepared = Mark(slot.sequence) }
    }
    let feed = ReaderFeed(
      reader: try reader(frames: 40), name: "grey", pacing: .asFastAsPossible, slotCount: 3)
    feed.prepare(by: Marker())
    var consumer = try consumer(of: feed)
    try feed.start()
    var taken = 0
    while let lease = consumer.waitForFrame(timeout: .seconds(60)) {
      let mark = lease.slot.prepared as? Mark
      if taken < 10 { #expect(mark?.sequence == lease.slot.sequence) }
      if taken == 10 { feed.prepare(by: nil) }
      // Three had been prepared by then.
      if taken > 14 { #expect(mark?.sequence == nil) }
      taken += 1
    }
    feed.join()
    #expect(taken == 40)
  }

  @Test("delivers every frame in order as fast as they are taken, then ends")
  func blocking() throws {
    let feed = ReaderFeed(reader: try reader(frames: 200), name: "grey", pacing: .asFastAsPossible)
    var consumer = try consumer(of: feed)
    if case .some = feed.takeConsumer() { Issue.record("a second consumer") }
    #expect(feed.status == .connecting)
    try feed.start()
    var sequence: [UInt32] = []
    while let lease = consumer.waitForFrame(timeout: .seconds(60)) {
      sequence.append(lease.slot.sequence)
      #expect(lease.slot.time.clock == .media)
    }
    feed.join()
    #expect(sequence == Array(0..<200))
    #expect(feed.status == .ended)
    #expect(feed.failure == nil)
    #expect(feed.counters.received == 200)
    #expect(consumer.counters.dropped == 0)
  }

  @Test("in real time stamps frames by the monotonic clock at their own pace, and loses none uncounted")
  func realTime() throws {
    let feed = ReaderFeed(reader: try reader(frames: 20, fps: 200), name: "grey", pacing: .realTime)
    var consumer = try consumer(of: feed)
    try feed.start()
    var stamps: [(sequence: UInt32, nanoseconds: Int64)] = []
    while let lease = consumer.waitForFrame(timeout: .seconds(60)) {
      #expect(lease.slot.time.clock == .monotonic)
      stamps.append((lease.slot.sequence, lease.slot.time.nanoseconds))
    }
    feed.join()
    let counters = consumer.counters
    #expect(counters.published == 20)
    #expect(counters.delivered + counters.dropped == 20)
    #expect(stamps.last?.sequence ?? 0 >= 19)
    // Sequence and stamp go together, even over a gap.
    let first = try #require(stamps.first)
    for stamp in stamps {
      #expect(stamp.nanoseconds - first.nanoseconds == Int64(stamp.sequence - first.sequence) * 5_000_000)
    }
  }

  @Test(
    "stops though a frame is an hour away, nobody takes frames, or the consumer has gone",
    arguments: [ReaderFeed.Pacing.realTime, .asTheyCome, .asFastAsPossible], [false, true])
  func stop(pacing: ReaderFeed.Pacing, isAbandoned: Bool) throws {
    let feed = ReaderFeed(
      reader: try reader(frames: 0, fps: pacing == .asFastAsPossible ? 1000 : 0.001), name: "grey",
      pacing: pacing)
    var consumer = try consumer(of: feed)
    try feed.start()
    if case .none = consumer.waitForFrame(timeout: .seconds(60)) { Issue.record("no first frame") }
    if isAbandoned { consumer.close() }
    if !isAbandoned || pacing != .asFastAsPossible { feed.requestStop() }
    // Would never return if the thread slept on.
    feed.join()
    #expect(feed.status == .ended)
  }

  @Test("that meets a broken file fails with its error, and closes the bus")
  func failure() throws {
    let folder = try TestFolder()
    let bytes =
      Y4MBytes.file(layout: "mono", width: 5, height: 3, frames: 1) + Array("FRUME\n0123456789abcde".utf8)
    let feed = ReaderFeed(
      reader: try files(try folder.put(bytes, "x.y4m")), name: "x", pacing: .asFastAsPossible)
    var consumer = try consumer(of: feed)
    try feed.start()
    var count = 0
    while case .some = consumer.waitForFrame(timeout: .seconds(60)) { count += 1 }
    feed.join()
    #expect(count == 1)
    #expect(feed.status == .failed)
    #expect(feed.failure != nil)
  }

  @Test("notes how the source differs from what was asked")
  func negotiation() throws {
    let asked = StreamRequest(
      pixelFormat: .mjpeg, size: PixelSize(width: 640, height: 480), framesPerSecond: 30)
    let feed = ReaderFeed(reader: try reader(frames: 1), name: "grey", pacing: .realTime, asked: asked)
    #expect(feed.negotiation.differences.count == 3)
    #expect(feed.negotiation.got.size.description == "64x64")
  }
}
