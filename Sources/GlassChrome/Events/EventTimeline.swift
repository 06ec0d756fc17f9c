/// Events with their times, given out as time goes by.
public struct EventTimeline: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    /// Since the first frame.
    public var nanoseconds: Int64
    public var event: ChromeEvent

    public init(nanoseconds: Int64, event: ChromeEvent) {
      self.nanoseconds = nanoseconds
      self.event = event
    }
  }

  /// By time; what comes at one time is in the order that it was given in.
  public let entries: [Entry]
  private var given = 0

  public init(_ entries: [Entry]) {
    // The library's sort doesn't promise to leave equals in order.
    self.entries = entries.enumerated()
      .sorted { ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset) }.map(\.element)
  }

  /// The next event that is due at a time since the first frame; `nil` when none is any more. Ask until then.
  public mutating func next(at nanoseconds: Int64) -> ChromeEvent? {
    guard given < entries.count, entries[given].nanoseconds <= nanoseconds else { return nil }
    given += 1
    return entries[given - 1].event
  }

  /// True when all events were given out.
  public var isOver: Bool { given == entries.count }
}
