import CVideo4Linux
import Synchronization

/// A named thread of its own for calls that block.
final class CaptureThread: Sendable {
  private enum State {
    case running(UInt)
    case joined
  }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let state: Mutex<State>

  /// - Throws: ``CaptureError/system(call:path:code:)`` when the machine gives no more threads.
  init(name: String, _ run: @escaping @Sendable () -> Void) throws(CaptureError) {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var thread: UInt = 0
    // SAFETY: the retain is given to the thread, which takes it over exactly once; on failure it comes back.
    let code = unsafe cv4l_thread_start(
      &thread, name,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }, body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      throw .system(call: "pthread_create", path: name, code: code)
    }
    state = Mutex(.running(thread))
  }

  deinit {
    state.withLock { state in
      if case .running(let thread) = state { _ = cv4l_thread_detach(thread) }
    }
  }

  /// Waits for the thread's end; once it has ended, returns at once. One caller waits, others wait for him.
  func join() {
    state.withLock { state in
      guard case .running(let thread) = state else { return }
      _ = cv4l_thread_join(thread)
      state = .joined
    }
  }
}
