import GlassChrome

/// A template to choose: a plate with its outline and its name.
package struct TemplateCard: View {
  /// The last part of its ``ElementID``, for events.
  package var id: String
  /// The template's name below the outline, and the accessibility label.
  package var title: String
  /// Its picture as SVG path data in a 1 × 1 box.
  package var outline: String
  /// Whether it is the template in use, marked by an edge, a check mark and the tint.
  package var isSelected: Bool
  /// Its width in points; `nil`: the usual one.
  var width: Double?
  /// Whether it is as low as a row of controls, with a small outline.
  var isLow = false

  /// A card, by default not selected.
  package init(id: String, title: String, outline: String, isSelected: Bool = false) {
    self.id = id
    self.title = title
    self.outline = outline
    self.isSelected = isSelected
  }

  /// Width of a card in points, at a type size: 96 to 173.
  package static func width(_ typeSize: DynamicTypeSize) -> Double {
    (96 * max(1, min(typeSize.scale, 1.8))).rounded()
  }

  /// Height of a card in points, whatever its name.
  static func height(_ layout: LayoutEnvironment, isLow: Bool = false) -> Double {
    let (padding, gap) = spaces(isLow)
    return outlineSide(layout, isLow) + nameHeight(layout) + 2 * padding + gap
  }

  /// Space around and between outline and name, in points.
  private static func spaces(_ isLow: Bool) -> (padding: Double, gap: Double) { isLow ? (5, 1) : (8, 6) }
  private static let padding = 8.0
  /// Ratio of a name's em to a card's inner width above which the longest built-in name takes two lines.
  private static let widestLine = 0.1501
  /// Ratio of line height to em.
  private static let lineHeight = 1.4
  /// Smallest em drawn, in pixels.
  private static let smallestEm = 9.0
  /// A card is at most 1.8 times as wide as usual: beyond that, a larger name would only be cut off.
  private static let largestType = DynamicTypeSize.accessibility2

  /// A name's em in points, as drawn.
  private static func em(_ layout: LayoutEnvironment) -> Double {
    max(min(layout.typeSize, largestType).points(.caption), smallestEm / layout.scale)
  }

  /// All cards on a screen have room for the same number of lines, so they are equally high.
  private static func nameLines(_ layout: LayoutEnvironment) -> Int {
    em(layout) / (width(layout.typeSize) - 2 * padding) > widestLine ? 2 : 1
  }

  private static func nameHeight(_ layout: LayoutEnvironment) -> Double {
    (Double(nameLines(layout)) * em(layout) * lineHeight).rounded(.up)
  }

  private static func outlineSide(_ layout: LayoutEnvironment, _ isLow: Bool) -> Double {
    (width(layout.typeSize) * (isLow ? 0.32 : nameLines(layout) == 1 ? 0.5 : 0.36)).rounded()
  }

  /// Outline and name on a tonal plate; needs glass beneath.
  package var body: some View {
    EnvironmentReader { environment in
      let layout = environment.layout
      let isEnabled = environment.isEnabled
      let ink: ColorRole = isEnabled ? .primary : .secondary
      let side = Self.outlineSide(layout, isLow)
      let gap = Self.spaces(isLow).gap
      VStack(spacing: gap) {
        PathShape(outline, lineWidth: isEnabled ? 1.5 : 1).frame(width: side, height: side).id("outline")
        Text(title).font(.caption).fontWeight(isEnabled ? .semibold : .regular)
          .lineLimit(Self.nameLines(layout)).multilineTextAlignment(.center)
          .dynamicTypeSize(...Self.largestType).id("title")
          .frame(height: Self.nameHeight(layout))
      }
      .foregroundStyle(ink)
      .padding(.horizontal, Self.padding)
      .padding(.vertical, Self.spaces(isLow).padding)
      .frame(width: width ?? Self.width(layout.typeSize))
      .overlay(alignment: .topTrailing) {
        // The choice is marked by a shape, not only by colour.
        if isSelected {
          Icon("checkmark", size: 14).foregroundStyle(ink).padding(6)
            .contentTransition(.symbolEffect(.replace))
        }
      }
      .background {
        if isSelected {
          SelectionMark(shape: .rect(cornerRadius: .concentric(minimum: 10)), id: id + "-selected")
        } else {
          RoundedRectangle(cornerRadius: .concentric(minimum: 10))
        }
      }
      .accessibilityLabel(title)
      .accessibilitySelected(isSelected)
      .accessibilityHint(isSelected ? environment.words.hidesTemplate : environment.words.showsTemplate)
      .accessibilityRole(.button)
    }.id(id)
  }
}
