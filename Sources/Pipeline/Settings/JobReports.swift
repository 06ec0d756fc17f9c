import CaptureKit
import Compositor
import Recording

/// How one camera is doing, for a status line.
public struct CameraReport: Sendable {
  public var id = ""
  public var name = ""
  public var state = CameraState.lost
  public var framesPerSecond = 0.0
  public var drops = 0
  public var counters = FeedCounters()
  public var frames = FrameTally()
  /// Why the camera is gone, if it is.
  public var problem: String?
}

/// How one sink is doing.
public struct SinkReport: Sendable {
  public var name: String
  public var isRecording: Bool
  /// Pictures that it took, and pictures that went past it: it was slow, busy, away or over.
  public var taken: Int
  public var leftOut: Int
  /// Why it ended before it was to, if it did.
  public var problem: String?
}

/// How a job is doing.
public struct JobProgress: Sendable {
  public var pictures = 0
  /// Pictures in the recording, and their bytes; without a recording, those that any live sink took.
  public var written = 0
  public var bytes = 0
  /// Pictures that were not recorded as the disk was behind.
  public var writerDrops = 0
  public var sinks: [SinkReport] = []
  /// Since the first picture.
  public var elapsed = Duration.zero
  /// Pictures a second over the last moments.
  public var framesPerSecond = 0.0
  /// Pictures to come in all, where that is known.
  public var expected: Int?
  public var cameras: [CameraReport] = []
  public var hint: String?
}

/// What a job did.
public struct JobSummary: Sendable {
  public var progress = JobProgress()
  public var budget = FrameBudget.Report()
  /// Where the recording went and the index of its first picture.
  public var folder: String?
  public var firstIndex: Int?
  /// Pictures of the recording that were freed to make room, those of earlier runs included.
  public var freed = 0
  /// What else is to be known of it: why it ended before it was asked to, when that is no error; cameras most of whose
  /// frames were spoiled.
  public var remarks: [String] = []
  public var canvas = ""
}

/// What a job says while it runs.
public enum JobEvent: Sendable {
  /// Something is wrong and the job goes on: a camera gone.
  case warning(String)
  /// Something a person should know: asked and got, a camera back.
  case note(String)
  /// For who wants to know more: what each camera delivers.
  case detail(String)
  /// At most five times a second.
  case progress(JobProgress)
}
