/// How far something is, on a bar.
public struct ProgressBar: View {
  public var label: String
  /// 0 … 1; `nil` where nobody knows.
  public var progress: Double?

  public init(_ label: String, progress: Double?) {
    self.label = label
    self.progress = progress.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
  }

  public var body: some View {
    ZStack {
      Capsule().fill(strength: 0.3)
      if progress != 0 {
        Capsule().fill(.tint, strength: 1).id("done")
          .relativeFrame(width: progress.map { max($0, 0.02) } ?? 0.3, x: progress == nil ? 0.5 : 0)
      }
    }
    .frame(minWidth: 80, idealWidth: 160, minHeight: 6, maxHeight: 6)
    .accessibilityLabel(label)
    .accessibilityValue(ProgressRing.text(progress))
    .accessibilityRole(.progress)
    .id("progress")
  }
}
