/// Events with their times, delivered as time passes.
package struct EventTimeline: Sendable, Hashable {
  /// An event and when it is due.
  package struct Entry: Sendable, Hashable {
    /// Time since the first frame.
    package var nanoseconds: Int64
    /// What happens then.
    package var event: ChromeEvent

    /// An event due at a time since the first frame.
    package init(nanoseconds: Int64, event: ChromeEvent) {
      self.nanoseconds = nanoseconds
      self.event = event
    }
  }

  /// Sorted by time; entries at the same time keep their given order.
  package let entries: [Entry]
  private var given = 0

  /// A timeline before its first delivery; the entries may be in any order.
  package init(_ entries: [Entry]) {
    // The standard library doesn't guarantee a stable sort.
    self.entries = entries.enumerated()
      .sorted { ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset) }.map(\.element)
  }

  /// The next event due at a time since the first frame, or `nil` if none is. Call it until it returns `nil`.
  package mutating func next(at nanoseconds: Int64) -> ChromeEvent? {
    guard given < entries.count, entries[given].nanoseconds <= nanoseconds else { return nil }
    given += 1
    return entries[given - 1].event
  }

  /// Whether all events have been delivered.
  package var isOver: Bool { given == entries.count }
}
