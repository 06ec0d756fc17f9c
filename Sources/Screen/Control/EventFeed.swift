import GlassChrome

/// All events of a run in order: a script's as they come due, then those from the control socket.
///
/// The stage reads it once per frame; it neither waits nor, in a frame without events, allocates.
/// Events not taken stay here and in the socket's mailbox, which refuses more once full.
package struct EventFeed {
  private var script: EventTimeline
  private var due = EventQueue()
  let mailbox: ControlMailbox?
  private var received = EventQueue()
  private var firstNanoseconds: Int64?

  /// - Parameters:
  ///   - script: `nil` for none.
  ///   - mailbox: a control socket's; `nil` for none.
  package init(script: EventTimeline? = nil, mailbox: ControlMailbox? = nil) {
    self.script = script ?? EventTimeline([])
    self.mailbox = mailbox
  }

  /// Begins a frame and collects the events due by then.
  ///
  /// - Parameter nanoseconds: the frame's time; a script's times count from the first frame's.
  package mutating func advance(to nanoseconds: Int64) {
    let first = firstNanoseconds ?? nanoseconds
    firstNanoseconds = first
    while !due.isFull, let event = script.next(at: nanoseconds &- first) { _ = due.append(event) }
    if received.isEmpty { mailbox?.take(into: &received) }
  }

  /// Whether collected events are left over, from a script or the mailbox.
  var hasWaiting: Bool { !due.isEmpty || !received.isEmpty }

  /// The next event; `nil` when none waits.
  package mutating func next() -> ChromeEvent? { due.next() ?? received.next() }
}
