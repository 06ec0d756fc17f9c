import GlassChrome

/// All events of a run in their order: a script's as its time comes, then those from the control socket.
///
/// Asked once a frame by the stage; it neither waits nor, in a frame without events, allocates.
public struct EventFeed {
  private var script: EventTimeline
  private let mailbox: ControlMailbox?
  private var received: [ChromeEvent] = []
  private var firstNanoseconds: Int64?

  /// - Parameters:
  ///   - script: `nil` for none.
  ///   - mailbox: of a control socket; `nil` for none.
  public init(script: EventTimeline? = nil, mailbox: ControlMailbox? = nil) {
    self.script = script ?? EventTimeline([])
    self.mailbox = mailbox
    received.reserveCapacity(ControlMailbox.capacity)
  }

  /// Hands over what is due with a frame; true when anything was.
  ///
  /// - Parameter nanoseconds: the frame's time; a script's times are counted from the first frame's.
  public mutating func next(at nanoseconds: Int64, _ body: (ChromeEvent) -> Void) -> Bool {
    let first = firstNanoseconds ?? nanoseconds
    firstNanoseconds = first
    var hadEvent = false
    while let event = script.next(at: nanoseconds &- first) {
      hadEvent = true
      body(event)
    }
    guard let mailbox, mailbox.take(into: &received) else { return hadEvent }
    for index in received.indices { body(received[index]) }
    return true
  }
}
