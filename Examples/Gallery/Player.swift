import GlassChrome

/// What is playing: a bar that grows into a panel with cover, progress and controls.
struct Player: View {
  var isExpanded: Bool
  var isPlaying: Bool

  var body: some View {
    Group {
      if isExpanded { panel } else { bar }
    }
    .padding(24)
  }

  private var bar: ViewNode {
    HStack(spacing: 12) {
      cover(44, radius: 10)
      Text("Morning mist").font(.subheadline).bold().lineLimit(1)
      Spacer()
      play(.regular)
      button("expand", "Show the player", "chevron.up")
    }
    .padding(12)
    .glassEffect(.regular.interactive(), in: .rect(cornerRadius: 28))
    .glassEffectID("player")
  }

  private var panel: ViewNode {
    VStack(spacing: 18) {
      HStack {
        Spacer()
        button("collapse", "Hide the player", "chevron.down")
      }
      cover(170, radius: 28)
      VStack(spacing: 4) {
        Text("Morning mist").font(.title2).bold().lineLimit(1)
        Text("The Lakeside Trio").foregroundStyle(.secondary).lineLimit(1)
      }
      Slider(
        "Place in the song", value: Binding("place", 74), in: 0...214, valueText: "1:14 of 3:34"
      )
      HStack(spacing: 28) {
        button("back", "Back", "backward")
        play(.extraLarge)
        button("next", "Next", "forward")
      }
    }
    .padding(20)
    .glassEffect(in: .rect(cornerRadius: 40))
    .glassEffectID("player")
  }

  private func cover(_ side: Double, radius: Double) -> ViewNode {
    Icon("music", size: side * 0.42).frame(width: side, height: side)
      .background { RoundedRectangle(cornerRadius: .fixed(radius)).fill(.tint, strength: 0.55) }
      .tint(.hex(0x7D5FFF)).matchedGeometryEffect(id: "cover").accessibilityHidden()
  }

  private func play(_ size: ControlSize) -> ViewNode {
    Button("play", in: .circle, accessibilityLabel: isPlaying ? "Pause" : "Play") {
      Icon(isPlaying ? "pause" : "play").contentTransition(.symbolEffect(.replace))
    }.buttonStyle(.glassProminent).controlSize(size).tint(.hex(0xFFFFFF))
  }

  private func button(_ action: String, _ label: String, _ icon: String) -> ViewNode {
    Button(action, in: .circle, accessibilityLabel: label) { Icon(icon) }.node
  }
}
