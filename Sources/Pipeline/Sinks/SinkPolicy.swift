import Compositor

/// Which pictures a sink gets, and what happens when it is slow.
enum SinkPolicy {
  /// Every picture that belongs in the recording. When full: new ones are left out.
  case recording
  /// Single pictures that the user requested.
  case stills
  /// Everything there is to see. When full: the oldest gives way, so that a slow reader sees the newest.
  case live
  /// Those recorded or, without a recording, everything; kept in a file. When full: new ones are left out.
  case film

  /// Whether it shows pictures by itself, without a recording.
  var isViewer: Bool { self == .live || self == .film }

  /// Whether it takes every picture to a disk.
  var keepsAll: Bool { self == .recording || self == .film }

  /// Whether it gets a picture.
  func wants(_ fate: Fate) -> Bool {
    switch self {
    case .recording, .film: fate.isRecorded
    case .stills: fate.isStill
    case .live: true
    }
  }

  /// How many pictures may wait: for a disk, enough to ride out a one-second stall at 30 a second.
  func queue(_ pace: JobPace) -> Int { keepsAll && pace == .live ? 30 : 2 }

  /// How long the sink may be idle at the end before it is abandoned.
  var patience: Duration { keepsAll ? .seconds(60) : .seconds(10) }

  /// The most pictures that the sink holds, waiting or being written.
  func most(_ pace: JobPace) -> Int { queue(pace) + 1 }
}
