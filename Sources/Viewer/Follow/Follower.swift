import Foundation
import Glibc
import HostResources
import PixelTypes

/// Follows what recorders at a socket tell, and runs a program for each event: one at a time and in their order.
///
/// It starts programs and never looks into what they write; they run with this process's rights.
package final class Follower {
  package struct Settings {
    /// The recorder's socket.
    package var socket: String
    /// The names of the events that count; empty: all.
    package var events: Set<String> = []
    /// What to run; empty: events are only told.
    package var command: [String] = []
    /// How often a program is run again that failed.
    package var retries = 5
    /// A file that remembers what is done, across restarts; `nil` for none.
    package var state: String?
    /// Whether to end with the recorder.
    package var isOnce = false

    package init(socket: String) { self.socket = socket }
  }

  /// What became of an event.
  package struct Outcome: Encodable, Sendable {
    package var number: Int
    package var event: String
    package var path: String?
    /// How often the program ran.
    package var attempts: Int
    package var isDone: Bool
    /// Of the last run; `nil` if it wasn't started or a signal ended it.
    package var exit: Int32?
    package var problem: String?
    package var seconds: Double
  }

  /// What it tells.
  package enum News {
    /// Somebody listens at the socket, or nobody does.
    case connected
    case gone(String)
    /// An event, where there is nothing to run.
    case event(FollowedEvent)
    /// A program failed and is run again.
    case again(Outcome, seconds: Int)
    case outcome(Outcome)
    /// So many events happened that the recorder doesn't remember.
    case missed(Int)
    case problem(String)
  }

  private let settings: Settings
  private let stop: StopFlag
  private let tell: (News) throws -> Void
  private var socket: Int32 = -1
  private var input: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var reason: String?
  private var failures = 0
  // When to connect again, and when to run the program again.
  private var nextTry = ContinuousClock.now
  private var nextRun = ContinuousClock.now
  /// The job that is followed, and the number of the last event that came.
  private var job: String?
  private var last = 0
  private var isFirst = true
  private var hasEnded = false
  private var done: FollowState
  private var waiting: [Waiting] = []
  private var run: Run?
  /// Events whose program failed for good.
  package private(set) var givenUp = 0

  private struct Waiting {
    var job: String
    var event: FollowedEvent
    var attempts = 0
  }

  private struct Run {
    var child: ChildProcess
    var since = ContinuousClock.now
  }

  /// The most bytes of a line, and the most events that wait: with more, the recorder isn't read, which remembers some.
  private static let longestLine = 64 << 10
  private static let mostWaiting = 4096
  private static let longestPause = 60

  /// - Parameters:
  ///   - stop: ends it, after the program that runs.
  ///   - tell: called on the thread of ``follow()``.
  /// - Throws: `FileError` when the state's file can't be read.
  package init(_ settings: Settings, stop: StopFlag, tell: @escaping (News) throws -> Void) throws(FileError)
  {
    (self.settings, self.stop, self.tell) = (settings, stop, tell)
    done = try FollowState(settings.state)
  }

  deinit { if socket >= 0 { close(socket) } }

  /// Follows until it is stopped or, if it ends with the recorder, until that has ended and all is done.
  ///
  /// - Throws: what `tell` throws.
  package func follow() throws {
    while true {
      try look()
      if stop.isStopped, run == nil { break }
      if settings.isOnce, hasEnded, waiting.isEmpty { break }
      if socket < 0, ContinuousClock.now >= nextTry, !(settings.isOnce && hasEnded) { try connect() }
      try begin()
      rest()
      if socket >= 0 { try receive() }
    }
    if !waiting.isEmpty { try tell(.problem("\(waiting.count.counted("event")) left undone")) }
  }

  /// Waits for the recorder, the program, or the next try.
  private func rest() {
    let reads = socket >= 0 && waiting.count < Self.mostWaiting
    var polls = [
      pollfd(fd: reads ? socket : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: run?.child.handle ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    UnixSocket.wait(&polls, milliseconds: run != nil && run?.child.handle == -1 ? 20 : 200)
  }

  // MARK: - The recorder

  private func connect() throws {
    let descriptor = UnixSocket.connect(settings.socket)
    guard descriptor >= 0 else { return try lose(RecorderLink.reason(-descriptor)) }
    socket = descriptor
    input = []
    // What was never seen is told from the beginning, where somebody remembers what is done or it happened meanwhile.
    let request = isFirst && settings.state == nil ? #"{"follow":true}"# : #"{"follow":1}"#
    let line = Array((request + "\n").utf8)
    guard UnixSocket.send(socket, line[...]) == line.count else { return try lose("it takes no requests") }
  }

  private func lose(_ why: String) throws {
    if socket >= 0 {
      close(socket)
      socket = -1
    }
    if why != reason { try tell(.gone(why)) }
    reason = why
    failures = min(failures + 1, 5)
    nextTry = ContinuousClock.now + .milliseconds(100 << failures)
  }

  private func receive() throws {
    guard waiting.count < Self.mostWaiting else { return }
    let count = UnixSocket.receive(socket, into: &buffer)
    if count == -Int(EAGAIN) { return }
    guard count > 0 else {
      // It told everything before.
      hasEnded = job != nil
      return try lose("the recorder has ended")
    }
    input.append(contentsOf: buffer[..<count])
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(input[..<end])
      input.removeSubrange(...end)
      guard try take(line) else { return }
    }
    if input.count > Self.longestLine { try lose("it sends no lines") }
  }

  private struct Following: Decodable {
    var job: String
    var next: Bounded<Count>
  }

  /// - Returns: whether to go on reading.
  private func take(_ line: [UInt8]) throws -> Bool {
    if let event = FollowedEvent(line) {
      if event.number <= last { return true }
      if event.number > last + 1 { try tell(.missed(event.number - last - 1)) }
      last = event.number
      try take(event)
      return true
    }
    guard let members = JSONMembers(line) else {
      try lose("it sends lines that can't be read")
      return false
    }
    if let following = members.decode(Following.self, "following") {
      try greet(following)
      return true
    }
    try lose(members.decode(String.self, "error") ?? "it isn't a recorder that can be followed")
    return false
  }

  private func greet(_ following: Following) throws {
    if reason != nil || isFirst { try tell(.connected) }
    (reason, failures, hasEnded) = (nil, 0, false)
    if following.job != job {
      job = following.job
      last = isFirst && settings.state == nil ? following.next.value - 1 : done.number(of: following.job)
    }
    isFirst = false
  }

  private func take(_ event: FollowedEvent) throws {
    guard settings.events.isEmpty || settings.events.contains(event.name) else { return }
    if settings.command.isEmpty {
      try tell(.event(event))
      try remember(event.number, job ?? "")
    } else {
      waiting.append(Waiting(job: job ?? "", event: event))
    }
  }

  private func remember(_ number: Int, _ job: String) throws {
    do { try done.set(number, of: job) } catch {
      try tell(.problem("\(error); after a restart events may be done again"))
    }
  }

  // MARK: - The program

  private func begin() throws {
    guard run == nil, !stop.isStopped, let next = waiting.first, ContinuousClock.now >= nextRun else {
      return
    }
    waiting[0].attempts += 1
    var program = ChildProcess.Program(next.event.fill(settings.command), output: 2, error: 2)
    program.environment = ProcessInfo.processInfo.environment.merging(next.event.variables) { $1 }
    program.input = next.event.line + [UInt8(ascii: "\n")]
    program.deathSignal = SIGTERM
    do {
      run = Run(child: try ChildProcess(program))
    } catch { try end(exit: nil, problem: error.reason, seconds: 0) }
  }

  /// Looks whether the program has ended.
  private func look() throws {
    guard let run, let ending = run.child.look() else { return }
    self.run = nil
    let seconds = ((ContinuousClock.now - run.since) / .milliseconds(1)).rounded() / 1000
    switch ending {
    case .exited(0): try end(exit: 0, problem: nil, seconds: seconds)
    case .exited(let code): try end(exit: code, problem: "ended with \(code)", seconds: seconds)
    case .killed(let signal): try end(exit: nil, problem: "was killed by signal \(signal)", seconds: seconds)
    case .lost(let code): try end(exit: nil, problem: "was lost: \(SystemCall.text(code))", seconds: seconds)
    }
  }

  private func end(exit: Int32?, problem: String?, seconds: Double) throws {
    let next = waiting[0]
    let outcome = Outcome(
      number: next.event.number, event: next.event.name, path: next.event.members["path"],
      attempts: next.attempts, isDone: problem == nil, exit: exit, problem: problem, seconds: seconds)
    if problem != nil, next.attempts <= settings.retries {
      // What is stopped is done again after a restart.
      if stop.isStopped { return }
      let pause = min(1 << min(next.attempts - 1, 10), Self.longestPause)
      nextRun = ContinuousClock.now + .seconds(pause)
      return try tell(.again(outcome, seconds: pause))
    }
    if problem != nil { givenUp += 1 }
    waiting.removeFirst()
    nextRun = ContinuousClock.now
    try remember(next.event.number, next.job)
    try tell(.outcome(outcome))
  }
}
