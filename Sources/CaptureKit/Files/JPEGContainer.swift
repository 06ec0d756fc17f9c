/// The location of one JPEG.
struct JPEGPiece {
  var file: InputFile
  var offset: Int
  var byteCount: Int
  /// Whether its end is missing: the file was truncated, or the next picture began too early.
  var isCut = false
}

/// A container's answer to a request for its next JPEG.
enum JPEGStep {
  case piece(JPEGPiece)
  /// A frame that should be here is missing or unreadable.
  case lost
  case end
}

/// A sequence of JPEGs in one file or many, read from the front.
protocol JPEGContainer: AnyObject {
  /// What the user named.
  var path: String { get }
  /// Frames a second; `nil` when the container doesn't say.
  var framesPerSecond: Double? { get }
  /// Number of frames; `nil` when it isn't certain.
  var frameCount: Int? { get }
  /// An upper bound on a frame's size in bytes; `nil` when unknown.
  var largestFrame: Int? { get }
  /// Finds the next JPEG. Each call comes nearer to the end, whatever the bytes.
  func next() throws(CaptureError) -> JPEGStep
  /// Starts over.
  func rewind()
}
