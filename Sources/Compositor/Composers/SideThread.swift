import FrameBus
import Glibc
import HostResources
import Synchronization

/// A thread that makes one part of a picture while its owner makes another.
///
/// The owner never waits for a thread that hasn't begun: it runs a task not yet taken up itself.
/// The result is the same either way. One task at a time; the thread sleeps between them.
package final class SideThread {
  private let shared: Shared
  /// Tasks offered so far.
  package private(set) var offered = 0

  /// `nil` if it waits for one that lends itself.
  private let thread: WorkerThread?

  /// Threads if there is a second processor: as many as the system allows; pictures are the same with fewer.
  package static func whereUseful(atMost count: Int) -> [SideThread] {
    guard sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 else { return [] }
    var threads: [SideThread] = []
    while threads.count < count, let thread = try? SideThread() { threads.append(thread) }
    return threads
  }

  package init() throws(ResourceShortage) {
    let shared = Shared()
    self.shared = shared
    thread = try WorkerThread(name: "dualcam-side") { shared.work() }
  }

  private init(_ shared: Shared) { (self.shared, thread) = (shared, nil) }

  /// One without a thread of its own: whoever waits for its owner may ``lend()`` it theirs.
  package static var borrowed: SideThread { SideThread(Shared()) }

  deinit {
    // Release: pairs with the acquire in work().
    shared.isOver.store(true, ordering: .releasing)
    shared.bell.ring()
  }

  /// Offers a task, which the caller must not touch until ``finish()`` returns. Finish the previous task first.
  package func begin(_ task: any SideTask) {
    offered += 1
    shared.task = task
    // Release: pairs with the acquire of whichever thread takes it.
    shared.phase.store(Phase.offered, ordering: .releasing)
    shared.bell.ring()
  }

  /// Runs the last task offered here unless the thread has taken it up.
  package func help() {
    // Acquiring and releasing: pairs with the thread's own attempt; one of the two wins.
    let (isMine, _) = shared.phase.compareExchange(
      expected: Phase.offered, desired: Phase.idle, ordering: .acquiringAndReleasing)
    guard isMine else { return }
    shared.task?.run()
    shared.task = nil
  }

  /// Runs the task offered, as the thread does, unless it is taken up; for another than the owner's thread.
  package func lend() { _ = shared.take() }

  /// Returns when the last task offered is done: runs it here or waits for it. Returns at once if there is none.
  package func finish() {
    help()
    guard shared.task != nil else { return }
    while true {
      let ticket = shared.done.ticket
      // Acquire: pairs with the release in work(), after the task has run.
      if shared.phase.load(ordering: .acquiring) == Phase.finished { break }
      shared.done.wait(after: ticket)
    }
    shared.task = nil
  }

  private enum Phase {
    static let idle: UInt8 = 0
    static let offered: UInt8 = 1
    static let taken: UInt8 = 2
    static let finished: UInt8 = 3
  }

  /// What both threads share.
  private final class Shared: @unchecked Sendable {
    // SAFETY: written by the owner while the thread has no task; read by the thread that moved the phase on from offered.
    var task: (any SideTask)?
    let phase = Atomic<UInt8>(Phase.idle)
    let isOver = Atomic<Bool>(false)
    let bell = Doorbell()
    let done = Doorbell()

    func work() {
      while true {
        let ticket = bell.ticket
        // Acquire: pairs with the release in deinit.
        if isOver.load(ordering: .acquiring) { return }
        if !take() { bell.wait(after: ticket) }
      }
    }

    /// Runs the task offered; false if there is none, or another thread has it.
    func take() -> Bool {
      let (isMine, _) = phase.compareExchange(
        expected: Phase.offered, desired: Phase.taken, ordering: .acquiringAndReleasing)
      guard isMine else { return false }
      task?.run()
      // Release: pairs with the acquire in finish().
      phase.store(Phase.finished, ordering: .releasing)
      done.ring()
      return true
    }
  }
}

/// A part of a picture that a ``SideThread`` can make in parallel with another.
///
/// Its data belongs to its owner except between the offer and the return of ``SideThread/finish()``.
package protocol SideTask: AnyObject, Sendable {
  func run()
}
