import Foundation
import HUDGeometry
import HostResources
import PixelTypes

/// A recording's frames for browsing, even while it grows: reads only what is new, and no more of a line than needed.
package final class RecordingBrowser {
  /// A frame whose picture exists.
  package struct Frame: Sendable, Equatable {
    /// The frame's number.
    package var index: Int
    /// When it was taken, in seconds since 1970; without a camera's clock, when its picture was written.
    package var seconds: Double
    /// Whether any guide of any camera is snapped.
    package var isSnapped: Bool
    /// Whether the shutter was pressed for it.
    package var isPhoto: Bool
    /// Whether a program marked it.
    package var isMarked: Bool
    fileprivate var offset: Int

    /// The picture's file name.
    package var file: String { RecordingBrowser.file(index) }
  }

  /// The file name of a frame's picture.
  package static func file(_ index: Int) -> String { FileName.frame(index) }

  /// The recording's folder.
  package let folder: FolderHandle
  /// The frames whose pictures exist, oldest first.
  package private(set) var frames: [Frame] = []
  /// Indices of kept frames.
  package private(set) var kept: Set<Int> = []
  private var runs: [SessionDescription] = []
  private var version: FileVersion?
  private var read = 0

  /// - Throws: `FileError.unfit(path:reason:)` for a folder that isn't a recording, and any error from opening it.
  package init(_ folder: FolderHandle) throws(FileError) {
    try RecordingFolder.check(folder)
    self.folder = folder
  }

  /// Whether it is a time-lapse, or a series of photos: nobody would watch it as slowly as it was taken.
  package var isSparse: Bool { Self.isSparse(gaps) }

  /// How many pictures lie far from the one before, and how many don't: pauses between films are few.
  package var gaps: (long: Int, all: Int) {
    let long = zip(frames, frames.dropFirst()).count { $1.seconds - $0.seconds >= Self.sparse }
    return (long, max(frames.count - 1, 0))
  }

  package static func isSparse(_ gaps: (long: Int, all: Int)) -> Bool { 2 * gaps.long > gaps.all }

  /// Seconds between pictures.
  private static let sparse = 0.5
  /// Pictures a second of a film of such a recording.
  package static let sparseRate = 25

  /// Updates to what has changed since the last call.
  package func refresh() throws(FileError) {
    kept = try FrameList.kept.read(folder)
    runs = try SessionFile.read(folder)?.runs ?? []
    let now = folder.version(FileName(RecordingFolder.manifest))
    if now == nil || now?.inode != version?.inode || (now?.bytes ?? 0) < read {
      (frames, read) = ([], 0)
    }
    version = now
    let deleted = try FrameList.deleted.read(folder)
    var name = FileName()
    let pictures = try PictureNames(folder, toAsk: frames.count)
    frames.removeAll { deleted.contains($0.index) || !pictures.contains($0.index, nil, folder) }
    guard now != nil else { return }
    var lines = try ManifestScanner(folder, from: read)
    while let line = try lines.next() {
      read = line.end
      guard case .success(let brief) = line.content, !deleted.contains(brief.index) else { continue }
      name.setFrame(brief.index)
      guard let status = folder.status(name) else { continue }
      frames.append(
        Frame(
          index: brief.index, seconds: brief.stamp?.utc.map { Double($0) / 1e9 } ?? status.modified,
          isSnapped: brief.states.isSnapped, isPhoto: brief.isPhoto, isMarked: brief.isMarked,
          offset: line.start)
      )
    }
  }

  // MARK: - One frame

  /// A frame's whole line; `nil` if it can no longer be read.
  package func line(of frame: Frame) throws(FileError) -> PictureLine? {
    var lines = try ManifestLines(folder)
    return lines.line(frame.index, at: frame.offset)
  }

  /// The run that a frame belongs to.
  private func run(of index: Int) -> SessionDescription? {
    runs.last { $0.firstIndex <= index } ?? runs.first
  }

  /// Rectangle of the main camera's viewfinder in a frame's picture, in pixels; `nil` if unknown.
  package func viewfinder(of index: Int) -> PixelRect? {
    guard let layout = run(of: index)?.layout, let first = layout.viewfinders.first,
      let canvas = layout.canvas.pixels, first.lies(in: canvas)
    else { return nil }
    return first.rect
  }

  /// What a library shows of a frame: its photo, or the main camera's viewfinder in its picture.
  package func shown(_ index: Int) -> (file: String, part: PixelRect?) {
    let photo = PhotoFiles.path(index)
    return folder.exists(FileName(photo)) ? (photo, nil) : (Self.file(index), viewfinder(of: index))
  }

  /// When the recording began, ISO 8601; `nil` for deterministic jobs.
  package var startedAt: String? { runs.first?.startedAt }

  /// The subject's outline in a recorded picture, as a template for retaking it.
  ///
  /// - Parameter picture: path of the picture in its recording, such as `out/demo/000012.jpg`.
  /// - Throws: `FileError.unfit(path:reason:)` for a picture without an outline or outside a recording, and any error from
  ///   reading the recording.
  package static func outline(ofPicture picture: String) throws(FileError) -> SilhouetteTemplate {
    let url = URL(fileURLWithPath: picture)
    let browser = try RecordingBrowser(FolderHandle(url.deletingLastPathComponent().path))
    try browser.refresh()
    guard let frame = browser.frames.last(where: { $0.file == url.lastPathComponent }),
      let line = try browser.line(of: frame)
    else { throw .unfit(path: picture, reason: "\(RecordingFolder.manifest) has no line for such a picture") }
    guard let outline = browser.outline(of: line) else {
      throw .unfit(path: picture, reason: "no subject was found in it, so it has no outline to fill")
    }
    return outline
  }

  /// The subject's outline in a line, as a template for retaking the picture, with the viewfinder's aspect ratio.
  ///
  /// - Returns: `nil` if the line has no outline.
  package func outline(of line: PictureLine) -> SilhouetteTemplate? {
    guard let viewfinder = viewfinder(of: line.index),
      let svg = line.hud.first?.silhouette?.path, let path = try? Path(svg: svg)
    else { return nil }
    return .retake(path, aspect: Double(viewfinder.width) / Double(viewfinder.height))
  }
}
