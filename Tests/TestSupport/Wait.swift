import Foundation
import Testing

/// Waits for what another thread or process does; what never comes fails the test instead of hanging it.
///
/// - Throws: ``NeverCame`` after 300 seconds, or what the condition throws.
public func wait(for what: String, until condition: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(300)
  while try !condition() {
    guard ContinuousClock.now < end else { throw NeverCame(what: what) }
    usleep(2_000)
  }
}

/// ``wait(for:until:)`` where nothing can be thrown, as on a thread of the test's own: the test fails, and what follows runs.
public func waitOrFail(for what: String, until condition: () -> Bool) {
  do {
    try wait(for: what, until: condition)
  } catch {
    Issue.record(error)
  }
}

public struct NeverCame: Error, CustomStringConvertible {
  public let what: String
  public var description: String { "waited 300 s for \(what)" }
}
