import ArgumentParser
import CaptureKit
import Foundation
import Pipeline

/// Where pictures go besides a recording.
struct SinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where pictures go; repeatable. - is Motion JPEG on standard output, v4l2:/dev/videoN a virtual camera (raw YUYV, \
      or the JPEGs unchanged with ?format=mjpeg), FILE.mkv a film that can be played however the job ends.
      """, valueName: "sink"), completion: .sinks)
  var sink: [String] = []

  /// Whether one of them is standard output.
  var writesMJPEG: Bool { sink.contains("-") }

  /// - Throws: a usage error that names the invalid sink.
  func apply(to settings: inout JobSettings) throws {
    settings.writesMJPEG = writesMJPEG
    for name in sink where name != "-" {
      if name.lowercased().hasSuffix(".mkv") {
        settings.films.append(name)
        continue
      }
      guard name.hasPrefix("v4l2:") || name.hasPrefix("/dev/") else {
        let film = (name as NSString).deletingPathExtension + ".mkv"
        throw ValidationError(
          "--sink '\(LookOptions.shown(name))' can't be used: write - for standard output, v4l2:/dev/video9 for a virtual camera, or \(LookOptions.shown(film)) for a film"
        )
      }
      do { settings.outputs.append(try VideoOutputSpecification(parsing: name)) } catch {
        throw ValidationError("--sink \(error)")
      }
    }
    if Set(settings.outputs.map(\.path)).count < settings.outputs.count {
      throw ValidationError("--sink names the same device twice")
    }
    if Set(settings.films).count < settings.films.count {
      throw ValidationError("--sink names the same film twice")
    }
  }
}
