import HostResources

/// Why a source can't be used. Each case carries what a person needs to identify it, and has a remedy.
public enum CaptureError: Error, Sendable, Equatable {
  /// The text after `--primary` or `--secondary` isn't a source.
  case badSource(text: String, reason: String)
  /// There is no such device, file or folder.
  case notFound(path: String, hint: String)
  /// The node exists, but isn't a camera that dualcam can use.
  case notACamera(path: String, reason: String)
  /// The node exists, but accepts no pictures, or not these.
  case notAnOutput(path: String, reason: String)
  /// No permission (EACCES, EPERM).
  case permission(path: String, hint: String)
  /// Another process has the camera (EBUSY); `holder` names it as "name (PID)" if it is visible.
  case busy(path: String, holder: String?)
  /// The camera offers none of the requested formats.
  case noFormat(path: String, asked: String, offered: String)
  /// The result differs from the request, and the request was strict.
  case notAsAsked(path: String, differences: [String])
  /// STREAMON answered ENOSPC: not enough USB bandwidth. `smaller` lists modes of the camera that need much less, best first.
  case bandwidth(path: String, bus: String, smaller: [String] = [])
  /// The machine allows no more threads.
  case shortage(ResourceShortage)
  /// A system call failed; `code` is its errno.
  case system(call: String, path: String, code: Int32)
  /// The device went away.
  case disconnected(path: String)
  /// No frame came in time, despite every remedy; `seconds` since the last.
  case stalled(path: String, seconds: Double)
  /// A file isn't what its name suggests, or violates its format.
  case badFile(path: String, reason: String)
}
