import Foundation
import HostResources

/// Remembers across restarts which events are done, in a small file that is replaced each time.
struct FollowState {
  private struct Content: Codable {
    /// The job, by its beginning.
    var job: String
    /// The number of its last event that was done or given up.
    var number: Int
  }

  private let path: String?
  private var content: Content?

  /// - Throws: `FileError` when there is a file that can't be read or is another one's.
  init(_ path: String?) throws(FileError) {
    self.path = path
    guard let path, NameText.isTaken(path) else { return }
    let bytes = try BoundedFile.read(path, limit: 4096)
    do { content = try JSONDecoder().decode(Content.self, from: Data(bytes)) } catch {
      throw .unfit(
        path: path, reason: "it isn't a file that 'dualcam follow' wrote; name another, or remove it")
    }
  }

  /// The number of a job's last event that is done; 0 if none is.
  func number(of job: String) -> Int { content?.job == job ? content?.number ?? 0 : 0 }

  mutating func set(_ number: Int, of job: String) throws(FileError) {
    let new = Content(job: job, number: number)
    content = new
    guard let path else { return }
    try WholeFile.write(
      try JSONText.encode(new, isPretty: false, path: path) + [UInt8(ascii: "\n")], to: path)
  }
}
