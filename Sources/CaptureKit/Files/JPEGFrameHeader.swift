import PixelTypes

/// A JPEG's headers up to its first scan, as far as a source needs them. Decodes nothing.
struct JPEGFrameHeader: Equatable {
  var width: Int
  var height: Int
  /// Why it can't be decoded; `nil` when its headers show no obstacle.
  var obstacle: JPEGObstacle?
  /// The turn that sets it upright, from its EXIF orientation.
  var orientation: PictureTurn
  /// Whether a DHT segment comes before the scan.
  var hasHuffmanTables: Bool
  /// Whether it is that of a picture of another kind.
  var isConverted = false

  /// `nil` when no picture can be that large.
  var size: PixelSize? { PixelSize(width: width, height: height) }
  /// Its size when upright.
  var uprightSize: PixelSize? { size.map(orientation.turned) }

  /// The header of a JPEG, or of the JPEG that a picture of another kind becomes.
  init?(picture bytes: Span<UInt8>) {
    if let sides = PictureConverter.sides(bytes) { self.init(sides) } else { self.init(bytes) }
  }

  private init(_ sides: (width: Int, height: Int)) {
    (width, height) = sides
    (obstacle, orientation, hasHuffmanTables, isConverted) = (nil, .none, true, true)
  }

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
    var orientation: PictureTurn?
    while let segment = try? JPEGSegment.next(in: bytes, from: position) {
      position = segment.end
      let start = segment.offset + 4
      switch segment.marker {
      case JPEGMarker.endOfImage: return nil
      case JPEGMarker.huffmanTables: hasHuffmanTables = true
      case JPEGMarker.application1:
        orientation = orientation ?? EXIFNumber(.orientation, of: bytes, in: segment)?.turn
      case JPEGMarker.startOfScan:
        guard let sides else { return nil }
        (width, height) = sides
        let isPartial = start == segment.end || Int(bytes[start]) < components
        self.obstacle = obstacle ?? (isPartial ? .severalScans : nil)
        self.hasHuffmanTables = hasHuffmanTables
        self.orientation = orientation ?? .none
        return
      case let marker where JPEGMarker.isFrameHeader(marker):
        guard segment.end >= start + 6 else { return nil }
        sides = (
          Int(bytes[start + 3]) << 8 | Int(bytes[start + 4]),
          Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        )
        components = Int(bytes[start + 5])
        obstacle =
          JPEGObstacle(frameHeader: marker) ?? Self.obstacle(inFrame: bytes.extracting(start..<segment.end))
      default: break
      }
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
    // A single component's factors are meaningless (A.2.2).
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
