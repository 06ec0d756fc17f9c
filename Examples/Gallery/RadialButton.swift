import Foundation
import GlassChrome

/// One button that bursts into a ring of six: they flow out of its glass and back.
struct RadialButton: View {
  var isOpen: Bool

  private struct Action {
    var icon: String
    var label: String
    var tint: UInt32
    var degrees: Double
  }

  private let radius = 112.0
  private let actions = [
    Action(icon: "camera", label: "Camera", tint: 0xFF375F, degrees: 270),
    Action(icon: "photo", label: "Pictures", tint: 0xBF5AF2, degrees: 330),
    Action(icon: "mic", label: "Sound", tint: 0xFF9F0A, degrees: 30),
    Action(icon: "document", label: "Notes", tint: 0x0A84FF, degrees: 90),
    Action(icon: "link", label: "Link", tint: 0x30D158, degrees: 150),
    Action(icon: "map", label: "Map", tint: 0x40C8E0, degrees: 210),
  ]

  var body: some View {
    // One container: buttons that leave the middle are drops of its glass.
    GlassEffectContainer(spacing: 24) {
      ZStack {
        if isOpen {
          ForEach(actions, id: \.icon) { action in
            let angle = action.degrees * .pi / 180
            Icon(action.icon, size: 26).frame(width: 60, height: 60)
              .accessibilityLabel(action.label).accessibilityRole(.button)
              .glassEffect(.regular.tint(.hex(action.tint)).interactive(), in: .circle)
              .glassEffectID(action.icon)
              .offset(x: cos(angle) * radius, y: sin(angle) * radius)
          }
        }
        Button("center", in: .circle, accessibilityLabel: isOpen ? "Close" : "Add") {
          Icon(isOpen ? "xmark" : "plus").contentTransition(.symbolEffect(.replace))
        }
        .buttonStyle(.glassProminent).controlSize(.extraLarge).tint(.hex(0x5E5CE6))
        .glassEffectID("center")
      }.frame(width: radius * 2 + 80, height: radius * 2 + 80)
    }.glassEffectTransition(.matchedGeometry)
  }
}
