import CaptureKit

@testable import Pipeline

extension JobSettings {
  /// Settings of a job that waits long for its first frames.
  static func test(
    _ pace: Pace, _ sources: [String] = ["synth:coast?w=160&h=96&roll=3", "synth:walker?w=96&h=64"],
    folder: String? = nil, frames: Int? = nil
  ) throws -> JobSettings {
    var settings = JobSettings(
      pace: pace, sources: try sources.map { .init(specification: try SourceSpecification(parsing: $0)) })
    (settings.folder, settings.frames, settings.firstFrameTimeout) = (folder, frames, .seconds(120))
    return settings
  }
}
