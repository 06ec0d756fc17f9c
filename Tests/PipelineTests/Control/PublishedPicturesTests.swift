import CAllocationCounter
import Foundation
import Glibc
import HostResources
import PublishProtocol
import Screen
import Synchronization
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

/// Reads published pictures as docs/publishing.md says.
private final class Reader {
  struct Message: Decodable {
    struct Picture: Decodable {
      var sequence: UInt64
      var slot: Int
      var bytes: Int
    }
    struct Memory: Decodable {
      var slots: Int
      var slotBytes: Int
      var headerBytes: Int
    }
    var picture: Picture?
    var memory: Memory?
    var screen: Int?
    var error: String?
  }

  let descriptor: Int32
  private var input: [UInt8] = []
  private var memory: SharedMemoryReader?
  private var slotBytes = 0
  private(set) var sequences: [UInt64] = []
  /// Pictures that were overwritten while they were copied.
  private(set) var torn = 0

  init(_ path: String) throws {
    // Others may wait to be let in, too.
    let start = ContinuousClock.now
    var connected: Int32
    repeat {
      connected = UnixSocket.connect(path)
    } while connected == -EAGAIN && ContinuousClock.now - start < .seconds(20)
    descriptor = connected
    guard descriptor >= 0 else { throw FileError.io(path: path, reason: "\(-descriptor)") }
  }

  deinit { close(descriptor) }

  @discardableResult
  func ask(_ line: String = #"{"next":true}"#) -> Bool {
    UnixSocket.send(descriptor, Array((line + "\n").utf8)[...]) > 0
  }

  /// The next message, waiting at most 30 s for it.
  func message() throws -> Message? {
    while true {
      if let end = input.firstIndex(of: 10) {
        defer { input.removeSubrange(...end) }
        let message = try JSONDecoder().decode(Message.self, from: Data(input[..<end]))
        if let memory = message.memory { slotBytes = memory.slotBytes }
        return message
      }
      var polls = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      UnixSocket.wait(&polls, milliseconds: 30_000)
      var buffer = [UInt8](repeating: 0, count: 4096)
      var passed: Int32 = -1
      let count = UnixSocket.receive(descriptor, into: &buffer, passed: &passed)
      if passed >= 0 { memory = try SharedMemoryReader(descriptor: passed) }
      guard count > 0 else { return nil }
      input += buffer[..<count]
    }
  }

  /// Asks for a picture and copies it; `nil` at the end, empty if it is no longer there.
  func picture() throws -> [UInt8]? {
    ask()
    while let message = try message() {
      guard let picture = message.picture else { continue }
      sequences.append(picture.sequence)
      var bytes = [UInt8](repeating: 0, count: picture.bytes)
      // SAFETY: the array has as many bytes as are asked for.
      let isWhole = unsafe bytes.withUnsafeMutableBytes {
        unsafe memory?.take(
          at: picture.slot * slotBytes, count: picture.bytes, sequence: picture.sequence, into: $0)
      }
      if isWhole != true { torn += 1 }
      return isWhole == true ? bytes : []
    }
    return nil
  }
}

@Suite("Published pictures")
struct PublishedPicturesTests {
  /// A socket with pictures, in a folder of its own.
  private static func withSocket(
    group: UInt32? = nil,
    _ body: (_ path: String, _ pictures: PublishedPictures, _ sink: PublishSink) throws -> Void
  ) throws {
    let (folder, pictures) = (try TestFolder(), PublishedPictures())
    let socket = try ControlSocket(
      path: folder.file("socket"), group: group, mailbox: ControlMailbox(), pictures: pictures)
    defer { socket.close() }
    try body(folder.file("socket"), pictures, PublishSink(pictures) { socket.hasPicture() })
  }

  private static func issue(_ picture: Picture) -> Recordings.Issue {
    var issue = Recordings.Issue(picture)
    issue.screenVersion = 3
    return issue
  }

  /// A picture of `count` bytes that are all alike.
  private static func fill(_ frame: Picture, _ value: UInt8, count: Int) {
    frame.withMemory { memory in
      // SAFETY: the memory is as large as the picture.
      _ = unsafe memory.withUnsafeMutableBytes { unsafe memset($0.baseAddress!, Int32(value), count) }
    }
    frame.byteCount = count
    frame.captured = Int64(value)
    frame.facts.skew = Int64(value)
  }

  @Test("A reader gets what was made after it asked, whole, with the line about it")
  func one() throws {
    try Self.withSocket { path, pictures, sink in
      let reader = try Reader(path)
      let frame = Picture(capacity: 50_000)
      Self.fill(frame, 7, count: 1000)
      // Nobody watches: nothing is copied.
      #expect(try sink.write(Self.issue(frame)) != nil)
      reader.ask()
      try wait(for: "a reader") { pictures.isWatched }
      Self.fill(frame, 8, count: 50_000)
      #expect(try sink.write(Self.issue(frame)) != nil)
      let hello = try #require(try reader.message())
      #expect(hello.memory?.slots == PublishedPictures.slots && hello.memory?.headerBytes == 64)
      let about = try #require(try reader.message())
      #expect(about.picture?.sequence == 1 && about.picture?.bytes == 50_000 && about.screen == 3)
      for value: UInt8 in 9..<60 {
        reader.ask()
        // More than the memory holds: another one takes its place.
        let count = value < 40 ? 20_000 : 200_000
        #expect(frame.reserve(count))
        Self.fill(frame, value, count: count)
        #expect(try sink.write(Self.issue(frame)) != nil)
        #expect(try reader.picture() == [UInt8](repeating: value, count: count))
      }
      #expect(reader.torn == 0)
    }
  }

  @Test(
    "Four good readers get on, whatever four others do, and the one who publishes neither waits nor allocates"
  )
  func eight() throws {
    try Self.withSocket { path, pictures, sink in
      let count: UInt64 = 400
      let hasEnded = Mutex(false)
      let isOver: @Sendable () -> Bool = { hasEnded.withLock { $0 } }
      let results = Mutex<[(sequences: [UInt64], torn: Int, wrong: Int)]>([])
      var threads: [WorkerThread] = []
      for index in 0..<4 {
        threads.append(
          try WorkerThread(name: "good-\(index)") {
            guard let reader = try? Reader(path) else { return }
            var wrong = 0
            while reader.sequences.last ?? 0 < count, let bytes = try? reader.picture() {
              // One takes its time.
              if index == 3 { usleep(30_000) }
              if let first = bytes.first, Data(bytes) != Data(repeating: first, count: bytes.count) {
                wrong += 1
              }
            }
            results.withLock { $0.append((reader.sequences, reader.torn, wrong)) }
          })
      }
      // Asks, and never reads.
      let stalled = try Reader(path)
      for _ in 0..<100 { stalled.ask() }
      // Asks without end, sends garbage, comes and goes.
      for kind in 0..<3 {
        threads.append(
          try WorkerThread(name: "bad-\(kind)") {
            var random = Seeded(UInt64(kind))
            var reader = try? Reader(path)
            while !isOver() {
              switch kind {
              case 0: reader?.ask(String(repeating: #"{"next":true}"# + "\n", count: 200))
              case 1:
                reader?.ask(
                  String(
                    decoding: (0..<500).map { _ in UInt8.random(in: 1...255, using: &random) }, as: UTF8.self)
                )
              default:
                reader?.ask()
                reader = try? Reader(path)
              }
              usleep(2_000)
            }
          })
      }
      let frame = Picture(capacity: 300_000)
      try wait(for: "readers") { pictures.watchers >= 5 }
      var allocations: UInt64 = 0
      for round in 0..<Int(count) {
        Self.fill(frame, UInt8(round % 251), count: 280_000)
        let before = callocation_count_thread()
        #expect(try sink.write(Self.issue(frame)) != nil)
        if round > 20 { allocations += callocation_count_thread() - before }
        usleep(2_000)
      }
      #expect(allocations == 0)
      // The last one comes to everyone who asks.
      for thread in threads.prefix(4) { #expect(thread.join(within: .seconds(30))) }
      hasEnded.withLock { $0 = true }
      for thread in threads.dropFirst(4) { #expect(thread.join(within: .seconds(30))) }
      let ended = results.withLock { $0 }
      #expect(ended.count == 4)
      for reader in ended {
        #expect(reader.wrong == 0 && reader.sequences.count > 5)
        #expect(zip(reader.sequences, reader.sequences.dropFirst()).allSatisfy { $0 < $1 })
        #expect(reader.sequences.last == count)
      }
    }
  }

  @Test("A job that waits for a trigger finishes pictures while somebody watches, and only then")
  func waiting() throws {
    let folder = try TestFolder()
    var settings = try JobSettings.test(.live, ["synth:grey?w=96&h=64&fps=60"], folder: folder.file("r"))
    (settings.triggers, settings.control, settings.publishes) = ([.cameraLost], folder.file("socket"), true)
    let seen = Mutex((drawn: 0, finished: 0, unwatched: -1, bytes: 0))
    settings.workTime = { _ in
      seen.withLock { $0.finished += 1 }
      return 1
    }
    let stop = StopFlag()
    let path = folder.file("socket")
    Thread.detachNewThread {
      waitOrFail(for: "pictures that nobody sees") { seen.withLock { $0.drawn } > 5 }
      seen.withLock { $0.unwatched = $0.finished }
      let picture = try? Reader(path).picture()
      seen.withLock { $0.bytes = picture?.count ?? 0 }
      stop.stop()
    }
    _ = try CameraJob(settings, stop: stop) {
      if case .progress(let now) = $0 { seen.withLock { $0.drawn = now.pictures } }
    }.run()
    let all = seen.withLock { $0 }
    #expect(all.unwatched == 0 && all.finished > 0 && all.bytes > 0)
    #expect(try folder.names("r").contains { $0.hasSuffix(".jpg") } == false)
  }

  @Test("A socket for a group is that group's")
  func group() throws {
    try Self.withSocket(group: getegid()) { path, _, _ in
      var status = stat()
      // SAFETY: writes to `status` only.
      #expect(unsafe lstat(path, &status) == 0)
      #expect(status.st_mode == S_IFSOCK | 0o660 && status.st_gid == getegid())
    }
    #expect(UserGroup.number(of: "root") == 0 && UserGroup.number(of: "27") == 27)
    #expect(UserGroup.number(of: "no-such-group-here") == nil)
  }

  @Test("A socket without pictures says so")
  func nothing() throws {
    let folder = try TestFolder()
    let socket = try ControlSocket(path: folder.file("socket"), mailbox: ControlMailbox())
    defer { socket.close() }
    let reader = try Reader(folder.file("socket"))
    reader.ask()
    #expect(try reader.message()?.error == "no pictures are published here: start with --publish")
  }
}
