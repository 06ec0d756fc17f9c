/// Names for files that are renamed when complete.
package enum TemporaryName {
  /// The suffix tried first, after the final name: a killed run's file of that name is removed.
  package static let usual = ".dualcam-tmp"

  /// A suffix that nobody can have taken in advance, in case something blocks the first.
  package static func suffix() -> String { "\(usual)-\(String(UInt64.random(in: .min ... .max), radix: 36))" }

  /// Whether a name ends in one of these.
  static func ends(_ name: String) -> Bool {
    name.hasSuffix(usual) || name[..<(name.lastIndex(of: "-") ?? name.startIndex)].hasSuffix(usual)
  }
}
