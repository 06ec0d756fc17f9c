/// Everything a recording needs to continue in a new segment.
package final class SegmentStart: Sendable {
  /// Describes the new segment.
  package let session: SessionDescription
  /// Of the ending segment.
  package let totals: SessionTotals
  package let endedAt: String?

  package init(session: SessionDescription, totals: SessionTotals, endedAt: String?) {
    self.session = session
    self.totals = totals
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
    if var glass = result.glass, let before = earlier.glass {
      for (name, count) in before { glass[name, default: 0] -= count }
      result.glass = glass.filter { $0.value > 0 }
    }
    if var mcus = result.mcus, let before = earlier.mcus {
      mcus.copied -= before.copied
      mcus.recoded -= before.recoded
      mcus.redrawn -= before.redrawn
      mcus.coded -= before.coded
      mcus.kept -= before.kept
      result.mcus = mcus
    }
    return result
  }
}
