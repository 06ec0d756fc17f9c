import GlassChrome

/// How long a recording has run, or the time of day when there is none: never two clocks at once.
package struct RecordingTimerView: View {
  /// What the recording is doing: a disc or two bars precede its time, nothing precedes the time of day.
  package enum Phase: String, Sendable, Hashable, CaseIterable {
    case ready, recording, paused
  }

  /// What the recording is doing.
  package var phase: Phase
  /// Slot in ``FigureValues`` of the seconds recorded; of the second of the day if the phase is `ready`.
  package var slot: Int
  /// Whether to show the hours recorded, as after the first hour; the time of day always has them.
  package var showsHours: Bool

  /// A timer for the seconds in a slot.
  package init(_ phase: Phase, slot: Int, showsHours: Bool = false) {
    self.phase = phase
    self.slot = slot
    self.showsHours = showsHours
  }

  /// A mark and the time on a glass capsule as high as the cameras'; vivid red with a pulsing mark while recording.
  package var body: some View { EnvironmentReader { clock($0.words) }.id("timer") }

  private func clock(_ words: ScreenWords) -> ViewNode {
    HStack(spacing: 8) {
      if phase != .ready {
        EnvironmentReader { environment in
          // The red glass and the running time say the same while the disc is faint.
          Icon(
            phase == .recording ? "record.fill" : "pause",
            size: (14 * environment.layout.typeSize.scale).rounded()
          )
          .foregroundStyle(ink)
          .contentTransition(.symbolEffect(.replace))
          .symbolEffect(.pulse, isActive: phase == .recording)
        }.id("mark")
      }
      Figures(slot: slot, format: showsHours || phase == .ready ? .hoursMinutesSeconds : .minutesSeconds)
        .font(.headline).foregroundStyle(ink).id("time")
    }
    .padding(.horizontal, 20)
    .padding(.vertical, 8)
    .frame(minHeight: 44)
    .accessibilityLabel(phase == .ready ? words.timeOfDay : words.recordingTime)
    .accessibilityValue(
      phase == .ready ? words.ready : phase == .paused ? words.paused : words.recording
    )
    .accessibilityRole(.timer)
    .glassEffect(
      phase == .recording ? .regular.tint(.recording).prominent() : .regular, in: .rect(cornerRadius: 22)
    )
    .elevation(.z4)
  }

  private var ink: ColorRole {
    switch phase {
    case .ready: .secondary
    case .recording: .onTint
    case .paused: .primary
    }
  }
}
