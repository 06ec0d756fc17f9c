import FrameBus
import PixelTypes

/// A source that runs on its own thread and feeds a `FrameBus`.
public protocol CameraFeed: AnyObject, Sendable {
  /// What was asked and what came. May change when a camera is reopened.
  var negotiation: Negotiation { get }
  /// A name for people: "C920 (by-id …)", "synth:coast", a file's name.
  var name: String { get }
  /// How the source is doing.
  var status: FeedStatus { get }
  /// Frames received, lost and bad so far, and reconnects and timeouts.
  var counters: FeedCounters { get }
  /// Where a camera is plugged in, as its driver says it: "usb-0000:00:14.0-2"; `nil` for files and scenes.
  var bus: String? { get }
  /// The node the camera is at now: `/dev/videoN`; `nil` for files and scenes.
  var node: String? { get }
  /// The camera's settings when it was last opened; `nil` for files, scenes and cameras that don't report any.
  var exposure: CameraExposure? { get }
  /// The camera's controls as they were last read; empty for files and scenes.
  var controls: [CameraControl] { get }
  /// Rises each time ``controls`` are read.
  var controlsRevision: Int { get }
  /// Asks for a control to be set, by its V4L2 name; the feed sets it with its next frame, reads all controls back, and
  /// sets it again when the camera returns. Of several values for one control the last counts. Returns at once.
  func setControl(_ name: String, to value: Int64)
  /// The sizes and rates that the camera offers in its present format; empty for files and scenes.
  var modes: [StreamMode] { get }
  /// Asks for the camera to be opened again with another size and rate. Returns at once; frames of that size follow. If the
  /// camera refuses, it counts as lost until it is back with the former ones.
  func change(size: PixelSize, framesPerSecond: Double?)
  /// Asks the camera to measure focus and exposure in a part of its frames, in their pixels. Returns at once; without a
  /// control for that (``CameraControl/isRegionOfInterest``) it does nothing.
  func measure(in region: PixelRect)
  /// Asks for the controls to be read again with the next frame, for those that the camera changes itself.
  func refreshControls()
  /// The error that ended the feed when ``status`` is ``FeedStatus/failed``; the reason for the loss while it is
  /// ``FeedStatus/lost``.
  var failure: CaptureError? { get }
  /// The remedies for missing frames since the last call, in order. Allocates nothing when there are none.
  func takeIncidents() -> [FeedIncident]
  /// The end of the bus to take frames from; `nil` from the second call on.
  func takeConsumer() -> FrameConsumer<FrameSlot>?
  /// The number of the source's first frame, lost or not: 0 unless it is a part of a file. A camera's are its driver's.
  var firstNumber: Int { get }
  /// Whether the source waits until its frames are taken, and loses none; a camera doesn't.
  var waits: Bool { get }
  /// Starts the thread.
  func start() throws(CaptureError)
  /// Asks the thread to stop; returns at once. The thread closes the bus when it stops.
  func requestStop()
  /// Waits for the thread to end. Call ``requestStop()`` first, and end all leases.
  func join()
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
  /// Empty: files and scenes have the size they have.
  public var modes: [StreamMode] { [] }
  /// Does nothing: files and scenes have the size they have.
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
