/// How 8-bit samples map to light: range and luma matrix.
///
/// JPEG is full range BT.601 by definition (JFIF, ITU-T T.871); raw V4L2 formats say theirs in `quantization`
/// and `ycbcr_enc`, and are limited range BT.601 where they leave it to the default.
public struct ColorEncoding: Hashable, Sendable {
  public enum Range: String, Sendable { case full, limited }
  public enum Matrix: String, Sendable { case bt601, bt709 }

  public var range: Range
  public var matrix: Matrix

  public init(range: Range, matrix: Matrix) {
    self.range = range
    self.matrix = matrix
  }

  /// Full range, BT.601: what JPEG files hold.
  public static let jpeg = ColorEncoding(range: .full, matrix: .bt601)
  /// Limited range, BT.601: V4L2's default for raw webcams.
  public static let video = ColorEncoding(range: .limited, matrix: .bt601)
}
