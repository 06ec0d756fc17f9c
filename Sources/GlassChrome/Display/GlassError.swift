/// Why the chrome can't be set up. Drawing a frame never fails.
public enum GlassError: Error, Equatable, Sendable {
  /// No usable font: fontconfig finds neither these families nor any other.
  case noFont(families: [String])
  /// A font file that FreeType can't use, with FreeType's code.
  case unreadableFont(path: String, code: Int32)
  /// FreeType or HarfBuzz couldn't be set up, with the library's code.
  case typography(code: Int32)
  /// A layout breaks a rule, described in words, such as a region outside the canvas or over a viewfinder.
  case badLayout(String)
  /// The canvas has no chroma planes or a subsampling that the chrome isn't drawn in.
  case unsupportedSubsampling
  /// An impossible picture: empty, too large, or with another number of pixels than its size requires.
  case badPicture(String)
  /// Views that can't be laid out.
  case layout(LayoutError)
  /// libpng failed, in its words.
  case png(reason: String)
}
