/// The version that recordings and `--version` name.
public enum Version {
  public static let text = "0.1.0"
}
