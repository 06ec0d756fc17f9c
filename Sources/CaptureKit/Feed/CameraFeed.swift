import FrameBus
import PixelTypes

/// A source that runs on its own thread and feeds a `FrameBus`.
public protocol CameraFeed: AnyObject, Sendable {
  /// What was requested and what was delivered. May change when a camera is reopened.
  var negotiation: Negotiation { get }
  /// A name for people: "C920 (by-id …)", "synth:coast", a file's name.
  var name: String { get }
  /// A name that stays the same however the source is found again: the camera's own, if no twin has it, else its port's.
  var stableName: String { get }
  /// How the source is doing.
  var status: FeedStatus { get }
  /// Frames received, lost and bad so far, and reconnects and timeouts.
  var counters: FeedCounters { get }
  /// What only a camera has; `nil` for files and scenes.
  var camera: (any LiveCamera)? { get }
  /// The error that ended the feed when ``status`` is ``FeedStatus/failed``; the reason for the loss while it is
  /// ``FeedStatus/lost``.
  var failure: CaptureError? { get }
  /// The remedies for missing frames since the last call, in order. Allocates nothing when there are none.
  func takeIncidents() -> [FeedIncident]
  /// The bus's consumer end; `nil` from the second call on.
  func takeConsumer() -> FrameConsumer<FrameSlot>?
  /// The number of the source's first frame, lost or not: 0 unless it is part of a file. A camera's come from its driver.
  var firstNumber: Int { get }
  /// Whether the source waits for its frames to be taken and loses none; a camera doesn't.
  var waits: Bool { get }
  /// Starts the thread.
  func start() throws(CaptureError)
  /// Tells the thread to stop; returns at once. The thread closes the bus when it stops.
  func requestStop()
  /// Waits for the thread to end. Call ``requestStop()`` first, and end all leases.
  func join()
}

/// The camera behind a feed: where it is, its controls, and the sizes and rates to choose from.
public protocol LiveCamera: AnyObject, Sendable {
  /// Where it was first plugged in, as reported by its driver: "usb-0000:00:14.0-2".
  var bus: String { get }
  /// The node where it is or last was: `/dev/videoN`.
  var node: String { get }
  /// Its exposure when its controls were last read; `nil` when it doesn't report any.
  var exposure: CameraExposure? { get }
  /// Its controls as last read.
  var controls: [CameraControl] { get }
  /// Increases each time ``controls`` are read.
  var controlsRevision: Int { get }
  /// Requests a control by its V4L2 name. With its next frame the feed sets it and reads all controls back; it
  /// sets it again when the camera returns. The last of several values for one control wins. Returns at once.
  func setControl(_ name: String, to value: Int64)
  /// The sizes and rates that it offers in its format.
  var modes: [StreamMode] { get }
  /// Requests that it be reopened with another size and rate. Returns at once; frames of that size follow. If
  /// it refuses, it counts as lost until it is back with the previous ones.
  func change(size: PixelSize, framesPerSecond: Double?)
  /// Asks it to measure focus and exposure in part of its frames, in frame pixels. Returns at once; does nothing
  /// without a control for it (``CameraControl/isRegionOfInterest``).
  func measure(in region: PixelRect)
  /// Requests that the controls be reread with the next frame, for those that it changes itself.
  func refreshControls()
}

/// How long to wait for a feed's thread after telling it to stop.
enum FeedPatience {
  // A driver stuck in the kernel, or a file on a dead network mount, must not keep the process alive.
  static let atEnd = Duration.seconds(10)
}

extension CameraFeed {
  /// A file's or a scene's name.
  public var stableName: String { name }
  /// 0: a source begins with its first frame.
  public var firstNumber: Int { 0 }
  /// `false`: a live source's frames give way to newer ones.
  public var waits: Bool { false }
}
