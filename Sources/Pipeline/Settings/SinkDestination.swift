import CaptureKit
import Recordings

/// Where pictures go besides a recording and the control socket.
package enum SinkDestination: Sendable, Hashable {
  /// A virtual camera.
  case camera(VideoOutputSpecification)
  /// Motion JPEG on standard output.
  case stream
  /// A film that grows with each picture; its path is `-` on standard output.
  case film(String, FilmFormat)
  /// A folder for single pictures requested by signal.
  case stills(String)
  /// A file that always holds the newest picture.
  case latest(String)
  /// A line of JSON about each picture on standard output.
  case lines

  /// What it writes; `nil` for standard output.
  package var path: String? {
    switch self {
    case .camera(let output): output.path
    case .film(let path, _), .stills(let path), .latest(let path): isStreamedFilm ? nil : path
    case .stream, .lines: nil
    }
  }

  /// What there is at its path, in a word.
  package var noun: String {
    switch self {
    case .camera: "device"
    case .film: "film"
    case .stills: "folder"
    case .latest, .stream, .lines: "file"
    }
  }

  /// Its name in messages.
  var name: String {
    if case .camera(let output) = self { return output.description }
    return path ?? Self.standardOutput
  }

  static let standardOutput = "standard output"

  /// Its place among the sinks, which are opened and told of in this order, whatever the user's.
  var place: Int {
    switch self {
    case .camera: 0
    case .stream: 1
    case .film: isStreamedFilm ? 1 : 2
    case .stills: 3
    case .latest: 4
    case .lines: 5
    }
  }

  /// Whether its pictures can't change their size while it is open.
  var keepsSize: Bool {
    if case .camera = self { true } else { isStreamedFilm }
  }

  /// Whether it is a PipeWire node.
  var isPipeWire: Bool { if case .camera(let output) = self { output.isPipeWire } else { false } }

  private var isStreamedFilm: Bool { if case .film("-", _) = self { true } else { false } }

  /// Whether it gets every picture made; otherwise those recorded, or requested.
  var isLive: Bool {
    switch self {
    case .camera, .stream, .latest, .lines: true
    case .film: isStreamedFilm
    case .stills: false
    }
  }

  /// Whether single pictures can be requested.
  var takesStills: Bool { if case .stills = self { true } else { false } }

  /// Allows what it does once it is open; it may write nothing else.
  func allow(in rules: inout PathRules) {
    switch self {
    case .camera(let output) where output.isPipeWire: break
    case .camera(let output):
      rules.useCameras()
      rules.allow([.reads, .writes, .controls], output.path)
    case .film, .latest: if let path { rules.write(path) }
    case .stills(let folder): rules.own(folder)
    case .stream, .lines: break
    }
  }
}
