import Foundation
import HostResources
import NIOCore

/// The films that pages have asked for. Belongs to the server's event loop.
final class FilmOrders {
  /// A recording as it is now: with other pictures its film is another, by and by.
  struct Subject: Hashable, Sendable {
    /// The recording's folder.
    var folder: String
    var pictures: Int
    /// Index of the last one.
    var last: Int
  }

  enum State: Equatable {
    /// Since when, in milliseconds since 1970.
    case making(since: Double)
    case ready(path: String, at: Double)
    case failed(String)

    /// As pages read it.
    var json: [UInt8] {
      var json = JSONBytes(capacity: 64)
      json.beginObject()
      switch self {
      case .making(let since):
        json.member("state", "making")
        json.member("seconds", (WallClock.milliseconds() - since) / 1000, decimals: 1)
      case .ready: json.member("state", "ready")
      case .failed(let problem):
        json.member("state", "failed")
        json.member("error", problem)
      }
      json.endObject()
      return json.bytes
    }
  }

  /// The most films made or waiting, and kept.
  static let most = 8
  /// For how many milliseconds a film is taken for a recording's that has grown since.
  static let fresh = 60_000.0

  private let room: FilmRoom
  private var films: [(subject: Subject, number: Int, state: State)] = []
  private var next = 1
  // Numbers of films that aren't offered any more, whose files the worker has yet to be told of.
  private var dropped: [Int] = []
  private var thread: WorkerThread?

  /// - Throws: `ResourceShortage` without a thread.
  init(_ room: FilmRoom, loop: any EventLoop) throws {
    self.room = room
    let own = NIOLoopBound(self, eventLoop: loop)
    thread = try WorkerThread(name: "dualcam-films") {
      room.listen { answer in loop.execute { own.value.take(answer) } }
      loop.execute { own.value.workerLeft() }
    }
  }

  /// Lets the worker go; on the loop's thread, which hears nothing of it afterwards.
  func close() {
    room.close()
    _ = thread?.join(within: .seconds(5))
  }

  /// How far a film is, which is begun if nobody has asked for it yet; `nil` if too many others are waiting.
  func film(of subject: Subject) -> State? {
    if let place = films.firstIndex(where: { $0.subject.folder == subject.folder }) {
      let known = films[place]
      switch known.state {
      case .making: return known.state
      case .ready(_, let time):
        if known.subject == subject || WallClock.milliseconds() - time < Self.fresh { return known.state }
        drop(place)
      case .failed:
        // Told once; then it may be tried again.
        drop(place)
        return known.state
      }
    }
    if films.count >= Self.most {
      // The oldest that is done.
      guard let done = films.firstIndex(where: { if case .making = $0.state { false } else { true } }) else {
        return nil
      }
      drop(done)
    }
    guard room.order(next, of: subject.folder, dropping: dropped) else { return .failed(Self.left) }
    dropped = []
    films.append((subject, next, .making(since: WallClock.milliseconds())))
    next += 1
    return films.last?.state
  }

  private func drop(_ place: Int) { dropped.append(films.remove(at: place).number) }

  private static let left = "the process that makes films has ended; start the view again"

  private func take(_ answer: FilmWorker.Answer) {
    guard let place = films.firstIndex(where: { $0.number == answer.number }) else { return }
    films[place].state =
      answer.path.map { .ready(path: $0, at: WallClock.milliseconds()) }
      ?? .failed(answer.problem ?? "it failed")
  }

  private func workerLeft() {
    for place in films.indices {
      if case .making = films[place].state { films[place].state = .failed(Self.left) }
    }
  }
}
