import CaptureKit
import Recordings

/// Where pictures go besides a recording and the control socket.
package enum SinkDestination: Sendable, Hashable {
  /// A virtual camera.
  case camera(VideoOutputSpecification)
  /// Motion JPEG on standard output.
  case stream
  /// A Matroska film on standard output.
  case streamedFilm
  /// A film that grows with each picture.
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
    case .film(let path, _), .stills(let path), .latest(let path): path
    case .stream, .streamedFilm, .lines: nil
    }
  }

  /// The format of a film.
  var format: FilmFormat { if case .film(_, let format) = self { format } else { .mkv } }

  /// What there is at its path, in a word.
  package var noun: String {
    switch self {
    case .camera: "device"
    case .film: "film"
    case .stills: "folder"
    case .latest, .stream, .streamedFilm, .lines: "file"
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
    case .stream, .streamedFilm: 1
    case .film: 2
    case .stills: 3
    case .latest: 4
    case .lines: 5
    }
  }

  /// Whether its pictures can't change their size while it is open.
  var keepsSize: Bool {
    switch self {
    case .camera, .streamedFilm: true
    default: false
    }
  }

  /// Whether it gets every picture made; otherwise those recorded, or requested.
  var isLive: Bool {
    switch self {
    case .camera, .stream, .streamedFilm, .latest, .lines: true
    case .film, .stills: false
    }
  }

  /// Whether single pictures can be requested.
  var takesStills: Bool { if case .stills = self { true } else { false } }

  /// Allows what it does once it is open; it may write nothing else.
  func allow(in rules: inout PathRules) {
    switch self {
    case .camera(let output):
      rules.useCameras()
      rules.allow([.reads, .writes, .controls], output.path)
    case .film(let path, _), .latest(let path): rules.write(path)
    case .stills(let folder): rules.own(folder)
    case .stream, .streamedFilm, .lines: break
    }
  }
}
