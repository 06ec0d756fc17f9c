import Dispatch
import HostResources

@testable import Batch

/// Lets many threads run one at a time, each at its own moment of a common time: always the one whose moment comes first.
final class VirtualTime: @unchecked Sendable {
  // SAFETY: only the thread that was let run touches what changes.
  private var heap: [(moment: Double, id: Int)] = []
  private let turns: [DispatchSemaphore]
  private let end = DispatchSemaphore(value: 0)
  private(set) var now = 0.0

  init(threads: Int) {
    turns = (0..<threads).map { _ in DispatchSemaphore(value: 0) }
    for id in 0..<threads { push(0, id) }
  }

  /// Lets the first begin, and waits until all have left.
  func run() {
    pass()
    end.wait()
  }

  /// The thread's first turn.
  func enter(_ id: Int) { turns[id].wait() }

  /// Waits until a moment.
  func sleep(_ id: Int, until moment: Double) {
    // The first in any case: no other thread need wake.
    guard let first = heap.first, first.moment < moment else {
      now = max(now, moment)
      return
    }
    push(moment, id)
    pass()
    turns[id].wait()
  }

  /// The thread is over.
  func leave() { pass() }

  private func pass() {
    guard let next = pop() else {
      end.signal()
      return
    }
    now = max(now, next.moment)
    turns[next.id].signal()
  }

  private func push(_ moment: Double, _ id: Int) {
    heap.append((moment, id))
    var child = heap.count - 1
    while child > 0, heap[child].moment < heap[(child - 1) / 2].moment {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private func pop() -> (moment: Double, id: Int)? {
    guard let first = heap.first else { return nil }
    heap[0] = heap[heap.count - 1]
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].moment < heap[least].moment { least = child }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

/// A server of files in memory: each call takes its way there and back, and its turn.
final class SimulatedServer: @unchecked Sendable {
  // SAFETY: only the thread whose turn it is in `time` touches what changes.
  struct File {
    var bytes: [UInt8]
    var modified: Double
  }

  let time: VirtualTime
  /// Seconds to the server and back, for a call, and for a name that a list has.
  let way: Double
  let call: Double
  let name: Double
  var files: [String: File] = [:]
  var lists: [String: Set<String>] = [".": []]
  private(set) var calls = 0
  private(set) var busy = 0.0
  private var freeFrom = 0.0

  init(_ time: VirtualTime, way: Double, call: Double, name: Double) {
    (self.time, self.way, self.call, self.name) = (time, way, call, name)
  }

  /// Waits for a call's end.
  func serve(_ id: Int, names: Int = 0) {
    calls += 1
    let takes = call + name * Double(names)
    busy += takes
    freeFrom = max(freeFrom, time.now + way / 2) + takes
    time.sleep(id, until: freeFrom + way / 2)
  }
}

/// A worker's view of the server.
final class SimulatedFolder: BoardFolder {
  private let server: SimulatedServer
  private let id: Int

  init(_ server: SimulatedServer, _ id: Int) { (self.server, self.id) = (server, id) }

  private func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private func put(_ path: String, _ file: SimulatedServer.File?) {
    server.files[path] = file
    let (folder, name) = split(path)
    if file == nil {
      server.lists[folder]?.remove(name)
    } else {
      server.lists[folder, default: []].insert(name)
    }
  }

  func names(in folder: String) throws(FileError) -> [String] {
    server.serve(id, names: server.lists[folder]?.count ?? 0)
    return Array(server.lists[folder] ?? [])
  }

  func makeFolder(_ path: String) throws(FileError) {
    server.serve(id)
    if server.lists[path] == nil { server.lists[path] = [] }
  }

  func create(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Bool {
    // A temporary file, its bytes to the disk, a link, and the temporary name gone.
    for _ in 0..<3 { server.serve(id) }
    let isNew = server.files[path] == nil
    if isNew { put(path, SimulatedServer.File(bytes: bytes, modified: server.time.now)) }
    server.serve(id)
    return isNew
  }

  func replace(_ path: String, _ bytes: [UInt8]) throws(FileError) {
    for _ in 0..<3 { server.serve(id) }
    put(path, SimulatedServer.File(bytes: bytes, modified: server.time.now))
  }

  func read(_ path: String) throws(FileError) -> [UInt8]? {
    server.serve(id)
    return server.files[path]?.bytes
  }

  func touch(_ path: String) throws(FileError) -> Bool {
    server.serve(id)
    guard server.files[path] != nil else { return false }
    server.files[path]?.modified = server.time.now
    return true
  }

  func modified(_ path: String) throws(FileError) -> Double? {
    server.serve(id)
    return server.files[path]?.modified
  }

  func rename(_ path: String, to new: String) throws(FileError) -> Bool {
    server.serve(id)
    guard let file = server.files[path] else { return false }
    put(path, nil)
    put(new, file)
    return true
  }

  func remove(_ path: String) throws(FileError) {
    server.serve(id)
    put(path, nil)
  }

  func clearPlace(_ path: String) throws(FileError) -> Bool { false }
}
