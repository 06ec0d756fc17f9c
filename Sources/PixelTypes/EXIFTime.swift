/// When a photo was taken, by its EXIF data.
package enum EXIFTime {
  /// In nanoseconds since 1970: `DateTimeOriginal` with its offset from UTC and its part of a second, or else `DateTime`. Without an
  /// offset the camera's clock is taken for UTC. Allocates nothing.
  ///
  /// - Returns: `nil` without EXIF data, without a time in it, or for one before 1971 or after 2200.
  package static func utc(of jpeg: Span<UInt8>) -> Int64? {
    var position = 2
    while let segment = try? JPEGSegment.next(in: jpeg, from: position),
      segment.marker != JPEGMarker.startOfScan
    {
      if segment.marker == JPEGMarker.application1, let tags = EXIFTags(jpeg, in: segment) {
        return utc(tags, jpeg)
      }
      position = segment.end
    }
    return nil
  }

  private static func utc(_ tags: EXIFTags, _ jpeg: Span<UInt8>) -> Int64? {
    guard
      let text = tags.text(0x9003, isOfEXIF: true, least: 19, jpeg)
        ?? tags.text(0x0132, isOfEXIF: false, least: 19, jpeg)
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for place in range {
        guard jpeg[place] &- 48 < 10 else { return nil }
        value = value * 10 + Int64(jpeg[place] - 48)
      }
      return value
    }
    let at = text.lowerBound
    // As `2026:11:24 06:37:05`.
    guard let year = number(at..<at + 4), let month = number(at + 5..<at + 7),
      let day = number(at + 8..<at + 10), let hour = number(at + 11..<at + 13),
      let minute = number(at + 14..<at + 16), let second = number(at + 17..<at + 19),
      (1971...2200).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    var seconds = CalendarDate.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    // As `+01:00`.
    if let zone = tags.text(0x9011, isOfEXIF: true, least: 6, jpeg)?.lowerBound,
      let hours = number(zone + 1..<zone + 3), let minutes = number(zone + 4..<zone + 6)
    {
      seconds -= (hours * 60 + minutes) * (jpeg[zone] == UInt8(ascii: "-") ? -60 : 60)
    }
    var part: Int64 = 0
    if let digits = tags.text(0x9291, isOfEXIF: true, least: 2, jpeg) {
      var unit: Int64 = 100_000_000
      for place in digits.prefix(9) {
        guard jpeg[place] &- 48 < 10 else { break }
        part += Int64(jpeg[place] - 48) * unit
        unit /= 10
      }
    }
    return seconds * 1_000_000_000 + part
  }
}
