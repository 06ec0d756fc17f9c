import GlassChrome

/// Four steps to begin with: the sign, the words and the row of dots flow from one to the next.
struct Onboarding: View {
  var step: Int

  private struct Step {
    var icon: String
    var title: String
    var words: String
    var tint: UInt32
  }

  private let steps = [
    Step(icon: "sparkles", title: "Welcome", words: "Glass for Linux.", tint: 0xBF5AF2),
    Step(
      icon: "focus", title: "Touch glass", words: "It gives way under your finger.", tint: 0x0A6CE0
    ),
    Step(
      icon: "sun", title: "Always fresh", words: "It takes its light from what lies behind.", tint: 0xE8730C),
    Step(icon: "checkmark", title: "Ready", words: "That is all there is to know.", tint: 0x2FA84F),
  ]

  var body: some View {
    let present = steps[min(max(step, 0), steps.count - 1)]
    let isLast = step >= steps.count - 1
    VStack(spacing: 28) {
      Icon(present.icon, size: 60).contentTransition(.symbolEffect(.replace))
        .frame(width: 128, height: 128)
        .accessibilityHidden()
        .glassEffect(.regular.tint(.hex(present.tint)).interactive(), in: .circle)
        .id("sign")
      VStack(spacing: 10) {
        Text(present.title).font(.largeTitle).bold().lineLimit(1).id("title-\(step)")
        Text(present.words).multilineTextAlignment(.center).id("words-\(step)")
        dots.padding(.top, 10)
      }
      .padding(24)
      .glassEffect(.regular, in: .rect(cornerRadius: 34))
      .id("words")
      Button("next", title: isLast ? "Get started" : "Continue")
        .buttonStyle(.glassProminent).controlSize(.large).tint(.hex(present.tint))
    }.padding(32)
  }

  private var dots: ViewNode {
    HStack(spacing: 8) {
      for i in steps.indices {
        Capsule().fill(i == step ? .tint : .secondary, strength: i == step ? 1 : 0.45)
          .frame(width: i == step ? 26 : 9, height: 9).matchedGeometryEffect(id: "dot-\(i)")
      }
    }
    .accessibilityLabel("Step \(step + 1) of \(steps.count)")
    .accessibilityRole(.progress)
    .id("dots")
  }
}
