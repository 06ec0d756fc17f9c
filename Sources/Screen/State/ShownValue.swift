/// What an instrument says, as the panel shows it.
package struct ShownValue: Sendable, Hashable {
  /// What is known of its alarms, if any is on or can't be told.
  package enum Alarm: Sendable, Hashable { case on, unknown }

  /// Its name, as the source has it.
  package var name: String
  /// With its unit; a dash for a value that is too old.
  package var text: String
  /// How it ran lately, as path data in a 1 × 1 box; empty for words and for what has been said once.
  package var trail: String
  package var alarm: Alarm?

  /// A value as shown.
  package init(_ name: String, text: String, trail: String = "", alarm: Alarm? = nil) {
    (self.name, self.text, self.trail, self.alarm) = (name, text, trail, alarm)
  }

  /// As many as there is room for, in their order: those behind give way, but none that has an alarm before one that has none.
  package static func chosen(_ values: [ShownValue], most: Int) -> [ShownValue] {
    var left = values
    while left.count > most, let last = left.lastIndex(where: { $0.alarm == nil }) { left.remove(at: last) }
    return Array(left.prefix(most))
  }

  /// The most that the panel shows.
  package static let most = 6
}
