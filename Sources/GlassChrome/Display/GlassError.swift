import PixelTypes

/// Why the chrome can't be set up. Drawing a frame never fails.
public enum GlassError: Error, Equatable, Sendable {
  /// No usable font: fontconfig finds neither these families nor any other.
  case noFont(families: [String])
  /// No font with the letters of a language.
  case noLetters(language: ScreenLanguage)
  /// A font file that FreeType can't use, with FreeType's code.
  case unreadableFont(path: String, code: Int32)
  /// FreeType or HarfBuzz couldn't be set up, with the library's code.
  case typography(code: Int32)
  /// A layout breaks a rule, described in words, such as a region outside the canvas or over a viewfinder.
  case badLayout(String)
  /// The canvas has no chroma planes or a subsampling that the chrome isn't drawn in.
  case unsupportedSubsampling
  /// An impossible picture: empty, too large, or with a number of pixels that doesn't match its size.
  case badPicture(String)
  /// Views that can't be laid out.
  case layout(LayoutError)
  /// libpng failed, in its words.
  case png(reason: String)
}

extension GlassError: ExplainedError {
  /// `EX_UNAVAILABLE` (69) of sysexits(3).
  public var exitCode: Int32 { 69 }

  /// What to do about it, in lower case: options to change, or a font to install.
  public var remedy: String {
    switch self {
    case .badLayout, .layout:
      "use a larger --canvas, another --layout or a smaller --scale, or leave the chrome out with --no-chrome"
    case .badPicture, .png: "use a smaller --scale, or name a --component"
    case .noFont, .unreadableFont:
      "install a font, for instance Debian's fonts-inter, or leave the chrome out with --no-chrome"
    case .noLetters(let language):
      "install such a font, for instance Debian's \(language.package), choose another --language, or leave the chrome "
        + "out with --no-chrome"
    case .typography, .unsupportedSubsampling: "leave the chrome out with --no-chrome"
    }
  }

  /// What is wrong, in words, and for fonts what to do.
  public var description: String {
    switch self {
    case .noFont(let families):
      "no font found, neither \(families.joined(separator: " nor ")) nor any other; install one, for instance "
        + "Debian's fonts-inter or fonts-dejavu-core, or use --no-chrome"
    case .noLetters(let language):
      "no font here has the letters of \(language.name); install one, for instance Debian's \(language.package)"
    case .unreadableFont(let path, let code):
      "the font \(path) can't be used (FreeType error \(code)); install another, for instance Debian's fonts-inter"
    case .typography(let code): "FreeType or HarfBuzz can't be set up (error \(code))"
    case .badLayout(let reason): "the chrome doesn't fit this layout: \(reason)"
    case .unsupportedSubsampling: "chrome is drawn in 4:4:4, 4:2:2 and 4:2:0 only"
    case .badPicture(let reason): "the picture is impossible: \(reason)"
    case .layout(let error): "\(error)"
    case .png(let reason): "the picture can't be written as a PNG: \(reason)"
    }
  }
}
