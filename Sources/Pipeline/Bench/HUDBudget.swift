import Compositor
import HUDGeometry
import Histogram
import Recordings

/// Collects the guides' cost per camera frame, by part, in HdrHistograms: percentiles to three
/// digits, without allocating per value.
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

  private var parts: [Histogram<UInt32>]
  private var total: Histogram<UInt32>

  init() {
    parts = HUDPart.allCases.map { _ in Histogram.ofNanoseconds() }
    total = .ofNanoseconds()
  }

  mutating func record(_ times: HUDTimes) {
    for index in parts.indices {
      guard let part = HUDPart(rawValue: index) else { continue }
      _ = parts[index].record(UInt64(clamping: times[part]))
    }
    _ = total.record(UInt64(clamping: times.total))
  }

  func report(camera: String, small: String) -> Report {
    var report = Report()
    report.camera = camera
    report.smallPicture = small
    report.frames = Int(total.totalCount)
    report.parts = HUDPart.allCases.map {
      FrameBudget.Row(
        stage: $0.name, ms: FrameBudget.Percentiles(parts[$0.rawValue], unitsPerMillisecond: 1e6))
    }
    report.total = FrameBudget.Percentiles(total, unitsPerMillisecond: 1e6)
    return report
  }
}

extension Histogram<UInt32> {
  /// For times in nanoseconds, up to a second: the smallest take less than a microsecond.
  static func ofNanoseconds() -> Self {
    Self(highestTrackableValue: 1_000_000_000, numberOfSignificantValueDigits: .three)
  }
}
