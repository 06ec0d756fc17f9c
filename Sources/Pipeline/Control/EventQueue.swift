import GlassChrome

/// Events that wait, in their order. One that makes the last of no consequence takes its place, and two that cancel are
/// none: only neighbours, so that what happens in the end is as if all had been done.
///
/// Allocates nothing after ``init()``, but for the events' own names.
struct EventQueue {
  /// Events that can wait.
  static let capacity = 256

  private var events: [ChromeEvent] = []
  private var first = 0

  init() { events.reserveCapacity(Self.capacity) }

  var count: Int { events.count - first }
  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.capacity }

  /// Puts an event behind all others, or merges it with the last; false where there is no room.
  mutating func append(_ event: ChromeEvent) -> Bool {
    if let last = isEmpty ? nil : events.last {
      switch Self.merge(last, event) {
      case .neither:
        events.removeLast()
        return true
      case .second:
        events[events.count - 1] = event
        return true
      case .both: break
      }
    }
    guard !isFull else { return false }
    if events.count == Self.capacity {
      events.removeSubrange(..<first)
      first = 0
    }
    events.append(event)
    return true
  }

  /// The one that waits longest.
  mutating func next() -> ChromeEvent? {
    guard !isEmpty else { return nil }
    defer {
      first += 1
      if isEmpty {
        events.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return events[first]
  }

  private enum Merge { case both, second, neither }

  /// What two events in a row come to.
  private static func merge(_ first: ChromeEvent, _ second: ChromeEvent) -> Merge {
    switch (first, second) {
    // A finger is only where it is now.
    case (.move, .move): .second
    case (.select(let a, _), .select(let b, let value)) where a == b && isState(b, value): .second
    case (.set(let a, _), .set(let b, _)) where a == b: .second
    // On and off again. Others that are toggled have more than two states, or do something each time.
    case (.toggle(let a), .toggle(let b)) where a == b && isSwitch(a): .neither
    default: .both
    }
  }

  /// Whether a choice can be made and says all about what it sets. A mode that comes in between does something of its own;
  /// whether a template is there, only the stage knows.
  private static func isState(_ id: ElementID, _ value: String) -> Bool {
    switch ScreenCommand(.select(id, value: value)) {
    case .grid?, .appearance?, .switched?: true
    default: false
    }
  }

  private static func isSwitch(_ id: ElementID) -> Bool {
    if case .switched? = ScreenCommand(.activate(id)) { true } else { false }
  }
}
