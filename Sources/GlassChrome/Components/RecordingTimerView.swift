/// How long a recording has run.
public struct RecordingTimerView: View {
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    case ready, recording, paused
  }

  public var phase: Phase
  /// Slot of the seconds recorded among the live numbers.
  public var slot: Int
  /// Beyond an hour the hours are shown too.
  public var showsHours: Bool

  public init(_ phase: Phase, slot: Int, showsHours: Bool = false) {
    self.phase = phase
    self.slot = slot
    self.showsHours = showsHours
  }

  public var body: some View {
    HStack(spacing: 8) {
      EnvironmentReader { environment in
        let side = (10 * environment.layout.typeSize.scale).rounded()
        switch phase {
        case .ready: Circle().stroke(.secondary, lineWidth: side * 0.15).frame(width: side, height: side)
        case .recording:
          PathShape(StatusItem.Status.live.mark.path).foregroundStyle(.recording)
            .frame(width: side, height: side)
        case .paused: Icon("pause", size: side * 1.4)
        }
      }.id("mark")
      Figures(slot: slot, format: showsHours ? .hoursMinutesSeconds : .minutesSeconds)
        .font(.headline).foregroundStyle(phase == .ready ? .secondary : .primary).id("time")
    }
    .padding(.horizontal, 16)
    .frame(minHeight: 44)
    .accessibilityLabel("Recording")
    .accessibilityValue(phase.rawValue)
    .accessibilityRole(.timer)
    .glassEffect(.regular.tint(phase == .recording ? .recording : nil))
    .id("timer")
  }
}
