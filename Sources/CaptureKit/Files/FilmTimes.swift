/// The times and rates that films claim, made plausible.
struct FilmTimes {
  /// The last frame's time, in nanoseconds.
  private var last: Int64 = -1
  /// How long the frame before it lasted.
  private var distance = 0
  /// What is added to a film's own times: 0 for a file's first film, and for one that goes on counting.
  private var start = 0
  /// Of a film's first frame: how long the film before it lasts after its last frame.
  private var pause: Int?

  /// A frame's time: not before 0, within 146 years, and at least a nanosecond after the frame before.
  mutating func next(_ nanoseconds: Int) -> Int64 {
    if let pause {
      start = nanoseconds > last ? 0 : Int(last) + pause - max(0, nanoseconds)
      self.pause = nil
    }
    let (time, isTooLate) = nanoseconds.addingReportingOverflow(start)
    let before = last
    last = min(max(isTooLate ? .max : Int64(time), last + 1), .max / 2)
    distance = Int(last - max(0, before))
    return last
  }

  /// Has the frames of the file's next film follow those of the one before.
  ///
  /// - Parameter nanoseconds: how long the last frame lasts; `nil` for as long as the one before it.
  mutating func goOn(after nanoseconds: Int?) { pause = min(max(0, nanoseconds ?? distance), 1 << 40) }

  /// When a film was taken, in nanoseconds since 1970; `nil` for what no camera's clock says: not after 1970, or after 2200.
  static func utc(seconds: Int, nanoseconds: Int = 0) -> Int64? {
    (1..<7_258_118_400).contains(seconds) ? Int64(seconds) * 1_000_000_000 + Int64(nanoseconds) : nil
  }

  /// When a frame of a film was taken, if that is known of its beginning.
  static func utc(_ begins: Int64?, after nanoseconds: Int) -> Int64? {
    guard let sum = begins?.addingReportingOverflow(Int64(nanoseconds)), !sum.overflow else { return nil }
    return sum.partialValue
  }

  /// A rate in frames a second; `nil` for one that no film has.
  static func rate(_ rate: Double) -> Double? { (0.01...1000).contains(rate) ? rate : nil }
}
