import Compositor
import HostResources
import Recordings

/// What a frame's whole path took in real time: from the cameras' time stamps to finished files.
package struct PacedReport: Sendable, Codable {
  /// One camera, or its stand-in.
  package struct Camera: Sendable, Codable {
    /// The camera's name.
    package var id = ""
    /// The source, as on the command line.
    package var specification = ""
    /// The negotiated pixel format's raw value; `nil` when there was no negotiation.
    package var format: String?
    /// The negotiated width in pixels.
    package var width: Int?
    /// The negotiated height in pixels.
    package var height: Int?
    /// Frames a second as negotiated; `nil` when the source doesn't say.
    package var fps: Double?
    /// Frames a second by their time stamps; `nil` when these don't tell.
    package var measuredFps: Double?
    /// Bytes a second at the negotiated rate or, without one, the measured one.
    package var bytesPerSecond = 0.0
    /// Frames lost before they were shown.
    package var dropped = 0
    /// Milliseconds between its frames and the leader's in the same pictures; `nil` of one that always leads.
    package var skewMs: FrameBudget.Percentiles?
  }

  /// The sources, as on the command line.
  package var sources: [String] = []
  /// The canvas's size: `1920x1080`.
  package var canvas = ""
  /// `splice` or `pixel`.
  package var composer = ""
  /// Why the composer isn't `splice`; `nil` otherwise.
  package var composerReason: String?
  /// Number of pictures behind the percentiles; the first ones, which fill caches, don't count.
  package var pictures = 0
  /// Length of the run in seconds.
  package var seconds = 0.0
  /// Pictures a second to expect: the first camera's rate, or the requested one if lower.
  package var expectedFps = 30.0
  /// Pictures a second that were made.
  package var framesPerSecond = 0.0
  /// One row per stage, in the order of `StageTimes.Part`.
  package var stages: [FrameBudget.Row] = []
  /// Milliseconds of the stage's thread per picture: all stages except writing, which has its own thread.
  package var stageMs = FrameBudget.Percentiles()
  /// Milliseconds from the time stamp of the leading frame of a picture until its file appears.
  package var latencyMs = FrameBudget.Percentiles()
  /// Milliseconds between the cameras' frames of a picture; `nil` with one camera.
  package var skewMs: FrameBudget.Percentiles?
  /// CPU seconds a second of the whole process: cameras, stage and sinks.
  package var cpuSecondsPerSecond = 0.0
  /// Number of processors online.
  package var processors = 0
  /// User-space instructions per picture, or why they can't be counted; `nil` when not measured.
  package var instructions: InstructionCounter.Count?
  /// Heap allocations per picture in the steady state; `nil` when they can't be counted.
  package var allocationsPerFrame: Double?
  /// Peak memory of the process in MiB.
  package var peakMemoryMiB = 0.0
  /// Mean size of a picture in bytes.
  package var bytesPerFrame = 0
  /// Bytes of pictures a second at the expected rate.
  package var bytesPerSecond = 0.0
  /// The cameras, main one first.
  package var cameras: [Camera] = []
  /// Pictures lost because the disk was behind.
  package var notWritten = 0
  /// What went wrong without ending the run, one sentence each.
  package var problems: [String] = []

  /// Milliseconds from picture to picture at the expected rate.
  package var intervalMs: Double { 1000 / max(expectedFps, 0.001) }

  /// CPU seconds a second that all expected pictures would take: lost ones took none.
  package var cpuSecondsNeeded: Double {
    framesPerSecond > 0 ? cpuSecondsPerSecond * max(expectedFps / framesPerSecond, 1) : cpuSecondsPerSecond
  }

  /// Number of frames and pictures lost.
  package var lost: Int { notWritten + cameras.reduce(0) { $0 + $1.dropped } }

  private static func percentiles(_ milliseconds: [Double]) -> FrameBudget.Percentiles {
    var times = Spread.ofMicroseconds()
    for value in milliseconds { times.record(UInt64(clamping: Int64((value * 1000).rounded()))) }
    return FrameBudget.Percentiles(times, unitsPerMillisecond: 1000)
  }

  /// Fills in the figures from the manifest's lines.
  ///
  /// - Parameter lines: in order, without those of the warm-up.
  mutating func take(_ lines: [PictureLine]) {
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
  /// Fills in the figures from the manifest's entries for this camera.
  mutating func take(_ frames: [CameraLine]) {
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
