import CaptureKit
import Compositor
import HostResources
import JPEGCodec
import PixelTypes
import Synchronization

/// Takes the cameras' own frames out of a recording's pictures, out of a film of them or a single picture, as files: those inside byte for byte, and
/// those beside as they were kept.
package struct RecordingStripper: Sendable {
  /// What became of a camera's frames.
  package struct Camera: Codable, Sendable, Equatable {
    package var camera: String
    /// Frames that pictures gave back.
    package var inside = 0
    /// Frames that were kept whole.
    package var beside = 0
  }

  package struct Report: Codable, Sendable, Equatable {
    package var folder: String
    package var pictures = 0
    package var cameras: [Camera] = []
    package var bytes = 0
    /// Frames that were given back without masks.
    package var opened = 0
    /// Pictures' cameras whose frames were kept nowhere: raw ones, and lost ones.
    package var missing = 0
    package var problems: [RecordingProblem] = []
  }

  private let source: String
  private let camera: String?
  private let output: String
  private let key: OpeningKey?

  /// - Parameters:
  ///   - source: a recording, a folder of segments, a film or a picture.
  ///   - camera: the only camera whose frames are wanted; `nil` for all.
  ///   - output: the folder for the frames, created if missing; those of segments go into folders of their own.
  ///   - key: opens what was sealed to it; `nil` to give frames back as masked.
  package init(_ source: String, camera: String?, output: String, key: OpeningKey? = nil) {
    (self.source, self.camera, self.output, self.key) = (source, camera, output, key)
  }

  /// - Parameter progress: called with the number of pictures done and the total; on any thread, one call at a time.
  /// - Throws: `FileError.unfit(path:reason:)` when nothing was kept, `FileError.misused(reason:)` for an output that is the recording
  ///   itself, and the reason if a file can't be written. Frames that can't be given back are in the report.
  package func run(
    progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(FileError) -> Report {
    try check()
    if let slash = source.lastIndex(of: "/"), isPicture {
      return try strip(picture: String(source[source.index(after: slash)...]), in: String(source[..<slash]))
    }
    if isPicture { return try strip(picture: source, in: ".") }
    if Self.films.contains(where: { source.lowercased().hasSuffix($0) }), (try? FolderHandle(source)) == nil {
      return try stripFilm()
    }
    return try strip(recording: FolderHandle(source), progress)
  }

  private static let films = [".mkv", ".mov", ".mp4", ".avi", ".mjpeg", ".mjpg"]

  private var isPicture: Bool { Self.namesPicture(source) }

  /// Whether a path is a picture's, not a folder's, by its ending.
  package static func namesPicture(_ path: String) -> Bool {
    [".jpg", ".jpeg", ".jxl"].contains { path.lowercased().hasSuffix($0) }
  }

  /// Refuses an output within the recording, as frames would become its own, and a key to which nothing in it was sealed. To be called
  /// before anything is made.
  package func check() throws(FileError) {
    try checkOutput()
    if !isPicture, let recording = try? FolderHandle(source) {
      try checkKey(SegmentFolder.parts(of: recording))
    }
  }

  private func checkOutput() throws(FileError) {
    let slash = source.lastIndex(of: "/")
    let folder = isPicture ? slash.map { String(source[..<$0]) } ?? "." : source
    guard let recording = try? FolderHandle(folder.isEmpty ? "/" : folder) else { return }
    let own = [recording] + ((try? SegmentFolder.parts(of: recording)) ?? [])
    let dot = FileName(".")
    // It, or what is to be the sources' folder of one.
    var place = output
    while place.count > 1, place.hasSuffix("/") { place.removeLast() }
    let parent = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "."
    let isSources = place.split(separator: "/").last.map(String.init) == RecordingFolder.sources
    for path in isSources ? [output, parent] : [output] {
      guard let target = try? FolderHandle(path), RecordingFolder.isRecording(recording) || own.count > 1
      else {
        continue
      }
      if own.contains(where: { target.isSameFile(dot, as: dot, in: $0) }) {
        throw .misused(reason: "-o \(output) is the recording itself; name another folder")
      }
    }
  }

  // MARK: - A picture

  private func strip(picture name: String, in path: String) throws(FileError) -> Report {
    let folder = try FolderHandle(path.isEmpty ? "/" : path)
    let jpeg = PackedPicture.isPacked(name) ? PackedPicture.jpegName(name) : name
    let bytes = try folder.read(jpeg)
    if let report = try open(jpeg, bytes, in: folder) { return report }
    var restorer = SourceRestorer()
    var opener = key.map { FrameOpener($0) }
    do { _ = try restorer.read(bytes.span) } catch { throw .unfit(path: source, reason: error.damage) }
    var report = Report(folder: output, pictures: 1)
    let index = FileName.frameIndex(of: jpeg)
    let kept = index.map { index in
      SourceFileWriter.cameras(in: folder).filter {
        folder.exists(FileName(SourceFileWriter.path(index, camera: $0)))
      }
    }
    let inside = restorer.sources.map(\.camera)
    let names = inside + (kept ?? []).filter { !inside.contains($0) }
    guard !names.isEmpty else {
      throw .unfit(path: source, reason: "no camera's frame is inside it, nor beside it")
    }
    let wanted = try choose(names)
    let target = try FolderHandle.creating(output)
    var frames = KeptFrameReader()
    for camera in wanted {
      let frame: [UInt8]
      var isInside = true
      if let source = restorer.sources.first(where: { $0.camera == camera }) {
        var bytes: [UInt8] = []
        do { try restorer.restore(source, into: &bytes) } catch {
          report.problems.append(RecordingProblem(file: name, what: error.damage))
          continue
        }
        frame = bytes
      } else {
        frame = try frames.read(index ?? 0, of: camera, picture: jpeg, in: folder)
        isInside = false
      }
      let stem = jpeg.lastIndex(of: ".").map { String(jpeg[..<$0]) } ?? jpeg
      let shown: [UInt8]
      do throws(JPEGError) { shown = try report.add(frame, of: camera, isInside: isInside, &opener) } catch {
        report.problems.append(RecordingProblem(file: name, what: "the \(camera)'s: \(error.damage)"))
        continue
      }
      try target.replace("\(stem).\(camera).jpg", with: shown)
    }
    return report
  }

  /// Takes the masks off a picture that is a camera's frame itself, such as a photo; `nil` if nothing is sealed in it.
  private func open(_ name: String, _ bytes: [UInt8], in folder: FolderHandle) throws(FileError) -> Report? {
    guard let key else { return nil }
    var opener = FrameOpener(key)
    let opened: [UInt8]?
    do { opened = try opener.open(bytes) } catch { throw .unfit(path: source, reason: error.damage) }
    guard let opened else { return nil }
    let target = try FolderHandle.creating(output)
    let dot = FileName(".")
    if target.isSameFile(dot, as: dot, in: folder) {
      throw .misused(reason: "-o \(output) is the picture's own folder; name another")
    }
    try target.replace(name, with: opened)
    return Report(folder: output, pictures: 1, bytes: opened.count, opened: 1)
  }

  private func choose(_ names: [String]) throws(FileError) -> [String] {
    guard let camera else { return names }
    guard names.contains(camera) else {
      throw .misused(
        reason: "\(source) has no frames of “\(camera)”; it has those of \(names.joined(separator: " and "))")
    }
    return [camera]
  }

  // MARK: - A film

  /// Each picture of a film, which has along what is inside it.
  private func stripFilm() throws(FileError) -> Report {
    var report = Report(folder: output)
    var restorer = SourceRestorer()
    var opener = key.map { FrameOpener($0) }
    do {
      let reader = try makeReader(for: .files(FileSourceSettings(path: source)))
      let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
      var writer = SourceFileWriter(into: try FolderHandle.creating(output))
      while try reader.read(into: slot) {
        var frames: [(camera: String, bytes: [UInt8])] = []
        do throws(JPEGError) {
          frames = try Self.frames(in: slot, of: camera, &restorer)
          // A film of one camera's frames has them itself.
          if frames.isEmpty, key != nil {
            let bytes = slot.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            if try FrameOpener.isSealed(bytes) { frames = [(camera ?? "camera", bytes)] }
          }
        } catch {
          report.problems.append(
            RecordingProblem(file: source, what: "picture \(report.pictures): \(error.damage); left out"))
        }
        for (name, frame) in frames {
          let shown: [UInt8]
          do throws(JPEGError) { shown = try report.add(frame, of: name, isInside: true, &opener) } catch {
            report.problems.append(
              RecordingProblem(file: source, what: "picture \(report.pictures): \(error.damage); left out"))
            continue
          }
          try writer.write(shown, index: report.pictures, camera: name)
        }
        report.pictures += 1
      }
    } catch let error as FileError { throw error } catch {
      throw .unfit(path: source, reason: "\(error)")
    }
    guard !report.cameras.isEmpty || !report.problems.isEmpty else {
      throw .unfit(
        path: source,
        reason: "no \(camera.map { "frame of the \($0)" } ?? "camera's frame") is inside its pictures")
    }
    return report
  }

  private static func frames(
    in slot: FrameSlot, of camera: String?, _ restorer: inout SourceRestorer
  ) throws(JPEGError) -> [(camera: String, bytes: [UInt8])] {
    let sources = try slot.withBytes { bytes throws(JPEGError) in try restorer.read(bytes) }
    var frames: [(camera: String, bytes: [UInt8])] = []
    for source in sources where camera.map({ $0 == source.camera }) ?? true {
      var frame: [UInt8] = []
      try restorer.restore(source, into: &frame)
      frames.append((source.camera, frame))
    }
    return frames
  }

  // MARK: - A recording

  private struct Work {
    var part: String
    var target: String
    var entry: RecordingIndex.Entry
  }

  private func strip(
    recording: FolderHandle, _ progress: @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws(FileError) -> Report {
    let parts = try SegmentFolder.parts(of: recording)
    guard parts.contains(where: { RecordingFolder.keepsFrames($0) }) else {
      throw .unfit(path: source, reason: "it kept no camera frames; record with --keep-source")
    }
    let order = RecordingFolder.keptCameras(recording)
    _ = try choose(order)
    let target = try FolderHandle.creating(output)
    let isSegmented = SegmentFolder.isSegmented(recording)
    var report = Report(folder: output)
    var work: [Work] = []
    for part in parts {
      let name = isSegmented ? part.path.split(separator: "/").last.map(String.init) ?? "" : ""
      let folder = isSegmented ? try FolderHandle.creating(name, in: target) : target
      let (index, pictures) = try RecordingIndex.withPictures(part)
      report.problems += index.problems
      for entry in index.entries where entry.isPresent {
        if pictures.contains(entry, part) {
          work.append(Work(part: part.path, target: folder.path, entry: entry))
        } else {
          report.problems.append(
            RecordingProblem(file: entry.file, line: entry.line, what: "the picture is missing; left out"))
        }
      }
    }
    let (list, camera, key) = (work, camera, key)
    let shared = Mutex((report: report, done: 0, failure: FileError?.none))
    WorkerThread.share(list.count, name: "dualcam-strip") { next in
      var frames = KeptFrameReader()
      var opener = key.map { FrameOpener($0) }
      while let number = next(), shared.withLock({ $0.failure == nil }) {
        var own = Report(folder: "")
        var failure: FileError?
        do throws(FileError) { try Self.strip(list[number], camera, &frames, &opener, &own) } catch {
          failure = error
        }
        shared.withLock { state in
          state.report += own
          if let failure { state.failure = failure }
          state.done += 1
          progress(state.done, list.count)
        }
      }
    }
    var (result, _, failure) = shared.withLock { $0 }
    if let failure { throw failure }
    result.cameras.sort { order.firstIndex(of: $0.camera) ?? .max < order.firstIndex(of: $1.camera) ?? .max }
    result.problems.sort { ($0.file ?? "", $0.line ?? 0) < ($1.file ?? "", $1.line ?? 0) }
    return result
  }

  /// Refuses a key to which nothing in the recording was sealed.
  private func checkKey(_ parts: [FolderHandle]) throws(FileError) {
    guard let key else { return }
    let keys = parts.flatMap { (try? SessionFile.read($0))?.runs ?? [] }.compactMap(\.settings.sealedTo)
    if keys.isEmpty { throw .unfit(path: source, reason: "nothing in it is sealed; leave out --key") }
    guard !keys.contains(key.sealingKey.text) else { return }
    throw .unfit(
      path: source,
      reason:
        "it is sealed to another key: the public one is \(keys[0]), this one's is \(key.sealingKey.text)")
  }

  private static func strip(
    _ work: Work, _ camera: String?, _ frames: inout KeptFrameReader, _ opener: inout FrameOpener?,
    _ report: inout Report
  ) throws(FileError) {
    let part = try FolderHandle(work.part)
    var lines = try ManifestLines(part)
    report.pictures = 1
    guard let line = lines.line(work.entry.index, at: work.entry.offset) else {
      report.problems.append(
        RecordingProblem(
          file: work.entry.file, line: work.entry.line, what: "its line can't be read; left out"))
      return
    }
    var writer = SourceFileWriter(into: try FolderHandle(work.target))
    for own in line.cameras where camera.map({ $0 == own.id }) ?? true {
      guard CameraNames.objection(to: own.id) == nil else { continue }
      let isInside = own.kept == SourceKeeping.inside.rawValue
      guard isInside || part.exists(FileName(SourceFileWriter.path(line.index, camera: own.id))) else {
        report.missing += 1
        continue
      }
      let frame: [UInt8]
      do throws(FileError) {
        frame = try frames.read(
          line.index, of: own.id, picture: work.entry.file, in: part, isInside: isInside)
      } catch {
        report.problems.append(
          RecordingProblem(file: work.entry.file, line: work.entry.line, what: "\(error.reason); left out"))
        continue
      }
      let shown: [UInt8]
      do throws(JPEGError) { shown = try report.add(frame, of: own.id, isInside: isInside, &opener) } catch {
        report.problems.append(
          RecordingProblem(
            file: work.entry.file, line: work.entry.line, what: "the \(own.id)'s: \(error.damage); left out"))
        continue
      }
      try writer.write(shown, index: line.index, camera: own.id)
    }
  }
}

extension RecordingStripper.Report {
  /// Adds a frame.
  ///
  /// - Returns: what is to be written: the frame without its masks, if something is sealed in it and there is a key.
  /// - Throws: ``JPEGError/malformed(reason:)`` if it can't be opened.
  fileprivate mutating func add(
    _ frame: [UInt8], of name: String, isInside: Bool, _ opener: inout FrameOpener?
  ) throws(JPEGError) -> [UInt8] {
    var open: [UInt8]?
    if var own = opener.take() {
      let result: Result<[UInt8]?, JPEGError>
      do throws(JPEGError) { result = .success(try own.open(frame)) } catch { result = .failure(error) }
      opener = consume own
      open = try result.get()
    }
    if open != nil { opened += 1 }
    let shown = open ?? frame
    var place = cameras.firstIndex { $0.camera == name }
    if place == nil {
      cameras.append(RecordingStripper.Camera(camera: name))
      place = cameras.count - 1
    }
    guard let place else { return shown }
    if isInside { cameras[place].inside += 1 } else { cameras[place].beside += 1 }
    bytes += shown.count
    return shown
  }

  fileprivate static func += (sum: inout Self, other: Self) {
    sum.pictures += other.pictures
    sum.bytes += other.bytes
    sum.missing += other.missing
    sum.opened += other.opened
    sum.problems += other.problems
    for camera in other.cameras {
      if let place = sum.cameras.firstIndex(where: { $0.camera == camera.camera }) {
        sum.cameras[place].inside += camera.inside
        sum.cameras[place].beside += camera.beside
      } else {
        sum.cameras.append(camera)
      }
    }
  }
}
