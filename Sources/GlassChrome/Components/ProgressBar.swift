/// How far something is, on a bar.
public struct ProgressBar: View {
  public var label: String
  /// 0 … 1; `nil` where nobody knows.
  public var progress: Double?

  /// Points.
  private static let thickness = 6.0

  public init(_ label: String, progress: Double?) {
    self.label = label
    self.progress = progress.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
  }

  public var body: some View {
    ZStack {
      Capsule().fill(strength: 0.3)
      if progress != 0 {
        // A line has round ends beyond its frame.
        PathShape("M0 .5H1", lineWidth: Self.thickness).foregroundStyle(.tint).id("done")
          .relativeFrame(width: progress.map { max($0, 0.02) } ?? 0.3, x: progress == nil ? 0.5 : 0)
          .padding(.horizontal, Self.thickness / 2)
      }
    }
    .frame(minWidth: 80, idealWidth: 160, minHeight: Self.thickness, maxHeight: Self.thickness)
    .accessibilityLabel(label)
    .accessibilityValue(ProgressRing.text(progress))
    .accessibilityRole(.progress)
    .id("progress")
  }
}
