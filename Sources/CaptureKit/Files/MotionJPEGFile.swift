// ITU-T T.81 annex B. A concatenation of JPEGs has no index: walking its markers finds the frames, as an
// EXIF thumbnail holds its own markers, which a plain search would take for a frame's.

/// A `.mjpeg` file: JPEGs one after the other, possibly with other bytes between them.
final class MotionJPEGFile: JPEGContainer {
  let framesPerSecond: Double? = nil
  let frameCount: Int? = nil
  var largestFrame: Int? { window.file.size }
  private let window: FileWindow
  private var position = 0

  var path: String { window.file.path }

  init(_ file: InputFile) { window = FileWindow(file) }

  func rewind() { position = 0 }

  func next() throws(CaptureError) -> JPEGStep {
    guard let start = try findStart(from: position) else {
      position = window.file.size
      return .end
    }
    switch try walk(from: start) {
    case .whole(let end): return step(from: start, to: end, isCut: false)
    case .cut(let end): return step(from: start, to: end, isCut: true)
    case .broken(let place):
      // Close to the start, search the skipped bytes; otherwise go on from here, which keeps the walk linear.
      position = place - start < 1024 ? start + 2 : place
      return .lost
    }
  }

  private func step(from start: Int, to end: Int, isCut: Bool) -> JPEGStep {
    position = end
    return .piece(JPEGPiece(file: window.file, offset: start, byteCount: end - start, isCut: isCut))
  }

  private enum Walk {
    case whole(end: Int)
    /// The scan ended without EOI, at the next picture's start or the file's end.
    case cut(end: Int)
    /// The walk met no scan.
    case broken(at: Int)
  }

  /// Offset of the next SOI that another marker follows.
  private func findStart(from offset: Int) throws(CaptureError) -> Int? {
    var place = offset
    while let byte = try window.byte(at: place) {
      if byte == 0xFF, try window.byte(at: place + 1) == JPEGMarker.startOfImage,
        try window.byte(at: place + 2) == 0xFF
      {
        return place
      }
      place += 1
    }
    return nil
  }

  private func walk(from start: Int) throws(CaptureError) -> Walk {
    var place = start + 2
    var hasScan = false
    while let byte = try window.byte(at: place), let marker = try window.byte(at: place + 1) {
      guard byte == 0xFF else { return hasScan ? .cut(end: place) : .broken(at: place) }
      if marker == 0xFF {
        place += 1
      } else if marker == JPEGMarker.endOfImage {
        return hasScan ? .whole(end: place + 2) : .broken(at: place + 2)
      } else if marker == JPEGMarker.startOfImage {
        return hasScan ? .cut(end: place) : .broken(at: place)
      } else if JPEGMarker.standsAlone(marker) {
        place += 2
      } else {
        guard let length = try window.bigEndian16(at: place + 2), length >= 2 else {
          return hasScan ? .cut(end: place) : .broken(at: place + 2)
        }
        place += 2 + length
        if marker == JPEGMarker.startOfScan, place <= window.file.size {
          hasScan = true
          place = try skipEntropyCodedData(from: place)
        }
      }
    }
    return hasScan ? .cut(end: window.file.size) : .broken(at: window.file.size)
  }

  /// Offset of the marker that ends a scan: any marker except RSTn; a stuffed zero isn't one. The file's size if there is none.
  private func skipEntropyCodedData(from offset: Int) throws(CaptureError) -> Int {
    var place = offset
    while let found = try window.next(0xFF, from: place), let next = try window.byte(at: found + 1) {
      if next != 0, next != 0xFF, !JPEGMarker.isRestart(next) { return found }
      // After 0xFF 0xFF the second may begin a marker.
      place = found + (next == 0xFF ? 1 : 2)
    }
    return window.file.size
  }
}
