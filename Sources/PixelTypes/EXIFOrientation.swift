// CIPA DC-008, "Exchangeable image file format for digital still cameras: Exif Version 2.32", 4.6.5; TIFF 6.0.

/// The orientation in a JPEG's EXIF data: how the camera was held.
package struct EXIFOrientation: Sendable, Equatable {
  /// The turn that sets the stored picture upright.
  package let turn: PictureTurn
  /// The offset of the value, a 16-bit number, and its byte order.
  private let offset: Int
  private let isBigEndian: Bool

  /// Finds it in a JPEG's headers. Never reads outside `jpeg`.
  ///
  /// - Returns: `nil` without EXIF data before the scan, or if that contains no orientation from 1 to 8.
  package init?(_ jpeg: Span<UInt8>) {
    var position = 2
    while let segment = try? JPEGSegment.next(in: jpeg, from: position),
      segment.marker != JPEGMarker.startOfScan
    {
      if segment.marker == JPEGMarker.application1, let found = EXIFOrientation(jpeg, in: segment) {
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
  package init?(_ jpeg: Span<UInt8>, in segment: JPEGSegment) {
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
    guard jpeg[origin] == jpeg[origin + 1], isBigEndian || jpeg[origin] == 0x49,
      number(origin + 2, bytes: 2) == 42, let place = number(origin + 4, bytes: 4),
      let count = number(origin + place, bytes: 2)
    else { return nil }
    for entry in 0..<count {
      let offset = origin + place + 2 + 12 * entry
      guard let tag = number(offset, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // One 16-bit number, stored in the entry itself.
      guard number(offset + 2, bytes: 2) == 3, let value = number(offset + 8, bytes: 2), value >= 1,
        value <= PictureTurn.orientations.count
      else { return nil }
      turn = PictureTurn.orientations[value - 1]
      (self.offset, self.isBigEndian) = (offset + 8, isBigEndian)
      return
    }
    return nil
  }

  /// Sets the value to 1 in a JPEG that is now upright; leaves one without a value unchanged.
  ///
  /// - Parameter count: how many bytes of `jpeg` are the picture's.
  package static func reset(_ jpeg: inout [UInt8], count: Int) {
    guard let found = EXIFOrientation(jpeg.span.extracting(..<count)) else { return }
    jpeg[found.offset] = found.isBigEndian ? 0 : 1
    jpeg[found.offset + 1] = found.isBigEndian ? 1 : 0
  }
}
