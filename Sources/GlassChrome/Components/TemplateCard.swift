/// A template to choose: a plate with its outline and its name.
public struct TemplateCard: View {
  /// Last part of its ``ElementID``, for events.
  public var id: String
  /// The template's name below the outline, and the accessibility label.
  public var title: String
  /// Its picture as SVG path data in a box of 1 × 1.
  public var outline: String
  /// Whether it is the template in use, marked by an edge, a check mark and the tint.
  public var isSelected: Bool

  /// A card, by default not selected.
  public init(id: String, title: String, outline: String, isSelected: Bool = false) {
    self.id = id
    self.title = title
    self.outline = outline
    self.isSelected = isSelected
  }

  /// Width of a card in points, at a type size: 96 to 173.
  public static func width(_ typeSize: DynamicTypeSize) -> Double {
    (96 * max(1, min(typeSize.scale, 1.8))).rounded()
  }

  /// Outline and name on a tonal plate; needs glass beneath.
  public var body: some View {
    EnvironmentReader { environment in
      let width = Self.width(environment.layout.typeSize)
      let ink: ColorRole = environment.isEnabled ? .primary : .secondary
      VStack(spacing: 6) {
        PathShape(outline, lineWidth: 1.5).frame(width: width / 2, height: width / 2).id("outline")
        // A card is at most 1.8 times as wide as usual: beyond that a larger name would only be cut.
        Text(title).font(.caption).fontWeight(.semibold).lineLimit(1)
          .dynamicTypeSize(...DynamicTypeSize.accessibility2).id("title")
      }
      .foregroundStyle(ink)
      .padding(8)
      .frame(width: width)
      .overlay(alignment: .topTrailing) {
        // The choice is marked by a form, not only by colour.
        if isSelected {
          Icon("checkmark", size: 14).foregroundStyle(ink).padding(6)
            .matchedGeometryEffect(id: "selected-mark")
        }
      }
      .background {
        if isSelected {
          SelectionMark(shape: .rect(cornerRadius: .concentric(minimum: 10)), id: id + "-selected")
        } else {
          RoundedRectangle(cornerRadius: .concentric(minimum: 10))
        }
      }
    }
    .accessibilityLabel(title)
    .accessibilitySelected(isSelected)
    .accessibilityRole(.button)
    .id(id)
  }
}
