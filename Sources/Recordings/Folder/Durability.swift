/// What part of a recording is certain to be on the disk, not just in the kernel's memory, when power is lost.
///
/// A killed process loses nothing at any setting, because the kernel has what it wrote.
package enum Durability: String, Sendable, CaseIterable {
  /// Only what the kernel has written back by itself, usually within half a minute.
  case none
  /// All but the last second: pictures are synchronized in groups.
  case group
  /// Every picture that has a line: file and folder are synchronized before the line, and the line after it is written.
  case file
}
