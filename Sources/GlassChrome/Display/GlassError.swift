/// What can go wrong while the chrome is set up. Drawing a frame doesn't fail.
public enum GlassError: Error, Equatable, Sendable {
  /// No usable font: fontconfig knows neither of the families that were asked for, nor any other.
  case noFont(families: [String])
  /// A font file that FreeType can't use, with FreeType's code.
  case unreadableFont(path: String, code: Int32)
  /// FreeType or HarfBuzz couldn't be set up, with the library's code.
  case typography(code: Int32)
  /// A region of the layout lies outside the canvas or over a viewfinder.
  case badLayout(String)
  /// The canvas has no chroma planes or a subsampling that the chrome isn't drawn in.
  case unsupportedSubsampling
  /// A picture that can't be: no size, too large, or not as many pixels as its size asks for.
  case badPicture(String)
  /// Views that can't be laid out.
  case layout(LayoutError)
  /// libpng failed, in its words.
  case png(reason: String)
}
