import Foundation
import Glibc
import HostResources
import PixelTypes

/// The view's side of a ``FilmWorker``: opened before the view confines itself.
package final class FilmRoom: Sendable {
  /// Where films lie until they are taken.
  package let place: String
  private let socket: Int32

  /// Starts a worker.
  ///
  /// - Parameter recordings: the folder that the view shows.
  /// - Throws: `FileError` when it can't be started.
  package init(_ recordings: String) throws(FileError) {
    let place = NSTemporaryDirectory() + "/dualcam-films-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch { throw .cannotCreate(path: place, reason: error.localizedDescription) }
    self.place = place
    var program = ChildProcess.Program(["dualcam", FilmWorker.word, recordings, place], output: 2, error: 2)
    // It notices by itself, and takes its folder with it.
    program.deathSignal = 0
    let worker = try ChildProcess(program)
    let start = ContinuousClock.now
    var connected: Int32 = -1
    while connected < 0, worker.look() == nil, ContinuousClock.now - start < .seconds(10) {
      usleep(5000)
      connected = UnixSocket.connect("\(place)/\(FilmWorker.socket)")
    }
    guard connected >= 0 else {
      worker.send(SIGTERM)
      try? FileManager.default.removeItem(atPath: place)
      throw .io(path: place, reason: "the process that makes films doesn't answer")
    }
    socket = connected
  }

  deinit { Glibc.close(socket) }

  /// Orders a film; ``listen(_:)`` hears of it.
  ///
  /// - Parameter dropping: the numbers of films that aren't wanted any more.
  /// - Returns: whether the worker is there.
  func order(_ number: Int, of recording: String, dropping: [Int]) -> Bool {
    guard
      let bytes = try? JSONEncoder().encode(
        FilmWorker.Order(number: number, recording: recording, drop: dropping))
    else {
      return false
    }
    let line = Array(bytes) + [UInt8(ascii: "\n")]
    return UnixSocket.send(socket, line[...]) == line.count
  }

  /// Calls `tell` with each answer, until the worker has gone or ``close()``.
  func listen(_ tell: (FilmWorker.Answer) -> Void) {
    var lines = SocketLines(socket)
    while let line = lines.next() {
      if let answer = try? JSONDecoder().decode(FilmWorker.Answer.self, from: Data(line)) { tell(answer) }
    }
  }

  /// Lets the worker go.
  func close() { shutdown(socket, Int32(SHUT_RDWR)) }
}
