import HostResources

/// A source of frames, as the user names it.
///
/// | Text | Is |
/// |---|---|
/// | `/dev/video0`, `v4l2:PATH` | a camera |
/// | `pipewire:NODE` | a PipeWire node that sends video, by its name, serial number or description |
/// | `libcamera:NAME` | a camera of libcamera's, by its id, model or number |
/// | `file:PATH[?fps=25&loop=1&first=300&frames=90&camera=primary]`, or the path of a file or folder that exists, or a pattern | files |
/// | `file:-[?fps=25]`, `-`, the path of a pipe | Motion JPEG on standard input or another pipe, bare or in Matroska |
/// | `synth:SCENE[?w=1920&h=1080&fps=30&format=mjpeg&seed=1&roll=5&…]` | a procedural scene |
public enum SourceSpecification: Sendable, Hashable {
  /// A V4L2 device node, or a camera that PipeWire or libcamera offers, with `pipewire:` or `libcamera:` before its name.
  case device(path: String)
  /// A file, folder or glob.
  case files(FileSourceSettings)
  /// A scene.
  case synthetic(SceneSettings)

  /// Parses the text after `--primary` or `--secondary`.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)``, which suggests the nearest valid word for an invalid one.
  public init(parsing text: String) throws(CaptureError) {
    if let body = text.suffix(after: "synth:") {
      self = .synthetic(try SceneSettings(parsing: body, source: text))
    } else if let body = text.suffix(after: "file:") {
      self = .files(try FileSourceSettings(parsing: body, source: text))
    } else if let body = text.suffix(after: "v4l2:") {
      guard !body.isEmpty else {
        throw .badSource(text: text, reason: "a device path must follow 'v4l2:'")
      }
      self = .device(path: body)
    } else if let service = CameraService(path: text) {
      guard text != service.scheme else {
        throw .badSource(text: text, reason: "a name must follow; \(service.listHint)")
      }
      self = .device(path: text)
    } else if text.hasPrefix("/dev/"), !Self.isPipe(text) {
      self = .device(path: text)
    } else if Self.isPath(SourceQuery(splittingAtLastMark: text).head) {
      self = .files(try FileSourceSettings(parsing: text, source: text))
    } else {
      throw .badSource(text: text, reason: Self.reason(for: text))
    }
  }

  private static func isPipe(_ text: String) -> Bool {
    FileSourceSettings(path: SourceQuery(splittingAtLastMark: text).head).isPipe
  }

  /// Whether a file or folder exists, or a pattern matches something.
  private static func isPath(_ text: String) -> Bool {
    isPipe(text) || FileStatus.exists(text)
      || FileNames.isPattern(text) && !FileNames.matching(pattern: text).isEmpty
  }

  private static func reason(for text: String) -> String {
    if text.isEmpty { return "it is empty; name a camera (/dev/video0), file:PATH or synth:SCENE" }
    if let colon = text.firstIndex(of: ":") {
      let scheme = String(text[..<colon])
      if text[colon...].hasPrefix("://") {
        return "dualcam opens no network connection; let ffmpeg read it: \(Conversion.stream(text))"
      }
      return "there is no source type '\(scheme)'"
        + Spelling.suggestion(for: scheme, among: ["v4l2", "pipewire", "libcamera", "file", "synth"])
    }
    if SceneKind(rawValue: SourceQuery(splittingAtFirstMark: text).head) != nil {
      return "no such file; for the scene, write synth:\(text)"
    }
    if text.wholeMatch(of: /video[0-9]+/) != nil || FileStatus.exists("/dev/" + text) {
      return "no such file; for the camera, write /dev/\(text)"
    }
    return "no such file; name a camera (/dev/video0), file:PATH or synth:SCENE"
  }
}

extension SourceSpecification {
  /// What offers the camera, if it is one that is named.
  package var service: CameraService? {
    if case .device(let path) = self { CameraService(path: path) } else { nil }
  }

  /// The camera's node or name, if it is one: it delivers at its own pace. All others are read frame by frame.
  public var devicePath: String? { if case .device(let path) = self { path } else { nil } }

  /// Whether it is read from a pipe, which may block.
  package var isPipe: Bool { if case .files(let settings) = self { settings.isPipe } else { false } }

  /// Whether it is known to deliver frames forever: cameras, looping files, scenes without a frame count.
  public var isEndless: Bool {
    switch self {
    case .device: true
    case .files(let settings): settings.loops
    case .synthetic(let settings): settings.frameCount == 0
    }
  }
}

extension SourceSpecification: CustomStringConvertible {
  /// Text that parses back to this source, without defaults.
  public var description: String {
    switch self {
    case .device(let path): path.hasPrefix("/dev/") || service != nil ? path : "v4l2:\(path)"
    case .files(let settings): "file:\(settings)"
    case .synthetic(let settings): "synth:\(settings)"
    }
  }
}

extension String {
  fileprivate func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
