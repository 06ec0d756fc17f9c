import GlassChrome

/// All events of a run in their order: a script's as its time comes, then those from the control socket.
///
/// Asked once a frame by the stage; it neither waits nor, in a frame without events, allocates. What isn't asked for stays
/// here and in the socket's mailbox, which then takes no more.
public struct EventFeed {
  private var script: EventTimeline
  private var due = EventQueue()
  private let mailbox: ControlMailbox?
  private var received = EventQueue()
  private var firstNanoseconds: Int64?

  /// - Parameters:
  ///   - script: `nil` for none.
  ///   - mailbox: of a control socket; `nil` for none.
  public init(script: EventTimeline? = nil, mailbox: ControlMailbox? = nil) {
    self.script = script ?? EventTimeline([])
    self.mailbox = mailbox
  }

  /// A frame begins: what is due with it waits to be asked for.
  ///
  /// - Parameter nanoseconds: the frame's time; a script's times are counted from the first frame's.
  public mutating func advance(to nanoseconds: Int64) {
    let first = firstNanoseconds ?? nanoseconds
    firstNanoseconds = first
    while !due.isFull, let event = script.next(at: nanoseconds &- first) { _ = due.append(event) }
    if received.isEmpty { mailbox?.take(into: &received) }
  }

  /// Whether events were left over, here or by a script.
  var hasWaiting: Bool { !due.isEmpty || !received.isEmpty }

  /// The next event; `nil` when none waits.
  public mutating func next() -> ChromeEvent? { due.next() ?? received.next() }
}
