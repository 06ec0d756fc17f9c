import GlassChrome

extension EventTimeline {
  /// Events by their milliseconds.
  package init(milliseconds events: [(Int64, ChromeEvent)]) {
    self.init(events.map { Entry(nanoseconds: $0.0 * 1_000_000, event: $0.1) })
  }
}
