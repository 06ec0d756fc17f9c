// Microsoft, "AVI RIFF File Reference"; Matrox, "OpenDML AVI File Format Extensions" (1996).
//
// Walks chunks from the front, stepping into the lists that matter; needs no index, and ignores sizes that
// extend beyond the file's end. A second `RIFF AVIX` is just another list to step into, a second `RIFF AVI ` another film.
// Where no chunk can begin, the next one, or the next JPEG, is searched for; the index, if there is one, tells what is missing.

/// An `.avi`, or several one after the other, whose first video stream is Motion JPEG.
final class AVIFile: JPEGContainer {
  var framesPerSecond: Double? { first.rate }
  var height: Int? { first.height }
  var largestFrame: Int? { chunks.window.file.size }
  private let chunks: AVIChunks
  private let first: AVIFilm
  private var film: AVIFilm
  private var position = 0
  /// Where the last frame's chunk begins.
  private var last = 0
  /// Whether bytes since then couldn't be read.
  private var isDamaged = false
  /// Frames that are lost, and not told yet.
  private var missing = 0

  var path: String { chunks.window.file.path }

  /// Reads the headers.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when it isn't an AVI or has no Motion JPEG.
  init(_ file: InputFile) throws(CaptureError) {
    chunks = AVIChunks(file)
    guard try chunks.window.fourCharacters(at: 0) == "RIFF",
      try chunks.window.fourCharacters(at: 8) == "AVI "
    else {
      throw .badFile(path: file.path, reason: "it has no RIFF AVI header")
    }
    first = try AVIFilm(at: 0, chunks.window)
    film = first
    position = first.frames
  }

  func rewind() {
    (film, position, last) = (first, first.frames, 0)
    (isDamaged, missing) = (false, 0)
  }

  func next() throws(CaptureError) -> JPEGStep {
    if missing == 0, let step = try find() { return step }
    guard missing > 0 else { return .end }
    missing -= 1
    film.count += 1
    return .lost
  }

  /// The next frame; `nil` before it if some are missing, and at the end.
  private func find() throws(CaptureError) -> JPEGStep? {
    let size = chunks.window.file.size
    while size - position >= 8 {
      let place = position
      // After a film's end anything may follow.
      let isInside = place < film.end ?? .max
      guard let chunk = try chunks.chunk(at: place, named: film.names) else {
        let found = try chunks.search(from: place, named: film.names, or: isInside ? .picture : nil)
        guard let found, try chunks.window.byte(at: found) == 0xFF else {
          isDamaged = isDamaged || isInside
          position = found ?? size
          continue
        }
        // A picture whose chunk's head, just before it, can't be read.
        isDamaged = isDamaged || found > place + 9
        position = found
        if try !isNext(at: found - 8) { return nil }
        position = try chunks.search(from: found + 3, named: film.names, or: .nextPicture) ?? size
        return piece(found..<position)
      }
      switch chunk.kind {
      case .list: position = chunk.data + 4
      case .movie:
        (position, film.end) = (chunk.data + 4, AVIFilm.end(chunk.data, chunk.size))
        // It knows the first list only.
        film.index = nil
      case .film: if let step = try enter(place) { return step }
      case .other:
        if let next = try chunks.next(after: chunk, named: film.names) {
          position = next
        } else {
          isDamaged = isDamaged || isInside
          position =
            try chunks.search(from: chunk.data, named: film.names, or: isInside ? .picture : nil) ?? size
        }
      case .frame:
        let end = chunk.data + chunk.size
        if chunk.size == 0 {
          // The frame before lasts longer.
          film.count += 1
          position = end
          continue
        }
        if try !isNext(at: place) { return nil }
        if let next = try chunks.next(after: chunk, named: film.names) {
          position = next
          return piece(chunk.data..<end)
        }
        if try chunks.endsPicture(chunk.data, at: end) {
          position = end + chunk.size % 2
          return piece(chunk.data..<end)
        }
        // Its size is wrong, or the file is cut.
        position = try chunks.search(from: chunk.data, named: film.names, or: nil) ?? size
        let isCut = position == size && end > size
        if isCut { film.end = nil }
        return piece(chunk.data..<position, isCut: isCut)
      }
    }
    // A film that claims more than the file has.
    if film.end ?? 0 > size + 1 { isDamaged = true }
    film.end = nil
    _ = try isNext(at: .max)
    return nil
  }

  /// Whether the frame that begins at an offset follows the last one; if not, the lost ones are told first. How many they are
  /// the index says; without one they count as one.
  private func isNext(at place: Int) throws(CaptureError) -> Bool {
    defer { (last, isDamaged) = (place, false) }
    guard isDamaged else { return true }
    let names = film.names
    missing = try film.index?.count(of: names, after: last, before: place) ?? 1
    return missing == 0
  }

  /// Goes on with the film that begins at an offset.
  private func enter(_ place: Int) throws(CaptureError) -> JPEGStep? {
    let start = film.time
    do throws(CaptureError) {
      film = try AVIFilm(at: place, chunks.window)
      film.start = start
      position = film.frames
      return nil
    } catch {
      // What follows has no frames that could be read.
      film.names = []
      position = place + 12
      return step(.unreadable(path: path, error))
    }
  }

  private func piece(_ range: Range<Int>, isCut: Bool = false) -> JPEGStep {
    step(
      range.isEmpty
        ? .lost
        : .piece(
          JPEGPiece(
            file: chunks.window.file, offset: range.lowerBound, byteCount: range.count, isCut: isCut,
            nanoseconds: Int64(min(film.time, 4e18).rounded()))))
  }

  private func step(_ step: JPEGStep) -> JPEGStep {
    film.count += 1
    return step
  }
}
