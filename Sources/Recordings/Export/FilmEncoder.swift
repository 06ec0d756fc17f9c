import Films
import HostResources
import PixelTypes

/// Makes a film of H.264 (.mp4) of an export, by a program that waits for it.
package final class FilmEncoder {
  private let file: FilmFile
  private let program: any EncodingProgram
  private let encoder: VideoEncoder
  private let isOld: Bool
  /// ffmpeg's name of the encoder.
  package var name: String { encoder.name }
  /// Whether the program failed, and not what it was given.
  package private(set) var hasFailed = false

  /// - Parameters:
  ///   - file: what the program fills.
  ///   - program: ffmpeg, waiting for its arguments.
  ///   - encoder: which it shall use.
  ///   - isOld: whether it is older than 5.1.
  package init(_ file: FilmFile, _ program: any EncodingProgram, _ encoder: VideoEncoder, isOld: Bool) {
    (self.file, self.program, self.encoder, self.isOld) = (file, program, encoder, isOld)
  }

  /// Begins the film.
  func open(_ description: FilmDescription, _ reel: RecordingReel) throws(FileError) -> any ExportTarget {
    let lengths = reel.parts.flatMap(\.shots).map(\.lasts).sorted()
    let middle = max(1, lengths.isEmpty ? reel.interval : lengths[lengths.count / 2])
    program.begin(
      encoder.arguments(
        VideoEncoder.Film(
          size: description.size, framesPerSecond: 1e9 / Double(middle), end: reel.end, isOld: isOld)))
    do {
      return EncodedFilm(
        try MatroskaFilm(pipe: program.input, to: "ffmpeg", description), file, self)
    } catch { throw failure() }
  }

  /// Ends the program, to say why it failed.
  fileprivate func failure() -> FileError {
    hasFailed = true
    let (isDone, words) = program.end()
    return Self.error(isDone ? "" : words, path: file.path)
  }

  fileprivate func finish() throws(FileError) {
    let (isDone, words) = program.end()
    guard isDone, file.wholeSize > 0 else {
      hasFailed = true
      throw Self.error(words, path: file.path)
    }
    remarks = Self.lines(words)
    try file.finish()
  }

  /// What the program complained of, though it made the film.
  package private(set) var remarks: [String] = []

  private static func lines(_ words: String) -> [String] {
    words.split(whereSeparator: \.isNewline).map { PlainText.of(String($0), atMost: 200) }
  }

  static func error(_ words: String, path: String) -> FileError {
    if words.contains("No space left on device") {
      return .noRoom(path: path, reason: SystemCall.text(28))
    }
    // The first says what, the others what follows from it.
    let said = lines(words).first.map { ": \($0)" } ?? " without saying why"
    return .io(
      path: "ffmpeg",
      reason: "it failed\(said); the same film without it: export it as .mkv")
  }
}

/// A film on its way through another program.
final class EncodedFilm: ExportTarget {
  private let film: MatroskaFilm
  private let file: FilmFile
  private let encoder: FilmEncoder

  init(_ film: MatroskaFilm, _ file: FilmFile, _ encoder: FilmEncoder) {
    (self.film, self.file, self.encoder) = (film, file, encoder)
  }

  var byteCount: Int { file.wholeSize }
  var isFull: Bool { false }

  func beginRun(_ session: SessionDescription?, at shot: RecordingReel.Shot) throws(FileError) {}

  func add(
    _ jpeg: Span<UInt8>, _ line: PictureLine, _ shot: RecordingReel.Shot,
    sources: [(camera: String, jpeg: [UInt8])]
  ) throws(FileError) {
    do {
      try film.add(jpeg, at: FilmMoment(nanoseconds: shot.nanoseconds, lasts: shot.lasts))
    } catch { throw encoder.failure() }
  }

  func synchronize() throws(FileError) {}

  func finish(at nanoseconds: Int64) throws(FileError) { try encoder.finish() }
}
