import FrameBus
import PixelTypes

/// A source that runs on its own thread and feeds a `FrameBus`.
public protocol CameraFeed: AnyObject, Sendable {
  /// What was requested and what was delivered. May change when a camera is reopened.
  var negotiation: Negotiation { get }
  /// A name for people: "C920 (by-id …)", "synth:coast", a file's name.
  var name: String { get }
  /// How the source is doing.
  var status: FeedStatus { get }
  /// Frames received, lost and bad so far, and reconnects and timeouts.
  var counters: FeedCounters { get }
  /// Where a camera is plugged in, as reported by its driver: "usb-0000:00:14.0-2"; `nil` for files and scenes.
  var bus: String? { get }
  /// The node where the camera is now: `/dev/videoN`; `nil` for files and scenes.
  var node: String? { get }
  /// The camera's exposure when its controls were last read; `nil` for files, scenes and cameras that don't report any.
  var exposure: CameraExposure? { get }
  /// The camera's controls as last read; empty for files and scenes.
  var controls: [CameraControl] { get }
  /// Increases each time ``controls`` are read.
  var controlsRevision: Int { get }
  /// Requests a control by its V4L2 name. With its next frame the feed sets it and reads all controls back; it
  /// sets it again when the camera returns. The last of several values for one control wins. Returns at once.
  func setControl(_ name: String, to value: Int64)
  /// The sizes and rates that the camera offers in its current format; empty for files and scenes.
  var modes: [StreamMode] { get }
  /// Requests that the camera be reopened with another size and rate. Returns at once; frames of that size follow. If the
  /// camera refuses, it counts as lost until it is back with the previous ones.
  func change(size: PixelSize, framesPerSecond: Double?)
  /// Asks the camera to measure focus and exposure in part of its frames, in frame pixels. Returns at once; does nothing
  /// without a control for it (``CameraControl/isRegionOfInterest``).
  func measure(in region: PixelRect)
  /// Requests that the controls be reread with the next frame, for those that the camera changes itself.
  func refreshControls()
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

/// How long to wait for a feed's thread after telling it to stop.
enum FeedPatience {
  // A driver stuck in the kernel, or a file on a dead network mount, must not keep the process alive.
  static let atEnd = Duration.seconds(10)
}

extension CameraFeed {
  /// 0: a source begins with its first frame.
  public var firstNumber: Int { 0 }
  /// `false`: a live source's frames give way to newer ones.
  public var waits: Bool { false }
  /// `nil`: files and scenes have no exposure.
  public var exposure: CameraExposure? { nil }
  /// Empty: files and scenes have no controls.
  public var controls: [CameraControl] { [] }
  /// Always 0: files and scenes have no controls.
  public var controlsRevision: Int { 0 }
  /// Does nothing: files and scenes have no controls.
  public func setControl(_ name: String, to value: Int64) {}
  /// Empty: files and scenes have a fixed size.
  public var modes: [StreamMode] { [] }
  /// Does nothing: files and scenes have a fixed size.
  public func change(size: PixelSize, framesPerSecond: Double?) {}
  /// Does nothing: files and scenes have no controls.
  public func measure(in region: PixelRect) {}
  /// Does nothing: files and scenes have no controls.
  public func refreshControls() {}
  /// `nil`: files and scenes aren't plugged in.
  public var bus: String? { nil }
  /// `nil`: files and scenes have no node.
  public var node: String? { nil }
  /// Empty: files and scenes need no remedies.
  public func takeIncidents() -> [FeedIncident] { [] }
}
