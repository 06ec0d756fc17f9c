/// The version that recordings and `--version` name.
package enum Version {
  /// Semantic version without a prefix.
  package static let text = "0.1.0"
}
