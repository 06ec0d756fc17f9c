import Values

/// What triggers a recording.
package enum RecordingTrigger: Sendable, Hashable, RawRepresentable {
  /// Guides of the first camera snap.
  case snapped
  /// Something moves: the first camera's subject covers at least ``leastArea`` of its viewfinder.
  case motion
  /// A camera is lost.
  case cameraLost
  /// A program requests it with the event `{"toggle":"trigger"}`.
  case event
  /// A value is as asked.
  case value(ValueCondition)

  /// The least area of a subject that counts as motion, as a share of the viewfinder's.
  package static let leastArea = 0.005
  /// Those that have names of their own.
  package static let named: [RecordingTrigger] = [.snapped, .motion, .cameraLost, .event]

  package init?(rawValue: String) {
    if let named = Self.named.first(where: { $0.rawValue == rawValue }) {
      self = named
    } else if let condition = try? ValueCondition(rawValue) {
      self = .value(condition)
    } else {
      return nil
    }
  }

  package var rawValue: String {
    switch self {
    case .snapped: "snapped"
    case .motion: "motion"
    case .cameraLost: "camera-lost"
    case .event: "event"
    case .value(let condition): condition.description
    }
  }

  package var condition: ValueCondition? { if case .value(let condition) = self { condition } else { nil } }

  /// Without making texts of them: they are looked up for each picture.
  private var kind: Int {
    switch self {
    case .snapped: 0
    case .motion: 1
    case .cameraLost: 2
    case .event: 3
    case .value: 4
    }
  }

  package static func == (one: RecordingTrigger, other: RecordingTrigger) -> Bool {
    one.kind == other.kind && one.condition == other.condition
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(condition?.name)
  }
}
