import GlassChrome

/// Four cards of figures in a grid.
struct Dashboard: View {
  private struct Figure {
    var title: String
    var value: String
    var unit: String
    var icon: String
    var tint: UInt32
    var trend: String
  }

  private let figures = [
    Figure(title: "Heart rate", value: "72", unit: "bpm", icon: "heart", tint: 0xE0344C, trend: "+3 today"),
    Figure(title: "Steps", value: "8,420", unit: "", icon: "flag", tint: 0x2FA84F, trend: "80 %"),
    Figure(title: "Sleep", value: "7:23", unit: "h", icon: "moon", tint: 0x5E5CE6, trend: "Good"),
    Figure(title: "Energy", value: "1,840", unit: "kcal", icon: "flame", tint: 0xE8730C, trend: "On track"),
  ]

  var body: some View {
    GlassEffectContainer {
      VStack(spacing: 14) {
        for row in [0, 2] {
          HStack(spacing: 14) {
            ForEach(figures[row..<row + 2], id: \.icon) { card($0) }
          }
        }
      }
    }.padding(20)
  }

  private func card(_ figure: Figure) -> ViewNode {
    VStack(alignment: .leading, spacing: 16) {
      HStack {
        Icon(figure.icon, size: 22).foregroundStyle(.onTint).frame(width: 40, height: 40)
          .background { Circle().fill(.tint, strength: 1) }
          .tint(.hex(figure.tint)).accessibilityHidden()
        Spacer()
        Text(figure.trend).font(.caption).foregroundStyle(.secondary).lineLimit(1)
      }
      VStack(alignment: .leading, spacing: 2) {
        HStack(alignment: .firstTextBaseline, spacing: 4) {
          Text(figure.value).font(.title).bold().monospacedDigit().lineLimit(1)
          Text(figure.unit).font(.caption).foregroundStyle(.secondary).lineLimit(1)
        }
        Text(figure.title).font(.subheadline).foregroundStyle(.secondary).lineLimit(1)
      }
    }
    .padding(16)
    .accessibilityLabel("\(figure.title), \(figure.value) \(figure.unit)")
    .accessibilityRole(.status)
    .glassEffect(in: .rect(cornerRadius: 28))
    .id(figure.icon)
  }
}
