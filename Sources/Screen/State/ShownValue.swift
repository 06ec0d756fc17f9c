/// What an instrument says, as the panel shows it.
package struct ShownValue: Sendable, Hashable {
  /// Its name, as the source has it.
  package var name: String
  /// With its unit; a dash for a value that is too old.
  package var text: String
  /// How it ran lately, as path data in a 1 × 1 box; empty for words and for what has been said once.
  package var trail: String

  /// A value as shown.
  package init(_ name: String, text: String, trail: String = "") {
    (self.name, self.text, self.trail) = (name, text, trail)
  }

  /// The most that the panel shows.
  package static let most = 6
}
