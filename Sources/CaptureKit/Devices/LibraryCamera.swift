import CCameraLibraries
import CVideo4Linux
import Glibc
import Synchronization

/// An open camera that a library offers instead of the kernel.
///
/// Frames are copied out as they come, so that the library never waits for this process.
@safe
final class LibraryCamera: @unchecked Sendable {
  // SAFETY: the mutex guards what the library's thread and the device's share; the handle belongs to the device's. The library
  // has this object's address only while it is open, and until then the device's handle keeps the object.

  struct State: @unchecked Sendable {
    /// What the camera is, and where.
    var name = ""
    var place = ""
    var modes: [LibraryMode] = []
    /// The mode that was chosen, and frames a second; 0 leaves them to the camera.
    var mode: LibraryMode?
    var rate = v4l2_fract()
    var queue = FrameQueue()
    var isOn = false
    /// An errno, once the camera is lost.
    var fault: Int32 = 0
  }

  private let state = Mutex(State())
  private let library: camera_library
  private var handle: UnsafeMutableRawPointer?
  /// An eventfd, readable while a frame waits, and once the camera is lost.
  private let signal: Int32

  init(_ library: camera_library, signal: Int32) {
    self.library = library
    self.signal = signal
  }

  deinit { _ = Glibc.close(signal) }

  func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

  // MARK: - What the library is asked

  // Functions return 0 or an errno. None holds the mutex while the library works, as it tells of frames meanwhile.

  func open(_ name: String) -> Int32 {
    unsafe library.open(name, Self.host, Unmanaged.passUnretained(self).toOpaque(), &handle)
  }

  func close() {
    stop()
    if let handle = unsafe handle { unsafe library.close(handle) }
    unsafe handle = nil
  }

  /// Agrees on a mode, of which the library may tell something else now.
  func configure(_ mode: inout LibraryMode) -> Int32 {
    var coding = mode.coding
    return unsafe library.configure(
      handle, &coding, UInt32(mode.size.width), UInt32(mode.size.height), &mode.told)
  }

  /// Does nothing while it is on. EINVAL without buffers; once the camera is lost, why.
  func start() -> Int32 {
    let (isOn, isReady, fault, rate) = with { ($0.isOn, !$0.queue.isEmpty, $0.fault, $0.rate) }
    if isOn { return 0 }
    if !isReady { return EINVAL }
    if fault != 0 { return fault }
    with { $0.isOn = true }
    let code = unsafe library.start(handle, rate)
    if code != 0 { stop() }
    return code
  }

  func stop() {
    guard with({ $0.isOn }) else { return }
    unsafe library.stop(handle)
    with { state in
      state.isOn = false
      state.queue.stop()
      settle(&state)
    }
  }

  // MARK: - What the library tells

  nonisolated(unsafe) private static let host: UnsafePointer<camera_host> = {
    func camera(_ owner: UnsafeMutableRawPointer?) -> LibraryCamera {
      unsafe Unmanaged<LibraryCamera>.fromOpaque(owner!).takeUnretainedValue()
    }
    let host = UnsafeMutablePointer<camera_host>.allocate(capacity: 1)
    unsafe host.initialize(
      to: camera_host(
        is: { owner, name, place in
          let (name, place) = unsafe (String(cString: name!), String(cString: place!))
          unsafe camera(owner).with { ($0.name, $0.place) = (name, place) }
        },
        can: { owner, coding, width, height, told in
          let mode = unsafe LibraryMode(coding!.pointee, width: width, height: height, told: told!.pointee)
          if let mode { unsafe camera(owner).with { $0.modes.add(mode) } }
        },
        took: { owner, planes, count, number, nanoseconds, isBad in
          let planes = unsafe UnsafeBufferPointer(start: planes, count: Int(count))
          unsafe camera(owner).take(planes, number: number, nanoseconds: nanoseconds, isBad: isBad)
        },
        lost: { owner, code in unsafe camera(owner).fail(code) }))
    return unsafe UnsafePointer(host)
  }()

  private func take(
    _ planes: UnsafeBufferPointer<camera_plane>, number: UInt64, nanoseconds: Int64, isBad: Bool
  ) {
    with { state in
      guard let mode = state.mode else { return }
      unsafe state.queue.fill(number: number, nanoseconds: nanoseconds, isBad: isBad) {
        unsafe mode.copy(planes, to: $0)
      }
      if state.queue.hasFrame { _ = cv4l_wake_signal(signal) }
    }
  }

  private func fail(_ code: Int32) {
    with { state in
      if state.fault == 0 { state.fault = code }
      _ = cv4l_wake_signal(signal)
    }
  }

  /// Takes the frame that has waited longest; EAGAIN when none waits, and once the camera is lost why.
  func dequeue(_ report: inout BufferReport) -> Int32 {
    with { state in
      guard let frame = state.queue.dequeue() else { return state.fault == 0 ? EAGAIN : state.fault }
      report = frame
      settle(&state)
      return 0
    }
  }

  /// Makes the signal unreadable if it has nothing to tell.
  private func settle(_ state: inout State) {
    if state.queue.hasFrame || state.fault != 0 { return }
    var count: UInt64 = 0
    // SAFETY: an eventfd gives 8 bytes.
    _ = unsafe read(signal, &count, 8)
  }
}
