// Every buffer is in one of three places: with the driver (`atDriver`), here (`here`), or in the bus, waiting or
// leased. A buffer that comes back after a reopen is first remapped to its successor.

import CVideo4Linux
import FrameBus
import Glibc
import PixelTypes

/// Takes a camera's frames: hands the driver its buffers, checks what comes back, and publishes it.
///
/// Belongs to one thread. It has no remedies; it stops at whatever needs one.
struct FrameTaker<Kernel: KernelInterface>: ~Copyable {
  /// How long a camera may take to deliver its first frame, in nanoseconds.
  private static var firstFrameLimit: Int64 { 5_000_000_000 }
  /// Caps each wait, so that the loop notices when the consumer is gone.
  private static var longestWait: Int64 { 500_000_000 }
  /// Invalid answers in a row after which the stream counts as broken.
  private static var mostNonsense: Int { 16 }

  /// Why it stopped taking frames.
  enum End: Equatable {
    case stopped
    /// Another size or rate was requested.
    case otherMode
    case stalled
    case broken(CaptureError)
  }

  /// The node that is or was last open; changes when the camera comes back under another number.
  var path: String
  /// When the last usable frame came; silence is measured from here.
  var lastFrame: Int64
  /// Whether a usable frame came since ``takeFrames()`` was last called.
  private(set) var hasTaken = false

  private let state: FeedState
  private let wake: Int32
  private let kernel: Kernel
  private var producer: FrameProducer<FrameSlot>
  private var stream: CaptureStream<Kernel>?

  private var generation = 1
  private var slotGenerations: [Int]
  private var here: UInt64 = 0
  private var atDriver: UInt64 = 0

  private var sequence = SequenceTracker()
  private var judge = TimestampJudge()
  private var hasToldUntimed = false
  private var restartPending = false
  private var restarts: UInt32 = 0
  private var nonsense = 0
  /// The count of unusable frames at the last usable one.
  private var badBefore: UInt64 = 0
  private var interleaver: ChromaInterleaver
  /// Controls set while running, in the order last set.
  private var settings: [ControlValue] = []

  init(
    stream: consuming CaptureStream<Kernel>, kernel: Kernel, producer: consuming FrameProducer<FrameSlot>,
    state: FeedState, wake: Int32
  ) {
    path = stream.device.path
    lastFrame = kernel.nanoseconds
    slotGenerations = Array(repeating: 1, count: producer.slotCount)
    interleaver = ChromaInterleaver(stream.agreed)
    self.kernel = kernel
    self.state = state
    self.wake = wake
    self.stream = consume stream
    self.producer = producer
  }

  // MARK: - The stream

  /// As ``CaptureStream/controls``.
  var controls: [CameraControl]? { mutating get { stream?.controls } }
  /// As ``VideoDevice/inputProblem``.
  var inputProblem: String? { mutating get { stream?.device.inputProblem } }
  /// Whether frames are no longer wanted.
  var isToStop: Bool { state.isStopRequested || producer.isConsumerClosed }
  /// Unusable frames since the last usable one.
  var badSinceLastFrame: Int { Int(clamping: state.bad.load(ordering: .relaxed) &- badBefore) }

  /// Gives the driver its buffers and starts the stream.
  mutating func streamOn() throws(CaptureError) {
    collect()
    let code = feedDriver()
    guard code == 0 else { throw failure(code, call: "VIDIOC_QBUF") }
    try stream?.start()
  }

  /// Restarts the stream with the same buffers.
  mutating func restart() throws(CaptureError) {
    let code = stream?.stop() ?? ENODEV
    guard code == 0 else { throw reason(code, call: "VIDIOC_STREAMOFF") }
    here |= atDriver
    atDriver = 0
    try begin()
  }

  /// Streams from a reopened camera. Call ``letGo()`` first.
  mutating func takeOver(_ next: consuming CaptureStream<Kernel>) throws(CaptureError) {
    stream = consume next
    generation += 1
    interleaver = ChromaInterleaver(stream?.agreed)
    do throws(CaptureError) { try begin() } catch {
      letGo()
      throw error
    }
  }

  /// Starts the stream again: sequence numbers restart, and the first frame says so.
  private mutating func begin() throws(CaptureError) {
    sequence.restart()
    restartPending = true
    restarts &+= 1
    nonsense = 0
    try streamOn()
  }

  /// Closes the bus: nothing more is published.
  mutating func close() { producer.close() }

  // MARK: - Taking frames

  /// Longest time between two frames, in nanoseconds: 2 s, or 8 frames of a slow camera.
  private var frameLimit: Int64 {
    let rate = max(state.negotiation.got.framesPerSecond ?? 30, 0.001)
    return max(2_000_000_000, Int64(min(8 / rate, 3600) * 1e9))
  }

  /// Runs until frames are no longer wanted or something needs a remedy.
  mutating func takeFrames() -> End {
    hasTaken = false
    let limit = frameLimit
    var deadline = kernel.nanoseconds + max(Self.firstFrameLimit, limit)
    var events = PollEvents()
    while true {
      if isToStop { return .stopped }
      if state.hasMode { return .otherMode }
      setControls()
      collect()
      let code = feedDriver()
      if code != 0 { return broken(code, call: "VIDIOC_QBUF") }
      if atDriver == 0 {
        // The consumer holds every buffer, which isn't the camera's fault.
        if let index = producer.waitForFree(timeout: .milliseconds(50)) { here |= 1 << UInt64(index) }
        lastFrame = kernel.nanoseconds
        deadline = lastFrame + limit
        continue
      }
      let left = deadline - kernel.nanoseconds
      if left <= 0 { return .stalled }
      let milliseconds = Int32((min(left, Self.longestWait) + 999_999) / 1_000_000)
      let pollCode = stream?.poll(wake: wake, milliseconds: milliseconds, &events) ?? ENODEV
      if pollCode != 0 { return broken(pollCode, call: "poll") }
      guard events.isReadable || events.isBroken else { continue }
      switch takeFrame() {
      case .delivered: deadline = lastFrame + limit
      case .nothing:
        // Otherwise a poll that keeps reporting false events would spin.
        nonsense += 1
        if events.isBroken || nonsense >= Self.mostNonsense { return .broken(.disconnected(path: path)) }
      case .discarded: break
      case .failed(let code): return broken(code, call: "VIDIOC_DQBUF")
      case .consumerGone: return .stopped
      }
      if nonsense >= Self.mostNonsense { return broken(EIO, call: "VIDIOC_DQBUF") }
    }
  }

  private enum Taken {
    case delivered, discarded, nothing, consumerGone
    case failed(Int32)
  }

  private mutating func takeFrame() -> Taken {
    var report = BufferReport()
    let code = stream?.dequeue(&report) ?? ENODEV
    if code == EAGAIN { return .nothing }
    if code != 0 { return .failed(code) }
    let arrival = kernel.nanoseconds
    state.received.wrappingAdd(1, ordering: .relaxed)

    // The driver doesn't hold a buffer with this index, so the frame can't be touched.
    guard report.index < slotGenerations.count, atDriver & 1 << UInt64(report.index) != 0 else {
      nonsense += 1
      return discard()
    }
    let index = Int(report.index)
    let bit: UInt64 = 1 << UInt64(index)
    atDriver &= ~bit
    let gap = sequence.gap(before: report.sequence)
    if gap > 0 { state.gaps.wrappingAdd(UInt64(gap), ordering: .relaxed) }
    let slot = producer.slot(index)
    guard report.flags & cv4l_buffer_error == 0, report.bytesUsed > report.dataOffset,
      Int(report.bytesUsed) <= slot.capacity
    else {
      here |= bit
      return discard()
    }

    fill(slot, from: report, gap: gap, arrival: arrival)
    nonsense = 0
    hasTaken = true
    lastFrame = arrival
    badBefore = state.bad.load(ordering: .relaxed)
    if state.status != .live { state.enter(.live) }
    switch producer.publish(index) {
    case .accepted: return .delivered
    case .displaced(let other):
      here |= 1 << UInt64(other)
      return .delivered
    case .refused:
      here |= bit
      return .delivered
    case .closed:
      here |= bit
      return .consumerGone
    }
  }

  private mutating func discard() -> Taken {
    state.bad.wrappingAdd(1, ordering: .relaxed)
    return .discarded
  }

  private mutating func fill(_ slot: FrameSlot, from report: BufferReport, gap: Int, arrival: Int64) {
    slot.byteCount = Int(report.bytesUsed)
    slot.drop(first: Int(report.dataOffset))
    slot.sequence = report.sequence
    slot.gap = gap
    slot.time = judge.time(driver: report.monotonicNanoseconds, arrival: arrival)
    slot.deviceTime = deviceTime(of: report.sequence)
    var flags: FrameFlags = slot.time.clock == .arrival ? .timeFallback : []
    if restartPending { flags.insert(.restarted) }
    restartPending = false
    slot.restarts = restarts
    let whole = stream?.agreed.wholeFrame ?? 0
    if slot.byteCount < whole || (slot.format.pixelFormat == .mjpeg && !startsAsJPEG(slot)) {
      flags.insert(.damaged)
    }
    slot.flags = flags
    interleaver.apply(to: slot)
  }

  private mutating func deviceTime(of sequence: UInt32) -> DeviceTime? {
    let time = stream?.deviceTime(of: sequence)
    if time != nil { state.timed.wrappingAdd(1, ordering: .relaxed) }
    if !hasToldUntimed, let failure = stream?.metadataFailure {
      hasToldUntimed = true
      state.note(FeedIncident(remedy: .untimed("\(failure)")))
    }
    return time
  }

  private func startsAsJPEG(_ slot: FrameSlot) -> Bool {
    slot.withBytes { $0.count >= 2 && $0[0] == 0xFF && $0[1] == 0xD8 }
  }

  // MARK: - Controls

  /// Sets what was requested since the last frame and reads all controls back, because the driver may have clamped a value, and
  /// setting one may change the flags of others.
  private mutating func setControls() {
    guard let wanted = state.takeWanted(), let known = stream?.controls else { return }
    for value in wanted {
      guard let control = known.first(where: { $0.name == value.name }) else { continue }
      guard stream?.device.set(control, to: value.value) == 0 else { continue }
      settings.removeAll { $0.name == value.name }
      // A button has no state to restore.
      if control.type != .button { settings.append(value) }
    }
    if let region = state.takeRegion() { measure(in: region, known) }
    if let now = stream?.controls { state.controls = now }
  }

  private mutating func measure(in region: PixelRect, _ known: [CameraControl]) {
    guard let rectangle = known.first(where: \.isRegionOfInterest),
      stream?.device.measure(in: region, by: rectangle) == 0,
      let automatics = known.first(where: \.choosesRegionAutomatics)
    else { return }
    _ = stream?.device.set(automatics, to: automatics.exposureAndFocus)
  }

  /// Controls to set when the camera returns: those first requested, with the values set since.
  func kept(_ first: [ControlValue]) -> [ControlValue] {
    first.filter { asked in !settings.contains { $0.name == asked.name } } + settings
  }

  // MARK: - Buffers

  /// Takes in the slots that the consumer returned.
  private mutating func collect() {
    while let index = producer.takeFree() { here |= 1 << UInt64(index) }
  }

  /// Queues every buffer that is here with the driver. Returns 0 or an errno.
  private mutating func feedDriver() -> Int32 {
    guard here != 0, let count = stream?.buffers.count else { return 0 }
    // After a reopen the driver may give fewer buffers; the slots beyond stay idle.
    var left = count >= 64 ? here : here & ((1 << UInt64(count)) - 1)
    while left != 0 {
      let index = left.trailingZeroBitCount
      left &= left - 1
      if slotGenerations[index] != generation { renew(index) }
      let code = stream?.queue(index) ?? ENODEV
      if code != 0 { return code }
      here &= ~(1 << UInt64(index))
      atDriver |= 1 << UInt64(index)
    }
    return 0
  }

  /// Points a slot at the current stream's buffer. The slot is here, so nobody is reading it.
  private mutating func renew(_ index: Int) {
    guard let format = stream?.agreed.format, let buffer = stream?.buffers[index] else { return }
    // SAFETY: the slot keeps the buffer, and the buffer its memory.
    unsafe producer.slot(index).remap(buffer.memory, mapping: buffer, format: format)
    slotGenerations[index] = generation
  }

  /// Closes the camera and unmaps each buffer that is here; those in the bus follow when they come back.
  mutating func letGo() {
    here |= atDriver
    atDriver = 0
    stream = nil
    unmapHere()
  }

  /// While the camera isn't open, unmaps what the consumer has returned.
  mutating func unmapHere() {
    collect()
    var left = here
    while left != 0 {
      let index = left.trailingZeroBitCount
      left &= left - 1
      producer.slot(index).unmap()
      slotGenerations[index] = 0
    }
  }

  // MARK: - Errors

  private func broken(_ code: Int32, call: String) -> End { .broken(reason(code, call: call)) }

  private func reason(_ code: Int32, call: String) -> CaptureError {
    switch code {
    case ENODEV, EIO, EINVAL, ENXIO:
      .disconnected(path: path)
    default: failure(code, call: call)
    }
  }

  private func failure(_ code: Int32, call: String) -> CaptureError {
    DeviceFailure(kernel: kernel, path: path, node: path).error(code, call: call)
  }
}
