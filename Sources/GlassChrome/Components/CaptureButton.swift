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

  /// A ring of 64 points around the core, on a disc of interactive glass 76 points wide; thin and faint if disabled.
  public var body: some View {
    EnvironmentReader { environment in
      let isEnabled = environment.isEnabled
      ZStack {
        Circle().stroke(isEnabled ? .primary : .secondary, lineWidth: isEnabled ? 3 : 1.5)
          .frame(width: 64, height: 64).id("ring")
        core(isEnabled)
      }
      .frame(width: 76, height: 76)
      .accessibilityLabel(label)
      .accessibilityValue(phase == .recording ? "recording" : "ready")
      .accessibilityRole(.button)
      .glassEffect(.regular.interactive(isEnabled), in: .circle)
    }.id("capture")
  }

  /// A disc that shrinks when pressed and turns into a square while recording: white, or vivid red, with an edge of ink that
  /// sets it off from any scene.
  private func core(_ isEnabled: Bool) -> ViewNode {
    let role: ColorRole? = !isEnabled ? nil : mode == .video || phase == .recording ? .recording : .onTint
    let (side, radius): (Double, Double) =
      switch phase {
      case .idle: (52, 26)
      case .pressed: (46, 23)
      case .recording: (28, 7)
      }
    let shape = RoundedRectangle(cornerRadius: .fixed(radius))
    return ZStack {
      shape.fill(role, strength: isEnabled ? 1 : plateStrength).matchedGeometryEffect(id: "capture-core")
      if isEnabled { shape.strokeBorder(lineWidth: 1.5).matchedGeometryEffect(id: "capture-core") }
    }.frame(width: side, height: side)
  }
}
