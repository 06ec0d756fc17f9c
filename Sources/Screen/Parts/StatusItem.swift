import GlassChrome

/// One camera's state: a mark, its name and its frames per second.
///
/// Each state's mark has its own shape, so that nobody needs the colour: ● ◐ ✕ ○.
package struct StatusItem: View {
  /// The camera's name.
  package var name: String
  /// Its state, shown by the mark.
  package var status: CameraStatus
  /// Whether its name is shown beside the mark.
  package var showsName = true
  /// Slot in ``FigureValues`` of the frames per second; `nil` shows none.
  package var rateSlot: Int?
  /// Slot in ``FigureValues`` of the frames dropped so far; `nil` shows none.
  package var dropSlot: Int?

  /// A camera's state, by default without numbers.
  package init(_ name: String, status: CameraStatus, rateSlot: Int? = nil, dropSlot: Int? = nil) {
    self.name = name
    self.status = status
    self.rateSlot = rateSlot
    self.dropSlot = dropSlot
  }

  /// A row of the mark, the name, and the numbers that have a slot; needs glass beneath.
  package var body: some View { EnvironmentReader { row($0.words) } }

  private func row(_ words: ScreenWords) -> ViewNode {
    HStack(spacing: 8) {
      EnvironmentReader { environment in
        let scale = environment.layout.typeSize.scale
        PathShape(status.mark.path, lineWidth: status.mark.lineWidth * scale).foregroundStyle(status.role)
          .frame(width: 12 * scale, height: 12 * scale)
      }.id("mark")
      if showsName { Text(name).font(.headline).lineLimit(1).truncationMode(.middle).id("name") }
      if let rateSlot {
        Figures(slot: rateSlot, format: .decimal, digits: 2).font(.subheadline).foregroundStyle(.secondary)
          .layoutPriority(1).padding(.leading, 6).id("rate")
        Text(words.framesPerSecond).font(.subheadline).foregroundStyle(.secondary).lineLimit(1)
          .layoutPriority(1).id("fps")
      }
      if let dropSlot {
        // The count comes last: it reserves room for four digits, which would look like a gap before a word.
        Text(words.drops).font(.subheadline).foregroundStyle(.secondary).lineLimit(1).layoutPriority(1)
          .padding(.leading, 6).id("dropped")
        Figures(slot: dropSlot, format: .integer, digits: 4).font(.subheadline).foregroundStyle(.secondary)
          .layoutPriority(1).id("drops")
      }
    }
    .accessibilityLabel(name)
    .accessibilityValue(state(words))
    .accessibilityRole(.status)
  }

  private func state(_ words: ScreenWords) -> String {
    switch status {
    case .live: words.live
    case .stale: words.stale
    case .lost: words.lost
    case .connecting: words.connecting
    }
  }
}

extension CameraStatus {
  var role: ColorRole {
    switch self {
    case .live: .live
    case .stale: .stale
    case .lost: .lost
    case .connecting: .secondary
    }
  }

  /// Path data in a 1 × 1 box.
  var mark: (path: String, lineWidth: Double) {
    switch self {
    case .live: ("M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0Z", 0)
    case .stale: ("M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0ZM.5 .15A.35 .35 0 0 0 .5 .85Z", 0)
    case .lost: ("M.1 .1L.9 .9M.9 .1L.1 .9", 2)
    case .connecting: ("M.5 .1A.4 .4 0 0 1 .5 .9A.4 .4 0 0 1 .5 .1Z", 1.5)
    }
  }
}
