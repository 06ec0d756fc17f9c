import HostResources

/// Why a source can't be used. Each case carries what a person needs to name the thing, and knows its remedy.
public enum CaptureError: Error, Sendable, Equatable {
  /// The text after `--primary` or `--secondary` is no source.
  case badSource(text: String, reason: String)
  /// There is no such device, file or folder.
  case notFound(path: String, hint: String)
  /// The node is there, but is no camera that dualcam can use.
  case notACamera(path: String, reason: String)
  /// The node is there, but takes no pictures, or not these.
  case notAnOutput(path: String, reason: String)
  /// No permission (EACCES, EPERM).
  case permission(path: String, hint: String)
  /// Somebody else has the camera (EBUSY).
  case busy(path: String, holder: String?)
  /// The camera offers none of the formats asked for.
  case noFormat(path: String, asked: String, offered: String)
  /// What came differs from what was asked, and the request was strict.
  case notAsAsked(path: String, differences: [String])
  /// STREAMON answered ENOSPC: not enough USB bandwidth. With modes of the camera that take much less, the best first.
  case bandwidth(path: String, bus: String, smaller: [String] = [])
  /// The machine gives no further thread.
  case shortage(ResourceShortage)
  /// A system call failed.
  case system(call: String, path: String, code: Int32)
  /// The device went away.
  case disconnected(path: String)
  /// No frame came in time, after every remedy.
  case stalled(path: String, seconds: Double)
  /// A file isn't what its name says, or breaks its format.
  case badFile(path: String, reason: String)
}
