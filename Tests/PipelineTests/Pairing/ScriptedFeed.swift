import CaptureKit
import FrameBus
import PixelTypes
import Synchronization
import TestPictures

@testable import Pipeline

/// A camera whose every frame the test hands over.
final class ScriptedFeed: CameraFeed, @unchecked Sendable {
  // SAFETY: used by the test's thread alone.
  let negotiation: Negotiation
  let name: String
  var status = FeedStatus.live
  var counters = FeedCounters()
  var failure: CaptureError?
  var controls: [CameraControl] = []
  var controlsRevision = 1
  /// What was asked of its controls.
  private(set) var asked: [(name: String, value: Int64)] = []
  private(set) var refreshes = 0
  private let bus: FrameBus<FrameSlot>
  private var producer: FrameProducer<FrameSlot>?
  private var sequence: UInt32 = 0
  private var spare: [Int] = []

  init(
    _ name: String, framesPerSecond: Double = 30, slots: Int = 6, capacity: Int? = nil,
    policy: OverflowPolicy = .block, doorbell: Doorbell
  ) throws {
    self.name = name
    let size = PixelSize(width: 64, height: 64)
    let format = StreamFormat(
      pixelFormat: .grey, size: try size.orThrow(), bytesPerRow: 64, framesPerSecond: framesPerSecond,
      encoding: .jpeg)
    negotiation = Negotiation(asked: StreamRequest(), got: format, differences: [])
    bus = FrameBus(
      slots: (0..<slots).map { _ in FrameSlot(capacity: 64 * 64, format: format) },
      capacity: capacity ?? slots, policy: policy, doorbell: doorbell)
    producer = bus.takeProducer()
  }

  func takeConsumer() -> FrameConsumer<FrameSlot>? { bus.takeConsumer() }
  func setControl(_ name: String, to value: Int64) { asked.append((name, value)) }
  var modes: [StreamMode] = []
  /// The sizes and rates that it was asked for.
  private(set) var askedModes: [String] = []
  func change(size: PixelSize, framesPerSecond: Double?) {
    askedModes.append("\(size) \(framesPerSecond ?? 0)")
  }
  /// Where it was asked to measure.
  private(set) var regions: [PixelRect] = []
  func measure(in region: PixelRect) { regions.append(region) }
  func refreshControls() { refreshes += 1 }
  func start() {}
  func requestStop() {}
  func join() {}

  /// Publishes a frame; `false` when no slot is free.
  @discardableResult
  func publish(_ nanoseconds: Int64, gap: Int = 0, restarts: UInt32 = 0) -> Bool {
    guard let index = spare.popLast() ?? producer?.takeFree() else { return false }
    guard let slot = producer?.slot(index) else { return false }
    sequence += UInt32(gap)
    TestSlot.fill(
      slot, [UInt8](repeating: UInt8(truncatingIfNeeded: sequence), count: 64 * 64), sequence: sequence,
      nanoseconds: nanoseconds, gap: gap)
    slot.restarts = restarts
    slot.flags = []
    sequence += 1
    switch producer?.publish(index) {
    case .displaced(let other): spare.append(other)
    case .refused: spare.append(index)
    default: break
    }
    return true
  }

  /// No frame will come any more.
  func end(_ status: FeedStatus = .ended) {
    producer = nil
    self.status = status
  }

  /// How many slots are the producer's, counted by taking them all.
  func takeAllFree() -> Int {
    var count = spare.count
    while let index = producer?.takeFree() {
      spare.append(index)
      count += 1
    }
    return count
  }
}

struct Missing: Error {}

extension Optional {
  func orThrow() throws -> Wrapped {
    guard let self else { throw Missing() }
    return self
  }
}
