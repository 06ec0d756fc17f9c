/// How one camera fares: a mark, its name and its frames a second.
///
/// The mark has a form of its own for each state, so that nobody needs its colour: ● ◐ ✕ ○.
public struct StatusItem: View {
  public enum Status: String, Sendable, Hashable, CaseIterable {
    case live, stale, lost, connecting

    var role: ColorRole {
      switch self {
      case .live: .live
      case .stale: .stale
      case .lost: .lost
      case .connecting: .secondary
      }
    }

    /// Path data in a box of 1 × 1.
    var mark: (path: String, lineWidth: Double) {
      switch self {
      case .live: ("M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0Z", 0)
      case .stale: ("M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0ZM.5 .15A.35 .35 0 0 0 .5 .85Z", 0)
      case .lost: ("M.1 .1L.9 .9M.9 .1L.1 .9", 2)
      case .connecting: ("M.5 .1A.4 .4 0 0 1 .5 .9A.4 .4 0 0 1 .5 .1Z", 1.5)
      }
    }
  }

  public var name: String
  public var status: Status
  /// Slot of the frames a second among the live numbers; `nil` shows none.
  public var rateSlot: Int?
  /// Slot of the frames dropped so far; `nil` shows none.
  public var dropSlot: Int?

  public init(_ name: String, status: Status, rateSlot: Int? = nil, dropSlot: Int? = nil) {
    self.name = name
    self.status = status
    self.rateSlot = rateSlot
    self.dropSlot = dropSlot
  }

  public var body: some View {
    HStack(spacing: 8) {
      EnvironmentReader { environment in
        let scale = environment.layout.typeSize.scale
        PathShape(status.mark.path, lineWidth: status.mark.lineWidth * scale).foregroundStyle(status.role)
          .frame(width: 12 * scale, height: 12 * scale)
      }.id("mark")
      Text(name).font(.headline).lineLimit(1).id("name")
      if let rateSlot {
        Figures(slot: rateSlot, format: .decimal, digits: 2).font(.subheadline).foregroundStyle(.secondary)
          .layoutPriority(1).padding(.leading, 6).id("rate")
        Text("fps").font(.subheadline).foregroundStyle(.secondary).lineLimit(1).layoutPriority(1).id("fps")
      }
      if let dropSlot {
        // The count comes last: it is given room for four digits, which a gap before a word would show.
        Text("drops").font(.subheadline).foregroundStyle(.secondary).lineLimit(1).layoutPriority(1)
          .padding(.leading, 6).id("dropped")
        Figures(slot: dropSlot, format: .integer, digits: 4).font(.subheadline).foregroundStyle(.secondary)
          .layoutPriority(1).id("drops")
      }
    }
    .accessibilityLabel(name)
    .accessibilityValue(status.rawValue)
    .accessibilityRole(.status)
  }
}
