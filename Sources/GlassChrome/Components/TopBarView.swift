/// What all cameras do, and the time of day: one bar of glass at the top.
public struct TopBarView: View {
  public struct Source: Sendable, Hashable {
    public var id: String
    public var name: String
    public var status: StatusItem.Status
    public var rateSlot: Int?
    public var dropSlot: Int?

    public init(
      id: String, name: String, status: StatusItem.Status, rateSlot: Int? = nil, dropSlot: Int? = nil
    ) {
      self.id = id
      self.name = name
      self.status = status
      self.rateSlot = rateSlot
      self.dropSlot = dropSlot
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
    ViewThatFits(in: [.horizontal, .vertical]) {
      row(.everything)
      row(.rates)
      row(.names)
      VStack(alignment: .leading, spacing: 8) { items(.rates) }
        .padding(.vertical, 12).padding(.horizontal, 24)
        .glassEffect(in: .rect(cornerRadius: 26))
      row(.namesAlone)
    }.elevation(.z4).id("top-bar")
  }

  /// What is shown of each camera, from most to least.
  private enum Detail: Int, Comparable {
    case namesAlone, names, rates, everything

    static func < (a: Detail, b: Detail) -> Bool { a.rawValue < b.rawValue }
  }

  private func row(_ detail: Detail) -> ViewNode {
    HStack(spacing: 24) {
      items(detail)
      Spacer(minLength: 0)
      if let note, detail >= .rates {
        Text(note).font(.subheadline).foregroundStyle(.secondary).lineLimit(1).id("note")
      }
      if let clockSlot, detail >= .names {
        Figures(slot: clockSlot, format: .hoursMinutesSeconds).font(.headline)
          .layoutPriority(1).accessibilityLabel("Time of day").accessibilityRole(.timer).id("clock")
      }
    }
    .frame(minHeight: 52).padding(.horizontal, 24)
    .glassEffect(in: .rect(cornerRadius: 26))
  }

  private func items(_ detail: Detail) -> ViewNode {
    ForEach(sources, id: \.id) { source in
      StatusItem(
        source.name, status: source.status, rateSlot: detail >= .rates ? source.rateSlot : nil,
        dropSlot: detail >= .everything ? source.dropSlot : nil
      ).id(source.id)
    }.node
  }
}
