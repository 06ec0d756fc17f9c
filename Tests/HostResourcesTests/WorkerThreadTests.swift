import Foundation
import Glibc
import HostResources
import Synchronization
import TestSupport
import Testing

@Suite("Threads end, are joined and let go of")
struct WorkerThreadTests {
  /// Opens once, for as many as wait.
  final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    func open() { isOpen.store(true, ordering: .releasing) }
    func pass() { waitOrFail(for: "the gate to open") { isOpen.load(ordering: .acquiring) } }
  }

  @Test("one runs under its name, and is joined once it has ended, by as many as like to")
  func runs() throws {
    let name = Mutex("")
    let thread = try WorkerThread(name: "dualcam-a-name-that-is-cut") {
      let text = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
      name.withLock { $0 = text }
    }
    #expect(thread.join())
    #expect(thread.join(within: .zero))
    #expect(name.withLock { $0 } == "dualcam-a-name-\n")
  }

  @Test("one that doesn't end isn't waited for beyond patience, and can be joined later")
  func patience() throws {
    let gate = Gate()
    let thread = try WorkerThread(name: "waits") { gate.pass() }
    #expect(!thread.join(within: .milliseconds(5)) && !thread.join(within: .zero))
    gate.open()
    #expect(thread.join())
  }

  @Test("what a thread held is let go of at its end, also where nobody joins it")
  func release() throws {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      let thread = try WorkerThread(name: "holds") { _ = object }
      thread.join()
    }
    #expect(held == nil)
    let gate = Gate()
    let ended = Gate()
    _ = try WorkerThread(name: "left") {
      gate.pass()
      ended.open()
    }
    gate.open()
    ended.pass()
  }

  @Test("a crew does all of the work, whatever its size", arguments: [0, 1, 2, 7])
  func crew(count: Int) {
    let next = Atomic(0)
    let done = Mutex(Set<Int>())
    WorkerThread.crew(of: count, name: "crew") {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < 100 else { return }
        done.withLock { _ = $0.insert(index) }
      }
    }
    #expect(done.withLock { $0.count } == 100)
  }

  @Test("a thread that yields keeps a share of a busy machine, so that a process can end")
  func yields() throws {
    let found = Mutex<(nice: Int32, policy: Int32)?>(nil)
    let thread = try WorkerThread(name: "yields") {
      WorkerThread.yieldAlways()
      let nice = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
      found.withLock { $0 = (nice, sched_getscheduler(0)) }
    }
    thread.join()
    let (nice, policy) = try #require(found.withLock { $0 })
    #expect(nice == 19 && policy == SCHED_OTHER)
  }

  @Test(
    "each limit is told with its number and what raises it",
    arguments: [
      (.addressSpace(300 << 20), ["RLIMIT_AS", "307200", "ulimit -v"]),
      (.data(1 << 20), ["RLIMIT_DATA", "1024", "ulimit -d"]),
      (.tasks(40), ["RLIMIT_NPROC", "40", "ulimit -u"]),
      (.groupTasks(12), ["pids.max", "12", "TasksMax"]), (.none, ["end other programs"]),
    ] as [(ResourceShortage.Limit, [String])])
  func advice(limit: ResourceShortage.Limit, words: [String]) {
    for word in words { #expect(limit.advice.contains(word), "\(limit.advice)") }
  }
}
