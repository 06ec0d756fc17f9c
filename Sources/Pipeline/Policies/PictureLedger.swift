import Compositor
import GlassChrome
import Recordings

/// What the recording has and what lines have told so far: from that follow where segments begin, and what each line must tell.
struct PictureLedger {
  var told: ToldFacts
  private var segments: SegmentClock
  /// What the current pictures need `session.json` to say.
  private(set) var arranged: Arranged

  init(_ settings: JobSettings, cameras: Int, _ session: SessionDescription) {
    told = ToldFacts(cameras: cameras)
    segments = SegmentClock(settings.segment)
    arranged = Arranged(0, session)
  }

  /// Makes the next picture begin a segment.
  mutating func describeAnew(_ session: SessionDescription) {
    arranged = Arranged(arranged.number + 1, session)
  }

  /// Whether a picture begins a segment.
  func beginsSegment(_ candidate: Candidate) -> Bool {
    segments.isDue(
      nanoseconds: candidate.nanoseconds, bytes: candidate.issue.picture.recordedBytes,
      arrangement: candidate.arranged.number)
  }

  /// Adds to a picture what only those recorded before it decide.
  ///
  /// - Parameter unwritten: pictures that the disk was too slow for.
  func settle(_ candidate: inout Candidate, unwritten: Int) {
    candidate.counts.unwritten = unwritten
    candidate.issue = told.recorded(candidate.issue)
  }

  /// A picture was taken.
  mutating func took(_ candidate: Candidate, isRecorded: Bool) {
    told.tell(candidate)
    guard isRecorded else { return }
    segments.took(
      nanoseconds: candidate.nanoseconds, bytes: candidate.issue.picture.recordedBytes,
      isFirst: candidate.issue.segment != nil, arrangement: candidate.arranged.number)
  }
}
