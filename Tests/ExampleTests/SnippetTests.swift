import GlassChrome
import Testing

/// The snippets of SwiftUI's Liquid Glass that make sense here, as they are written there: only the import and the names of
/// icons are changed. That they compile is the test; docs/language.md lists the others, with the reason.
@Suite("Snippets of Liquid Glass compile and can be laid out")
struct SnippetTests {
  private static func isLaidOut(_ view: some View) throws -> Bool {
    let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: 1))
    let list = try layout.resolve(view, in: .init(x: 0, y: 0, width: 500, height: 600))
    return !list.groups.isEmpty
  }

  @Test("glass in each form")
  func forms() throws {
    let text = Text("Glass").padding()
    let views: [ViewNode] = [
      text.glassEffect(),
      text.glassEffect(.regular),
      text.glassEffect(.clear),
      text.glassEffect(.regular, in: .capsule),
      text.glassEffect(in: .rect(cornerRadius: 16)),
      text.glassEffect(.regular, in: .circle),
      text.glassEffect(.regular, in: .ellipse),
      text.glassEffect(.regular, in: .rect(cornerRadius: .containerConcentric)),
      text.glassEffect(.regular, in: RoundedRectangle(cornerRadius: 20)),
      text.glassEffect(.regular, in: Capsule()),
      text.glassEffect(.regular, in: Circle(), isEnabled: true),
      text.glassEffect(.regular, in: .capsule, isEnabled: true),
      text.glassEffect(.regular.tint(.blue)),
      text.glassEffect(.regular.interactive()),
      text.glassEffect(.regular.tint(.orange).interactive()),
      text.glassEffect(.clear.interactive().tint(.purple)),
      text.glassBackgroundEffect(in: RoundedRectangle(cornerRadius: 20)),
      text.glassBackgroundEffect(in: .capsule),
    ]
    for view in views { #expect(try Self.isLaidOut(view)) }
  }

  @Test("buttons in each style, shape and size")
  func buttons() throws {
    let button = Button("go", title: "Go")
    let views: [ViewNode] = [
      button.buttonStyle(.glass),
      button.buttonStyle(.glassProminent),
      button.buttonStyle(.glassProminent).tint(.indigo),
      button.buttonStyle(.glass).buttonBorderShape(.capsule),
      button.buttonStyle(.glass).buttonBorderShape(.circle),
      button.buttonStyle(.glass).buttonBorderShape(.roundedRectangle(radius: 12)),
      button.controlSize(.mini), button.controlSize(.small), button.controlSize(.regular),
      button.controlSize(.large), button.controlSize(.extraLarge),
      button.buttonSizing(.flexible), button.disabled(true),
    ]
    for view in views { #expect(try Self.isLaidOut(view)) }
  }

  @Test("whole views")
  func views() throws {
    #expect(try Self.isLaidOut(GlassCard()))
    #expect(try Self.isLaidOut(UnitedGlassGroup()))
    #expect(try Self.isLaidOut(MorphingIcons(isExpanded: true)))
  }
}

private struct GlassCard: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text("Card Title")
        .font(.headline)
      Text("Card description goes here")
        .font(.subheadline)
        .foregroundStyle(.secondary)
    }
    .padding(16)
    .glassEffect(in: .rect(cornerRadius: 16))
  }
}

private struct UnitedGlassGroup: View {
  @Namespace private var namespace

  let items = ["keep", "heart", "moon", "bolt"]

  var body: some View {
    GlassEffectContainer(spacing: 20.0) {
      HStack(spacing: 8) {
        ForEach(items.indices, id: \.self) { index in
          Icon("\(items[index]).fill")
            .frame(width: 40, height: 40)
            .glassEffect()
            // First two items form group "A", rest form group "B"
            .glassEffectUnion(
              id: index < 2 ? "groupA" : "groupB",
              namespace: namespace
            )
        }
      }
    }
  }
}

private struct MorphingIcons: View {
  @Namespace private var namespace
  var isExpanded: Bool

  var body: some View {
    GlassEffectContainer(spacing: 16) {
      HStack(spacing: 16) {
        Icon("pencil")
          .frame(width: 50, height: 50)
          .glassEffect()
          .glassEffectID("pencil", in: namespace)
        if isExpanded {
          Icon(isExpanded ? "chevron.left" : "chevron.right")
            .frame(width: 50, height: 50)
            .contentTransition(.symbolEffect(.replace))
            .glassEffect(.regular.interactive())
            .glassEffectID("toggle", in: namespace)
            .glassEffectTransition(.materialize)
        }
      }
    }
    .glassEffectTransition(.matchedGeometry)
  }
}
