import GlassChrome
import RealModule

/// The shutter.
package struct CaptureButton: View {

  /// What the shutter is doing. The core is a disc, smaller while pressed, and a small square while recording.
  package enum Phase: Sendable, Hashable, CaseIterable { case idle, pressed, recording }

  /// What the shutter takes; it determines the label and the core's colour.
  package var mode: CaptureMode
  /// What the shutter is doing; it determines the core's form.
  package var phase: Phase
  /// What is left of a self-timer; `nil` if none runs.
  package var countdown: CaptureCountdown?

  /// A shutter, by default idle.
  package init(_ mode: CaptureMode, phase: Phase = .idle, countdown: CaptureCountdown? = nil) {
    self.mode = mode
    self.phase = phase
    self.countdown = countdown
  }

  /// Its width and height in points.
  static let side = 76.0

  private func hint(_ words: ScreenWords) -> String {
    switch mode {
    case .photo: words.takesPictures
    case .video: phase == .recording ? words.pausesRecording : words.resumesRecording
    case .timelapse: phase == .recording ? words.endsSeries : words.takesSeries
    }
  }

  private func label(_ words: ScreenWords) -> String {
    if countdown != nil { return words.stopSelfTimer }
    return switch (mode, phase) {
    case (.photo, .recording): words.stopSeries
    case (.photo, _): words.takePicture
    case (.video, .recording): words.stopRecording
    case (.video, _): words.record
    case (.timelapse, .recording): words.stopTimelapse
    case (.timelapse, _): words.startTimelapse
    }
  }

  /// A ring of 64 points around the core, on a disc of interactive glass 76 points wide; thin and faint if disabled.
  package var body: some View {
    EnvironmentReader { environment in
      let (isEnabled, words) = (environment.isEnabled, environment.words)
      ZStack {
        Circle().stroke(
          isEnabled && countdown == nil ? .primary : .secondary,
          lineWidth: isEnabled && countdown == nil ? 3 : 1.5
        ).frame(width: 64, height: 64).id("ring")
        if let countdown {
          PathShape(Self.arc(min(max(countdown.share, 0.001), 0.999)), lineWidth: 5)
            .foregroundStyle(.tint).frame(width: 64, height: 64).id("left")
          Text("\(countdown.seconds)").font(.title).fontWeight(.bold).monospacedDigit().lineLimit(1)
            .dynamicTypeSize(...DynamicTypeSize.accessibility2).id("seconds")
        } else {
          core(isEnabled)
        }
      }
      .frame(width: Self.side, height: Self.side)
      .accessibilityLabel(label(words))
      .accessibilityValue(
        countdown.map { words.seconds("\($0.seconds)") }
          ?? (phase == .recording ? words.recording : words.ready)
      )
      .accessibilityHint(hint(words))
      .accessibilitySelected(phase == .recording)
      .accessibilityRole(.button)
      .glassEffect(.regular.interactive(isEnabled), in: .circle)
    }.id("capture")
  }

  /// Path data in a 1 × 1 box for part of a ring, clockwise from the top: two arcs, because one can't close a ring.
  static func arc(_ share: Double) -> String {
    func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
    func point(_ fraction: Double) -> String {
      let angle = fraction * 2 * Double.pi
      return "\(rounded(0.5 + 0.5 * .sin(angle))) \(rounded(0.5 - 0.5 * .cos(angle)))"
    }
    return "M\(point(0))A.5 .5 0 0 1 \(point(share / 2))A.5 .5 0 0 1 \(point(share))"
  }

  /// A disc that shrinks when pressed and turns into a square while recording: white or vivid red,
  /// with an edge of ink that sets it off from any scene.
  private func core(_ isEnabled: Bool) -> ViewNode {
    let role: ColorRole? = !isEnabled ? nil : mode != .photo || phase == .recording ? .recording : .onTint
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
