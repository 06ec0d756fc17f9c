import CMatroska
import Glibc
import HostResources

/// A Matroska film (RFC 9559) of Motion JPEG: times to the microsecond, captions as a text track, chapters.
///
/// Each picture is written completely, as a cluster: if the program is killed, what is there can be played. After an error the
/// film ends with the previous picture. Not thread-safe.
@safe
package final class MatroskaFilm {
  // SAFETY: made in `init`, freed in `deinit`, used by one thread at a time.
  private let film: OpaquePointer
  // `nil` for a pipe.
  private let file: FilmFile?
  // What a pipe is called.
  private let reader: String

  /// Starts a film.
  ///
  /// - Parameters:
  ///   - path: no file may exist there; `-` is standard output, where nothing can be completed at the end: index, chapters and
  ///     duration are missing.
  ///   - description: what is known before the first picture.
  ///   - isHidden: whether it gets its name only when finished.
  /// - Throws: `FileError.cannotCreate(path:reason:)`, also when a file exists there; `FileError.noRoom(path:reason:)`.
  package convenience init(_ path: String, _ description: FilmDescription, isHidden: Bool) throws(FileError) {
    let file = path == "-" ? nil : try FilmFile(path, isHidden: isHidden)
    try self.init(file, pipe: STDOUT_FILENO, to: "standard output", description)
  }

  /// Starts a film that goes into a pipe, which stays the caller's.
  ///
  /// - Parameters:
  ///   - pipe: its writing end.
  ///   - reader: who reads it, for errors.
  ///   - description: what is known before the first picture.
  /// - Throws: `FileError.io(path:reason:)` when the reader has gone.
  package convenience init(
    pipe: Int32, to reader: String, _ description: FilmDescription
  ) throws(FileError) {
    try self.init(nil, pipe: pipe, to: reader, description)
  }

  private init(
    _ file: FilmFile?, pipe: Int32, to reader: String, _ description: FilmDescription
  ) throws(FileError) {
    self.file = file
    self.reader = reader
    var code: Int32 = 0
    // SAFETY: the strings and `code` live through the call.
    let film = unsafe description.title.withCString { title in
      unsafe description.program.withCString { program in
        var about = unsafe CMatroskaAbout()
        unsafe about.width = Int32(description.size.width)
        unsafe about.height = Int32(description.size.height)
        unsafe about.title = title
        unsafe about.program = program
        unsafe about.begins = description.begins ?? .min
        unsafe about.is_pipe = file == nil ? 1 : 0
        return unsafe cmatroska_begin(file?.descriptor ?? pipe, &about, &code)
      }
    }
    guard let film = unsafe film else { throw Self.error(code, file, reader) }
    unsafe self.film = unsafe film
  }

  deinit { unsafe cmatroska_free(film) }

  /// Bytes written so far.
  package var byteCount: Int { unsafe Int(cmatroska_bytes(film)) }

  /// Adds a picture as a separate cluster.
  package func add(_ jpeg: Span<UInt8>, at moment: FilmMoment) throws(FileError) {
    try file?.checkName()
    // SAFETY: the bytes and the string live through the call, which keeps neither.
    let code = unsafe jpeg.withUnsafeBufferPointer { bytes in
      unsafe moment.caption.withCString { caption in
        unsafe cmatroska_add(
          film, moment.nanoseconds, bytes.baseAddress, bytes.count, caption, moment.lasts)
      }
    }
    if code != 0 { throw Self.error(code, file, reader) }
  }

  /// Begins a chapter with the next picture; chapters are written at the end.
  package func beginChapter(_ title: String, at nanoseconds: Int64) throws(FileError) {
    // SAFETY: the string lives through the call, which copies it.
    let code = unsafe title.withCString { unsafe cmatroska_chapter(film, nanoseconds, $0) }
    if code != 0 { throw Self.error(code, file, reader) }
  }

  private static func error(_ code: Int32, _ file: FilmFile?, _ reader: String) -> FileError {
    file?.error(code)
      ?? .io(
        path: reader, reason: code == EPIPE ? "its reader has gone" : SystemCall.text(code))
  }

  /// Flushes what was written so far to the disk; does nothing on a pipe.
  package func synchronize() throws(FileError) { try file?.synchronize() }

  /// Writes index, chapters and duration.
  package func finish(at nanoseconds: Int64) throws(FileError) {
    try file?.checkName()
    let code = unsafe cmatroska_finish(film, nanoseconds)
    if code != 0 { throw Self.error(code, file, reader) }
    try file?.finish()
  }
}
