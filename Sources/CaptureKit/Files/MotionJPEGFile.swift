// ITU-T T.81 annex B. Concatenated JPEGs have no index. Frames are found by walking their markers, because an
// EXIF thumbnail has its own markers, which a plain search would take for a frame's.

import PixelTypes

/// A `.mjpeg` file, or standard input: consecutive JPEGs, possibly with other bytes between them.
final class MotionJPEGFile: JPEGContainer {
  let framesPerSecond: Double? = nil
  var largestFrame: Int? { window.file.size }
  private let window: FileWindow
  private var position = 0
  private var isProbed = false

  var path: String { window.file.path }

  init(_ file: InputFile) { window = FileWindow(file) }

  func rewind() { (position, isProbed) = (0, true) }

  func stop() { window.file.stop() }

  func next() throws(CaptureError) -> JPEGStep {
    if isProbed { window.file.pass(position) }
    guard let start = try findStart(from: position) else {
      position = window.file.size
      return .end
    }
    switch try walk(from: start) {
    case .whole(let end): return step(from: start, to: end, isCut: false)
    case .cut(let end): return step(from: start, to: end, isCut: true)
    case .broken(let place):
      // Close to the start, search the skipped bytes; otherwise continue from here, which keeps the walk linear.
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
    /// The walk found no scan.
    case broken(at: Int)
  }

  /// Offset of the next SOI followed by another marker.
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
    var frame: JPEGSegment?
    while true {
      let found = try JPEGSegment.next(from: place) { offset throws(CaptureError) in
        try window.byte(at: offset)
      }
      switch found {
      case .failure(.noMarker(let place)): return hasScan ? .cut(end: place) : .broken(at: place)
      case .failure(.badLength(_, _, let place)): return hasScan ? .cut(end: place) : .broken(at: place + 2)
      case .success(nil): return hasScan ? .cut(end: window.file.size) : .broken(at: window.file.size)
      case .success(let segment?):
        if segment.marker == JPEGMarker.endOfImage {
          return hasScan ? .whole(end: segment.end) : .broken(at: segment.end)
        }
        if segment.marker == JPEGMarker.startOfImage {
          return hasScan ? .cut(end: segment.offset) : .broken(at: segment.offset)
        }
        place = segment.end
        if JPEGMarker.isFrameHeader(segment.marker) { frame = frame ?? segment }
        // A pipe knows its size only at its end.
        if segment.marker == JPEGMarker.startOfScan, try window.byte(at: place - 1) != nil {
          hasScan = true
          place = try skipEntropyCodedData(from: place, isLast: isOnly(scan: segment, of: frame))
        }
      }
    }
  }

  /// Whether a scan has all of a frame: sequential, with as many components.
  private func isOnly(scan: JPEGSegment, of frame: JPEGSegment?) throws(CaptureError) -> Bool {
    guard let frame, [JPEGMarker.baselineFrame, JPEGMarker.extendedFrame].contains(frame.marker) else {
      return false
    }
    return try window.byte(at: scan.offset + 4) == window.byte(at: frame.offset + 9)
  }

  /// Offset of the marker that ends a scan. The file's size if there is none.
  ///
  /// A marker that can't stand there is a damaged byte of the data: its length would lead past pictures that are whole.
  ///
  /// - Parameter isLast: whether nothing but the picture's end may follow.
  private func skipEntropyCodedData(from offset: Int, isLast: Bool) throws(CaptureError) -> Int {
    var place = offset
    while let found = try window.next(0xFF, from: place), let next = try window.byte(at: found + 1) {
      let isStart =
        next == JPEGMarker.startOfImage ? try window.byte(at: found + 2) == 0xFF : false
      if isStart || next == JPEGMarker.endOfImage || !isLast && JPEGMarker.mayFollowScan(next) {
        return found
      }
      // After 0xFF 0xFF the second may begin a marker.
      place = found + (next == 0xFF ? 1 : 2)
    }
    return window.file.size
  }
}
