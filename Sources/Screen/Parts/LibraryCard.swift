import GlassChrome

/// A recording or a picture in the library: a thumbnail with marks, and text below.
struct LibraryCard: View {
  /// The item it represents.
  var item: LibraryItem
  /// Width of its picture in points.
  var width: Double
  /// Height of its picture in points; the card's is the same whatever the picture's proportions.
  var height: Double
  /// Whether there is room for ``LibrarySheet/Item/detail``.
  var showsDetail = true
  /// What a press does, in a sentence.
  var hint: String
  private static let spacing = 6.0
  private static let lineSpacing = 1.0

  var body: some View {
    EnvironmentReader { environment in
      VStack(alignment: .leading, spacing: Self.spacing) {
        // Corners are the card's own wherever it is scrolled to, not concentric with the sheet's.
        picture.frame(width: width, height: height).containerShape(.rect(cornerRadius: 12))
          .overlay(alignment: Alignment(horizontal: .leading, vertical: .bottom)) { marks }
        VStack(alignment: .leading, spacing: Self.lineSpacing) {
          Text(item.title).font(.footnote).fontWeight(.semibold).lineLimit(1).truncationMode(.middle).id(
            "title")
          if showsDetail, !item.detail.isEmpty {
            Text(item.detail).font(.caption).foregroundStyle(.secondary).lineLimit(1).id("detail")
          }
        }
      }
      .frame(width: width, alignment: .leading)
      .accessibilityLabel(item.title)
      .accessibilityValue(value(environment.words))
      .accessibilityHint(hint)
      .accessibilityRole(.button)
    }.id(item.id)
  }

  private var picture: ViewNode {
    if let picture = item.picture { return Image(picture).node }
    return ZStack {
      RoundedRectangle(cornerRadius: .concentric(minimum: 10))
      Icon("photo").font(.title2).foregroundStyle(.secondary).dynamicTypeSize(...DynamicTypeSize.xxxLarge)
    }.node
  }

  /// The marks have distinct shapes, so that nobody needs the colour: a disc for kept, a square for in place.
  private var marks: ViewNode {
    HStack(spacing: 4) {
      if item.isKept { mark("keep.fill", Circle().fill(.tint, strength: 1)) }
      if item.isPhoto { mark("photo", Circle().fill(.tint, strength: 1)) }
      if item.isSnapped { mark("focus", RoundedRectangle(cornerRadius: 9).fill(.tint, strength: 1)) }
    }.padding(6)
  }

  private func mark(_ icon: String, _ plate: ViewNode) -> ViewNode {
    Icon(icon, size: 14).foregroundStyle(.onTint).frame(width: 30, height: 30)
      .background { plate }.id(icon)
  }

  private func value(_ words: ScreenWords) -> String {
    ([item.detail] + (item.isKept ? [words.kept] : []) + (item.isPhoto ? [words.photo] : [])
      + (item.isSnapped ? [words.aligned] : []))
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
