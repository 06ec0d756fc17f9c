/// The version in recordings and `--version`.
package enum Version {
  /// Semantic version without a prefix.
  package static let text = "0.1.0"
}
