import RealModule

/// Shows progress on a ring, clockwise from the top.
public struct ProgressRing: View {
  /// What is going on, for people who don't see the ring.
  public var label: String
  /// Share done, 0 … 1; `nil` if unknown.
  public var progress: Double?

  /// A ring; progress is clamped to 0 … 1, and 0 if not finite.
  public init(_ label: String, progress: Double?) {
    self.label = label
    self.progress = progress.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
  }

  /// Path data in a box of 1 × 1 for the part of the ring that is done: two arcs, because one can't close a ring.
  static func arc(_ progress: Double) -> String {
    func point(_ fraction: Double) -> String {
      let angle = fraction * 2 * Double.pi
      return "\(rounded(0.5 + 0.5 * .sin(angle))) \(rounded(0.5 - 0.5 * .cos(angle)))"
    }
    return "M\(point(0))A.5 .5 0 0 1 \(point(progress / 2))A.5 .5 0 0 1 \(point(progress))"
  }

  private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

  static func text(_ progress: Double?, _ words: ScreenWords) -> String {
    progress.map { "\(Int(($0 * 100).rounded())) %" } ?? words.underWay
  }

  /// A ring of 28 points with the share done in the tint; a quarter if that is unknown.
  public var body: some View { EnvironmentReader { ring($0.words) }.id("progress") }

  private func ring(_ words: ScreenWords) -> ViewNode {
    ZStack {
      Circle().stroke(.secondary, lineWidth: 1.5).id("track")
      PathShape(Self.arc(progress ?? 0.25), lineWidth: 4).foregroundStyle(.tint).id("done")
    }
    .frame(width: 28, height: 28)
    .padding(2)
    .accessibilityLabel(label)
    .accessibilityValue(Self.text(progress, words))
    .accessibilityRole(.progress)
  }
}
