/// The shutter.
public struct CaptureButton: View {
  public enum Mode: String, Sendable, Hashable, CaseIterable { case photo, video }

  public enum Phase: Sendable, Hashable, CaseIterable { case idle, pressed, recording }

  public var mode: Mode
  public var phase: Phase

  public init(_ mode: Mode, phase: Phase = .idle) {
    self.mode = mode
    self.phase = phase
  }

  private var label: String {
    switch (mode, phase) {
    case (.photo, .recording): "Stop the series"
    case (.photo, _): "Take a picture"
    case (.video, .recording): "Stop recording"
    case (.video, _): "Record"
    }
  }

  public var body: some View {
    ZStack {
      Circle().stroke(phase == .recording ? .recording : .primary, lineWidth: 3)
        .frame(width: 64, height: 64).id("ring")
      core.matchedGeometryEffect(id: "capture-core")
    }
    .frame(width: 76, height: 76)
    .accessibilityLabel(label)
    .accessibilityValue(phase == .recording ? "recording" : "ready")
    .accessibilityRole(.button)
    .glassEffect(.regular.interactive(), in: .circle)
    .id("capture")
  }

  /// A disc that shrinks when pressed and turns into a square while recording.
  private var core: ViewNode {
    // A shutter is white by day and by night; the ring around it is ink.
    let role: ColorRole = mode == .video || phase == .recording ? .recording : .onTint
    return switch phase {
    case .idle: RoundedRectangle(cornerRadius: 26).fill(role, strength: 1).frame(width: 52, height: 52)
    case .pressed: RoundedRectangle(cornerRadius: 23).fill(role, strength: 1).frame(width: 46, height: 46)
    case .recording: RoundedRectangle(cornerRadius: 7).fill(role, strength: 1).frame(width: 28, height: 28)
    }
  }
}
