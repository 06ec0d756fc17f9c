import Films
import Foundation
import HostResources

/// The formats of files that pictures are exported to.
package enum FilmFormat: String, Sendable, CaseIterable {
  /// Matroska: exact times, captions, chapters.
  case mkv
  /// MCAP: pictures, kept frames and guides as messages.
  case mcap
  /// MCAP with ROS 2's messages: a bag.
  case ros2
  /// GPX: a track of the positions that lines tell.
  case gpx
  /// SubRip: captions.
  case srt

  /// Whether it has pictures, and may be written as they come.
  package var isFilm: Bool { self != .gpx && self != .srt }

  /// The format implied by a file name's extension.
  ///
  /// - Throws: `FileError.misused(reason:)` for any other extension.
  package init(path: String, isROS2: Bool = false) throws(FileError) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "mcap": self = isROS2 ? .ros2 : .mcap
    case "mkv" where !isROS2: self = .mkv
    case "gpx" where !isROS2: self = .gpx
    case "srt" where !isROS2: self = .srt
    case _ where isROS2:
      throw .misused(reason: "“\(path)” doesn't end in .mcap, as files for ROS 2 do")
    default:
      throw .misused(
        reason: "“\(path)” doesn't end in .mkv, .mcap, .gpx or .srt; "
          + "for another format, convert a .mkv: ffmpeg -i lab.mkv -c copy lab.avi")
    }
  }

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - path: no file may exist there; `-` is standard output, for Matroska.
  ///   - description: what is known before the first picture.
  ///   - calibrations: the cameras', for MCAP.
  ///   - isHidden: whether it gets its name only when finished.
  package func open(
    _ path: String, _ description: FilmDescription, calibrations: [String: ROSCameraInfo] = [:],
    isHidden: Bool
  ) throws(FileError) -> any ExportTarget {
    switch self {
    case .mkv: FilmTarget(try MatroskaFilm(path, description, isHidden: isHidden))
    case .mcap:
      try MCAPTarget(path, description, FoxgloveDialect.self, calibrations: calibrations, isHidden: isHidden)
    case .ros2:
      try MCAPTarget(path, description, ROSDialect.self, calibrations: calibrations, isHidden: isHidden)
    case .gpx: try TextTarget(path, TrackForm(program: description.program), isHidden: isHidden)
    case .srt: try TextTarget(path, CaptionForm(), isHidden: isHidden)
    }
  }
}
