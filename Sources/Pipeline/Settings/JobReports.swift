import CaptureKit
import Compositor
import HostResources
import Recordings
import Values

/// The state of one camera, for a status line.
package struct CameraReport: Sendable {
  /// The camera's name.
  package var id = ""
  /// The feed's name for people.
  package var name = ""
  /// Its state in the latest picture.
  package var state = CameraState.lost
  /// Recent frames per second.
  package var framesPerSecond = 0.0
  /// Frames lost so far, wherever they were lost.
  package var drops = 0
  /// The feed's own counts.
  package var counters = FeedCounters()
  /// Frames examined, and those damaged, unusable or bad.
  package var frames = FrameTally()
  /// Milliseconds between its frames and the leader's in the same pictures; `nil` if there were none
  /// such, and before the end.
  package var skewMs: FrameBudget.Percentiles?
  /// The same, counted so far; none of a camera that always leads.
  package var skews = TimeBuckets()
  /// Why the camera is lost, or its last problem; `nil` if there is none.
  package var problem: String?
}

/// The state of a job.
package struct JobProgress: Sendable {
  /// Pictures made so far.
  package var pictures = 0
  /// Pictures in the recording or, without one, those that any live sink took.
  package var written = 0
  /// Size of those pictures in bytes.
  package var bytes = 0
  /// Pictures not recorded because the disk was behind.
  package var writerDrops = 0
  /// One report per sink.
  package var sinks: [SinkReport] = []
  /// Time since the first picture.
  package var elapsed = Duration.zero
  /// Recent pictures per second.
  package var framesPerSecond = 0.0
  /// Number of pictures the job will make; `nil` when unknown.
  package var expected: Int?
  /// One report per camera, main one first.
  package var cameras: [CameraReport] = []
  /// The hint on the screen, if any.
  package var hint: String?
  /// What is known of each condition of an alarm.
  package var alarms: [AlarmReport] = []
  /// How often programs were told of what; empty in an exact job.
  var events: [EventName: Int] = [:]
  /// What instruments say now, and how old it is.
  var values: [ValueSample] = []
}

/// The result of a job.
package struct JobSummary: Sendable {
  /// The final state.
  package var progress = JobProgress()
  /// Times by stage, CPU time, allocations and memory.
  package var budget = FrameBudget.Report()
  /// The recording's folder; `nil` without a recording.
  package var folder: String?
  /// Index of the recording's first picture in this run; `nil` without a recording.
  package var firstIndex: Int?
  /// Pictures deleted from the recording to make room, including those of earlier runs.
  package var freed = 0
  /// Further remarks: why the job ended early, if that isn't an error.
  package var remarks: [String] = []
  /// What went wrong in a job that still ran to its end: an incomplete film, or a source most of whose frames were spoiled.
  package var problem: PipelineError?
  /// The canvas's size: `1920x1080`.
  package var canvas = ""
}

/// A message from a running job.
package enum JobEvent: Sendable {
  /// Something is wrong but the job continues: a camera is gone, for instance.
  case warning(String)
  /// A file of many can't be read: each is named, however many there are.
  case unread(String)
  /// Something the user should know: differences from the request, a camera that is back.
  case note(String)
  /// For users who want to know more: what each camera delivers.
  case detail(String)
  /// What a pipe's first picture waits for, every second.
  case waiting(String)
  /// The job's state, at most five times a second.
  case progress(JobProgress)
}

/// How many of a camera's frames were examined, and what was wrong with them.
package struct FrameTally: Sendable, Equatable {
  /// Frames that the stage took.
  package var taken = 0
  /// Those of ``taken`` that were shown with data missing.
  package var damaged = 0
  /// Those of ``taken`` that couldn't be shown.
  package var unusable = 0
  /// Frames that the driver marked as bad, or empty ones: they never reached the stage.
  package var bad = 0

  /// All frames examined, including those that never reached the stage.
  package var looked: Int { taken + bad }
  /// Frames that couldn't be used whole.
  package var spoiled: Int { damaged + unusable + bad }
  /// Whether more than half of the frames couldn't be used whole.
  package var isMostlySpoiled: Bool { spoiled * 2 > looked }
}
