import CaptureKit
import Compositor
import FrameBus
import GlassChrome
import Recording

/// What a job takes its frames from, what it makes of them, where these go and when it ends.
public struct JobSettings: Sendable {
  /// Whether frames come by the clock or as fast as they are taken.
  public enum Pace: Sendable {
    /// Cameras and anything that plays their part.
    case live
    /// Files and scenes, every frame once: the same input gives the same bytes.
    case exact
  }

  /// One camera, or something that stands in for it.
  public struct Source: Sendable {
    public var specification: SourceSpecification
    public var request: StreamRequest

    public init(specification: SourceSpecification, request: StreamRequest = StreamRequest()) {
      self.specification = specification
      self.request = request
    }
  }

  public var pace: Pace
  /// The primary, and a secondary or none.
  public var sources: [Source]
  public var stage = StageSettings()
  /// Whether a camera that delivers something else than was asked for is an error.
  public var isStrict = false
  /// What happens when a camera goes away.
  public var onCameraLost = CameraLossPolicy.continue
  /// Whether a camera that doesn't come is an error, though there is another.
  var mustHaveAll: Bool { isStrict || onCameraLost == .stop }
  /// How long the first frame of the first camera may take.
  public var firstFrameTimeout = Duration.seconds(10)

  /// Whether progress is reported. Reports are made of strings and arrays: without them a running job allocates
  /// nothing.
  public var reportsProgress = true

  // MARK: When it ends, and which pictures count

  public var frames: Int?
  public var duration: Duration?
  /// Pictures made before the first that counts.
  public var skip = 0
  /// At most so many pictures a second.
  public var framesPerSecond: Double?
  /// One picture in each such interval.
  public var every: Duration?
  /// Only the picture in which the guides of the primary snap, see ``guides``.
  public var onlyWhenSnapped = false
  /// Pictures taken each time they do, and each time the shutter is pressed for single pictures.
  public var burst = 1
  /// The guides that have to be snapped together; empty: any one of them.
  public var guides: Set<Guide> = []
  /// Bytes of pictures that a recording has at most, those that were in its folder before included.
  public var budgetBytes: Int?

  // MARK: Who drives the screen

  /// Events with their times since the first picture.
  public var script: EventTimeline?
  /// Path of a Unix socket that events come by.
  public var control: String?
  /// Whether a recording gets a file that says what the screen shows.
  public var describesScreen = false
  /// Whether somebody presses the chrome's controls.
  public var isDriven: Bool { script != nil || control != nil }

  // MARK: What the process may do

  /// Whether the process confines itself once sources and sinks are open. For the executable: it can't be undone.
  public var sandbox = Sandbox.Demand.off
  /// What it needs of the file system beside what the other settings name.
  public var paths = PathRules()

  // MARK: Where pictures go

  /// Folder of a recording.
  public var folder: String?
  /// What a recording does when its budget is used up, or the disk is full.
  public var whenFull = WhenFull.stop
  /// What of a recording survives a power cut.
  public var durability = Durability.none
  /// When a recording goes on in a folder of its own; `nil`: it has one.
  public var segment: SegmentLength?
  /// Folder of single pictures that a signal asks for, where nothing is recorded.
  public var stills: String?
  /// File that always holds the newest picture.
  public var latest: String?
  /// Virtual cameras that are fed.
  public var outputs: [VideoOutputSpecification] = []
  /// Whether pictures go to standard output as Motion JPEG.
  public var writesMJPEG = false
  /// Whether a line about each picture goes to standard output.
  public var writesJSONLines = false

  /// Folders that are made where they aren't there.
  var folders: [String] { [folder, stills].compactMap(\.self) }

  /// What makes a live job a service.
  public var service: ServiceSettings?

  /// For tests: what stands for standard output.
  var standardOutput: Int32 = 1
  /// For tests: opens sources; else ``FeedFactory`` does.
  var openFeed: (@Sendable (Source, Doorbell) throws(CaptureError) -> any CameraFeed)?
  /// For tests: nanoseconds that the stage is taken to have worked on a picture, by its number; else measured.
  var workTime: (@Sendable (Int) -> Int64)?

  /// Nanoseconds that a picture may take; 0 if nothing waits for it.
  ///
  /// - Parameter cameraRate: frames a second of the camera that drives; `nil` if it doesn't say.
  func pictureBudget(cameraRate: Double?) -> Int64 {
    guard pace == .live else { return 0 }
    var interval = 1 / max(cameraRate ?? 30, 0.001)
    if let rate = framesPerSecond, rate > 0 { interval = max(interval, 1 / rate) }
    if let every { interval = max(interval, every / .seconds(1)) }
    return Int64(min(interval, 3600) * 1e9)
  }

  public init(pace: Pace, sources: [Source]) {
    self.pace = pace
    self.sources = sources
  }
}
