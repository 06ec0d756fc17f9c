import PixelTypes

/// The location of one JPEG, or of a PNG.
struct JPEGPiece {
  var file: InputFile
  var offset: Int
  var byteCount: Int
  /// Whether its end is missing: the file was truncated, or the next picture began too early.
  var isCut = false
  /// When it was taken, if the container knows more than its rate.
  var nanoseconds: Int64?
  /// When it was taken in nanoseconds since 1970, if the container knows that.
  var utc: Int64?
  /// Whether it is a camera's own frame, where others are pictures with such frames inside.
  var isKept = false
  /// Of a picture that may have one inside: where the frame lies if not.
  var keptPath: String?

  /// Whether another JPEG begins behind the end of the first.
  fileprivate func holdsSecondPicture() throws(CaptureError) -> Bool {
    let window = FileWindow(file)
    var isOver = false
    var place = offset
    while let found = try window.next(0xFF, from: place), found < offset + byteCount {
      let marker = try window.byte(at: found + 1)
      if isOver, marker == JPEGMarker.startOfImage { return true }
      isOver = isOver || marker == JPEGMarker.endOfImage
      place = found + 1
    }
    return false
  }
}

/// A container's answer to a request for its next JPEG.
enum JPEGStep {
  case piece(JPEGPiece)
  /// A frame that should be here is missing.
  case lost
  /// An unreadable file, and why.
  case unreadable(path: String, CaptureError)
  case end
}

/// A sequence of JPEGs in one file or many, read from the front.
protocol JPEGContainer: AnyObject {
  /// What the user named.
  var path: String { get }
  /// Whether its pieces are files.
  var isFolder: Bool { get }
  /// Frames a second; `nil` when the container doesn't say.
  var framesPerSecond: Double? { get }
  /// A whole frame's height; `nil` when the container doesn't say.
  var height: Int? { get }
  /// The turn that sets frames upright, beside their own.
  var turn: PictureTurn { get }
  /// An upper bound on a frame's size in bytes; `nil` when unknown.
  var largestFrame: Int? { get }
  /// Finds the next JPEG. Each call advances, whatever the bytes.
  func next() throws(CaptureError) -> JPEGStep
  /// Skips JPEGs, including lost ones; returns how many there were.
  func skip(_ count: Int) throws(CaptureError) -> Int
  /// Starts over; standard input only once, before any of it is used.
  func rewind()
  /// Makes a container that waits for bytes end. Safe to call from any thread.
  func stop()
}

extension JPEGContainer {
  var isFolder: Bool { false }
  var height: Int? { nil }
  var turn: PictureTurn { .none }

  /// The error for a film whose frames are in two fields, each a JPEG of half the height; `nil` for others.
  ///
  /// - Parameters:
  ///   - piece: the first frame.
  ///   - pictureHeight: its first JPEG's.
  func refusal(ofFields piece: JPEGPiece, _ pictureHeight: Int) throws(CaptureError) -> CaptureError? {
    guard let height, 4 * pictureHeight < 3 * height, try piece.holdsSecondPicture() else { return nil }
    return .badFile(
      path: path,
      reason: "its frames are interlaced, in two fields; pipe it in: \(Conversion.film(piece.file))")
  }

  /// Does nothing: files never wait.
  func stop() {}

  func skip(_ count: Int) throws(CaptureError) -> Int {
    for skipped in 0..<count { if case .end = try next() { return skipped } }
    return count
  }
}
