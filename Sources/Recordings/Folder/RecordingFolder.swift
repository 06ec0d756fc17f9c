import Glibc
import HostResources
import PixelTypes

/// The names in a recording's folder, and the repair of what a killed run leaves there.
package enum RecordingFolder {
  package static let manifest = "frames.jsonl"
  package static let session = "session.json"
  /// Folder of the cameras' own frames, if they are kept.
  package static let sources = "sources"
  /// All of the recording's files except the pictures.
  package static let ownFiles = [
    manifest, session, FrameList.kept.file, FrameList.deleted.file, FreedMark.name,
    PackedPicture.mark, SignedLog.name, TimeStamp.request, TimeStamp.reply,
  ]

  /// Whether a folder holds a recording.
  package static func isRecording(_ folder: FolderHandle) -> Bool {
    folder.status(FileName(manifest)) != nil || folder.status(FileName(session)) != nil
  }

  /// Throws `FileError.unfit(path:reason:)` for a folder that isn't a recording.
  static func check(_ folder: FolderHandle) throws(FileError) {
    guard isRecording(folder) else { throw .unfit(path: folder.path, reason: SegmentFolder.hint(folder)) }
  }

  /// The cameras whose own frames a recording kept, with or without segments, by its `sources` folder and its description.
  package static func keptCameras(_ folder: FolderHandle) -> [String] {
    var parts = [folder]
    if SegmentFolder.isSegmented(folder) {
      parts = ((try? SegmentFolder.numbers(folder)) ?? []).compactMap {
        try? FolderHandle(SegmentFolder.name($0), in: folder)
      }
    }
    for part in parts {
      let names = (try? FolderHandle(sources, in: part)).flatMap { try? $0.names() } ?? []
      let found = Set(names.compactMap(SourceFileWriter.camera(of:))).union(camerasInside(part))
      if !found.isEmpty {
        let order = SourceFileWriter.cameras(in: part)
        return order.filter(found.contains) + found.subtracting(order).sorted()
      }
    }
    return []
  }

  /// Where recording continues, and what was repaired first.
  package struct State {
    package var nextIndex = 0
    /// One sentence per repair.
    package var repairs: [String] = []
  }

  /// Removes unfinished files, cuts off a partial line, and writes a new line for a complete JPEG that lost its own.
  ///
  /// A run can be killed between any two steps of a frame: while writing the temporary file, between renaming it and writing
  /// its line, or within the line. Files that no run of this tool can have left are not touched; numbering continues after
  /// them.
  ///
  /// - Parameters:
  ///   - folder: the recording's folder.
  ///   - afterCut: whether the last run never finished. A power cut may then have lost its last pictures:
  ///     see `PowerCut`. A file without a line that isn't a complete picture is renamed.
  ///   - mostRewritten: as `most` of `DeletedFrames.settle`.
  package static func repair(
    _ folder: FolderHandle, afterCut: Bool = false, mostRewritten: Int = DeletedFrames.mostRewritten
  ) throws(FileError) -> State {
    var state = State()
    var files: [Int] = []
    var unfinished: [String] = []
    try folder.forEachName { name, _ in
      if let index = FileName.frameIndex(of: name) {
        files.append(index)
      } else if let name = FileName.temporary(name) {
        unfinished.append(name)
      }
    }
    for name in unfinished where folder.status(FileName(name)) != nil {
      NamedPictures.free(FileName(name), from: folder)
      try folder.check(folder.remove(FileName(name)), name)
      state.repairs.append("removed the unfinished \(name)")
    }
    var last = -1
    if folder.status(FileName(manifest)) != nil {
      var cut = PowerCut(deleted: try DeletedFrames.settle(folder, most: mostRewritten))
      let (highest, wholeBytes, isHalf) = try survey(folder, &cut)
      last = highest
      if isHalf {
        try changeManifest(of: folder) { folder.truncate($0, to: wholeBytes) }
        state.repairs.append("cut an incomplete line off \(manifest)")
      }
      if afterCut {
        let lost = try cut.repair(folder)
        if lost > 0 {
          state.repairs.append(
            "\(lost.counted("picture was", "pictures were")) lost in a power cut; the manifest says so")
        }
      }
      for index in files.filter({ $0 > last }).sorted() where index > last {
        if try adopt(index, folder, afterCut, &state) { last = index }
      }
    }
    let highest = max(last, files.max() ?? -1)
    guard highest < PictureNumber.range.upperBound else {
      throw .cannotCreate(path: folder.path, reason: "there are no frame numbers left")
    }
    state.nextIndex = highest + 1
    if try SourceFileWriter.removeLeftovers(from: state.nextIndex, in: folder) {
      state.repairs.append("removed the camera frames of an unfinished picture")
    }
    if afterCut, try PhotoFiles.removeLeftovers(of: state.nextIndex, in: folder) {
      state.repairs.append("removed the photo of an unfinished picture")
    }
    return state
  }

  /// The highest index, the bytes up to the last newline, and whether anything follows it.
  private static func survey(
    _ folder: FolderHandle, _ cut: inout PowerCut
  ) throws(FileError) -> (Int, Int, Bool) {
    var highest = -1
    var bytes = 0
    var lines = try ManifestLines(folder)
    while let line = try lines.next() {
      guard line.isWhole else { return (highest, bytes, true) }
      if let index = line.quickIndex ?? ManifestReader.index(of: line) {
        highest = max(highest, index)
        cut.note(line, index: index)
      }
      bytes = line.end
    }
    return (highest, bytes, false)
  }

  private static func changeManifest(of folder: FolderHandle, _ change: (Int32) -> Int32) throws(FileError) {
    let file = folder.openToAppend(FileName(manifest))
    let code = file < 0 ? -file : change(file)
    if file >= 0 { close(file) }
    try folder.check(code, manifest)
  }

  /// Writes a line for a JPEG without one; leaves anything that isn't a complete JPEG alone.
  private static func adopt(
    _ index: Int, _ folder: FolderHandle, _ afterCut: Bool, _ state: inout State
  ) throws(FileError) -> Bool {
    let name = FileName(frame: index)
    guard let status = folder.status(name) else { return false }
    if status.bytes == 0 {
      // After a power cut a name may outlive its contents.
      NamedPictures.free(name, from: folder)
      folder.remove(name)
      state.repairs.append("removed the empty \(name.text)")
      return false
    }
    let bytes = try folder.read(name.text)
    guard bytes.count > 4, bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else {
      NamedPictures.free(name, from: folder)
      if afterCut, folder.rename(name, to: FileName("\(name.text).broken")) == 0 {
        state.repairs.append("renamed \(name.text) to end in .broken: it is incomplete and has no line")
      }
      return false
    }
    var line = JSONBytes(capacity: 128)
    line.beginObject()
    line.member("index", index)
    line.member("file", name.text)
    for empty in ["cameras", "hud"] as [StaticString] {
      line.beginArray(empty)
      line.endArray()
    }
    line.member("recovered", true)
    line.endObject()
    line.newline()
    let added = line.bytes
    try changeManifest(of: folder) { folder.write(added.span, to: $0) }
    state.repairs.append("restored the missing line of \(name.text)")
    return true
  }
}
