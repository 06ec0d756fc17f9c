/// Shows progress on a bar.
public struct ProgressBar: View {
  /// What is going on, for people who don't see the bar.
  public var label: String
  /// Share done, 0 … 1; `nil` if unknown.
  public var progress: Double?

  /// Points.
  private static let thickness = 6.0

  /// A bar; progress is clamped to 0 … 1, and 0 if not finite.
  public init(_ label: String, progress: Double?) {
    self.label = label
    self.progress = progress.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
  }

  /// A thin track with the share done 6 points thick in the tint; a piece in the middle if that is unknown.
  public var body: some View { EnvironmentReader { bar($0.words) }.id("progress") }

  private func bar(_ words: ScreenWords) -> ViewNode {
    ZStack {
      PathShape("M0 .5H1", lineWidth: 1.5).foregroundStyle(.secondary).id("track")
        .padding(.horizontal, Self.thickness / 2)
      if progress != 0 {
        // A line's round ends reach beyond its frame.
        PathShape("M0 .5H1", lineWidth: Self.thickness).foregroundStyle(.tint).id("done")
          .relativeFrame(width: progress.map { max($0, 0.02) } ?? 0.3, x: progress == nil ? 0.5 : 0)
          .padding(.horizontal, Self.thickness / 2)
      }
    }
    .frame(minWidth: 80, idealWidth: 160, minHeight: Self.thickness, maxHeight: Self.thickness)
    .accessibilityLabel(label)
    .accessibilityValue(ProgressRing.text(progress, words))
    .accessibilityRole(.progress)
  }
}
