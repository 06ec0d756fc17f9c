/// Where one JPEG lies.
struct JPEGPiece {
  var file: InputFile
  var offset: Int
  var byteCount: Int
  /// Its end is missing: the file was cut, or the next picture began too early.
  var isCut = false
}

/// What a container answers when asked for its next JPEG.
enum JPEGStep {
  case piece(JPEGPiece)
  /// Something that should have been a frame is none.
  case lost
  case end
}

/// A sequence of JPEGs in one file or many, read from the front.
protocol JPEGContainer: AnyObject {
  /// What the user named.
  var path: String { get }
  /// Frames a second, where the container says so.
  var framesPerSecond: Double? { get }
  /// Number of frames, where it is known for certain.
  var frameCount: Int? { get }
  /// No frame is larger than this, where that is known.
  var largestFrame: Int? { get }
  /// Finds the next JPEG. Each call comes nearer to the end, whatever the bytes.
  func next() throws(CaptureError) -> JPEGStep
  /// Begins anew.
  func rewind()
}
