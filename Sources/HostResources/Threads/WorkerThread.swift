import CResources
import Foundation
import Synchronization

/// A named thread. All threads are made this way, so a failure to start one is an error, and nobody waits for it.
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

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: at most 15 bytes are kept.
  ///   - run: the thread's work; released if the thread can't be started.
  /// - Throws: ``ResourceShortage`` if the machine provides no more threads.
  public init(name: String, _ run: @escaping @Sendable () -> Void) throws(ResourceShortage) {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var thread: UInt = 0
    // SAFETY: the retain passes to the thread, which releases it exactly once; on failure it comes back.
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

  /// Waits for the thread to end; returns at once if it has. If several callers wait, one joins and the
  /// others wait for it.
  ///
  /// - Parameter patience: the longest wait; `nil` for no limit.
  /// - Returns: `false` if the thread was still running; it continues by itself.
  @discardableResult
  public func join(within patience: Duration? = nil) -> Bool {
    state.withLock { state in
      guard case .running(let thread) = state else { return true }
      guard cresources_thread_join(thread, patience.map(Self.nanoseconds) ?? -1) == 0 else { return false }
      state = .joined
      return true
    }
  }

  /// From now on, runs the calling thread only when the processor is otherwise idle: for work ahead of its time. If
  /// the machine refuses, the thread continues as before.
  public static func yieldAlways() { _ = cresources_thread_yield_always() }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// Runs `work` on this thread and on up to `count - 1` others at once, and returns when all are done.
  ///
  /// There may be fewer threads if the machine provides fewer, so `work` must allow one thread alone to do all
  /// of it.
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

  /// Performs tasks on up to eight processors, in numerical order, using ``crew(of:name:_:)``.
  ///
  /// - Parameters:
  ///   - count: the number of tasks.
  ///   - name: the threads' name.
  ///   - work: called once on each thread; performs the tasks whose numbers `next` returns, until it returns `nil`.
  public static func share(_ count: Int, name: String, _ work: @Sendable (_ next: () -> Int?) -> Void) {
    let taken = Atomic(0)
    let processors = ProcessInfo.processInfo.activeProcessorCount
    crew(of: min(processors, count, 8), name: name) {
      work {
        // Relaxed: only the number is shared; the tasks' results go another way.
        let task = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return task < count ? task : nil
      }
    }
  }
}
