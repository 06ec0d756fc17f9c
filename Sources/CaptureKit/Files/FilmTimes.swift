/// The times and rates that films claim, made plausible.
struct FilmTimes {
  /// The last frame's time, in nanoseconds.
  private var last: Int64 = -1

  /// A frame's time: not before 0, within 146 years, and at least a nanosecond after the frame before.
  mutating func next(_ nanoseconds: Int) -> Int64 {
    last = min(max(Int64(nanoseconds), last + 1), .max / 2)
    return last
  }

  /// A rate in frames a second; `nil` for one that no film has.
  static func rate(_ rate: Double) -> Double? { (0.01...1000).contains(rate) ? rate : nil }
}
