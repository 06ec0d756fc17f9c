import Compositor
import HostResources
import Recordings

/// Publishes a picture repeatedly, as the sink's thread does while somebody watches.
///
/// That is all that watching costs the picture path: each picture is copied to memory once, however
/// many read it, and readers involve only the socket's thread.
package struct PublishBench {
  /// What a published picture costs.
  package struct Report: Sendable, Codable {
    /// Milliseconds of one thread to publish a picture.
    package var ms = FrameBudget.Percentiles()
    /// Heap allocations per picture; `nil` when they can't be counted.
    package var allocationsPerFrame: Double?
  }

  /// - Parameters:
  ///   - pictures: how many to measure.
  /// - Throws: `FileError` if there is no memory for it.
  static func measure(_ picture: Picture, pictures: Int) throws(FileError) -> Report {
    let issue = Issue(picture)
    let published = PublishedPictures()
    var times = Spread.ofNanoseconds()
    // Each slot's memory is new the first time.
    for _ in 0..<2 * PublishedPictures.slots { try published.put(issue) }
    var allocations: UInt64 = 0
    for _ in 0..<pictures {
      let (before, start) = (Allocations.count, MonotonicClock.threadCPU())
      try published.put(issue)
      let spent = MonotonicClock.threadCPU() - start
      allocations += Allocations.count - before
      times.record(UInt64(clamping: spent))
    }
    var report = Report()
    report.ms = FrameBudget.Percentiles(times, unitsPerMillisecond: 1e6)
    report.allocationsPerFrame = Allocations.isCounted ? Double(allocations) / Double(max(pictures, 1)) : nil
    return report
  }
}
