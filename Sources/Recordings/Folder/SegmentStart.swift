/// Everything a recording needs to continue in a new segment.
package final class SegmentStart: Sendable {
  /// Describes the new segment.
  package let session: SessionDescription
  /// The whole run's totals up to the last picture before it.
  package let account: SessionTotals
  package let endedAt: String?

  package init(session: SessionDescription, account: SessionTotals, endedAt: String?) {
    self.session = session
    self.account = account
    self.endedAt = endedAt
  }
}

extension SessionTotals {
  /// What was added since an earlier snapshot of the same run's totals.
  package func since(_ earlier: SessionTotals) -> SessionTotals {
    var result = self
    for (name, count) in earlier.dropped { result.dropped[name, default: 0] -= count }
    result.damaged -= earlier.damaged
    result.reconnects -= earlier.reconnects
    if let before = earlier.sinks, var sinks = result.sinks {
      // The same sinks in the same order.
      for index in sinks.indices.prefix(before.count) {
        sinks[index].taken -= before[index].taken
        sinks[index].leftOut -= before[index].leftOut
      }
      result.sinks = sinks
    }
    if let before = earlier.paused { result.paused = (paused ?? 0) - before }
    if let seconds, let before = earlier.seconds {
      result.seconds = ((seconds - before) * 1000).rounded() / 1000
    }
    return result
  }
}
