import Films
import HostResources

/// Receives the pictures of an export, or of a job.
package protocol ExportTarget: AnyObject {
  /// Bytes written so far.
  var byteCount: Int { get }
  /// Whether a job should begin another file.
  var isFull: Bool { get }

  /// Whether cameras' own frames are stored by themselves. In other films pictures have along what is inside them.
  var takesSources: Bool { get }

  /// Whether pictures are stored; others get none.
  var takesPictures: Bool { get }

  /// Begins a run of the recording; the next picture is its first.
  func beginRun(_ session: SessionDescription?, at shot: RecordingReel.Shot) throws(FileError)

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - jpeg: its bytes.
  ///   - line: the manifest's line about it.
  ///   - sources: the cameras' own frames by camera, if wanted and kept.
  func add(
    _ jpeg: Span<UInt8>, _ line: PictureLine, _ shot: RecordingReel.Shot,
    sources: [(camera: String, jpeg: [UInt8])]
  ) throws(FileError)

  /// Flushes what was written so far to the disk.
  func synchronize() throws(FileError)

  func finish(at nanoseconds: Int64) throws(FileError)
}

extension ExportTarget {
  package var takesSources: Bool { false }
  package var takesPictures: Bool { true }
}

/// A film, with captions and a chapter for each run.
final class FilmTarget: ExportTarget {
  private let film: MatroskaFilm

  init(_ film: MatroskaFilm) { self.film = film }

  var byteCount: Int { film.byteCount }
  var isFull: Bool { false }

  func beginRun(_ session: SessionDescription?, at shot: RecordingReel.Shot) throws(FileError) {
    try film.beginChapter(session?.startedAt ?? "picture \(shot.index)", at: shot.nanoseconds)
  }

  func add(
    _ jpeg: Span<UInt8>, _ line: PictureLine, _ shot: RecordingReel.Shot,
    sources: [(camera: String, jpeg: [UInt8])]
  ) throws(FileError) {
    let caption = FilmCaption.text(line, utc: shot.utc)
    try film.add(
      jpeg, at: FilmMoment(nanoseconds: shot.nanoseconds, lasts: shot.lasts, caption: caption))
  }

  func synchronize() throws(FileError) { try film.synchronize() }

  func finish(at nanoseconds: Int64) throws(FileError) { try film.finish(at: nanoseconds) }
}
