/// Where a setting goes among a job's, whether it can change while the job runs, and what its recordings say of it.
///
/// - Parameters:
///   - Job: what holds the settings.
///   - Effect: what has to be done once it has changed.
package struct Destination<Job, Effect: Hashable & Sendable>: Sendable {
  /// As on the command line, without dashes.
  package let name: String
  /// `nil`: it takes effect at the next start.
  package let effect: Effect?
  /// Its key in `session.json`; `nil` if recordings don't say it.
  package let key: String?
  /// Takes it from other settings.
  package let copy: @Sendable (inout Job, Job) -> Void
  /// What recordings say of it; `nil` for nothing.
  package let recorded: @Sendable (Job) -> RecordedValue?

  package init(
    _ name: String, _ effect: Effect?, key: String? = nil,
    copy: @escaping @Sendable (inout Job, Job) -> Void = { _, _ in },
    recorded: @escaping @Sendable (Job) -> RecordedValue? = { _ in nil }
  ) { (self.name, self.effect, self.key, self.copy, self.recorded) = (name, effect, key, copy, recorded) }

  /// A setting that is a property.
  package init<Value>(
    _ name: String, _ effect: Effect?, key: String? = nil, _ path: any WritableKeyPath<Job, Value> & Sendable,
    recorded: @escaping @Sendable (Value) -> RecordedValue? = { _ in nil }
  ) {
    self.init(
      name, effect, key: key, copy: { $0[keyPath: path] = $1[keyPath: path] },
      recorded: { recorded($0[keyPath: path]) })
  }
}

extension Array {
  /// Those that can change while a job runs.
  package func live<Job, Effect>() -> Set<String> where Element == Destination<Job, Effect> {
    Set(lazy.filter { $0.effect != nil }.map(\.name))
  }

  /// Takes those that have changed and can.
  ///
  /// - Returns: what has to be done.
  package func take<Job, Effect>(
    _ changed: Set<String>, from new: Job, into old: inout Job
  ) -> Set<Effect> where Element == Destination<Job, Effect> {
    var effects: Set<Effect> = []
    for one in self where changed.contains(one.name) {
      guard let effect = one.effect else { continue }
      one.copy(&old, new)
      effects.insert(effect)
    }
    return effects
  }

  /// What recordings say of them.
  package func recorded<Job, Effect>(of job: Job) -> [String: RecordedValue]
  where Element == Destination<Job, Effect> {
    var values: [String: RecordedValue] = [:]
    for one in self { if let key = one.key { values[key] = one.recorded(job) } }
    return values
  }
}

/// A setting's value in `session.json`.
package enum RecordedValue: Codable, Sendable, Equatable {
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}
