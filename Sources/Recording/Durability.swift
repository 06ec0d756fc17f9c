/// What a recording has on the disk itself, and not only in the kernel's memory, when the power is cut.
///
/// A process that is killed loses nothing in any of these: what it has written is the kernel's.
public enum Durability: String, Sendable, CaseIterable {
  /// Whatever the kernel has written by itself, after half a minute at the latest as it is usually set.
  case none
  /// All but the last second: pictures are synchronised in groups.
  case group
  /// Every picture that has its line: file and folder are synchronised before the line, the line after it.
  case file
}
