import CaptureKit
import Compositor
import FrameBus
import GlassChrome
import HostResources
import PixelTypes
import Recordings
import Screen
import Settings
import Values

/// Where a job gets its frames, what it makes of them, where the results go and when it ends.
package struct JobSettings: Sendable {
  package typealias Pace = JobPace

  /// One camera, or its stand-in.
  package struct Source: Sendable {
    /// The camera's, among the job's; `nil` for the usual one of its place.
    package var name: String?
    /// What the user named.
    package var specification: SourceSpecification
    /// The format, size, rate and controls to request.
    package var request: StreamRequest
    /// How its frames are turned and cropped.
    package var turn: FrameTurn

    /// What is hidden of its frames after that.
    package var masks: [FrameMask] = []

    /// What is made unrecognizable in them; `nil` for nothing, and for no wait.
    package var redaction: Redaction?

    /// Whether its frames may need turning or cropping: files may hold photos that aren't upright.
    var mayNeedTurning: Bool { if case .files = specification { true } else { turn != .none } }

    /// Whether it is a file that a live job plays in real time; a pipe waits by itself.
    var isFilm: Bool { if case .files(let file) = specification { !file.isPipe } else { false } }
    var isPipe: Bool { if case .files(let file) = specification { file.isPipe } else { false } }

    /// Makes a source; by default it makes every choice itself, and frames stay as they are.
    package init(
      _ name: String? = nil, specification: SourceSpecification, request: StreamRequest = StreamRequest(),
      turn: FrameTurn = .none
    ) {
      self.name = name
      self.specification = specification
      self.request = request
      self.turn = turn
    }
  }

  /// Whether frames come in real time or as fast as they are taken.
  package var pace: Pace
  /// The cameras, the main one first; each has a name of its own.
  package var sources: [Source]
  /// The cameras' names, in order.
  package var names: [String] { zip(sources, CameraNames.usual).map { $0.name ?? $1 } }
  /// What offers its cameras that are named, or takes its pictures as one.
  var services: Set<CameraService> {
    let served = sources.compactMap(\.specification.service)
    return Set(served + (sinks.contains(where: \.isPipeWire) ? [.pipewire] : []))
  }
  /// What the stage draws, and how.
  package var stage = StageSettings()
  /// Whether it is an error when a camera doesn't deliver what was requested.
  package var isStrict = false
  /// What happens when a camera goes away.
  package var onCameraLost = CameraLossPolicy.continue
  /// Whether a missing camera is an error even if there is another.
  var mustHaveAll: Bool { isStrict || onCameraLost == .stop }
  /// What is added to cameras' stamps when they are paired; `nil` for nothing.
  package var offsets: CameraOffsets?
  /// Whether the other cameras follow the first one's exposure.
  package var matchesExposure = false
  /// How long a live picture waits for frames of cameras that don't lead.
  package var wait = FrameWait.due
  /// How long to wait for a first frame from any camera, or from all of them if all are required; `nil`: 10 s, a minute for
  /// a pipe.
  package var firstFrameTimeout: Duration?

  /// Whether progress is reported. Reports hold strings and arrays: without them a running job
  /// allocates nothing.
  package var reportsProgress = true

  // MARK: When it ends, and which pictures count

  /// Ends the job after this many pictures in the recording or, without one, at the live sinks; `nil`: no limit.
  package var frames: Int?
  /// Ends the job after this much time; `nil`: no limit.
  package var duration: Duration?
  /// Pictures made before the first that counts.
  package var skip = 0
  /// The most pictures a second; `nil` for every frame of the leading camera.
  package var framesPerSecond: Double?
  /// Records one picture per interval of this length; `nil`: every picture.
  package var every: Duration?
  /// Records only when one of these fires; empty: every picture.
  package var triggers: Set<RecordingTrigger> = []
  /// Pictures recorded per trigger, and per press of the shutter in photo mode.
  package var burst = 1
  /// What the shutter does at first.
  package var mode = CaptureMode.video
  /// How long to keep recording after a trigger; `nil`: ``burst`` pictures.
  package var after: Duration?
  /// How much from before a trigger to record, too; `nil` for nothing.
  package var before: Duration?
  /// What says values for the pictures, such as depth and speed.
  package var values: [ValueSource] = []
  /// How old a value may be; `nil`: 2 s, of a log that is replayed as it suggests.
  package var valuesAge: Duration?
  /// What is added to the times of logs that are replayed.
  package var valuesOffset = Duration.zero
  /// What people and programs are told of when it begins to hold of values.
  package var alarms: [ValueCondition] = []
  /// The triggers that are conditions on values.
  var conditions: [ValueCondition] {
    triggers.compactMap(\.condition).sorted { $0.description < $1.description }
  }
  /// Path of a named pipe on which programs are told what happens.
  package var eventPipe: String?
  /// The guides that must snap together; empty: any one of them.
  package var guides: Set<Guide> = []
  /// The most bytes of pictures in a recording, including those already in its folder; `nil`: no limit.
  package var budgetBytes: Int?

  // MARK: What controls the screen

  /// Events with their times since the first picture.
  package var script: EventTimeline?
  /// Path of a Unix socket that receives events.
  package var control: String?
  /// Whether a recording includes a file that describes the screen.
  package var describesScreen = false
  /// Whether a script or a socket operates the chrome's controls.
  package var isControlled: Bool { script != nil || control != nil }

  /// Which roll of each camera counts as level; `nil` for 0.
  package var levels: CameraLevels?

  // MARK: What the process may do

  /// Whether the process confines itself once sources and sinks are open. For the executable only: it can't be undone.
  package var sandbox = Sandbox.Demand.off
  /// File-system access needed beyond what the other settings name.
  package var paths = PathRules()

  // MARK: Where pictures go

  /// Folder of a recording; `nil` for none.
  package var folder: String?
  /// What a recording does when its budget is used up or the disk is full.
  package var whenFull = WhenFull.stop
  /// How much of a recording survives a power cut.
  package var durability = Durability.none
  /// Signs what is recorded.
  package var key: SigningKey?
  /// To whom what masks take out of kept frames is sealed; `nil`: then it is gone.
  package var seal: SealingKey?
  /// When a recording continues in a new folder; `nil`: it has a single one.
  package var segment: SegmentLength?
  /// Where pictures go besides.
  package var sinks: [SinkDestination] = []
  /// Whether a sink shows each picture, whatever is recorded.
  var hasLiveSink: Bool { sinks.contains(where: \.isLive) }
  /// Whether clients of the ``control`` socket may watch the pictures.
  package var publishes = false
  /// The number of the group whose members may connect there too; `nil` for this user only.
  package var publishGroup: UInt32?

  /// A recording or a folder of recordings for the screen's library; `nil` for the job's own recording.
  package var library: String?

  /// What the screen's library shows; `nil` for nothing.
  var libraryFolder: String? { library ?? folder }

  /// Folders to create if missing.
  var folders: [String] {
    [folder].compactMap(\.self) + sinks.filter(\.takesStills).compactMap(\.path)
  }

  /// What makes a live job a service; `nil` if it isn't one.
  package var service: ServiceSettings?

  /// For tests: the descriptor used as standard output.
  var standardOutput: Int32 = 1
  /// For tests: opens sources; otherwise `FeedFactory` does.
  var openFeed: (@Sendable (Source, Doorbell) throws(CaptureError) -> any CameraFeed)?
  /// The time that the job lives in; tests turn it by hand.
  var timekeeper: any Timekeeper = SystemTime()
  /// For tests: nanoseconds that the stage supposedly worked on a picture, by its number; otherwise measured.
  var workTime: (@Sendable (Int) -> Int64)?

  /// Nanoseconds that a picture may take; 0 if nothing waits for it.
  ///
  /// - Parameters:
  ///   - cameraRate: frames a second of the leading camera; `nil` if it doesn't say.
  ///   - isWatched: whether every picture is made, not only those recorded.
  func pictureBudget(cameraRate: Double?, isWatched: Bool) -> Int64 {
    guard pace == .live else { return 0 }
    var interval = 1 / max(cameraRate ?? 30, 0.001)
    if let rate = framesPerSecond, rate > 0 { interval = max(interval, 1 / rate) }
    if let every, !isWatched { interval = max(interval, every / .seconds(1)) }
    return Int64(min(interval, 3600) * 1e9)
  }

  /// Settings that select every picture to be seen, while a recording may take fewer.
  var shown: JobSettings {
    var shown = self
    (shown.every, shown.triggers, shown.skip) = (nil, [], 0)
    return shown
  }

  /// Refuses a seal when nothing is hidden, nor can be by events.
  func checkSeal() throws(PipelineError) {
    let isHidden = sources.contains { !$0.masks.isEmpty || $0.redaction?.target != nil }
    guard seal != nil, !isHidden, !isControlled else { return }
    throw .usage(reason: "--seal has nothing to seal: add --mask or --redact")
  }

  /// Makes settings without limits and without sinks.
  package init(pace: Pace, sources: [Source]) {
    self.pace = pace
    self.sources = sources
  }
}

extension JobSettings {
  /// What has to be done once a setting has changed.
  package enum Effect: Sendable {
    /// Nothing: it is asked for each picture.
    case pictures
    /// Other pictures are recorded.
    case selection
    /// Cameras get other controls.
    case controls
    /// Sinks come and go.
    case sinks
  }

  /// All beside ``StageSettings/all`` that can be set and either changes while a job runs or stands in its recordings.
  package static let all: [Destination<JobSettings, Effect>] = [
    Destination("frames", .pictures, \.frames),
    Destination("duration", .pictures, \.duration),
    Destination("every", .selection, key: "everySeconds", \.every) { $0.map { .number($0 / .seconds(1)) } },
    Destination("fps", .selection, key: "fps", \.framesPerSecond) { $0.map { .number($0) } },
    Destination("trigger", .selection, key: "trigger", \.triggers) {
      $0.isEmpty ? nil : .text($0.map(\.rawValue).sorted().joined(separator: ","))
    },
    Destination("guides", .selection, \.guides),
    Destination("burst", .selection, key: "burst", \.burst) { $0 > 1 ? .integer($0) : nil },
    Destination("after", .selection, key: "afterSeconds", \.after) { $0.map { .number($0 / .seconds(1)) } },
    Destination("before", nil, key: "beforeSeconds", \.before) { $0.map { .number($0 / .seconds(1)) } },
    Destination("wait", nil, key: "wait", \.wait) { $0 == .due ? nil : .text($0.name) },
    Destination("offsets", nil, key: "offsets", \.offsets) { $0.map { .text($0.path) } },
    Destination("sign", nil, key: "signedBy", \.key) { $0.map { .text($0.publicKey.text) } },
    Destination("seal", nil, key: "sealedTo", \.seal) { $0.map { .text($0.text) } },
    Destination("values", nil, key: "values", \.values) {
      $0.isEmpty ? nil : .text($0.map(\.description).joined(separator: ", "))
    },
    Destination("values-age", nil, key: "valuesAgeSeconds", copy: { $0.valuesAge = $1.valuesAge }) {
      let usual = $0.pace == .live && !$0.values.isEmpty ? Duration.seconds(2) : nil
      return ($0.valuesAge ?? usual).map { .number($0 / .seconds(1)) }
    },
    Destination("values-offset", nil, key: "valuesOffsetSeconds", \.valuesOffset) {
      $0 == .zero ? nil : .number($0 / .seconds(1))
    },
    Destination("alarm", .selection, key: "alarms", \.alarms) {
      $0.isEmpty ? nil : .text($0.map(\.description).joined(separator: ", "))
    },
    Destination("set-ctrl", .controls),
    Destination("latest", .sinks),
    Destination("sink", .sinks),
    Destination("skip", nil, key: "skip", \.skip) { $0 > 0 ? .integer($0) : nil },
  ]
}

/// What a live job does when a camera goes away.
package enum CameraLossPolicy: String, Sendable, CaseIterable {
  /// Continues with the remaining cameras, even with none, and looks for the lost one.
  case `continue`
  /// Ends cleanly, with an error that names the camera. A camera that never sends a frame counts too.
  case stop
}
