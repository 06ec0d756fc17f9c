import CaptureKit
import FrameBus
import HostResources
import PixelTypes
import Synchronization
import TestPictures

@testable import Pipeline

/// A camera whose every frame and mishap a test hands over.
final class ScriptedFeed: CameraFeed, LiveCamera, @unchecked Sendable {
  // SAFETY: frames are published by one thread; what another may look at meanwhile is behind the mutex.
  private struct Account {
    var status = FeedStatus.live
    var counters = FeedCounters()
    var failure: CaptureError?
    var negotiation: Negotiation
    var incidents: [FeedIncident] = []
  }

  let name: String
  private let startError: CaptureError?
  private let account: Mutex<Account>
  var controls: [CameraControl] = []
  var controlsRevision = 1
  /// What was asked of its controls.
  private(set) var asked: [(name: String, value: Int64)] = []
  private(set) var refreshes = 0
  private let doorbell: Doorbell
  private let ring: FrameBus<FrameSlot>
  private var producer: FrameProducer<FrameSlot>?
  private var sequence: UInt32 = 0
  private var spare: [Int] = []

  init(
    _ name: String, _ format: StreamFormat, slots: Int = 6, capacity: Int = 2,
    policy: OverflowPolicy = .dropOldest, doorbell: Doorbell, startError: CaptureError? = nil
  ) {
    self.name = name
    self.startError = startError
    self.doorbell = doorbell
    account = Mutex(Account(negotiation: Negotiation(asked: StreamRequest(), got: format, differences: [])))
    ring = FrameBus(
      slots: (0..<slots).map { _ in FrameSlot(capacity: 1 << 17, format: format) }, capacity: capacity,
      policy: policy, doorbell: doorbell)
    producer = ring.takeProducer()
  }

  /// A camera of small grey frames.
  convenience init(
    _ name: String, framesPerSecond: Double = 30, slots: Int = 6, capacity: Int? = nil,
    policy: OverflowPolicy = .block, doorbell: Doorbell
  ) {
    let format = StreamFormat(
      pixelFormat: .grey, size: PixelSize(clampingWidth: 64, height: 64), bytesPerRow: 64,
      framesPerSecond: framesPerSecond, encoding: .jpeg)
    self.init(name, format, slots: slots, capacity: capacity ?? slots, policy: policy, doorbell: doorbell)
  }

  var negotiation: Negotiation { account.withLock { $0.negotiation } }
  var status: FeedStatus {
    get { account.withLock { $0.status } }
    set { account.withLock { $0.status = newValue } }
  }
  var counters: FeedCounters {
    get { account.withLock { $0.counters } }
    set { account.withLock { $0.counters = newValue } }
  }
  var failure: CaptureError? { account.withLock { $0.failure } }
  var camera: (any LiveCamera)? { self }
  var bus: String { "usb-" + name }
  var node: String { "/dev/video9" }
  var exposure: CameraExposure? { nil }
  func takeIncidents() -> [FeedIncident] { account.withLock { exchange(&$0.incidents, with: []) } }
  func takeConsumer() -> FrameConsumer<FrameSlot>? { ring.takeConsumer() }
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
  func start() throws(CaptureError) {
    guard let startError else { return }
    status = .failed
    throw startError
  }
  func requestStop() {}
  func join() {}

  /// Publishes a grey frame; `false` when no slot is free.
  @discardableResult
  func publish(
    _ nanoseconds: Int64, gap: Int = 0, restarts: UInt32 = 0, deviceTime: DeviceTime? = nil
  ) -> Bool {
    sequence += UInt32(gap)
    return publish { slot, sequence in
      TestSlot.fill(
        slot, [UInt8](repeating: UInt8(truncatingIfNeeded: sequence), count: 64 * 64), sequence: sequence,
        nanoseconds: nanoseconds, gap: gap)
      slot.restarts = restarts
      slot.deviceTime = deviceTime
    }
  }

  /// Publishes a copy of a frame, now.
  func publish(_ frame: FrameSlot) {
    status = .live
    publish { slot, sequence in
      slot.format = frame.format
      TestSlot.fill(
        slot, TestSlot.bytes(frame), sequence: sequence, nanoseconds: MonotonicClock.now())
    }
  }

  @discardableResult
  private func publish(_ fill: (FrameSlot, UInt32) -> Void) -> Bool {
    guard let index = spare.popLast() ?? producer?.takeFree() else { return false }
    guard let slot = producer?.slot(index) else { return false }
    fill(slot, sequence)
    sequence += 1
    switch producer?.publish(index) {
    case .displaced(let other): spare.append(other)
    case .refused: spare.append(index)
    default: break
    }
    return true
  }

  func lose(_ error: CaptureError) {
    account.withLock { ($0.status, $0.failure) = (.lost, error) }
    doorbell.ring()
  }

  func meet(_ incident: FeedIncident) {
    account.withLock { $0.incidents.append(incident) }
    doorbell.ring()
  }

  func comeBack(_ format: StreamFormat) {
    account.withLock {
      $0.negotiation.got = format
      $0.failure = nil
      $0.counters.reconnects += 1
    }
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
