// ISO/IEC 14496-12 (boxes and sample tables); ISO/IEC 14496-1 (descriptors); Apple, "QuickTime File Format".

import PixelTypes

/// An `.mp4`, `.m4v` or `.mov`, or several one after the other, whose first video track is Motion JPEG, whole or in
/// fragments. Frames have the film's own times, as its edit list shifts them.
final class MP4File: JPEGContainer {
  var framesPerSecond: Double? { first.framesPerSecond }
  var height: Int? { first.height }
  var turn: PictureTurn { first.turn }
  var largestFrame: Int? { boxes.window.file.size }
  private let boxes: BoxReader
  private let first: FilmTrack
  private var track: FilmTrack
  private var cursor = SampleTable.Cursor()
  private var times = FilmTimes()
  /// How long the last frame lasts, in nanoseconds.
  private var duration = 0

  var path: String { boxes.window.file.path }

  /// Whether a file begins like an MP4 or QuickTime film.
  static func isRecognized(_ window: FileWindow) throws(CaptureError) -> Bool {
    let kind = try window.fourCharacters(at: 4) ?? ""
    return ["ftyp", "styp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains(kind)
  }

  /// Reads the index.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when it is a pipe, or has no index or no track of Motion JPEG.
  init(_ file: InputFile) throws(CaptureError) {
    guard !file.isPipe else {
      throw .badFile(
        path: file.path, reason: "an .mp4 or .mov has to be a file; as a pipe, send \(Conversion.film(file))")
    }
    boxes = BoxReader(file)
    first = try FilmTrack(at: 0, boxes)
    track = first
  }

  func rewind() { (track, cursor, times, duration) = (first, SampleTable.Cursor(), FilmTimes(), 0) }

  func next() throws(CaptureError) -> JPEGStep {
    let end = boxes.window.file.size
    while true {
      guard let sample = try track.next(&cursor, boxes) else {
        if let step = try enter() { return step }
        continue
      }
      guard track.shown.contains(sample.ticks) else { continue }
      duration = track.nanoseconds(sample.duration)
      guard sample.size > 0, sample.offset < end else { return .lost }
      let available = min(sample.size, end - sample.offset)
      let time = track.delay + track.nanoseconds(sample.ticks - track.shown.lowerBound)
      return .piece(
        JPEGPiece(
          file: boxes.window.file, offset: sample.offset, byteCount: available,
          isCut: available < sample.size,
          nanoseconds: times.next(time), utc: FilmTimes.utc(track.begins, after: time)))
    }
  }

  /// Goes on with the file's next film; tells the end, or that the film can't be read.
  private func enter() throws(CaptureError) -> JPEGStep? {
    guard let start = try track.nextFilm(boxes) else { return .end }
    do throws(CaptureError) {
      track = try FilmTrack(at: start, boxes)
    } catch { return .unreadable(path: path, error) }
    cursor = SampleTable.Cursor()
    times.goOn(after: duration)
    return nil
  }
}
