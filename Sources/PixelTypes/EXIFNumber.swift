// CIPA DC-008, "Exchangeable image file format for digital still cameras: Exif Version 2.32", 4.6.5; TIFF 6.0.

/// A 16-bit number in a JPEG's EXIF data.
package struct EXIFNumber: Sendable, Equatable {
  /// Where it stands.
  package enum Tag: Int, Sendable {
    /// How the camera was held, 1 … 8.
    case orientation = 0x0112
    /// The focal length that shows as much on 35 mm film, in millimetres; 0 if the camera doesn't know. In the EXIF directory.
    case focalLengthIn35mmFilm = 0xA405
  }

  // The entry that points to the EXIF directory.
  private static let directory = 0x8769

  package let value: Int
  /// The offset of the value, and its byte order.
  private let offset: Int
  private let isBigEndian: Bool

  /// Finds it in a JPEG's headers. Never reads outside `jpeg`.
  ///
  /// - Returns: `nil` without EXIF data before the scan, or if that has no such number.
  package init?(_ tag: Tag, of jpeg: Span<UInt8>) {
    var position = 2
    while let segment = try? JPEGSegment.next(in: jpeg, from: position),
      segment.marker != JPEGMarker.startOfScan
    {
      if segment.marker == JPEGMarker.application1, let found = EXIFNumber(tag, of: jpeg, in: segment) {
        self = found
        return
      }
      position = segment.end
    }
    return nil
  }

  /// Reads it from an APP1 segment.
  ///
  /// - Parameters:
  ///   - jpeg: the picture from its first byte.
  ///   - segment: of this picture; must lie within it.
  package init?(_ tag: Tag, of jpeg: Span<UInt8>, in segment: JPEGSegment) {
    let start = segment.offset + 4
    // "Exif", two zeros, and TIFF's header: byte order, 42, the first directory's offset.
    guard segment.end >= start + 16, jpeg[start] == 0x45, jpeg[start + 1] == 0x78, jpeg[start + 2] == 0x69,
      jpeg[start + 3] == 0x66, jpeg[start + 4] == 0, jpeg[start + 5] == 0
    else { return nil }
    let origin = start + 6
    let isBigEndian = jpeg[origin] == 0x4D
    func number(_ offset: Int, bytes: Int) -> Int? {
      guard offset >= origin, offset + bytes <= segment.end else { return nil }
      return (0..<bytes).reduce(0) {
        $0 << 8 | Int(jpeg[offset + (isBigEndian ? $1 : bytes - 1 - $1)])
      }
    }
    /// The offset of a directory's entry.
    func entry(_ tag: Int, directory place: Int) -> Int? {
      guard let count = number(origin + place, bytes: 2) else { return nil }
      for index in 0..<count {
        let offset = origin + place + 2 + 12 * index
        guard let other = number(offset, bytes: 2) else { return nil }
        if other == tag { return offset }
      }
      return nil
    }
    guard jpeg[origin] == jpeg[origin + 1], isBigEndian || jpeg[origin] == 0x49,
      number(origin + 2, bytes: 2) == 42, var place = number(origin + 4, bytes: 4)
    else { return nil }
    if tag == .focalLengthIn35mmFilm {
      guard let pointer = entry(Self.directory, directory: place), let inner = number(pointer + 8, bytes: 4)
      else { return nil }
      place = inner
    }
    // One 16-bit number, stored in the entry itself.
    guard let found = entry(tag.rawValue, directory: place), number(found + 2, bytes: 2) == 3,
      let value = number(found + 8, bytes: 2)
    else { return nil }
    (self.value, offset, self.isBigEndian) = (value, found + 8, isBigEndian)
  }

  /// The turn that sets the stored picture upright, if this is an orientation.
  package var turn: PictureTurn? {
    (1...PictureTurn.orientations.count).contains(value) ? PictureTurn.orientations[value - 1] : nil
  }

  /// Sets a number in a JPEG; leaves one without it unchanged.
  ///
  /// - Parameters:
  ///   - value: 0 … 65,535.
  ///   - count: how many bytes of `jpeg` are the picture's.
  package static func set(_ tag: Tag, to value: Int, in jpeg: inout [UInt8], count: Int) {
    guard let found = EXIFNumber(tag, of: jpeg.span.extracting(..<count)) else { return }
    let (high, low) = (UInt8(value >> 8), UInt8(value & 255))
    (jpeg[found.offset], jpeg[found.offset + 1]) = found.isBigEndian ? (high, low) : (low, high)
  }
}
