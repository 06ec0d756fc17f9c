import HUDGeometry
import HostResources
import Values

/// What one picture is made from: each camera's frame, the time, and what the job says of itself then.
package struct Moment {
  /// One for each viewfinder, in the layout's order.
  package var cameras: [CameraInput]
  /// The picture's time on the frames' clock, in nanoseconds; it moves guides and chrome.
  package var nanoseconds: Int64
  /// Between the cameras' frames in nanoseconds; `nil` unless two are live.
  package var skew: Int64?
  /// The same by the cameras' own clocks; `nil` unless both have such times.
  package var deviceSkew: Int64?
  /// The wall clock beside the frames' own; `nil` unless they are live.
  package var utc: UTCClock.Reading?
  /// When the frame that leads was taken: its time stamp, in nanoseconds of
  /// CLOCK_MONOTONIC; `nil` if frames have no such time, as in files read as fast as possible.
  package var captured: Int64?
  /// Nanoseconds spent pairing them, without waiting.
  package var pairing: Int64 = 0
  /// Shown by the clock in the chrome.
  package var secondsOfDay = 0
  /// Shown by the timer; `nil` for none.
  package var recordingSeconds: Double?
  /// Whether the tally shows that pictures are recorded.
  package var isRecorded = false
  /// The main camera's exposure time in seconds, as its driver says; `nil` if it doesn't.
  package var exposureSeconds: Double?
  /// What other programs and instruments said.
  package var values: [ValueSample] = []
  /// The conditions of alarms that hold, and those of which nothing is known.
  package var alarms: [String] = []
  package var alarmsUnknown: [String] = []
  /// The picture's time on the clock of ``values`` and ``attitude``, in nanoseconds; `nil` without values. Cameras' frames differ from it
  /// by their skew.
  package var valuesTime: Int64?
  /// What an attitude sensor has said since the last picture, in the order of its times, if possible up to .4 s after this picture's:
  /// what comes late is of earlier moments.
  package var attitude: [AttitudeSample] = []
  /// Which cameras' own frames are watched, by their place in ``cameras``.
  package var watched: UInt64 = 0
  /// Whether other threads make parts of the picture if ``StageThreads/auto`` leaves that open. The bytes are the same either way.
  package var isShared = false

  package init(_ cameras: [CameraInput], nanoseconds: Int64 = 0) {
    self.cameras = cameras
    self.nanoseconds = nanoseconds
  }
}
