import Compositor
import Foundation
import HostResources

/// Keeps requested single pictures, as `000000.jpg` and so on.
///
/// A picture that can't be kept is reported, and the run is unaffected.
final class StillSink: FrameSink {
  private let folder: FolderHandle
  private var nextIndex: Int
  private let say: (JobEvent) -> Void

  /// - Parameters:
  ///   - path: created with its parents if missing; numbers continue after those in it.
  ///   - say: called for each picture.
  /// - Throws: `FileError.cannotCreate(path:reason:)`, `FileError.busy(path:reason:)`,
  ///   `FileError.io(path:reason:)`.
  init(_ path: String, say: @escaping (JobEvent) -> Void) throws(FileError) {
    folder = try .creating(path)
    try folder.lock()
    nextIndex = (try folder.names().compactMap { FileName.frameIndex(of: $0) }.max() ?? -1) + 1
    self.say = say
  }

  func write(_ frame: OutputFrame) throws(FileError) -> Bool {
    guard frame.purpose.isStill else { return false }
    var name = FileName()
    name.setFrame(nextIndex, isTemporary: false)
    let bytes = frame.withJPEG { span in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(span.count)
      for index in span.indices { bytes.append(span[index]) }
      return bytes
    }
    do {
      try folder.replace(name.text, with: bytes)
      nextIndex += 1
      say(.note("\(folder.path)/\(name.text) is saved"))
      return true
    } catch {
      say(.warning("the still was not saved: \(error)"))
      return false
    }
  }
}
