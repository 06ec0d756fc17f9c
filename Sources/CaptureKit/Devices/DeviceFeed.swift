import FrameBus
import Glibc
import HostResources
import PixelTypes
import Synchronization

/// A V4L2 camera as a feed. Its frames stay in the driver's own buffers, mapped into this process: nothing is
/// copied.
///
/// A camera that falls silent or is unplugged doesn't end the feed: the feed restarts it, reopens it, or waits for it
/// under its stable name, and ``status`` says which. Waiting and leased frames stay readable meanwhile. The feed requests
/// the format the camera sent first and sets its controls again. If the camera can't send that format,
/// ``negotiation`` says what it sends instead, and each frame carries its format.
/// The driver always has two buffers, as long as the consumer holds at most two leases.
public final class DeviceFeed: CameraFeed {
  /// The camera's own name and, in parentheses, the path it was opened by.
  public let name: String
  /// The name of its link under `/dev/v4l/by-id`, or under `by-path` if it has a twin or no serial number.
  public let stableName: String
  /// The node where the camera was first found: `/dev/videoN`.
  public let path: String

  private let state: FeedState
  private let ring: FrameBus<FrameSlot>
  private let streamOn: @Sendable () throws(CaptureError) -> Void
  private let run: @Sendable () -> Void
  private let wakeUp: @Sendable () -> Void
  private let thread = Mutex<WorkerThread?>(nil)

  /// Opens the camera and agrees on format, rate and controls; ``start()`` starts its stream.
  ///
  /// - Parameters:
  ///   - path: `/dev/videoN`, or a link to it under `/dev/v4l/by-id` or `by-path`; the link is also used to find the
  ///     camera when it comes back.
  ///   - request: format, size, rate, buffers and controls to request.
  ///   - policy: what gives way when the consumer falls behind; `block` lets every buffer wait, and the driver drops frames.
  ///   - doorbell: rung on each frame and on each change of ``status``.
  ///   - strict: whether any difference from the request is an error.
  /// - Throws: ``CaptureError/notFound(path:hint:)``, ``CaptureError/notACamera(path:reason:)``,
  ///   ``CaptureError/permission(path:hint:)``, ``CaptureError/busy(path:holder:)``,
  ///   ``CaptureError/noFormat(path:asked:offered:)``, ``CaptureError/notAsAsked(path:differences:)``,
  ///   ``CaptureError/disconnected(path:)``, ``CaptureError/system(call:path:code:)``.
  public convenience init(
    path: String, request: StreamRequest, policy: OverflowPolicy = .dropOldest,
    doorbell: Doorbell = Doorbell(), strict: Bool = false
  ) throws(CaptureError) {
    // Each kernel by its own type, so that calls are direct.
    switch CameraService(path: path) {
    case nil:
      try self.init(
        path: path, request: request, policy: policy, doorbell: doorbell, strict: strict,
        kernel: LinuxKernel())
    case let service?:
      try self.init(
        path: path, request: request, policy: policy, doorbell: doorbell, strict: strict,
        kernel: LibraryKernel(service))
    }
  }

  init<Kernel: KernelInterface>(
    path: String, request: StreamRequest, policy: OverflowPolicy, doorbell: Doorbell, strict: Bool,
    kernel: Kernel
  ) throws(CaptureError) {
    let stream = try CaptureStream(
      path: path, kernel: kernel, negotiator: Negotiator(request: request, isStrict: strict))
    let node = stream.device.path
    let slots = stream.buffers.map {
      unsafe FrameSlot(mapped: $0.memory, mapping: $0, format: stream.agreed.format)
    }
    // Two for the driver, two for leases; the others may wait. A camera's thread must not block, so `block` lets
    // all of them wait: the driver then runs out of buffers, and its counter shows what it dropped.
    let capacity = policy == .block ? slots.count : max(1, slots.count - 4)
    let ring = FrameBus(slots: slots, capacity: capacity, policy: policy, doorbell: doorbell)
    let identity = StableNames(kernel: kernel).identity(
      asNamed: path, node: node, capability: stream.capability)
    let state = FeedState(
      negotiation: stream.agreed.negotiation, controls: stream.controls, modes: stream.modes,
      bus: stream.capability.bus, node: node, doorbell: doorbell)
    var wake: Int32 = -1
    let code = kernel.makeWake(&wake)
    guard code == 0 else { throw .system(call: "eventfd", path: path, code: code) }
    guard let producer = ring.takeProducer() else {
      throw .system(call: "FrameBus", path: path, code: EBUSY)
    }
    name = "\(stream.capability.card) (\(path))"
    stableName = identity.stableName
    self.path = node
    self.ring = ring
    self.state = state
    let loop = CaptureLoop(
      stream: stream, kernel: kernel, identity: identity, request: request, isStrict: strict,
      producer: producer, state: state, wake: wake)
    wakeUp = { _ = kernel.signalWake(loop.wake) }
    streamOn = { () throws(CaptureError) in try loop.streamOn() }
    run = { loop.run() }
  }

  deinit { requestStop() }

  /// What was requested and what was delivered; changes when the camera is reopened.
  public var negotiation: Negotiation { state.negotiation }
  /// How the camera is doing. Safe to read from any thread.
  public var status: FeedStatus { state.status }
  /// Counts since the feed was created; `lostAtEnd` stays 0.
  public var counters: FeedCounters { state.counters }
  /// Why the camera is lost or could not start; `nil` while it delivers.
  public var failure: CaptureError? { state.failure }
  /// The camera's place, controls and modes.
  public var camera: (any LiveCamera)? { state }
  /// The remedies since the last call, oldest first; at most the latest 16. Allocates nothing when there are none.
  public func takeIncidents() -> [FeedIncident] { state.takeIncidents() }
  /// The bus's consumer end; `nil` from the second call on.
  public func takeConsumer() -> FrameConsumer<FrameSlot>? { ring.takeConsumer() }

  /// Starts the stream and its thread. Further calls do nothing.
  ///
  /// - Throws: ``CaptureError/bandwidth(path:bus:smaller:)`` when the bus can't carry another stream,
  ///   ``CaptureError/busy(path:holder:)``, ``CaptureError/disconnected(path:)``,
  ///   ``CaptureError/shortage(_:)``, ``CaptureError/system(call:path:code:)``.
  public func start() throws(CaptureError) {
    let result = thread.withLock { thread -> Result<Void, CaptureError> in
      guard thread == nil else { return .success(()) }
      do throws(CaptureError) {
        try streamOn()
        let name = "cam-\(path.split(separator: "/").last ?? "")"
        do throws(ResourceShortage) { thread = try WorkerThread(name: name, run) } catch {
          throw CaptureError.shortage(error)
        }
        return .success(())
      } catch {
        state.enter(.failed, failure: error)
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Tells the thread to stop and wakes it; returns at once.
  public func requestStop() {
    state.requestStop()
    wakeUp()
  }

  /// Waits up to 10 s for the thread to end; returns at once when it was never started.
  public func join() { thread.withLock { $0 }?.join(within: FeedPatience.atEnd) }

  /// Like ``start()``, but runs on the caller's thread until the feed ends, so that tests control the order of events.
  func runHere() throws(CaptureError) {
    try streamOn()
    run()
  }
}
