import CaptureKit
import Compositor
import Recording

/// The state of one camera, for a status line.
public struct CameraReport: Sendable {
  /// `primary` or `secondary`.
  public var id = ""
  /// The feed's name for people.
  public var name = ""
  /// Its state in the latest picture.
  public var state = CameraState.lost
  /// Frames a second over the last frames.
  public var framesPerSecond = 0.0
  /// Frames lost so far, wherever they were lost.
  public var drops = 0
  /// The feed's own counts.
  public var counters = FeedCounters()
  /// Frames examined, and those damaged, unusable or bad.
  public var frames = FrameTally()
  /// Why the camera is lost, or its last problem; `nil` without one.
  public var problem: String?
}

/// The state of one sink.
public struct SinkReport: Sendable {
  /// The sink's name for people.
  public var name: String
  /// Whether it is the recording.
  public var isRecording: Bool
  /// Pictures that it took.
  public var taken: Int
  /// Pictures that it missed: it was slow, busy, away or over.
  public var leftOut: Int
  /// Why it ended early; `nil` when it didn't.
  public var problem: String?
}

/// The state of a job.
public struct JobProgress: Sendable {
  /// Pictures made so far.
  public var pictures = 0
  /// Pictures in the recording; without one, those that any live sink took.
  public var written = 0
  /// The bytes of those pictures.
  public var bytes = 0
  /// Pictures not recorded because the disk was behind.
  public var writerDrops = 0
  /// One report per sink.
  public var sinks: [SinkReport] = []
  /// Time since the first picture.
  public var elapsed = Duration.zero
  /// Pictures a second over the last moments.
  public var framesPerSecond = 0.0
  /// Number of pictures the job will make; `nil` when unknown.
  public var expected: Int?
  /// One report per camera, primary first.
  public var cameras: [CameraReport] = []
  /// The hint on the screen; `nil` when there is none.
  public var hint: String?
}

/// The result of a job.
public struct JobSummary: Sendable {
  /// The final state.
  public var progress = JobProgress()
  /// Times by stage, CPU time, allocations and memory.
  public var budget = FrameBudget.Report()
  /// The recording's folder; `nil` without a recording.
  public var folder: String?
  /// Index of the recording's first picture in this run; `nil` without a recording.
  public var firstIndex: Int?
  /// Pictures of the recording that were freed to make room, including those of earlier runs.
  public var freed = 0
  /// Further remarks: why the job ended before it was asked to, if that isn't an error.
  public var remarks: [String] = []
  /// Why not all is good although the job went on to its end: a film that isn't whole, a source most of whose frames were spoiled.
  public var problem: PipelineError?
  /// The canvas's size: `1920x1080`.
  public var canvas = ""
}

/// A message from a running job.
public enum JobEvent: Sendable {
  /// Something is wrong and the job goes on: a camera is gone, for instance.
  case warning(String)
  /// Something the user should know: differences from the request, a camera that is back.
  case note(String)
  /// For users who want to know more: what each camera delivers.
  case detail(String)
  /// The job's state, at most five times a second.
  case progress(JobProgress)
}

/// How many of a camera's frames were examined, and what was wrong with them.
public struct FrameTally: Sendable, Equatable {
  /// Frames that the stage took.
  public var taken = 0
  /// Those of ``taken`` that were shown with data missing.
  public var damaged = 0
  /// Those of ``taken`` that couldn't be shown.
  public var unusable = 0
  /// Frames that the driver marked as bad or that were empty: they never reached the stage.
  public var bad = 0

  /// A tally of zeros.
  public init() {}

  /// All frames examined, including those that never reached the stage.
  public var looked: Int { taken + bad }
  /// Frames that couldn't be used whole.
  public var spoiled: Int { damaged + unusable + bad }
  /// Whether more than half of the frames couldn't be used whole.
  public var isMostlySpoiled: Bool { spoiled * 2 > looked }
}
