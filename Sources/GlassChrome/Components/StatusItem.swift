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

  public init(_ name: String, status: Status, rateSlot: Int? = nil) {
    self.name = name
    self.status = status
    self.rateSlot = rateSlot
  }

  public var body: some View {
    HStack(spacing: 6) {
      PathShape(status.mark.path, lineWidth: status.mark.lineWidth).foregroundStyle(status.role)
        .frame(width: 10, height: 10).id("mark")
      Text(name).font(.subheadline).fontWeight(.semibold).lineLimit(1).id("name")
      if let rateSlot, status == .live || status == .stale {
        Figures(slot: rateSlot, format: .decimal, digits: 2).font(.subheadline).foregroundStyle(.secondary)
          .layoutPriority(1).id("rate")
      }
    }
    .accessibilityLabel(name)
    .accessibilityValue(status.rawValue)
    .accessibilityRole(.status)
  }
}
