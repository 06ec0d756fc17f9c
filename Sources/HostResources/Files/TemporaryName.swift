/// Names of files that are renamed when they are whole.
package enum TemporaryName {
  /// The first that is tried, behind the final name: what a killed run left under it goes.
  package static let usual = ".dualcam-tmp"

  /// One that nobody can have taken beforehand, for where something stands in the way of the first.
  package static func suffix() -> String { "\(usual)-\(String(UInt64.random(in: .min ... .max), radix: 36))" }
}
