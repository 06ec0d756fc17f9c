// ITU-T T.81 annex B: markers and their segments.

import PixelTypes

/// What a JPEG's headers say, up to its first scan. Only what a source needs; nothing is decoded.
struct JPEGHeader: Equatable {
  var width: Int
  var height: Int
  /// SOF0 or SOF1: sequential with Huffman codes, the kind that cameras make.
  var isSequential: Bool
  /// Whether a DHT segment comes before the scan.
  var hasHuffmanTables: Bool

  /// `nil` where no picture can be as large.
  var size: PixelSize? { PixelSize(width: width, height: height) }

  /// Walks the segments of a JPEG. Never reads outside `bytes`.
  ///
  /// - Returns: `nil` when it doesn't begin with SOI, a segment is cut or impossible, or no scan follows a frame
  ///   header.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == JPEGMarker.startOfImage else { return nil }
    var position = 2
    var sides: (width: Int, height: Int)?
    var isSequential = false
    var hasHuffmanTables = false
    while position + 3 < bytes.count {
      guard bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      // Any number of 0xFF may fill up before a marker (B.1.1.2).
      if marker == 0xFF {
        position += 1
        continue
      }
      if JPEGMarker.standsAlone(marker) {
        position += 2
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      guard length >= 2, position + 2 + length <= bytes.count else { return nil }
      if JPEGMarker.isFrameHeader(marker) {
        guard length >= 8 else { return nil }
        sides = (
          Int(bytes[position + 7]) << 8 | Int(bytes[position + 8]),
          Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
        )
        isSequential = marker == 0xC0 || marker == 0xC1
      } else if marker == JPEGMarker.huffmanTables {
        hasHuffmanTables = true
      } else if marker == JPEGMarker.startOfScan {
        guard let sides else { return nil }
        (width, height) = sides
        self.isSequential = isSequential
        self.hasHuffmanTables = hasHuffmanTables
        return
      } else if marker == JPEGMarker.endOfImage || marker == 0 {
        return nil
      }
      position += 2 + length
    }
    return nil
  }
}

/// Second bytes of the markers (T.81 table B.1).
enum JPEGMarker {
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let huffmanTables: UInt8 = 0xC4

  /// RST0–RST7: they stand within a scan's data.
  static func isRestart(_ marker: UInt8) -> Bool { (0xD0...0xD7).contains(marker) }
  /// Markers without a length: TEM, RSTn, SOI.
  static func standsAlone(_ marker: UInt8) -> Bool {
    marker == 0x01 || isRestart(marker) || marker == startOfImage
  }
  /// SOF0–SOF15, without DHT, JPG and DAC, which share the row.
  static func isFrameHeader(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }
}
