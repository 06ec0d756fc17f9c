/// What all cameras do, and the time of day: one bar of glass at the top.
public struct TopBarView: View {
  public struct Source: Sendable, Hashable {
    public var id: String
    public var name: String
    public var status: StatusItem.Status
    public var rateSlot: Int?

    public init(id: String, name: String, status: StatusItem.Status, rateSlot: Int? = nil) {
      self.id = id
      self.name = name
      self.status = status
      self.rateSlot = rateSlot
    }
  }

  public var sources: [Source]
  /// Slot of the second of the day; `nil` shows no clock.
  public var clockSlot: Int?
  /// Grid in use, or another word at the end.
  public var note: String?

  public init(sources: [Source], clockSlot: Int? = nil, note: String? = nil) {
    self.sources = sources
    self.clockSlot = clockSlot
    self.note = note
  }

  public var body: some View {
    ViewThatFits(in: [.horizontal]) {
      HStack(spacing: 20) { parts(isColumn: false) }
        .frame(minHeight: 44).padding(.horizontal, 20)
        .glassEffect(in: .rect(cornerRadius: 22))
      VStack(alignment: .leading, spacing: 8) { parts(isColumn: true) }
        .padding(.vertical, 12).padding(.horizontal, 20)
        .glassEffect(in: .rect(cornerRadius: 22))
    }.id("top-bar")
  }

  private func parts(isColumn: Bool) -> ViewNode {
    Group {
      ForEach(sources, id: \.id) { source in
        StatusItem(source.name, status: source.status, rateSlot: source.rateSlot)
      }
      if !isColumn { Spacer() }
      if let note {
        Text(note).font(.subheadline).foregroundStyle(.secondary).lineLimit(1).id("note")
      }
      if let clockSlot {
        Figures(slot: clockSlot, format: .hoursMinutesSeconds).font(.subheadline).fontWeight(.semibold)
          .layoutPriority(1).accessibilityLabel("Time of day").accessibilityRole(.timer).id("clock")
      }
    }.node
  }
}
