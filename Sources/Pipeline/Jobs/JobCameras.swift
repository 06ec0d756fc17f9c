import CaptureKit
import Compositor
import Recordings

/// A job's cameras, shown or not: what came of their frames, and what people are told of them.
struct JobCameras {
  /// By their numbers among the job's.
  let intakes: [CameraIntake]
  /// Their names in lines.
  let ids: [String]
  private let settings: JobSettings
  private var watches: [CameraWatch]
  /// What former stages counted.
  private var former: [FrameTally]
  private(set) var skews: SkewTally
  private var formats = FormatChanges()
  private var exposureMatch = ExposureMatch()
  /// The first camera lost and the reason, as a sentence.
  private(set) var lost: String?

  init(_ intakes: [CameraIntake], ids: [String], _ settings: JobSettings) {
    (self.intakes, self.ids, self.settings) = (intakes, ids, settings)
    watches = zip(intakes, ids).map { CameraWatch($0.feed, id: $1) }
    former = intakes.map { _ in FrameTally() }
    skews = SkewTally(cameras: intakes.count)
  }

  /// Frames per second of the fastest camera; `nil` if any rate is unknown.
  var fastest: Double? {
    var most: Double = 0
    for intake in intakes {
      guard let rate = intake.feed.negotiation.got.framesPerSecond else { return nil }
      most = max(most, rate)
    }
    return most > 0 ? most : nil
  }

  // MARK: - For each picture

  /// Looks at a drawn picture: which cameras fell silent, disappeared or returned, and how far its frames are apart.
  ///
  /// - Parameter pairs: those of its frames; `nil` if none is new.
  mutating func look(
    at moment: Moment, on showing: Showing, _ pairs: FramePairer?, _ events: (JobEvent) -> Void
  ) {
    if let pairs { skews.note(pairs) }
    for (place, index) in showing.shown.enumerated() {
      let loss = watches[index].look(at: moment, place, of: showing.stage, settings.onCameraLost, events)
      lost = lost ?? loss
    }
  }

  /// A camera that sends another format than before: the recording's description states the formats.
  mutating func formatChange(in inputs: [CameraInput]) -> FormatChanges.Change? {
    formats.change(in: inputs)
  }

  /// Keeps what a stage counted that is about to be replaced.
  mutating func keepCounts(of showing: Showing) {
    for index in intakes.indices {
      guard let camera = showing.camera(of: index) else { continue }
      former[index].damaged += camera.damaged
      former[index].unusable += camera.unusable
    }
  }

  /// Matches the cameras' exposure, if it is asked for and time to; returns whether it was.
  mutating func matchExposure(at now: Int64, _ warn: (String) -> Void) -> Bool {
    guard settings.matchesExposure, exposureMatch.isDue(at: now) else { return false }
    exposureMatch.advance(Array(zip(ids, intakes.map(\.feed))), at: now, warn: warn)
    return true
  }

  /// Reports a camera that became slow or sends many damaged frames; returns whether it did.
  mutating func checkHealth(
    of number: Int, _ showing: Showing, at now: Int64, _ events: (JobEvent) -> Void
  ) -> Bool {
    watches[number].checkHealth(tally(of: number, showing), at: now, events)
  }

  /// Passes on what cameras reported last.
  mutating func tellIncidents(_ events: (JobEvent) -> Void) {
    for index in watches.indices { watches[index].tellIncidents(events) }
  }

  // MARK: - Account

  /// The tally of a camera's frames over all stages.
  func tally(of number: Int, _ showing: Showing) -> FrameTally {
    var tally = former[number]
    if let camera = showing.camera(of: number) {
      tally.damaged += camera.damaged
      tally.unusable += camera.unusable
    }
    tally.taken = intakes[number].shown
    tally.bad = Int(clamping: intakes[number].feed.counters.bad)
    return tally
  }

  /// Damaged and unusable frames of all cameras.
  func spoiled(_ showing: Showing) -> Int {
    var sum = 0
    for index in intakes.indices {
      let tally = tally(of: index, showing)
      sum += tally.damaged + tally.unusable
    }
    return sum
  }

  private func problem(of number: Int, _ showing: Showing) -> String? {
    intakes[number].turner?.problem ?? intakes[number].masker?.problem
      ?? showing.camera(of: number)?.lastProblem.map { "\($0)" }
  }

  /// The verdict on the first spoiled source, if any.
  func verdict(_ showing: Showing) -> PipelineError? {
    for (index, intake) in intakes.enumerated() {
      if let error = tally(of: index, showing).verdict(
        on: settings.sources[index].specification, intake.feed.name, bus: intake.feed.camera?.bus,
        problem: problem(of: index, showing))
      {
        return error
      }
    }
    return nil
  }

  /// The state of each, for people.
  ///
  /// - Parameter isOver: whether the job is, so that what they sum up to is told, too.
  func reports(_ showing: Showing, isOver: Bool = false) -> [CameraReport] {
    intakes.enumerated().map { index, intake in
      var report = CameraReport()
      report.id = ids[index]
      report.name = intake.feed.name
      report.state =
        showing.camera(of: index) == nil
        ? (intake.isGone ? .lost : .live) : watches[index].state ?? .lost
      report.framesPerSecond = intake.framesPerSecond
      report.drops = intake.lost
      report.counters = intake.feed.counters
      report.frames = tally(of: index, showing)
      report.problem = intake.feed.failure.map { "\($0)" } ?? problem(of: index, showing)
      if isOver { report.skewMs = skews.milliseconds(of: index) }
      report.skews = skews.buckets(of: index)
      return report
    }
  }

  /// What to say of cameras whose frames were mostly far from those that they were shown with.
  var farPairs: [String] {
    intakes.indices.compactMap { skews.warning(of: $0, ids[$0], interval: intakes[$0].interval) }
  }
}
