/// A JPEG marker and the segment that belongs to it (ITU-T T.81, B.1.1).
package struct JPEGSegment: Sendable, Equatable {
  /// The marker's second byte, see ``JPEGMarker``.
  package let marker: UInt8
  /// Offset of the marker.
  package let offset: Int
  /// Offset of the first byte after the segment; after the marker itself if it has none.
  package let end: Int

  /// What can be found in place of a segment.
  package enum Fault: Error, Equatable {
    /// More bytes before the next marker than may be passed over.
    case noMarker(offset: Int)
    /// A length that extends beyond the JPEG; 0 if the bytes end before it.
    case badLength(Int, marker: UInt8, offset: Int)
  }

  /// The next segment of a JPEG's headers. As libjpeg does (jdmarker.c), it passes over bytes between segments and markers
  /// that mean nothing there, TEM and RSTn, and takes a length that doesn't include itself for an empty segment. Returns
  /// SOI and EOI without a segment.
  ///
  /// - Parameters:
  ///   - jpeg: the JPEG from its first byte.
  ///   - offset: the end of the previous segment, 0 or more.
  /// - Returns: `nil` if fewer than four bytes are left, which hold no segment.
  /// - Throws: ``Fault``, if what follows isn't a segment or is incomplete.
  package static func next(in jpeg: Span<UInt8>, from offset: Int) throws(Fault) -> JPEGSegment? {
    let found = next(from: offset, passingOver: jpeg.count) { $0 < jpeg.count ? jpeg[$0] : nil }
    switch found {
    case .success(nil): return nil
    case .success(let segment?):
      if segment.offset + 4 > jpeg.count { return nil }
      guard segment.end <= jpeg.count else {
        let length = segment.end - segment.offset - 2
        throw .badLength(length, marker: segment.marker, offset: segment.offset)
      }
      return segment
    case .failure(.noMarker(let place)) where place + 4 > jpeg.count,
      .failure(.badLength(_, _, let place)) where place + 4 > jpeg.count:
      return nil
    case .failure(let fault): throw fault
    }
  }

  /// The next segment of a JPEG that is read piece by piece; it may end beyond the last byte.
  ///
  /// - Parameters:
  ///   - offset: the end of the previous segment.
  ///   - most: how many bytes may precede the marker: what isn't a JPEG's shouldn't be searched to its end.
  ///   - byte: returns the byte at an offset, `nil` past the end.
  /// - Returns: a success of `nil` if the bytes end before another marker.
  /// - Throws: what `byte` throws.
  package static func next<Failure: Error>(
    from offset: Int, passingOver most: Int = 1024, byte: (Int) throws(Failure) -> UInt8?
  ) throws(Failure) -> Result<JPEGSegment?, Fault> {
    var place = offset
    // Each round advances by at least a byte.
    while let first = try byte(place), let marker = try byte(place + 1) {
      guard first == 0xFF else {
        guard place - offset < most else { return .failure(.noMarker(offset: place)) }
        place += 1
        continue
      }
      switch marker {
      case 0xFF: place += 1
      case 0, JPEGMarker.temporary, JPEGMarker.restarts: place += 2
      case JPEGMarker.startOfImage, JPEGMarker.endOfImage:
        return .success(JPEGSegment(marker: marker, offset: place, end: place + 2))
      default:
        guard let high = try byte(place + 2), let low = try byte(place + 3) else {
          return .failure(.badLength(0, marker: marker, offset: place))
        }
        let length = Int(high) << 8 | Int(low)
        return .success(JPEGSegment(marker: marker, offset: place, end: place + 2 + max(2, length)))
      }
    }
    return .success(nil)
  }
}

/// Second bytes of the markers (T.81, table B.1).
package enum JPEGMarker {
  /// SOF0.
  package static let baselineFrame: UInt8 = 0xC0
  /// SOF1.
  package static let extendedFrame: UInt8 = 0xC1
  /// DHT.
  package static let huffmanTables: UInt8 = 0xC4
  /// SOI.
  package static let startOfImage: UInt8 = 0xD8
  /// EOI.
  package static let endOfImage: UInt8 = 0xD9
  /// SOS.
  package static let startOfScan: UInt8 = 0xDA
  /// DQT.
  package static let quantizationTables: UInt8 = 0xDB
  /// APP1, which holds EXIF data.
  package static let application1: UInt8 = 0xE1
  /// APP2, which holds colour profiles.
  package static let application2: UInt8 = 0xE2
  /// APP9, which holds cameras' frames in pictures of dualcam's.
  package static let application9: UInt8 = 0xE9
  /// DRI.
  package static let restartInterval: UInt8 = 0xDD
  /// TEM, for a coder's own use.
  package static let temporary: UInt8 = 0x01
  /// RST0–RST7, which occur within a scan's data.
  package static let restarts: ClosedRange<UInt8> = 0xD0...0xD7

  /// What may stand between two scans (T.81, figure B.2): SOS, DHT, DAC, DQT, DNL, DRI, APPn and COM.
  package static func mayFollowScan(_ marker: UInt8) -> Bool {
    [huffmanTables, 0xCC, 0xFE].contains(marker) || (startOfScan...restartInterval).contains(marker)
      || (0xE0...0xEF).contains(marker)
  }

  /// SOF0–SOF15, except DHT, JPG and DAC, which share the range.
  package static func isFrameHeader(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != huffmanTables && marker != 0xC8 && marker != 0xCC
  }
}
