/// The shutter.
public struct CaptureButton: View {
  /// What the shutter takes: single pictures or a recording.
  public enum Mode: String, Sendable, Hashable, CaseIterable { case photo, video }

  /// What the shutter is doing. The core is a disc, smaller while pressed, and a small square while recording.
  public enum Phase: Sendable, Hashable, CaseIterable { case idle, pressed, recording }

  /// What the shutter takes; it sets the label and the core's colour.
  public var mode: Mode
  /// What the shutter is doing; it sets the core's form.
  public var phase: Phase

  /// A shutter, by default idle.
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

  /// A ring of 64 points around the core, on a disc of interactive glass 76 points wide.
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
    // The photo shutter is white in both appearances; the ring around it is ink.
    let role: ColorRole = mode == .video || phase == .recording ? .recording : .onTint
    return switch phase {
    case .idle: RoundedRectangle(cornerRadius: 26).fill(role, strength: 1).frame(width: 52, height: 52)
    case .pressed: RoundedRectangle(cornerRadius: 23).fill(role, strength: 1).frame(width: 46, height: 46)
    case .recording: RoundedRectangle(cornerRadius: 7).fill(role, strength: 1).frame(width: 28, height: 28)
    }
  }
}
