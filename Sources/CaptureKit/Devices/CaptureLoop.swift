// The loop of one camera, and what it does when something goes wrong:
//   no frame in time      STREAMOFF and STREAMON; then reopen; then the camera counts as lost
//   ENODEV, EIO, EINVAL,
//   POLLERR, POLLHUP      the camera is lost
//   lost                  release everything; look for the same camera, with a longer pause each time
// Every buffer is in one of three places: with the driver (`atDriver`), here (`here`), or in the bus, waiting or
// leased. A buffer that comes back after a reopen is first pointed at its successor.

import CVideo4Linux
import FrameBus
import PixelTypes

/// The body of a device's thread.
final class CaptureLoop<Kernel: KernelInterface>: @unchecked Sendable {
  // SAFETY: used by the thread that makes it until start() hands it to its own thread, then by that one alone;
  // creating a thread orders the two. `state` and `wake` are safe to share.

  /// How long a camera may take until its first frame, in nanoseconds.
  static var firstFrameLimit: Int64 { 5_000_000_000 }
  /// Caps each wait, so that the loop notices when the consumer has gone.
  static var longestWait: Int64 { 500_000_000 }
  static var shortestPause: Int32 { 100 }
  static var longestPause: Int32 { 2000 }
  /// Nonsensical answers in a row after which the stream counts as broken.
  static var mostNonsense: Int { 16 }

  /// Why the loop stopped taking frames.
  enum End: Equatable {
    case stopped
    case stalled
    case broken(CaptureError)
  }

  let state: FeedState
  let wake: Int32
  private let kernel: Kernel
  private let identity: CameraIdentity
  private let request: StreamRequest
  private let isStrict: Bool
  private var producer: FrameProducer<FrameSlot>
  private var stream: CaptureStream<Kernel>?
  /// The node that is open, or was last; changes when the camera comes back under another number.
  private var path: String

  /// The format agreed when the camera was first opened.
  private let first: StreamFormat

  private var generation = 1
  private var slotGenerations: [Int]
  private var here: UInt64 = 0
  private var atDriver: UInt64 = 0

  private var sequence = SequenceTracker()
  private var judge = TimestampJudge()
  private var restartPending = false
  private var restarts: UInt32 = 0
  private var nonsense = 0
  /// How many remedies a silent camera has had: 0 none, 1 restarted, 2 reopened.
  private var remedies = 0
  /// When the last usable frame came, and the count of bad frames at that time.
  private var lastFrame: Int64
  private var badBefore: UInt64 = 0
  private var pause: Int32
  private var interleaver = ChromaInterleaver()

  init(
    stream: consuming CaptureStream<Kernel>, kernel: Kernel, path: String, identity: CameraIdentity,
    request: StreamRequest, isStrict: Bool, producer: consuming FrameProducer<FrameSlot>, state: FeedState,
    wake: Int32
  ) {
    slotGenerations = Array(repeating: 1, count: producer.slotCount)
    pause = Self.shortestPause
    lastFrame = kernel.nanoseconds
    self.kernel = kernel
    self.path = path
    self.identity = identity
    self.request = request
    self.isStrict = isStrict
    self.state = state
    first = state.negotiation.got
    self.wake = wake
    interleaver = ChromaInterleaver(stream.agreed)
    self.stream = consume stream
    self.producer = producer
  }

  deinit { kernel.closeWake(wake) }

  /// Gives the driver its buffers and starts the stream.
  func streamOn() throws(CaptureError) {
    collect()
    let code = feedDriver()
    guard code == 0 else { throw failure(code, call: "VIDIOC_QBUF") }
    try stream?.start()
  }

  /// Runs until it is stopped or the consumer goes away.
  func run() {
    lastFrame = kernel.nanoseconds
    var end = takeFrames()
    while true {
      switch end {
      case .stopped:
        letGo()
        producer.close()
        state.enter(.ended)
        return
      case .stalled:
        state.timeouts.wrappingAdd(1, ordering: .relaxed)
        do throws(CaptureError) {
          try remedy()
          end = takeFrames()
        } catch { end = .broken(error) }
      case .broken(let error):
        state.enter(.lost, failure: error)
        letGo()
        end = reconnect() ? takeFrames() : .stopped
      }
    }
  }

  // MARK: - Taking frames

  /// Longest time between two frames, in nanoseconds: 2 s, or 8 frames of a slow camera.
  private var frameLimit: Int64 {
    let rate = max(state.negotiation.got.framesPerSecond ?? 30, 0.001)
    return max(2_000_000_000, Int64(min(8 / rate, 3600) * 1e9))
  }

  private func takeFrames() -> End {
    let limit = frameLimit
    var deadline = kernel.nanoseconds + max(Self.firstFrameLimit, limit)
    var events = PollEvents()
    while true {
      if state.isStopRequested || producer.isConsumerClosed { return .stopped }
      collect()
      let code = feedDriver()
      if code != 0 { return broken(code, call: "VIDIOC_QBUF") }
      if atDriver == 0 {
        // The consumer holds every buffer; that isn't the camera's fault.
        if let index = producer.waitForFree(timeout: .milliseconds(50)) { here |= 1 << UInt64(index) }
        lastFrame = kernel.nanoseconds
        deadline = lastFrame + limit
        continue
      }
      let left = deadline - kernel.nanoseconds
      if left <= 0 { return .stalled }
      let milliseconds = Int32((min(left, Self.longestWait) + 999_999) / 1_000_000)
      let pollCode = stream?.poll(wake: wake, milliseconds: milliseconds, &events) ?? ErrorNumber.noDevice
      if pollCode != 0 { return broken(pollCode, call: "poll") }
      guard events.isReadable || events.isBroken else { continue }
      switch takeFrame() {
      case .delivered: deadline = lastFrame + limit
      case .nothing:
        // A poll that keeps crying wolf would otherwise spin.
        nonsense += 1
        if events.isBroken || nonsense >= Self.mostNonsense { return .broken(.disconnected(path: path)) }
      case .discarded: break
      case .failed(let code): return broken(code, call: "VIDIOC_DQBUF")
      case .consumerGone: return .stopped
      }
      if nonsense >= Self.mostNonsense { return broken(ErrorNumber.io, call: "VIDIOC_DQBUF") }
    }
  }

  private enum Taken {
    case delivered, discarded, nothing, consumerGone
    case failed(Int32)
  }

  private func takeFrame() -> Taken {
    var report = BufferReport()
    let code = stream?.dequeue(&report) ?? ErrorNumber.noDevice
    if code == ErrorNumber.tryAgain { return .nothing }
    if code != 0 { return .failed(code) }
    let arrival = kernel.nanoseconds
    state.received.wrappingAdd(1, ordering: .relaxed)

    // The driver doesn't hold a buffer of this index, so the frame can't be touched.
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
    remedies = 0
    lastFrame = arrival
    badBefore = state.bad.load(ordering: .relaxed)
    pause = Self.shortestPause
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

  private func discard() -> Taken {
    state.bad.wrappingAdd(1, ordering: .relaxed)
    return .discarded
  }

  private func fill(_ slot: FrameSlot, from report: BufferReport, gap: Int, arrival: Int64) {
    slot.byteCount = Int(report.bytesUsed)
    slot.drop(first: Int(report.dataOffset))
    slot.sequence = report.sequence
    slot.gap = gap
    slot.time = judge.time(driver: report.monotonicNanoseconds, arrival: arrival)
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

  private func startsAsJPEG(_ slot: FrameSlot) -> Bool {
    slot.withBytes { $0.count >= 2 && $0[0] == 0xFF && $0[1] == 0xD8 }
  }

  // MARK: - Buffers

  /// Takes in the slots that the consumer gave back.
  private func collect() {
    while let index = producer.takeFree() { here |= 1 << UInt64(index) }
  }

  /// Queues every buffer that is here with the driver. Returns 0 or an errno.
  private func feedDriver() -> Int32 {
    guard here != 0, let count = stream?.buffers.count else { return 0 }
    // After a reopen the driver may give fewer buffers: the slots beyond rest.
    var left = count >= 64 ? here : here & ((1 << UInt64(count)) - 1)
    while left != 0 {
      let index = left.trailingZeroBitCount
      left &= left - 1
      if slotGenerations[index] != generation { renew(index) }
      let code = stream?.queue(index) ?? ErrorNumber.noDevice
      if code != 0 { return code }
      here &= ~(1 << UInt64(index))
      atDriver |= 1 << UInt64(index)
    }
    return 0
  }

  /// Points a slot at the current stream's buffer. The slot is here, so nobody reads it.
  private func renew(_ index: Int) {
    guard let format = stream?.agreed.format, let buffer = stream?.buffers[index] else { return }
    // SAFETY: the slot keeps the buffer, and the buffer its memory.
    unsafe producer.slot(index).remap(buffer.memory, mapping: buffer, format: format)
    slotGenerations[index] = generation
  }

  /// Closes the camera and unmaps each buffer that is here; those in the bus follow when they come back.
  private func letGo() {
    here |= atDriver
    atDriver = 0
    stream = nil
    unmapHere()
  }

  private func unmapHere() {
    collect()
    var left = here
    while left != 0 {
      let index = left.trailingZeroBitCount
      left &= left - 1
      producer.slot(index).unmap()
      slotGenerations[index] = 0
    }
  }

  // MARK: - Remedies

  private func broken(_ code: Int32, call: String) -> End { .broken(reason(code, call: call)) }

  private func reason(_ code: Int32, call: String) -> CaptureError {
    switch code {
    case ErrorNumber.noDevice, ErrorNumber.io, ErrorNumber.invalid, ErrorNumber.noSuchDeviceOrAddress:
      .disconnected(path: path)
    default: failure(code, call: call)
    }
  }

  private func failure(_ code: Int32, call: String) -> CaptureError {
    DeviceFailure(kernel: kernel, path: path, node: path).error(code, call: call)
  }

  /// Applies the next remedy to a silent camera.
  private func remedy() throws(CaptureError) {
    remedies += 1
    let seconds = Double(kernel.nanoseconds - lastFrame) / 1e9
    let problem = stream?.inputProblem
    switch remedies {
    case 1: try restart()
    case 2: try openAgain(at: path)
    default: throw .stalled(path: path, seconds: seconds)
    }
    state.note(
      FeedIncident(
        remedy: remedies == 1 ? .restarted : .openedAgain, seconds: seconds,
        bad: Int(clamping: state.bad.load(ordering: .relaxed) &- badBefore), inputProblem: problem))
  }

  private func restart() throws(CaptureError) {
    let code = stream?.stop() ?? ErrorNumber.noDevice
    guard code == 0 else { throw reason(code, call: "VIDIOC_STREAMOFF") }
    here |= atDriver
    atDriver = 0
    try begin()
  }

  private func openAgain(at node: String) throws(CaptureError) {
    letGo()
    let next = try openStream(at: node)
    let notes = next.agreed.negotiation.differences
    stream = consume next
    generation += 1
    interleaver = ChromaInterleaver(stream?.agreed)
    do throws(CaptureError) { try begin() } catch {
      letGo()
      throw error
    }
    readExposure()
    if let format = stream?.agreed.format {
      state.negotiation = Negotiation(asked: request, got: format, differences: notes)
    }
    path = node
    state.node = node
    state.reconnects.wrappingAdd(1, ordering: .relaxed)
  }

  /// Asks for the format the camera sent first. On another port, or after a firmware change, the camera may not offer it;
  /// then the nearest format will do, unless the user was strict.
  private func openStream(at node: String) throws(CaptureError) -> CaptureStream<Kernel> {
    var same = request
    same.pixelFormat = first.pixelFormat
    same.size = first.size
    if same.framesPerSecond == nil { same.framesPerSecond = first.framesPerSecond }
    do throws(CaptureError) {
      let next = try CaptureStream(
        path: node, kernel: kernel, negotiator: Negotiator(request: same, isStrict: false))
      if isStrict,
        next.agreed.format.size != first.size || next.agreed.format.pixelFormat != first.pixelFormat
      {
        throw .notAsAsked(path: node, differences: next.agreed.negotiation.differences)
      }
      return next
    } catch {
      guard case .noFormat = error, !isStrict else { throw error }
      same.pixelFormat = nil
      return try CaptureStream(
        path: node, kernel: kernel, negotiator: Negotiator(request: same, isStrict: false))
    }
  }

  /// A camera that was away may come back with other settings.
  private func readExposure() {
    guard let controls = stream?.controls else { return }
    state.exposure = CameraExposure(controls)
  }

  /// Starts the stream again: sequence numbers restart, and the first frame says so.
  private func begin() throws(CaptureError) {
    sequence.restart()
    restartPending = true
    restarts &+= 1
    nonsense = 0
    try streamOn()
  }

  /// Looks for the camera until it is back. Returns `false` when the loop is to end.
  private func reconnect() -> Bool {
    var events = PollEvents()
    let names = StableNames(kernel: kernel)
    while true {
      let code = uninterrupted { kernel.poll(nil, wake: wake, milliseconds: pause, &events) }
      if code != 0 { kernel.rest(milliseconds: pause) }
      pause = min(pause * 2, Self.longestPause)
      if state.isStopRequested || producer.isConsumerClosed { return false }
      unmapHere()
      guard let node = names.find(identity) else { continue }
      do throws(CaptureError) {
        try openAgain(at: node)
        // Its silence counts from now: until now it was away.
        lastFrame = kernel.nanoseconds
        return true
      } catch { state.enter(.lost, failure: error) }
    }
  }
}
