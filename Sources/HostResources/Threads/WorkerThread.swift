import CResources
import Synchronization

/// A named thread: the only way here to make one, so that one that can't be made is an error and never waited for.
public final class WorkerThread: Sendable {
  private enum State {
    case running(UInt)
    case joined
  }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let state: Mutex<State>

  /// Starts it.
  ///
  /// - Parameter name: at most 15 bytes are kept.
  /// - Throws: ``ResourceShortage`` when the machine gives no more threads. `run` is let go of then.
  public init(name: String, _ run: @escaping @Sendable () -> Void) throws(ResourceShortage) {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var thread: UInt = 0
    // SAFETY: the retain is given to the thread, which takes it over exactly once; on failure it comes back.
    let code = unsafe cresources_thread_start(
      &thread, name,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }, body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      throw .thread(name)
    }
    state = Mutex(.running(thread))
  }

  deinit {
    state.withLock { state in
      if case .running(let thread) = state { _ = cresources_thread_detach(thread) }
    }
  }

  /// Waits for the thread's end; once it has ended, returns at once. One caller waits, others wait for him.
  ///
  /// - Parameter patience: how long; as long as it takes when `nil`.
  /// - Returns: `false` when the thread still ran then. It goes on by itself.
  @discardableResult
  public func join(within patience: Duration? = nil) -> Bool {
    state.withLock { state in
      guard case .running(let thread) = state else { return true }
      guard cresources_thread_join(thread, patience.map(Self.nanoseconds) ?? -1) == 0 else { return false }
      state = .joined
      return true
    }
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// Does `work` on this thread and on up to `count - 1` others at once, and returns when all are done.
  ///
  /// Where the machine gives fewer threads there are fewer: the work must be such that one alone can do all of it.
  public static func crew(of count: Int, name: String, _ work: @Sendable () -> Void) {
    withoutActuallyEscaping(work) { work in
      var others: [WorkerThread] = []
      for _ in 1..<max(1, count) {
        guard let other = try? WorkerThread(name: name, { work() }) else { break }
        others.append(other)
      }
      work()
      for other in others { other.join() }
    }
  }
}
