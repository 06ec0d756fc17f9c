import Compositor
import HostResources
import Synchronization

/// Collects each stage's time per frame as `Spread`s.
package final class FrameBudget: Sendable {
  /// Percentiles and mean, in milliseconds.
  package struct Percentiles: Sendable, Codable, Equatable {
    /// The median.
    package var p50 = 0.0
    /// The 95th percentile.
    package var p95 = 0.0
    /// The 99th percentile.
    package var p99 = 0.0
    /// The maximum.
    package var worst = 0.0
    /// The mean.
    package var mean = 0.0

    package init() {}

    /// Zeros when nothing was recorded.
    package init(_ values: Spread, unitsPerMillisecond units: Double) {
      guard values.count > 0 else { return }
      p50 = Double(values.percentile(50)) / units
      p95 = Double(values.percentile(95)) / units
      p99 = Double(values.percentile(99)) / units
      worst = Double(values.max) / units
      mean = values.mean / units
    }
  }

  /// One row of the table.
  package struct Row: Sendable, Codable {
    /// The stage's name: that of a `StageTimes.Part`.
    package var stage = ""
    /// The stage's time per picture, in milliseconds.
    package var ms = Percentiles()

    package init(stage: String = "", ms: Percentiles = Percentiles()) {
      self.stage = stage
      self.ms = ms
    }
  }

  /// The figures of a run.
  package struct Report: Sendable, Codable {
    /// Number of pictures recorded.
    package var frames = 0
    /// One row per stage, in the order of `StageTimes.Part`.
    package var stages: [Row] = []
    /// Sum of all stages for each picture, in milliseconds.
    package var total = Percentiles()
    /// CPU time of the whole process per picture, in milliseconds.
    package var cpuMsPerFrame = 0.0
    /// Heap allocations of the whole process per picture in the steady state; `nil` when they can't be
    /// counted.
    package var allocationsPerFrame: Double?
    /// User-space instructions of the whole process per picture, or why they can't be counted; `nil` when
    /// not measured.
    package var instructions: InstructionCounter.Count?
    /// Peak memory of the process in MiB.
    package var peakMemoryMiB = 0.0
    /// Time between the cameras' frames of a picture, in milliseconds; `nil` with one camera.
    package var skewMs: Percentiles?
    /// Milliseconds from the time stamp of the leading frame of a picture until the picture is named in the recording or, without
    /// a recording, reaches the first sink; `nil` when frames aren't paced by the clock.
    package var latencyMs: Percentiles?

    /// Makes a report of zeros.
    package init() {}
  }

  /// Times in both forms: for percentiles, and for metrics.
  package struct Times: Sendable {
    package private(set) var spread = Spread.ofMicroseconds()
    package private(set) var buckets = TimeBuckets()
    package var count: Int { spread.count }

    package init() {}

    package mutating func record(_ nanoseconds: Int64) {
      spread.record(UInt64(clamping: nanoseconds / 1000))
      buckets.record(nanoseconds: nanoseconds)
    }
  }

  private struct State {
    var stages: [Times]
    var total: Spread
    var skew = Times()
    var latency = Times()
    var frames = 0
  }

  private let state: Mutex<State>

  /// Makes empty histograms.
  package init() {
    state = Mutex(
      State(
        stages: StageTimes.Part.allCases.map { _ in Times() }, total: .ofMicroseconds()))
  }

  /// Records a picture's times.
  ///
  /// - Parameters:
  ///   - writing: how long its sink took, in nanoseconds.
  ///   - named: when it was there for others, in nanoseconds of CLOCK_MONOTONIC.
  package func record(_ picture: Picture, writing: Int64, named: Int64) {
    var times = picture.times
    times[.write] = writing
    record(times)
    if let skew = picture.facts.skew { record(skew: skew) }
    if let captured = picture.captured { record(latency: named - captured) }
  }

  package func record(latency: Int64) {
    state.withLock { state in state.latency.record(latency) }
  }

  package func record(skew: Int64) {
    state.withLock { state in state.skew.record(skew) }
  }

  package func record(_ times: StageTimes) {
    state.withLock { state in
      for part in 0..<state.stages.count {
        guard let name = StageTimes.Part(rawValue: part) else { continue }
        state.stages[part].record(times[name])
      }
      state.total.record(UInt64(clamping: times.total / 1000))
      state.frames += 1
    }
  }

  /// Times as a program that watches a job adds them up.
  package struct Figures {
    /// In the order of `StageTimes.Part`.
    package var stages: [TimeBuckets]
    /// `nil` when frames aren't paced by the clock.
    package var latency: TimeBuckets?
    /// `nil` with one camera.
    package var skew: TimeBuckets?
  }

  package func figures() -> Figures {
    state.withLock {
      Figures(
        stages: $0.stages.map(\.buckets), latency: $0.latency.count > 0 ? $0.latency.buckets : nil,
        skew: $0.skew.count > 0 ? $0.skew.buckets : nil)
    }
  }

  package func report() -> Report {
    state.withLock { state in
      var report = Report()
      report.frames = state.frames
      report.stages = StageTimes.Part.allCases.map {
        Row(stage: $0.name, ms: Self.percentiles(state.stages[$0.rawValue].spread))
      }
      report.total = Self.percentiles(state.total)
      report.skewMs = state.skew.count > 0 ? Self.percentiles(state.skew.spread) : nil
      report.latencyMs = state.latency.count > 0 ? Self.percentiles(state.latency.spread) : nil
      report.peakMemoryMiB = ProcessMemory.peakMiB
      return report
    }
  }

  private static func percentiles(_ microseconds: Spread) -> Percentiles {
    Percentiles(microseconds, unitsPerMillisecond: 1000)
  }
}
