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
    guard let tags = EXIFTags(jpeg, in: segment) else { return nil }
    // One 16-bit number, stored in the entry itself.
    guard let found = tags.entry(tag.rawValue, isOfEXIF: tag == .focalLengthIn35mmFilm, jpeg),
      tags.number(found + 2, bytes: 2, jpeg) == 3, let value = tags.number(found + 8, bytes: 2, jpeg)
    else { return nil }
    (self.value, offset, isBigEndian) = (value, found + 8, tags.isBigEndian)
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
