import Compositor
import Histogram
import HostResources
import Recording

/// What the whole way of a frame took while the clock ran: from the cameras' time stamps to files under their names.
public struct PacedReport: Sendable, Codable {
  /// One camera, or what plays its part.
  public struct Camera: Sendable, Codable {
    /// `primary` or `secondary`.
    public var id = ""
    public var specification = ""
    public var format: String?
    public var width: Int?
    public var height: Int?
    /// Frames a second: as negotiated, and as they came by their time stamps.
    public var fps: Double?
    public var measuredFps: Double?
    public var bytesPerSecond = 0.0
    /// Frames that gave way as the stage was behind.
    public var dropped = 0

    public init() {}
  }

  public var sources: [String] = []
  public var canvas = ""
  /// `splice` or `pixel`, and why it isn't `splice`.
  public var composer = ""
  public var composerReason: String?
  /// Pictures that the percentiles are of; the first ones, which fill caches, are left out.
  public var pictures = 0
  public var seconds = 0.0
  /// Pictures a second: as many as the first camera's frames or as were asked for, and as were made.
  public var expectedFps = 30.0
  public var framesPerSecond = 0.0
  public var stages: [FrameBudget.Row] = []
  /// The stage's thread: all stages but the writing, which has a thread of its own.
  public var stageMs = FrameBudget.Percentiles()
  /// From the time stamp of the frame that drove a picture to the picture's name.
  public var latencyMs = FrameBudget.Percentiles()
  public var skewMs: FrameBudget.Percentiles?
  /// Of the whole process: cameras, stage and sinks.
  public var cpuSecondsPerSecond = 0.0
  public var processors = 0
  public var instructions: InstructionCounter.Count?
  public var allocationsPerFrame: Double?
  public var peakMemoryMiB = 0.0
  public var bytesPerFrame = 0
  /// At the rate that was expected.
  public var bytesPerSecond = 0.0
  public var cameras: [Camera] = []
  /// Pictures that were lost as the disk was behind.
  public var notWritten = 0
  /// What went wrong without ending the run, a sentence each.
  public var problems: [String] = []

  public init() {}

  /// Milliseconds from picture to picture.
  public var intervalMs: Double { 1000 / max(expectedFps, 0.001) }

  /// CPU seconds a second that all pictures that were expected would take: those that were lost took none.
  public var cpuSecondsNeeded: Double {
    framesPerSecond > 0 ? cpuSecondsPerSecond * max(expectedFps / framesPerSecond, 1) : cpuSecondsPerSecond
  }

  /// Frames and pictures that were lost.
  public var lost: Int { notWritten + cameras.reduce(0) { $0 + $1.dropped } }

  // Microseconds up to a minute.
  private static func percentiles(_ milliseconds: [Double]) -> FrameBudget.Percentiles {
    var histogram = Histogram<UInt32>(
      highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)
    for value in milliseconds { _ = histogram.record(UInt64(clamping: Int64((value * 1000).rounded()))) }
    return FrameBudget.Percentiles(histogram, unitsPerMillisecond: 1000)
  }

  /// Takes over what the manifest's lines tell.
  ///
  /// - Parameter lines: in their order, those of the warm-up left out.
  mutating func take(_ lines: [ManifestLine]) {
    pictures = lines.count
    let times = lines.map { $0.stagesMs ?? [:] }
    stages = StageTimes.Part.allCases.map { part in
      FrameBudget.Row(stage: part.name, ms: Self.percentiles(times.map { $0[part.name] ?? 0 }))
    }
    let writing = StageTimes.Part.write.name
    stageMs = Self.percentiles(times.map { $0.reduce(0) { $1.key == writing ? $0 : $0 + $1.value } })
    latencyMs = Self.percentiles(lines.compactMap(\.latencyMs))
    let skews = lines.compactMap(\.skewUs)
    skewMs = skews.isEmpty ? nil : Self.percentiles(skews.map { Double($0) / 1000 })
    for index in cameras.indices {
      let frames = lines.compactMap { line in line.cameras.first { $0.id == cameras[index].id } }
      cameras[index].take(frames)
    }
  }
}

extension PacedReport.Camera {
  /// Takes over what the manifest says of the camera's frames.
  mutating func take(_ frames: [ManifestLine.Camera]) {
    let bytes = frames.compactMap(\.bytes)
    guard !bytes.isEmpty else { return }
    if let first = frames.first, let last = frames.last, let from = first.timestampNs,
      let to = last.timestampNs, let low = first.sequence, let high = last.sequence, to > from, high > low
    {
      measuredFps = Double(high - low) * 1e9 / Double(to - from)
    }
    let mean = Double(bytes.reduce(0, +)) / Double(bytes.count)
    bytesPerSecond = mean * (fps ?? measuredFps ?? 30)
  }
}
