/// Keeps one panel's wash as strong as its text needs: it deepens at once and recedes over 400 ms.
///
/// Luminance is relative luminance, 0...1 (WCAG 2.2, "contrast ratio").
struct ContrastGuard {
  /// Bound on the plate's luminance.
  enum Limit: Equatable {
    /// White ink: every texel at most this bright.
    case atMost(Double)
    /// Black ink: every texel at least this bright.
    case atLeast(Double)
  }

  /// Room for rounding to 8-bit codes and for the dither.
  static let margin = 0.004
  static let releaseNanoseconds = 400_000_000.0

  let limit: Limit
  let washLuminance: Double
  /// The material's own opacity.
  let base: Double
  private(set) var opacity: Double
  private var last: Int64?

  init(limit: Limit, washLuminance: Double, base: Double) {
    self.limit = limit
    self.washLuminance = washLuminance
    self.base = base
    opacity = base
  }

  /// The smallest opacity that keeps backdrops of this range within the limit.
  func needed(darkest: Double, brightest: Double) -> Double {
    switch limit {
    case .atMost(let most):
      let most = most - Self.margin
      return brightest <= most ? 0 : min(max((brightest - most) / (brightest - washLuminance), 0), 1)
    case .atLeast(let least):
      let least = least + Self.margin
      return darkest >= least ? 0 : min(max((least - darkest) / (washLuminance - darkest), 0), 1)
    }
  }

  /// The opacity for a frame at a monotonic time; a step back counts as no time.
  mutating func update(darkest: Double, brightest: Double, nanoseconds: Int64) -> Double {
    let target = max(base, needed(darkest: darkest, brightest: brightest))
    let elapsed = last.map { Double(max(0, nanoseconds - $0)) } ?? Self.releaseNanoseconds
    last = nanoseconds
    opacity = max(target, opacity - elapsed / Self.releaseNanoseconds)
    return opacity
  }
}
