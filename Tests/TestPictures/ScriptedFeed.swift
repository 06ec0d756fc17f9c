import CaptureKit
import FrameBus
import HostResources
import PixelTypes
import Synchronization

/// A camera whose every frame and mishap a test hands over.
package final class ScriptedFeed: CameraFeed, LiveCamera, @unchecked Sendable {
  // SAFETY: frames are published by one thread; what another may look at meanwhile is behind the mutex.
  private struct Account {
    var status = FeedStatus.live
    var counters = FeedCounters()
    var failure: CaptureError?
    var negotiation: Negotiation
    var incidents: [FeedIncident] = []
  }

  package let name: String
  private let startError: CaptureError?
  private let account: Mutex<Account>
  package var controls: [CameraControl] = []
  package var controlsRevision = 1
  /// What was asked of its controls.
  package private(set) var asked: [(name: String, value: Int64)] = []
  package private(set) var refreshes = 0
  private let doorbell: Doorbell
  private let ring: FrameBus<FrameSlot>
  private var producer: FrameProducer<FrameSlot>?
  private var sequence: UInt32 = 0
  private var spare: [Int] = []

  package init(
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
  package convenience init(
    _ name: String, framesPerSecond: Double = 30, slots: Int = 6, capacity: Int? = nil,
    policy: OverflowPolicy = .block, doorbell: Doorbell
  ) {
    let format = StreamFormat(
      pixelFormat: .grey, size: PixelSize(clampingWidth: 64, height: 64), bytesPerRow: 64,
      framesPerSecond: framesPerSecond, encoding: .jpeg)
    self.init(name, format, slots: slots, capacity: capacity ?? slots, policy: policy, doorbell: doorbell)
  }

  package var negotiation: Negotiation { account.withLock { $0.negotiation } }
  package var status: FeedStatus {
    get { account.withLock { $0.status } }
    set { account.withLock { $0.status = newValue } }
  }
  package var counters: FeedCounters {
    get { account.withLock { $0.counters } }
    set { account.withLock { $0.counters = newValue } }
  }
  package var failure: CaptureError? { account.withLock { $0.failure } }
  package var camera: (any LiveCamera)? { self }
  package var bus: String { "usb-" + name }
  package var node: String { "/dev/video9" }
  package var exposure: CameraExposure? { nil }
  package func takeIncidents() -> [FeedIncident] { account.withLock { exchange(&$0.incidents, with: []) } }
  package func takeConsumer() -> FrameConsumer<FrameSlot>? { ring.takeConsumer() }
  package func setControl(_ name: String, to value: Int64) { asked.append((name, value)) }
  package var modes: [StreamMode] = []
  /// The sizes and rates that it was asked for.
  package private(set) var askedModes: [String] = []
  package func change(size: PixelSize, framesPerSecond: Double?) {
    askedModes.append("\(size) \(framesPerSecond ?? 0)")
  }
  /// Where it was asked to measure.
  package private(set) var regions: [PixelRect] = []
  package func measure(in region: PixelRect) { regions.append(region) }
  package func refreshControls() { refreshes += 1 }
  package func start() throws(CaptureError) {
    guard let startError else { return }
    status = .failed
    throw startError
  }
  package func requestStop() {}
  package func join() {}

  /// Publishes a grey frame; `false` when no slot is free.
  @discardableResult
  package func publish(
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

  /// Publishes a copy of a frame, taken at a time in nanoseconds.
  package func publish(_ frame: FrameSlot, at nanoseconds: Int64 = MonotonicClock.now()) {
    status = .live
    publish { slot, sequence in
      slot.format = frame.format
      TestSlot.fill(slot, TestSlot.bytes(frame), sequence: sequence, nanoseconds: nanoseconds)
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

  package func lose(_ error: CaptureError) {
    account.withLock { ($0.status, $0.failure) = (.lost, error) }
    doorbell.ring()
  }

  package func meet(_ incident: FeedIncident) {
    account.withLock { $0.incidents.append(incident) }
    doorbell.ring()
  }

  package func comeBack(_ format: StreamFormat) {
    account.withLock {
      $0.negotiation.got = format
      $0.failure = nil
      $0.counters.reconnects += 1
    }
  }

  /// No frame will come any more.
  package func end(_ status: FeedStatus = .ended) {
    producer = nil
    self.status = status
  }

  /// How many slots are the producer's, counted by taking them all.
  package func takeAllFree() -> Int {
    var count = spare.count
    while let index = producer?.takeFree() {
      spare.append(index)
      count += 1
    }
    return count
  }
}

package struct Missing: Error {
  package init() {}
}

extension CameraControl {
  /// A control as a driver describes it.
  package static func scripted(
    _ name: String, _ type: CameraControl.Kind = .integer, _ value: Int64? = 0,
    _ range: ClosedRange<Int64> = 0...255,
    step: UInt64 = 1, menu: [String] = [], flags: [String] = []
  ) -> CameraControl {
    CameraControl(
      name: name, id: 1, type: type, minimum: range.lowerBound, maximum: range.upperBound, step: step,
      defaultValue: 0,
      value: value, menu: menu.enumerated().map { .init(value: Int64($0), name: $1) }, flags: flags)
  }
}
