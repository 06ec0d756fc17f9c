import FrameBus
import HostResources
import PixelTypes
import Synchronization

/// State shared between a device's thread and all others: status, counters, latest negotiation, node, failure, incidents.
final class FeedState: LiveCamera {
  private struct Account {
    var negotiation: Negotiation
    var failure: CaptureError?
    var controls: [CameraControl]
    var wanted: [ControlValue] = []
    var region: PixelRect?
    var mode: (size: PixelSize, framesPerSecond: Double?)?
    var node: String
  }

  private static let statuses: [FeedStatus] = [.connecting, .live, .lost, .ended, .failed]

  private let doorbell: Doorbell
  private let account: Mutex<Account>
  private let statusIndex = Atomic<Int>(0)
  private let stopRequested = Atomic<Bool>(false)
  // Written only by the device's thread; relaxed, because no other data depends on them.
  let received = Atomic<UInt64>(0)
  let timed = Atomic<UInt64>(0)
  let gaps = Atomic<UInt64>(0)
  let bad = Atomic<UInt64>(0)
  let reconnects = Atomic<UInt64>(0)
  let timeouts = Atomic<UInt64>(0)

  // Those that nobody takes must not pile up.
  private let incidents = Inbox<FeedIncident>(most: 16, keepsOldest: false)
  /// Whether the device's thread has controls to set or to read.
  private let isControlDue = Atomic<Bool>(false)
  private let isModeDue = Atomic<Bool>(false)
  private let revision = Atomic<Int>(1)

  let bus: String
  let modes: [StreamMode]

  init(
    negotiation: Negotiation, controls: [CameraControl], modes: [StreamMode], bus: String, node: String,
    doorbell: Doorbell
  ) {
    account = Mutex(Account(negotiation: negotiation, controls: controls, node: node))
    self.modes = modes
    self.bus = bus
    self.doorbell = doorbell
  }

  var negotiation: Negotiation {
    get { account.withLock { $0.negotiation } }
    set { account.withLock { $0.negotiation = newValue } }
  }

  var node: String {
    get { account.withLock { $0.node } }
    set { account.withLock { $0.node = newValue } }
  }

  /// As last read.
  var controls: [CameraControl] {
    get { account.withLock { $0.controls } }
    set {
      account.withLock { $0.controls = newValue }
      // Release: pairs with the acquire in `controlsRevision`.
      revision.wrappingAdd(1, ordering: .releasing)
    }
  }

  var exposure: CameraExposure? { CameraExposure(controls) }

  var controlsRevision: Int { revision.load(ordering: .acquiring) }

  /// Asks the device's thread to set a control.
  func setControl(_ name: String, to value: Int64) {
    account.withLock { account in
      account.wanted.removeAll { $0.name == name }
      if account.wanted.count < ControlSurvey.mostControls {
        account.wanted.append(ControlValue(name, value))
      }
    }
    refreshControls()
  }

  /// Asks the device's thread to make the camera measure in part of its frames.
  func measure(in region: PixelRect) {
    account.withLock { $0.region = region }
    refreshControls()
  }

  /// Asks the device's thread to reopen the camera with another size or rate.
  func change(size: PixelSize, framesPerSecond: Double?) {
    account.withLock { $0.mode = (size, framesPerSecond) }
    // Relaxed: the size and the rate go through the mutex.
    isModeDue.store(true, ordering: .relaxed)
  }

  /// Whether ``takeMode()`` has something to return.
  var hasMode: Bool { isModeDue.load(ordering: .relaxed) }

  /// The size and rate requested since the last call.
  func takeMode() -> (size: PixelSize, framesPerSecond: Double?)? {
    isModeDue.store(false, ordering: .relaxed)
    return account.withLock { exchange(&$0.mode, with: nil) }
  }

  /// Where to measure, if requested since the last call.
  func takeRegion() -> PixelRect? {
    account.withLock { exchange(&$0.region, with: nil) }
  }

  /// Asks the device's thread to read the controls. Release: pairs with the acquire in takeWanted().
  func refreshControls() { isControlDue.store(true, ordering: .releasing) }

  /// The controls to set, after which all are to be read; `nil` if nothing was requested since the last call.
  func takeWanted() -> [ControlValue]? {
    guard isControlDue.load(ordering: .relaxed), isControlDue.exchange(false, ordering: .acquiring) else {
      return nil
    }
    return account.withLock { exchange(&$0.wanted, with: []) }
  }

  var failure: CaptureError? { account.withLock { $0.failure } }

  /// Acquire: pairs with the release in enter(_:failure:), so that a reader sees the failure that belongs to the status.
  var status: FeedStatus { Self.statuses[statusIndex.load(ordering: .acquiring)] }

  /// Changes the status and wakes the consumer, which may be waiting for a frame that won't come.
  func enter(_ status: FeedStatus, failure: CaptureError? = nil) {
    account.withLock { $0.failure = failure }
    // Release: pairs with the acquire in `status`.
    statusIndex.store(Self.statuses.firstIndex(of: status) ?? 0, ordering: .releasing)
    doorbell.ring()
  }

  /// Records an incident and wakes the consumer.
  func note(_ incident: FeedIncident) {
    incidents.add(incident)
    doorbell.ring()
  }

  func takeIncidents() -> [FeedIncident] { incidents.take() }

  /// Relaxed: the wake-up that follows a request orders it.
  var isStopRequested: Bool { stopRequested.load(ordering: .relaxed) }
  func requestStop() { stopRequested.store(true, ordering: .relaxed) }

  var counters: FeedCounters {
    var counters = FeedCounters()
    counters.received = received.load(ordering: .relaxed)
    counters.timed = timed.load(ordering: .relaxed)
    counters.gaps = gaps.load(ordering: .relaxed)
    counters.bad = bad.load(ordering: .relaxed)
    counters.reconnects = reconnects.load(ordering: .relaxed)
    counters.timeouts = timeouts.load(ordering: .relaxed)
    return counters
  }
}
