/// The version that recordings and `--version` name.
public enum Version {
  /// Semantic version without a prefix.
  public static let text = "0.1.0"
}
