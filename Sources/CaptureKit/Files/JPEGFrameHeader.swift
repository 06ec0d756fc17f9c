// ITU-T T.81 annex B: markers and their segments.

import PixelTypes

/// A JPEG's headers up to its first scan, as far as a source needs them. Decodes nothing.
struct JPEGFrameHeader: Equatable {
  var width: Int
  var height: Int
  /// Why it can't be decoded; `nil` when its headers show no obstacle.
  var obstacle: JPEGObstacle?
  /// Whether a DHT segment comes before the scan.
  var hasHuffmanTables: Bool

  /// `nil` when no picture can be that large.
  var size: PixelSize? { PixelSize(width: width, height: height) }

  /// Walks the segments of a JPEG. Never reads outside `bytes`.
  ///
  /// - Returns: `nil` when it doesn't begin with SOI, a segment is truncated or impossible, or no scan follows a frame
  ///   header.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == JPEGMarker.startOfImage else { return nil }
    var position = 2
    var sides: (width: Int, height: Int)?
    var obstacle: JPEGObstacle?
    var components = 0
    var hasHuffmanTables = false
    while position + 3 < bytes.count {
      guard bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      // Any number of 0xFF fill bytes may precede a marker (B.1.1.2).
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
        components = Int(bytes[position + 9])
        obstacle =
          JPEGObstacle(frameHeader: marker)
          ?? Self.obstacle(inFrame: bytes.extracting(position + 4..<position + 2 + length))
      } else if marker == JPEGMarker.huffmanTables {
        hasHuffmanTables = true
      } else if marker == JPEGMarker.startOfScan {
        guard let sides else { return nil }
        (width, height) = sides
        if obstacle == nil, length < 3 || Int(bytes[position + 4]) < components { obstacle = .severalScans }
        self.obstacle = obstacle
        self.hasHuffmanTables = hasHuffmanTables
        return
      } else if marker == JPEGMarker.endOfImage || marker == 0 {
        return nil
      }
      position += 2 + length
    }
    return nil
  }

  /// - Parameter frame: the frame header after its length: precision, size, components.
  private static func obstacle(inFrame frame: Span<UInt8>) -> JPEGObstacle? {
    if frame[0] != 8 { return .bits(Int(frame[0])) }
    let count = Int(frame[5])
    // Truncated frame headers are left to the decoder.
    guard frame.count >= 6 + 3 * count else { return nil }
    guard [1, 3, 4].contains(count) else { return .components(count) }
    // A single component's factors mean nothing (A.2.2).
    if count == 1 { return nil }
    let factors = (0..<count).map { number in
      (across: Int(frame[7 + 3 * number] >> 4), down: Int(frame[7 + 3 * number] & 15))
    }
    let (across, down) = (factors.map(\.across).max() ?? 1, factors.map(\.down).max() ?? 1)
    let isPossible = factors.allSatisfy {
      $0.across > 0 && $0.down > 0 && across % $0.across == 0 && down % $0.down == 0
    }
    if isPossible, across <= 4, down <= 4, factors.reduce(0, { $0 + $1.across * $1.down }) <= 10 {
      return nil
    }
    return .sampling(factors.map { "\($0.across)x\($0.down)" }.joined(separator: ","))
  }
}

/// Second bytes of the markers (T.81 table B.1).
enum JPEGMarker {
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let huffmanTables: UInt8 = 0xC4

  /// RST0–RST7, which occur within a scan's data.
  static func isRestart(_ marker: UInt8) -> Bool { (0xD0...0xD7).contains(marker) }
  /// Markers without a length: TEM, RSTn, SOI.
  static func standsAlone(_ marker: UInt8) -> Bool {
    marker == 0x01 || isRestart(marker) || marker == startOfImage
  }
  /// SOF0–SOF15, except DHT, JPG and DAC, which share the range.
  static func isFrameHeader(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }
}
