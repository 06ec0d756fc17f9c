import FrameBus

/// A source that runs on a thread of its own and feeds a ``FrameBus``.
public protocol CameraFeed: AnyObject, Sendable {
  /// What was asked and what came. May change when a camera was opened again.
  var negotiation: Negotiation { get }
  /// A name for people: "C920 (by-id …)", "synth:coast", a file's name.
  var name: String { get }
  var status: FeedStatus { get }
  var counters: FeedCounters { get }
  /// Where a camera is plugged in, as its driver says it: "usb-0000:00:14.0-2"; `nil` for files and scenes.
  var bus: String? { get }
  /// The node that the camera is under now: `/dev/videoN`; `nil` for files and scenes.
  var node: String? { get }
  /// What the camera was set to when it was opened last; `nil` for files, scenes and cameras that don't say.
  var exposure: CameraExposure? { get }
  /// The error that ended the feed, when ``status`` is ``FeedStatus/failed``; while it is
  /// ``FeedStatus/lost``, why.
  var failure: CaptureError? { get }
  /// What was done about missing frames since this was asked last, in order. Allocates nothing where there is none.
  func takeIncidents() -> [FeedIncident]
  /// The end of the bus to take frames from: once.
  func takeConsumer() -> FrameConsumer<FrameSlot>?
  /// Starts the thread.
  func start() throws(CaptureError)
  /// Asks the thread to stop; returns at once. The bus is closed when it did.
  func requestStop()
  /// Waits for the thread's end. Call ``requestStop()`` first, and end all leases.
  func join()
}

extension CameraFeed {
  public var exposure: CameraExposure? { nil }
  public var bus: String? { nil }
  public var node: String? { nil }
  public func takeIncidents() -> [FeedIncident] { [] }
}
