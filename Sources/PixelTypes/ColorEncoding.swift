/// How 8-bit samples map to light: range and luma matrix.
///
/// JPEG is full-range BT.601 by definition (JFIF, ITU-T T.871). Raw V4L2 formats give theirs in
/// `quantization` and `ycbcr_enc`; the default is limited-range BT.601.
public struct ColorEncoding: Hashable, Sendable {
  /// Which codes hold black and white: `full` is 0 … 255, `limited` 16 … 235 (chroma 16 … 240).
  public enum Range: String, Sendable { case full, limited }
  /// The coefficients between RGB and Y′CbCr (ITU-R BT.601 or BT.709).
  public enum Matrix: String, Sendable { case bt601, bt709 }

  /// The range of codes, for luma and chroma alike.
  public var range: Range
  /// The matrix that made luma and chroma from RGB.
  public var matrix: Matrix

  /// Makes an encoding of any range and matrix.
  public init(range: Range, matrix: Matrix) {
    self.range = range
    self.matrix = matrix
  }

  /// Full range, BT.601: what JPEG files hold.
  public static let jpeg = ColorEncoding(range: .full, matrix: .bt601)
  /// Limited range, BT.601: V4L2's default for raw webcams.
  public static let video = ColorEncoding(range: .limited, matrix: .bt601)
}
