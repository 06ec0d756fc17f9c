import Foundation
import Glibc
import HostResources
import PixelTypes
import Recordings

/// The process beside a view that has films made, one at a time, by `dualcam export`: the view itself may start no program, nor
/// write a file (docs/decisions/0055-films-on-the-page.md).
///
/// It believes nothing: a film is of a recording in the view's folder, and lies in a folder of its own, which goes with it.
package enum FilmWorker {
  /// What this program is started with to be one, before the folder of recordings and its own.
  package static let word = "--make-films"
  static let socket = "socket"

  struct Order: Codable {
    var number: Int
    /// The recording's folder.
    var recording: String
    /// The numbers of films that aren't wanted any more.
    var drop: [Int]
  }

  struct Answer: Codable {
    var number: Int
    /// The film's file.
    var path: String?
    /// Why there is none.
    var problem: String?
  }

  /// Makes films until the view has gone.
  ///
  /// - Parameters:
  ///   - recordings: the folder that recordings may lie in, or the one recording.
  ///   - place: an empty folder of this user's, which is removed at the end.
  package static func serve(_ recordings: String, in place: String) throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let listener = try UnixSocket.listen(path: "\(place)/\(socket)")
    var polls = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
    UnixSocket.wait(&polls, milliseconds: 10_000)
    let view = UnixSocket.accept(listener.descriptor)
    UnixSocket.remove(listener, path: "\(place)/\(socket)")
    guard view >= 0 else { return }
    defer { close(view) }
    let root = URL(fileURLWithPath: recordings).standardizedFileURL.path
    var lines = SocketLines(view)
    while let line = lines.next() {
      guard let order = try? JSONDecoder().decode(Order.self, from: Data(line)) else { return }
      for number in order.drop { try? FileManager.default.removeItem(atPath: file(number, in: place)) }
      var answer = Answer(number: order.number)
      let path = URL(fileURLWithPath: order.recording).standardizedFileURL.path
      if path == root || path.hasPrefix(root + "/") {
        do { answer.path = try film(of: path, order.number, in: place, for: view) } catch {
          answer.problem = error.reason
        }
      } else {
        answer.problem = "it isn't one of these recordings"
      }
      guard let bytes = try? JSONEncoder().encode(answer) else { return }
      let line = Array(bytes) + [UInt8(ascii: "\n")]
      guard UnixSocket.send(view, line[...]) == line.count else { return }
    }
  }

  private static func file(_ number: Int, in place: String) -> String { "\(place)/\(number).mp4" }

  /// How fast a film of a recording runs: as it was taken, but for time-lapses.
  private static func pace(of recording: String) -> [String] {
    let parts = (try? SegmentFolder.parts(of: FolderHandle(recording))) ?? []
    var gaps = (long: 0, all: 0)
    for part in parts {
      guard let browser = try? RecordingBrowser(part), (try? browser.refresh()) != nil else { continue }
      gaps = (gaps.long + browser.gaps.long, gaps.all + browser.gaps.all)
    }
    return RecordingBrowser.isSparse(gaps) ? ["--fps", "\(RecordingBrowser.sparseRate)"] : []
  }

  private static func film(
    of recording: String, _ number: Int, in place: String, for view: Int32
  ) throws(FileError) -> String {
    let (film, words) = (file(number, in: place), "\(place)/\(number).txt")
    guard FileManager.default.createFile(atPath: words, contents: nil),
      let messages = FileHandle(forWritingAtPath: words)
    else {
      throw .cannotCreate(path: words, reason: "it can't be written")
    }
    let child = try ChildProcess(
      ChildProcess.Program(
        ["dualcam", "export", recording, "-o", film, "--json"] + pace(of: recording),
        output: messages.fileDescriptor,
        error: messages.fileDescriptor))
    let ending = child.wait {
      // With nobody to watch it, it isn't wanted any more.
      var polls = [pollfd(fd: view, events: 0, revents: 0)]
      UnixSocket.wait(&polls, milliseconds: 0)
      if polls[0].revents & Int16(POLLHUP | POLLERR) != 0 { child.send(SIGKILL) }
    }
    defer { try? FileManager.default.removeItem(atPath: words) }
    // 65: some pictures couldn't be read, and the film has the others.
    if case .exited(let code) = ending, code == 0 || code == 65, NameText.isTaken(film) { return film }
    let said = (try? String(contentsOfFile: words, encoding: .utf8)) ?? ""
    let last = said.split(separator: "\n").last { !$0.hasPrefix(" ") } ?? "it ended without saying why"
    throw .io(path: film, reason: String(last.trimmingPrefix("dualcam: ")))
  }
}

/// Lines that come through a socket, waited for.
struct SocketLines {
  private let descriptor: Int32
  private var input: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private static let longest = 64 << 10

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next one, without its end; `nil` when no more will come.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeSubrange(...end) }
        return Array(input[..<end])
      }
      guard input.count <= Self.longest else { return nil }
      var polls = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      UnixSocket.wait(&polls, milliseconds: -1)
      let count = UnixSocket.receive(descriptor, into: &buffer)
      if count == -Int(EAGAIN) { continue }
      guard count > 0 else { return nil }
      input += buffer[..<count]
    }
  }
}
