import GlassChrome

/// A message that something has happened, with a way to dismiss it; its owner takes it away after four seconds.
struct Notice: View {
  var body: some View {
    HStack(spacing: 12) {
      Icon("checkmark").foregroundStyle(.onTint).frame(width: 44, height: 44)
        .background { Circle().fill(.tint, strength: 1) }
        .tint(.hex(0x30B85A)).accessibilityHidden()
      VStack(alignment: .leading, spacing: 2) {
        Text("Message sent").font(.subheadline).bold().lineLimit(1)
        Text("It was delivered a moment ago.").font(.caption).foregroundStyle(.secondary).lineLimit(2)
      }
      Spacer()
      Button("dismiss", in: .circle, accessibilityLabel: "Dismiss") { Icon("xmark") }.controlSize(.small)
    }
    .padding(14)
    .glassEffect(Glass(.regular, tier: .thick), in: .rect(cornerRadius: 30))
    .elevation(.z4)
    .padding(16)
    .frame(maxHeight: .infinity, alignment: .top)
    .id("notice")
  }
}
