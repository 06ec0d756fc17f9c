import GlassChrome

/// The main camera's picture in false colours, outside of its viewfinder.
struct FalseColorPanel: View {
  private static let width = 128.0
  private let picture: Thumbnail

  init(_ picture: Thumbnail) { self.picture = picture }

  /// The picture in its proportions, on glass.
  var body: some View {
    let height = Self.width * Double(picture.size.height) / Double(picture.size.width)
    return EnvironmentReader { environment in
      Image(picture).frame(width: Self.width, height: min(height, Self.width))
        .padding(.all, 8)
        .accessibilityLabel(environment.words.falseColors)
        .accessibilityRole(.image)
        .glassEffect(in: .rect(cornerRadius: 20))
    }.id("false-color")
  }
}
