import Compositor
import Foundation
import HostResources
import Recordings

/// Keeps requested single pictures, as `000000.jpg` and so on.
///
/// A picture that can't be kept is reported, and the run is unaffected.
final class StillSink: SinkWriter {
  private let folder: FolderHandle
  private var nextIndex: Int
  private let notices: Inbox<SinkNotice>
  private let board: EventBoard?

  /// - Parameters:
  ///   - path: created with its parents if missing; numbers continue after those in it.
  ///   - notices: where it says that a picture is saved, or why not.
  ///   - board: where it tells programs.
  /// - Throws: `FileError.cannotCreate(path:reason:)`, `FileError.busy(path:reason:)`,
  ///   `FileError.io(path:reason:)`.
  init(_ path: String, notices: Inbox<SinkNotice>, board: EventBoard?) throws(FileError) {
    folder = try .creating(path)
    try folder.lock()
    nextIndex = (try folder.names().compactMap { FileName.frameIndex(of: $0) }.max() ?? -1) + 1
    self.notices = notices
    self.board = board
  }

  func write(_ issue: Issue) throws(FileError) -> Int64? {
    var name = FileName()
    name.setFrame(nextIndex, isTemporary: false)
    let bytes = issue.picture.withJPEG { span in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(span.count)
      for index in span.indices { bytes.append(span[index]) }
      return bytes
    }
    do {
      try folder.replace(name.text, with: bytes)
      nextIndex += 1
      notices.add(SinkNotice(text: "\(folder.path)/\(name.text) is saved", isProblem: false))
      board?.tell(.still, path: "\(folder.path)/\(name.text)")
      return MonotonicClock.now()
    } catch {
      notices.add(SinkNotice(text: "the still was not saved: \(error)"))
      return nil
    }
  }
}

extension SinkDestination {
  /// A folder for single pictures requested by signal.
  package static func stills(_ folder: String) -> SinkDestination {
    SinkDestination(folder, "folder", .stills, place: 3, allow: { $0.own(folder) }) {
      try StillSink(folder, notices: $0.notices, board: $0.board)
    }
  }
}
