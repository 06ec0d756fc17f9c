import Foundation
import Glibc
import HostResources
import Synchronization

/// Stores a recording's JPEGs, and the cameras' own that it kept, as JPEG XL; or gives them back, byte for byte.
///
/// Each file is replaced on its own, and only once what replaces it is on the disk: a killed run leaves a recording that can be
/// read, and another run completes it. Nothing else can record or delete there meanwhile.
package struct RecordingPacker: Sendable {
  package enum Direction: Sendable { case pack, unpack }

  package struct Report: Codable, Sendable, Equatable {
    /// Pictures that were packed or unpacked.
    package var pictures = 0
    /// Their bytes before and after.
    package var bytesBefore = 0
    package var bytesAfter = 0
    /// Pictures left as they are, because packing saves nothing or they are no whole JPEGs.
    package var left = 0
    package var problems: [RecordingProblem] = []
  }

  private let path: String
  private let direction: Direction

  /// - Parameter folder: a recording, or a folder of segments.
  package init(_ folder: String, _ direction: Direction) {
    path = folder
    self.direction = direction
  }

  /// - Parameter progress: called with the number of pictures done and the total; on any thread, one call at a time.
  /// - Throws: `FileError.unfit(path:reason:)` when the folder isn't a recording, `FileError.busy(path:reason:)` while it is
  ///   recorded to, and the reason if a file can't be written. Pictures that can't be read are in the report.
  package func run(
    progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(FileError) -> Report {
    let folder = try FolderHandle(path)
    let parts = try SegmentFolder.parts(of: folder)
    try folder.lock()
    for part in parts { try part.lockLists() }
    var files: [(folder: FolderHandle, name: String)] = []
    for part in parts {
      files += try find(in: part) { FileName.frameIndex(of: $0) }
      if part.hasFolder(FileName(RecordingFolder.sources)) {
        files += try find(in: try FolderHandle(RecordingFolder.sources, in: part)) {
          SourceFileWriter.index(of: $0)
        }
      }
      // There before the first packed picture, and until the last is unpacked.
      if direction == .pack {
        try part.replace(PackedPicture.mark, with: Array("{\"format\":\"JPEG XL\"}\n".utf8))
      }
    }
    let work = files.map { (path: $0.folder.path, name: $0.name) }
    let shared = Mutex((report: Report(), done: 0, failure: FileError?.none))
    WorkerThread.share(work.count, name: "dualcam-pack") { next in
      while let number = next(), shared.withLock({ $0.failure == nil }) {
        let (path, name) = work[number]
        let outcome = Result { () throws(FileError) in try replace(name, in: try FolderHandle(path)) }
        shared.withLock { state in
          switch outcome {
          case .success(let sizes?):
            state.report.pictures += 1
            state.report.bytesBefore += sizes.before
            state.report.bytesAfter += sizes.after
          case .success(nil): state.report.left += 1
          case .failure(.unfit(_, let reason)):
            state.report.problems.append(RecordingProblem(file: name, what: reason))
          case .failure(let error): state.failure = error
          }
          state.done += 1
          progress(state.done, work.count)
        }
      }
    }
    let (report, _, failure) = shared.withLock { $0 }
    if let failure { throw failure }
    if direction == .unpack, report.problems.isEmpty {
      for part in parts { part.remove(FileName(PackedPicture.mark)) }
    }
    return report
  }

  /// The files to replace; removes what a killed run left unfinished.
  private func find(
    in folder: FolderHandle, index: (String) -> Int?
  ) throws(FileError) -> [(folder: FolderHandle, name: String)] {
    var found: [String] = []
    for name in try folder.names(isAsStored: true).sorted() {
      if FileName.isTemporary(name) || SourceFileWriter.isTemporary(name) { folder.remove(FileName(name)) }
      let jpeg = PackedPicture.jpegName(name)
      let isMine = direction == .pack ? jpeg == name && name.hasSuffix(".jpg") : jpeg != name
      if isMine, index(jpeg) != nil { found.append(name) }
    }
    return found.map { (folder, $0) }
  }

  /// Replaces a file, keeping its owner, its mode, and the time at which it was written.
  ///
  /// - Returns: its sizes in bytes before and after; `nil` if it stays as it is.
  private func replace(_ name: String, in folder: FolderHandle) throws(FileError) -> (
    before: Int, after: Int
  )? {
    let path = "\(folder.path)/\(name)"
    let bytes: [UInt8]
    // Of a link, a pipe or another user's picture the others are no worse.
    do { bytes = try folder.read(name) } catch { throw .unfit(path: path, reason: error.reason) }
    guard folder.canMakeAnother(like: FileName(name)) else {
      throw .unfit(path: path, reason: "it is another user's; run this as that user, or as root")
    }
    let other: (name: String, bytes: [UInt8])
    switch direction {
    case .pack:
      guard !NamedPictures.hasName(FileName(name), in: folder) else { return nil }
      guard let packed = try PackedPicture.pack(bytes, path: path), let new = PackedPicture.packedName(name),
        try PackedPicture.unpack(packed, limit: bytes.count, path: path) == bytes
      else { return nil }
      other = (new, packed)
    case .unpack:
      other = (PackedPicture.jpegName(name), try PackedPicture.unpack(bytes, path: path))
    }
    try folder.replace(other.name, like: name) { file in
      let code = folder.write(other.bytes.span, to: file)
      return code == 0 ? folder.copyTimes(of: FileName(name), to: file) : code
    }
    try folder.check(folder.remove(FileName(name), isAsStored: true), name)
    return (bytes.count, other.bytes.count)
  }
}
