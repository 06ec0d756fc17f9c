/// What is known of a condition of `--alarm`.
package enum AlarmState: String, Sendable, CaseIterable {
  /// It holds, or held within the last ``ValueWatch/pause``.
  case on
  case off
  /// Its value is absent, too old, or of a unit that can't be compared.
  case unknown
}

/// A condition of `--alarm`, for people and metrics.
package struct AlarmReport: Sendable, Equatable {
  package var condition: String
  package var state: AlarmState
}
