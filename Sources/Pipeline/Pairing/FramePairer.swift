import CaptureKit
import Compositor
import FrameBus
import HostResources
import PixelTypes

/// Combines the cameras' frames into pictures, by nearest time stamp.
///
/// One camera leads: each of its frames makes a picture, and the other cameras contribute the
/// frame nearest in time. The main camera leads while it is available; otherwise another camera does.
final class FramePairer {
  /// How to wait for frames.
  enum Mode {
    /// By the clock: a camera that is late or gone doesn't hold up the picture.
    case live
    /// Uses every frame of the main camera and waits for the nearest frame of the others: the same
    /// files give the same pairs. Ends with the main camera.
    case exact
  }

  /// The result of `next()`.
  enum Step: Equatable {
    /// `inputs` hold a picture's frames.
    case picture
    /// Nothing new for a while, as `inputs` show.
    case tick
    /// No more frames will come.
    case over
  }

  let intakes: [CameraIntake]
  /// One per camera, in order; valid until the next call of `next()`.
  private(set) var inputs: [CameraInput]
  /// Index of the camera whose frame made this picture.
  private(set) var leader = 0
  /// Time stamp of the leader's frame in nanoseconds; on a tick, the current time.
  private(set) var time: Int64 = 0
  /// When the leader's frame was taken: earlier than its time among others', if frames wait on purpose.
  var captured: Int64 { time &- intakes[leader].delay }
  private let mode: Mode
  private let wait: FrameWait
  // One per camera.
  private var patience: [WaitPatience]
  private var isNew: [Bool]
  // Each camera's skew in the last picture, if this leader led it: see CameraIntake.prefers.
  private var lags: [Int64?]
  private var lastLeader: Int?
  private let doorbell: Doorbell
  private let timekeeper: any Timekeeper
  private let isStopped: () -> Bool
  private let started: Int64
  private var lastPicture: Int64
  /// Nanoseconds spent asleep since the start, which aren't pairing work.
  private(set) var asleep: Int64 = 0

  /// - Parameters:
  ///   - intakes: one per camera, main one first.
  ///   - mode: how to wait for frames.
  ///   - wait: how long a live picture waits for the others'.
  ///   - doorbell: rung by all feeds of the intakes.
  ///   - timekeeper: the time to live in.
  ///   - isStopped: called now and then; `true` stops waiting.
  init(
    intakes: [CameraIntake], mode: Mode, wait: FrameWait = .due, doorbell: Doorbell,
    timekeeper: any Timekeeper = SystemTime(), isStopped: @escaping () -> Bool
  ) {
    self.intakes = intakes
    self.mode = mode
    self.wait = wait
    patience = intakes.map { _ in WaitPatience() }
    isNew = intakes.map { _ in false }
    lags = intakes.map { _ in nil }
    self.doorbell = doorbell
    self.timekeeper = timekeeper
    self.isStopped = isStopped
    inputs = intakes.indices.map { CameraInput(number: $0) }
    started = timekeeper.now()
    lastPicture = started
  }

  /// Largest difference between time stamps in this picture, in nanoseconds; `nil` unless at least
  /// two cameras are live.
  var skew: Int64? { spread { $0.time.nanoseconds &+ intakes[$1].offset } }

  /// The same by the cameras' own clocks; `nil` unless the frames of all live cameras have such times.
  var deviceSkew: Int64? { spread { slot, _ in slot.deviceTime?.nanoseconds } }

  private func spread(_ time: (FrameSlot, _ number: Int) -> Int64?) -> Int64? {
    var low = Int64.max
    var high = Int64.min
    var count = 0
    for index in inputs.indices where inputs[index].state == .live {
      guard let slot = inputs[index].slot else { continue }
      guard let time = time(slot, index) else { return nil }
      low = min(low, time)
      high = max(high, time)
      count += 1
    }
    return count > 1 ? high - low : nil
  }

  /// Waits for the next picture.
  func next() -> Step {
    switch mode {
    case .exact: nextExact()
    case .live: nextLive()
    }
  }

  /// Ends the leases of lost cameras. Call it once `inputs` are no longer needed: the viewfinders
  /// keep showing a copy.
  func releaseLost() {
    for index in intakes.indices where inputs[index].state == .lost { intakes[index].letGo() }
  }

  /// Whether `next()` ended because it was told to stop.
  var wasStopped: Bool { isStopped() }

  // MARK: - From files

  private func nextExact() -> Step {
    if isStopped() { return .over }
    let start = timekeeper.now()
    let isThere = intakes[0].waitAndAdvance()
    asleep += timekeeper.now() - start
    guard isThere else { return .over }
    leader = 0
    time = intakes[0].heldTime ?? 0
    fill(0, isNew: true)
    for index in intakes.indices.dropFirst() {
      let start = timekeeper.now()
      let isNew = intakes[index].advance(toward: time, keeping: nil, waits: true)
      asleep += timekeeper.now() - start
      fill(index, isNew: isNew)
    }
    return .picture
  }

  // MARK: - Live

  private func nextLive() -> Step {
    while true {
      let ticket = doorbell.ticket
      if isStopped() { return .over }
      let now = timekeeper.now()
      chooseLeader(now)
      if intakes[leader].advance() {
        time = intakes[leader].heldTime ?? now
        lastPicture = now
        settleOthers()
        return .picture
      }
      if intakes.allSatisfy({ $0.isOver || $0.feed.status == .failed }) {
        for index in intakes.indices { intakes[index].noteEnd() }
        return .over
      }
      let deadline = lastPicture + tickTime
      if now >= deadline {
        lastPicture = now
        time = now
        for index in intakes.indices { fill(index, isNew: false) }
        return .tick
      }
      sleep(after: ticket, atMost: min(deadline - now, 200_000_000))
    }
  }

  /// Chooses the first camera that is available and on time; if all are late, the last of them; if
  /// none is available, the current one.
  private func chooseLeader(_ now: Int64) {
    for index in intakes.indices where !intakes[index].isGone && !intakes[index].isOver {
      let intake = intakes[index]
      leader = index
      // Late: nothing waits, and nothing came within its grace period. Another may lead meanwhile.
      let isLate =
        if intake.shown > 0 {
          intake.expected.map { now - $0 > lateness(intake) } ?? false
        } else {
          now - started > 500_000_000
        }
      if !isLate || intake.peek(waits: false) != nil { return }
    }
  }

  /// How far past its due time a frame may be before its camera counts as late: three frame times,
  /// at least 250 ms.
  private func lateness(_ intake: CameraIntake) -> Int64 { max(3 * intake.interval, 250_000_000) }

  /// How long to go without a picture before a tick says so.
  private var tickTime: Int64 {
    intakes[leader].isGone ? 1_000_000_000 : max(3 * intakes[leader].interval, 250_000_000)
  }

  /// Finds each other camera's frame nearest to the leader's, waiting for those that are due and would be nearer than
  /// what has come so far.
  private func settleOthers() {
    for index in intakes.indices {
      isNew[index] = index == leader
      if leader != lastLeader || !isInStep(index) { lags[index] = nil }
    }
    lastLeader = leader
    // One wait for all of them together.
    let start = timekeeper.now()
    while true {
      let ticket = doorbell.ticket
      let waited = timekeeper.now() - start
      var left: Int64 = 0
      for index in intakes.indices where index != leader {
        let intake = intakes[index]
        if intake.advance(toward: time, keeping: lags[index], waits: false), let frame = intake.heldTime {
          isNew[index] = true
          patience[index].meet(frame, begun: start, number: intake.shown, interval: intake.interval)
        }
        guard let due = dueFrame(of: index, begun: start) else { continue }
        let rest = limit(index) - waited
        left = max(left, rest)
        if rest <= 0, waited > 0 {
          patience[index].miss(due, at: time, begun: start, number: intake.shown, limit: limit(index))
        }
      }
      if left <= 0 || isStopped() { break }
      sleep(after: ticket, atMost: left)
    }
    for index in intakes.indices {
      fill(index, isNew: isNew[index])
      lags[index] = inputs[index].state == .live ? inputs[index].skew : nil
    }
  }

  /// When a camera's frame is due that would be taken for this picture, if it is worth waiting for.
  ///
  /// - Parameter start: when the wait began.
  private func dueFrame(of index: Int, begun start: Int64) -> Int64? {
    let intake = intakes[index]
    guard limit(index) > 0, !intake.hasEarly, !intake.isGone, let held = intake.heldTime,
      let due = intake.expected, due > held, intake.prefers(due, toward: time, keeping: lags[index]),
      patience[index].isLeft(for: due, begun: start)
    else { return nil }
    return due
  }

  private func limit(_ index: Int) -> Int64 {
    wait.limit(intakes[index].interval, leader: intakes[leader].interval)
  }

  /// Whether a camera sends as many frames for each of the leader's, so that its skew stays.
  private func isInStep(_ index: Int) -> Bool {
    let (own, leading) = (intakes[index].interval, intakes[leader].interval)
    let rest = (leading + own / 2) % max(own, 1) - own / 2
    return leading > own / 2 && abs(rest) < own / 16
  }

  private func sleep(after ticket: UInt32, atMost nanoseconds: Int64) {
    let start = timekeeper.now()
    timekeeper.sleep(doorbell, after: ticket, atMost: nanoseconds)
    asleep += timekeeper.now() - start
  }

  private func fill(_ index: Int, isNew: Bool) {
    let intake = intakes[index]
    if isNew { intake.settle() }
    // In exact mode a failed wait for a frame marks the end, not the source's thread.
    if mode == .live { intake.noteEnd() }
    inputs[index].slot = intake.slot
    inputs[index].skew = intake.heldTime.map { $0 - time }
    inputs[index].isNew = isNew
    inputs[index].drops = intake.lost
    inputs[index].lost = intake.settled
    inputs[index].reconnects = Int(clamping: intake.feed.counters.reconnects)
    inputs[index].framesPerSecond = intake.framesPerSecond
    if isNew {
      inputs[index].state = .live
    } else if intake.isGone || intake.slot == nil {
      inputs[index].state = .lost
    } else {
      // A slower camera's last frame is still its newest: it stays live until the next is overdue.
      let isOverdue = intake.expected.map { time - $0 > lateness(intake) } ?? true
      inputs[index].state = isOverdue ? .stale : .live
    }
  }
}
