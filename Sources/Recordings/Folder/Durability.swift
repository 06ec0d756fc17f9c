/// What a recording is sure to have on the disk itself, not only in the kernel's memory, when the power is cut.
///
/// A killed process loses nothing at any setting: the kernel has what it wrote.
package enum Durability: String, Sendable, CaseIterable {
  /// Only what the kernel has written back on its own, usually within half a minute.
  case none
  /// All but the last second: pictures are synchronized in groups.
  case group
  /// Every picture that has its line: file and folder are synchronized before the line, the line after it.
  case file
}
