import Values

/// Whether conditions on values hold, picture by picture. One that held goes on holding until it hasn't for ``pause``: a value at the
/// threshold doesn't flicker. What isn't known is never taken for a condition that doesn't hold.
struct ValueWatch {
  /// In nanoseconds.
  static let pause: Int64 = 2_000_000_000
  /// How long a value may take to come at all before that is told.
  static let patience: Int64 = 10_000_000_000

  struct Watched {
    let condition: ValueCondition
    /// As lines and programs say it.
    let text: String
    fileprivate(set) var state = AlarmState.unknown
    /// Whether the state is news to those who were told of the last one.
    fileprivate(set) var isNews = false
    /// Whether it was ever told.
    fileprivate(set) var isTold = false
    fileprivate var held: Int64?

    fileprivate init(_ condition: ValueCondition) {
      (self.condition, text) = (condition, condition.description)
    }
  }

  private(set) var all: [Watched] = []
  /// Those that hold, and those of which nothing is known; made anew when they change.
  private(set) var on: [String] = []
  private(set) var unknown: [String] = []
  private var first: Int64?

  init(_ conditions: [ValueCondition]) { watch(conditions) }

  /// Watches these from now on; what is known of them stays.
  mutating func watch(_ conditions: [ValueCondition]) {
    var next: [Watched] = []
    for condition in conditions where !next.contains(where: { $0.condition == condition }) {
      next.append(all.first { $0.condition == condition } ?? Watched(condition))
    }
    all = next
    list()
  }

  private mutating func list() {
    on = all.filter { $0.state == .on }.map(\.text)
    unknown = all.filter { $0.state == .unknown }.map(\.text)
  }

  /// Looks at what was said at a picture's time. Allocates nothing while nothing changes.
  ///
  /// - Returns: whether something is news.
  mutating func look(at samples: [ValueSample], nanoseconds: Int64) -> Bool {
    if all.isEmpty { return false }
    let begun = first ?? nanoseconds
    first = begun
    var hasChanged = false
    for index in all.indices {
      let holds = all[index].condition.holds(for: samples)
      if holds == true { all[index].held = nanoseconds }
      if holds == nil { all[index].held = nil }
      let since = all[index].held.map { nanoseconds - $0 } ?? .max
      let state: AlarmState = holds == nil ? .unknown : (0..<Self.pause).contains(since) ? .on : .off
      if state != all[index].state {
        all[index].state = state
        all[index].isNews = true
      } else if !all[index].isTold, !all[index].isNews, nanoseconds - begun >= Self.patience {
        all[index].isNews = true
      }
      hasChanged = hasChanged || all[index].isNews
    }
    if hasChanged { list() }
    return hasChanged
  }

  /// Takes what is news, and whether anything was told of it before.
  mutating func takeNews(_ body: (Watched) -> Void) {
    for index in all.indices where all[index].isNews {
      body(all[index])
      (all[index].isNews, all[index].isTold) = (false, true)
    }
  }

  /// Those of which nothing was known yet, and nobody was told.
  var neverKnown: [String] { all.filter { $0.state == .unknown && !$0.isTold }.map(\.text) }

  /// Whether a condition on a value of this name holds.
  func holds(of name: String) -> Bool {
    for watched in all where watched.state == .on && watched.condition.name == name { return true }
    return false
  }
}
