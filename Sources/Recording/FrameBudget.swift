import Compositor
import Histogram
import HostResources
import Synchronization

/// Gathers how long each part of the way of a frame takes, as HdrHistograms: percentiles to three digits, and no
/// allocation for a value.
public final class FrameBudget: Sendable {
  /// Percentiles in milliseconds.
  public struct Percentiles: Sendable, Codable, Equatable {
    public var p50 = 0.0
    public var p95 = 0.0
    public var p99 = 0.0
    public var worst = 0.0
    public var mean = 0.0

    package init() {}

    /// Noughts where nothing was recorded.
    package init(_ histogram: Histogram<UInt32>, unitsPerMillisecond units: Double) {
      guard histogram.totalCount > 0 else { return }
      p50 = Double(histogram.valueAtPercentile(50)) / units
      p95 = Double(histogram.valueAtPercentile(95)) / units
      p99 = Double(histogram.valueAtPercentile(99)) / units
      worst = Double(histogram.max) / units
      mean = histogram.mean / units
    }
  }

  /// One row of the table.
  public struct Row: Sendable, Codable {
    public var stage = ""
    public var ms = Percentiles()

    package init(
      stage: String = "", ms: Percentiles = Percentiles()
    ) {
      self.stage = stage
      self.ms = ms
    }
  }

  public struct Report: Sendable, Codable {
    public var frames = 0
    public var stages: [Row] = []
    /// Sum of all stages, picture by picture.
    public var total = Percentiles()
    /// CPU milliseconds of the whole process for each picture.
    public var cpuMsPerFrame = 0.0
    /// Heap allocations of the whole process for each picture in the steady state; `nil` where they can't be
    /// counted.
    public var allocationsPerFrame: Double?
    /// User-space instructions of the whole process for each picture, or why they can't be counted; `nil` where
    /// nobody tried.
    public var instructions: InstructionCounter.Count?
    public var peakMemoryMiB = 0.0
    /// Between the cameras' frames of a picture; `nil` with one camera.
    public var skewMs: Percentiles?
    /// From the time stamp of the frame that drove a picture to the picture's name in the recording, or with
    /// the first sink without one; `nil` where frames aren't taken by the clock.
    public var latencyMs: Percentiles?

    public init() {}
  }

  private struct State {
    var stages: [Histogram<UInt32>]
    var total: Histogram<UInt32>
    var skew: Histogram<UInt32>
    var latency: Histogram<UInt32>
    var frames = 0
  }

  // Microseconds up to a minute.
  private static func histogram() -> Histogram<UInt32> {
    Histogram(highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)
  }

  private let state: Mutex<State>

  public init() {
    state = Mutex(
      State(
        stages: StageTimes.Part.allCases.map { _ in Self.histogram() }, total: Self.histogram(),
        skew: Self.histogram(), latency: Self.histogram()))
  }

  /// Takes a finished picture's times, on the thread of the sink that leads. Called by one thread at a time: the lock is waited for only
  /// while metrics are made, a moment every few seconds.
  package func record(_ frame: OutputFrame) {
    var times = frame.times
    times[.write] = frame.writing
    record(times)
    if let skew = frame.skew { record(skew: skew) }
    if let captured = frame.captured, let named = frame.named { record(latency: named - captured) }
  }

  package func record(latency: Int64) {
    state.withLock { state in _ = state.latency.record(UInt64(clamping: latency / 1000)) }
  }

  package func record(skew: Int64) {
    state.withLock { state in _ = state.skew.record(UInt64(clamping: skew / 1000)) }
  }

  package func record(_ times: StageTimes) {
    state.withLock { state in
      for part in 0..<state.stages.count {
        guard let name = StageTimes.Part(rawValue: part) else { continue }
        _ = state.stages[part].record(UInt64(clamping: times[name] / 1000))
      }
      _ = state.total.record(UInt64(clamping: times.total / 1000))
      state.frames += 1
    }
  }

  /// A report with what is needed for sums.
  package struct Figures {
    package var report = Report()
    package var latencies = 0
    package var skews = 0
  }

  package func figures() -> Figures {
    let report = report()
    return state.withLock {
      Figures(
        report: report, latencies: Int(clamping: $0.latency.totalCount),
        skews: Int(clamping: $0.skew.totalCount))
    }
  }

  package func report() -> Report {
    state.withLock { state in
      var report = Report()
      report.frames = state.frames
      report.stages = StageTimes.Part.allCases.map {
        Row(stage: $0.name, ms: Self.percentiles(state.stages[$0.rawValue]))
      }
      report.total = Self.percentiles(state.total)
      report.skewMs = state.skew.totalCount > 0 ? Self.percentiles(state.skew) : nil
      report.latencyMs = state.latency.totalCount > 0 ? Self.percentiles(state.latency) : nil
      report.peakMemoryMiB = ProcessMemory.peakMiB
      return report
    }
  }

  private static func percentiles(_ histogram: Histogram<UInt32>) -> Percentiles {
    Percentiles(histogram, unitsPerMillisecond: 1000)
  }
}
