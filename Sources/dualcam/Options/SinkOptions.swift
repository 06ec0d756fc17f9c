import CaptureKit
import Foundation
import Pipeline
import Recordings
import Settings

/// Where pictures go besides a recording.
struct SinkOptions: SettingGroup {
  @Option(
    "sink",
    help: Help(
      """
      Where pictures go; repeatable. - is Motion JPEG on standard output, mkv:- a film there, v4l2:/dev/videoN a \
      virtual camera (raw YUYV, or the JPEGs unchanged with ?format=mjpeg), pipewire:NAME a camera that PipeWire offers \
      (either, as its first reader chooses), FILE.mkv a film that can be played however the job ends, FILE.mcap the \
      same as messages, for ROS 2 with ?ros2.
      """, valueName: "sink"), completion: .sinks)
  var sink: [String] = []

  /// Whether one of them is standard output.
  var writesPictures: Bool { sink.contains("-") || sink.contains(Self.streamedFilm) }

  private static let streamedFilm = "mkv:-"

  /// Refuses two things on standard output.
  func check(json: Bool) throws {
    guard writesPictures, json else { return }
    throw ValidationError("--sink - and --json both need standard output; use only one")
  }

  /// - Throws: a usage error that names the invalid sink.
  func apply(to settings: inout JobSettings) throws {
    var sinks: [SinkDestination] = []
    for (place, name) in sink.enumerated() where name != "-" || !sink[..<place].contains("-") {
      sinks.append(try Self.destination(name))
    }
    let paths = sinks.map(\.path)
    for (place, sink) in sinks.enumerated() where paths[..<place].contains(sink.path) {
      throw ValidationError("--sink names the same \(sink.noun) twice")
    }
    settings.sinks += sinks
  }

  private static func destination(_ name: String) throws -> SinkDestination {
    if name == "-" { return .stream }
    if name == streamedFilm { return .film("-", .mkv) }
    let isROS2 = name.hasSuffix(".mcap?ros2")
    let file = isROS2 ? String(name.dropLast("?ros2".count)) : name
    if let format = try? FilmFormat(path: file, isROS2: isROS2), format.isFilm { return .film(file, format) }
    guard ["v4l2:", "pipewire:", "/dev/"].contains(where: name.hasPrefix) else {
      let film = (name as NSString).deletingPathExtension + ".mkv"
      throw ValidationError(
        "--sink '\(LookOptions.shown(name))' can't be used: write - for standard output, v4l2:/dev/video9 or pipewire:NAME for a virtual camera, or \(LookOptions.shown(film)) for a film"
      )
    }
    do { return .camera(try VideoOutputSpecification(parsing: name)) } catch {
      throw ValidationError("--sink \(error)")
    }
  }
}
