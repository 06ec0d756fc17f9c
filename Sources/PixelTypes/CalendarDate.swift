/// Dates of the proleptic Gregorian calendar.
package enum CalendarDate {
  /// Days from 1970 to a date. After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  ///
  /// - Parameters:
  ///   - year: from 0.
  ///   - month: 1 … 12.
  ///   - day: 1 … 31; one that the month doesn't have is the next month's.
  package static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, ofEra) = shifted.quotientAndRemainder(dividingBy: 400)
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
