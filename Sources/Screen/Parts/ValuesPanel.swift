import GlassChrome

/// What instruments and other programs say: up to six values, each with how it ran lately.
package struct ValuesPanel: View {
  /// In the sources' order; those after the sixth are left out.
  package var values: [ShownValue]

  /// A panel of values.
  package init(_ values: [ShownValue]) { self.values = Array(values.prefix(ShownValue.most)) }

  /// Values on glass: in a row, in two, or below each other in a narrow space.
  package var body: some View {
    EnvironmentReader { environment in
      ViewThatFits(in: [.horizontal]) {
        ForEach(Set([values.count, (values.count + 1) / 2, 2, 1]).sorted(by: >), id: \.self) { grid($0) }
      }
      .padding(.horizontal, 20)
      .padding(.vertical, 10)
      .accessibilityLabel(environment.words.values)
      .accessibilityRole(.group)
      .glassEffect(in: .rect(cornerRadius: 24))
    }.id("values")
  }

  private func grid(_ columns: Int) -> ViewNode {
    VStack(alignment: .leading, spacing: 10) {
      ForEach(0..<(values.count + columns - 1) / columns) { row in
        HStack(spacing: 20) {
          ForEach(values[(row * columns)..<min((row + 1) * columns, values.count)], id: \.name) { cell($0) }
        }
      }
    }.node
  }

  /// As wide whatever is said, so that nothing moves while numbers change.
  private func cell(_ value: ShownValue) -> ViewNode {
    EnvironmentReader { environment in
      let scale = max(environment.layout.typeSize.scale, 1)
      VStack(alignment: .leading, spacing: 2) {
        Text(value.name).font(.caption).foregroundStyle(.secondary).lineLimit(1).id("title")
        HStack(spacing: 8) {
          Text(value.text).font(.subheadline).fontWeight(.semibold).monospacedDigit().lineLimit(1).id("value")
          Spacer(minLength: 0)
          if !value.trail.isEmpty {
            PathShape(value.trail, lineWidth: 1.5).foregroundStyle(.secondary)
              .frame(width: 56 * scale, height: 16 * scale).id("trail")
          }
        }
      }.frame(width: min(156 * scale, environment.layout.canvas.width - 72), alignment: .leading)
    }
    .accessibilityLabel(value.name)
    .accessibilityValue(value.text)
    .accessibilityRole(.status)
    .id(value.name)
  }
}
