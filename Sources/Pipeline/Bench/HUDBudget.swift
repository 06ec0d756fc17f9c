import Compositor
import HUDGeometry
import Recordings

/// Collects the guides' cost per camera frame, by part, as `Spread`s.
package struct HUDBudget {
  /// One camera's guides.
  package struct Report: Sendable, Codable {
    /// The camera's name.
    package var camera = ""
    /// Size of the small luma plane that the guides read, such as `480x270`.
    package var smallPicture = ""
    /// Number of frames measured.
    package var frames = 0
    /// Times of horizon, subject, silhouette and snap, in milliseconds.
    package var parts: [FrameBudget.Row] = []
    /// Sum of all parts for each frame, in milliseconds.
    package var total = FrameBudget.Percentiles()
  }

  private var parts: [Spread]
  private var total: Spread

  init() {
    parts = HUDPart.allCases.map { _ in .ofNanoseconds() }
    total = .ofNanoseconds()
  }

  mutating func record(_ times: HUDTimes) {
    for index in parts.indices {
      guard let part = HUDPart(rawValue: index) else { continue }
      parts[index].record(UInt64(clamping: times[part]))
    }
    total.record(UInt64(clamping: times.total))
  }

  func report(camera: String, small: String) -> Report {
    var report = Report()
    report.camera = camera
    report.smallPicture = small
    report.frames = total.count
    report.parts = HUDPart.allCases.map {
      FrameBudget.Row(
        stage: $0.name, ms: FrameBudget.Percentiles(parts[$0.rawValue], unitsPerMillisecond: 1e6))
    }
    report.total = FrameBudget.Percentiles(total, unitsPerMillisecond: 1e6)
    return report
  }
}
