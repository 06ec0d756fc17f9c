/// How long a recording has run.
public struct RecordingTimerView: View {
  /// What the recording does: the mark before the time is a ring, a disc or two bars.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    case ready, recording, paused
  }

  /// What the recording does.
  public var phase: Phase
  /// Slot in ``FigureValues`` of the seconds recorded.
  public var slot: Int
  /// Whether the hours are shown, as for an hour and more.
  public var showsHours: Bool

  /// A timer for the seconds in a slot.
  public init(_ phase: Phase, slot: Int, showsHours: Bool = false) {
    self.phase = phase
    self.slot = slot
    self.showsHours = showsHours
  }

  /// A mark and the time on a capsule of glass, vivid red while recording.
  public var body: some View {
    HStack(spacing: 8) {
      EnvironmentReader { environment in
        let side = (10 * environment.layout.typeSize.scale).rounded()
        switch phase {
        case .ready: Circle().stroke(.secondary, lineWidth: side * 0.15).frame(width: side, height: side)
        case .recording:
          PathShape(StatusItem.Status.live.mark.path).foregroundStyle(.onTint)
            .frame(width: side, height: side)
        case .paused: Icon("pause", size: side * 1.4)
        }
      }.id("mark")
      Figures(slot: slot, format: showsHours ? .hoursMinutesSeconds : .minutesSeconds)
        .font(.headline).foregroundStyle(ink).id("time")
    }
    .padding(.horizontal, 16)
    .frame(minHeight: 44)
    .accessibilityLabel("Recording")
    .accessibilityValue(phase.rawValue)
    .accessibilityRole(.timer)
    .glassEffect(phase == .recording ? .regular.tint(.recording).prominent() : .regular)
    .id("timer")
  }

  private var ink: ColorRole {
    switch phase {
    case .ready: .secondary
    case .recording: .onTint
    case .paused: .primary
    }
  }
}
