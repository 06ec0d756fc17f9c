import GlassChrome
import HUDGeometry

/// Waiting events, in order. An event that makes the previous one irrelevant replaces it, and two
/// that cancel out vanish. Only neighbours merge, so the outcome is as if all had been handled.
///
/// Allocates nothing after `init()`, except for the events' own names.
package struct EventQueue {
  /// How many events can wait.
  package static let capacity = 256

  private var events: [ChromeEvent] = []
  private var first = 0

  init() { events.reserveCapacity(Self.capacity) }

  var count: Int { events.count - first }
  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.capacity }

  /// Adds an event at the end, or merges it with the last; returns false if there is no room.
  mutating func append(_ event: ChromeEvent) -> Bool {
    if let last = isEmpty ? nil : events.last {
      switch Self.merge(last, event) {
      case .neither:
        events.removeLast()
        return true
      case .one(let merged):
        events[events.count - 1] = merged
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

  /// Removes and returns the oldest event; `nil` when none waits.
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

  private enum Merge { case both, one(ChromeEvent), neither }

  /// What two consecutive events amount to.
  private static func merge(_ first: ChromeEvent, _ second: ChromeEvent) -> Merge {
    switch (first, second) {
    // Only a finger's latest position counts.
    case (.move, .move): .one(second)
    case (.scroll(let a, let way), .scroll(let b, let further)) where a == b:
      .one(.scroll(a, by: way + further))
    case (.select(let a, _), .select(let b, let value)) where a == b && isState(b, value): .one(second)
    case (.set(let a, _), .set(let b, _)) where a == b: .one(second)
    // On and off again. Other toggled controls have more than two states, or act each time.
    case (.toggle(let a), .toggle(let b)) where a == b && isSwitch(a): .neither
    default: .both
    }
  }

  /// Whether a choice is valid and of two in a row only the later counts.
  private static func isState(_ id: ElementID, _ value: String) -> Bool {
    Control.use(.select(id, value: value))?.isState ?? false
  }

  private static func isSwitch(_ id: ElementID) -> Bool {
    Control.use(.activate(id))?.isSwitch ?? false
  }
}
