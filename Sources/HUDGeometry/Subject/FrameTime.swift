/// Times of frames, in nanoseconds; a source's clock may jump or run back.
extension Int64 {
  /// Whether a period has passed since a time: also if there was none, or if the clock went back.
  func isPast(_ period: Int64, since time: Int64?) -> Bool {
    guard let time else { return true }
    let (age, overflow) = subtractingReportingOverflow(time)
    return overflow || age < 0 || age >= period
  }
}
