import PixelTypes

extension GlassError: ExplainedError {
  /// `EX_UNAVAILABLE` (69) of sysexits(3).
  public var exitCode: Int32 { 69 }

  /// What to do about it, in lower case: options to change, or a font to install.
  public var remedy: String {
    switch self {
    case .badLayout, .layout:
      "use a larger --canvas, another --layout or a smaller --scale, or leave the chrome out with --no-chrome"
    case .badPicture: "use a smaller --scale, or name a --component"
    default: "install a font, for instance Debian's fonts-inter, or leave the chrome out with --no-chrome"
    }
  }

  /// For people: what is wrong, and for fonts what to do.
  public var description: String {
    switch self {
    case .noFont(let families):
      "no font found, neither \(families.joined(separator: " nor ")) nor any other; install one, for instance "
        + "Debian's fonts-inter or fonts-dejavu-core, or use --no-chrome"
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
