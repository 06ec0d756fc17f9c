import Recordings

/// A finished picture that may be recorded, with what the job was when it was made.
struct Candidate {
  /// As the recording will get it, except for what other pictures before it tell.
  var issue: Issue
  /// Its time.
  let nanoseconds: Int64
  let arranged: Arranged
  /// Whether it is recorded for itself, not because a trigger fires later.
  var isChosen = true
  /// How many of its marks others had that weren't recorded.
  var toldMarks = 0
  /// What the job had counted.
  var counts: RecordedCounts
}

/// What a job had counted up to a picture.
struct RecordedCounts {
  /// All damaged and unusable frames.
  var spoiled = 0
  /// Pictures that the shutter kept out of the recording.
  var paused = 0
  /// Pictures that the disk was too slow for.
  var unwritten = 0
}
