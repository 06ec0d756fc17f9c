// What happens when something goes wrong:
//   no frame in time      STREAMOFF and STREAMON; then reopen; then the camera counts as lost
//   ENODEV, EIO, EINVAL,
//   POLLERR, POLLHUP      the camera is lost
//   lost                  release everything; look for the same camera, at ever longer intervals

import FrameBus
import PixelTypes

/// The body of a device's thread: takes frames, and revives a camera that stops sending them.
final class CaptureLoop<Kernel: KernelInterface>: @unchecked Sendable {
  // SAFETY: used by the thread that makes it until start() hands it to its own thread, and only by that one thereafter;
  // creating a thread orders the two. `state` and `wake` are safe to share.

  private static var shortestPause: Int32 { 100 }
  private static var longestPause: Int32 { 2000 }

  let wake: Int32
  private let state: FeedState
  private let kernel: Kernel
  private let identity: CameraIdentity
  private var request: StreamRequest
  private let isStrict: Bool
  /// The format the camera should have: as agreed when it was first opened, or as requested since.
  private var first: StreamFormat
  private var taker: FrameTaker<Kernel>

  /// Remedies tried on a silent camera: 0 none, 1 restarted, 2 reopened.
  private var remedies = 0
  private var pause: Int32

  init(
    stream: consuming CaptureStream<Kernel>, kernel: Kernel, identity: CameraIdentity, request: StreamRequest,
    isStrict: Bool, producer: consuming FrameProducer<FrameSlot>, state: FeedState, wake: Int32
  ) {
    pause = Self.shortestPause
    self.kernel = kernel
    self.identity = identity
    self.request = request
    self.isStrict = isStrict
    self.state = state
    self.wake = wake
    first = state.negotiation.got
    taker = FrameTaker(stream: stream, kernel: kernel, producer: producer, state: state, wake: wake)
  }

  deinit { kernel.closeWake(wake) }

  /// As ``FrameTaker/streamOn()``.
  func streamOn() throws(CaptureError) { try taker.streamOn() }

  /// Runs until stopped or until the consumer goes away.
  func run() {
    taker.lastFrame = kernel.nanoseconds
    var end = takeFrames()
    while true {
      switch end {
      case .stopped:
        taker.letGo()
        taker.close()
        state.enter(.ended)
        return
      case .otherMode: end = takeFrames(after: changeMode)
      case .stalled:
        state.timeouts.wrappingAdd(1, ordering: .relaxed)
        end = takeFrames(after: remedy)
      case .broken(let error):
        state.enter(.lost, failure: error)
        taker.letGo()
        end = reconnect() ? takeFrames() : .stopped
      }
    }
  }

  private func takeFrames() -> FrameTaker<Kernel>.End {
    let end = taker.takeFrames()
    if taker.hasTaken {
      remedies = 0
      pause = Self.shortestPause
    }
    return end
  }

  private func takeFrames(after change: () throws(CaptureError) -> Void) -> FrameTaker<Kernel>.End {
    do throws(CaptureError) { try change() } catch { return .broken(error) }
    return takeFrames()
  }

  /// Reopens the camera with the requested size and rate; if it refuses, restores the previous ones.
  private func changeMode() throws(CaptureError) {
    guard let mode = state.takeMode() else { return }
    let before = (first, request)
    (first.size, request.framesPerSecond) = (mode.size, mode.framesPerSecond)
    do throws(CaptureError) {
      try openAgain(at: taker.path)
      taker.lastFrame = kernel.nanoseconds
    } catch {
      (first, request) = before
      throw error
    }
  }

  // MARK: - Remedies

  /// Applies the next remedy to a silent camera.
  private func remedy() throws(CaptureError) {
    remedies += 1
    let seconds = Double(kernel.nanoseconds - taker.lastFrame) / 1e9
    let problem = taker.inputProblem
    switch remedies {
    case 1: try taker.restart()
    case 2: try openAgain(at: taker.path)
    default: throw .stalled(path: taker.path, seconds: seconds)
    }
    state.note(
      FeedIncident(
        remedy: remedies == 1 ? .restarted : .openedAgain, seconds: seconds,
        bad: taker.badSinceLastFrame, inputProblem: problem))
  }

  private func openAgain(at node: String) throws(CaptureError) {
    taker.letGo()
    let next = try openStream(at: node)
    let agreed = next.agreed
    try taker.takeOver(next)
    // A camera that was away may return with other settings.
    if let controls = taker.controls { state.controls = controls }
    state.negotiation = Negotiation(
      asked: request, got: agreed.format, differences: agreed.negotiation.differences)
    taker.path = node
    state.node = node
    state.reconnects.wrappingAdd(1, ordering: .relaxed)
  }

  /// Requests the format the camera sent first. On another port, or after a firmware change, the camera may no longer offer it;
  /// then the nearest format will do, unless the user was strict.
  private func openStream(at node: String) throws(CaptureError) -> CaptureStream<Kernel> {
    request.controls = taker.kept(request.controls)
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

  /// Looks for the camera until it is back. Returns `false` when the loop should end.
  private func reconnect() -> Bool {
    var events = PollEvents()
    let names = StableNames(kernel: kernel)
    while true {
      let code = uninterrupted { kernel.poll(nil, wake: wake, milliseconds: pause, &events) }
      if code != 0 { kernel.rest(milliseconds: pause) }
      pause = min(pause * 2, Self.longestPause)
      if taker.isToStop { return false }
      taker.unmapHere()
      guard let node = names.find(identity) else { continue }
      do throws(CaptureError) {
        try openAgain(at: node)
        // Measure its silence from now: it was away until now.
        taker.lastFrame = kernel.nanoseconds
        return true
      } catch { state.enter(.lost, failure: error) }
    }
  }
}
