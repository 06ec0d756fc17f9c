// CIPA DC-008, "Exchangeable image file format for digital still cameras: Exif Version 2.32", 4.6; TIFF 6.0.

/// The directories of a JPEG's EXIF data. Never reads outside their segment.
struct EXIFTags {
  let isBigEndian: Bool
  /// What offsets count from.
  private let origin: Int
  private let end: Int
  private let first: Int

  // The entry that points to the EXIF directory.
  private static let directory = 0x8769

  /// - Parameters:
  ///   - jpeg: the picture from its first byte.
  ///   - segment: of this picture; must lie within it.
  /// - Returns: `nil` for a segment without EXIF data.
  init?(_ jpeg: Span<UInt8>, in segment: JPEGSegment) {
    let start = segment.offset + 4
    // "Exif", two zeros, and TIFF's header: byte order, 42, the first directory's offset.
    guard segment.end >= start + 16, jpeg[start] == 0x45, jpeg[start + 1] == 0x78, jpeg[start + 2] == 0x69,
      jpeg[start + 3] == 0x66, jpeg[start + 4] == 0, jpeg[start + 5] == 0
    else { return nil }
    (origin, end) = (start + 6, segment.end)
    isBigEndian = jpeg[origin] == 0x4D
    guard jpeg[origin] == jpeg[origin + 1], isBigEndian || jpeg[origin] == 0x49,
      Self.number(origin + 2, bytes: 2, jpeg, origin..<end, isBigEndian) == 42,
      let place = Self.number(origin + 4, bytes: 4, jpeg, origin..<end, isBigEndian)
    else { return nil }
    first = place
  }

  private static func number(
    _ offset: Int, bytes: Int, _ jpeg: Span<UInt8>, _ range: Range<Int>, _ isBigEndian: Bool
  ) -> Int? {
    guard offset >= range.lowerBound, offset + bytes <= range.upperBound else { return nil }
    var value = 0
    for index in 0..<bytes {
      value = value << 8 | Int(jpeg[offset + (isBigEndian ? index : bytes - 1 - index)])
    }
    return value
  }

  /// A number at an offset in the picture.
  func number(_ offset: Int, bytes: Int, _ jpeg: Span<UInt8>) -> Int? {
    Self.number(offset, bytes: bytes, jpeg, origin..<end, isBigEndian)
  }

  /// The offset of a directory's entry: of the first, or the one that EXIF has for itself.
  func entry(_ tag: Int, isOfEXIF: Bool, _ jpeg: Span<UInt8>) -> Int? {
    guard isOfEXIF else { return entry(tag, directory: first, jpeg) }
    guard let pointer = entry(Self.directory, directory: first, jpeg),
      let inner = number(pointer + 8, bytes: 4, jpeg)
    else { return nil }
    return entry(tag, directory: inner, jpeg)
  }

  private func entry(_ tag: Int, directory place: Int, _ jpeg: Span<UInt8>) -> Int? {
    guard let count = number(origin + place, bytes: 2, jpeg) else { return nil }
    for index in 0..<count {
      let offset = origin + place + 2 + 12 * index
      guard let other = number(offset, bytes: 2, jpeg) else { return nil }
      if other == tag { return offset }
    }
    return nil
  }

  /// Where a text of at least so many bytes stands; `nil` for none.
  func text(_ tag: Int, isOfEXIF: Bool, least: Int, _ jpeg: Span<UInt8>) -> Range<Int>? {
    guard let found = entry(tag, isOfEXIF: isOfEXIF, jpeg), number(found + 2, bytes: 2, jpeg) == 2,
      let count = number(found + 4, bytes: 4, jpeg), count >= least, count <= 64
    else { return nil }
    // Up to four bytes stand in the entry itself.
    guard count > 4 else { return found + 8..<found + 8 + count }
    guard let place = number(found + 8, bytes: 4, jpeg), origin + place + count <= end else { return nil }
    return origin + place..<origin + place + count
  }
}
