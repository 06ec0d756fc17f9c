/// The state of all cameras, and the time of day, on one bar of glass.
public struct TopBarView: View {
  /// A camera on the bar.
  public struct Source: Sendable, Hashable {
    /// What identifies the camera on the bar, the same from layout to layout.
    public var id: String
    /// The camera's name.
    public var name: String
    /// The camera's state, shown by the mark.
    public var status: StatusItem.Status
    /// Slot in ``FigureValues`` of the frames per second; `nil` shows none.
    public var rateSlot: Int?
    /// Slot in ``FigureValues`` of the frames dropped so far; `nil` shows none.
    public var dropSlot: Int?

    /// A camera, by default without numbers.
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

  /// The cameras, from the leading edge on.
  public var sources: [Source]
  /// Slot in ``FigureValues`` of the second of the day; `nil` shows no clock.
  public var clockSlot: Int?
  /// The grid in use, or another word before the clock; `nil` shows none.
  public var note: String?

  /// A bar of cameras, by default without clock and note.
  public init(sources: [Source], clockSlot: Int? = nil, note: String? = nil) {
    self.sources = sources
    self.clockSlot = clockSlot
    self.note = note
  }

  /// A row. As the space gets narrower, it leaves out drops, then rates and note, turns into a column, and at last
  /// shows names alone.
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

  /// What is shown of each camera, from least to most.
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
