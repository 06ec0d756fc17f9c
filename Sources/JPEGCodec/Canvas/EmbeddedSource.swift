import HostResources
import PixelTypes

/// A camera's frame inside a spliced picture: all of it that the picture itself doesn't have. With the picture's own MCUs it gives the
/// frame back byte for byte; see ``SourceRestorer``.
///
/// It lies in segments APP9, in front of the picture's tables. Each begins with `dualcam`, a zero, the version 1, the camera's number
/// among those of the picture, and this segment's number and how many there are (16 bits each, as all numbers big-endian). What follows,
/// joined:
///
/// | bytes | |
/// |---|---|
/// | 1, n | the camera's name, after its length |
/// | 2, 2 | the column and row of the picture's MCU at which the viewfinder begins |
/// | 2, 2 | the frame's width and height in pixels |
/// | 2 | its restart interval in MCUs; 0 for none |
/// | 4 | its size in bytes |
/// | 32 | its SHA-256 |
/// | 4, n | its headers, up to the entropy-coded data |
/// | 4, n | what follows these data, without zeros at the end |
/// | 4 | how many zeros follow |
/// | 4, n | lengths of runs of MCUs in LEB128, in the frame's order: of MCUs that are the picture's, then of MCUs that follow below, and so on |
/// | rest | these MCUs as a scan with the picture's tables, as wide as the frame, with a restart marker after each row; zeros fill the last row |
public struct EmbeddedSource: Sendable, Equatable {
  /// The camera's name, as in the recording's lines.
  public let camera: String
  /// The viewfinder, in pixels of the picture; it begins at an MCU's corner.
  public let rect: PixelRect
  /// Bytes of the frame.
  public let byteCount: Int
  /// Bytes of its entropy-coded data.
  var codedBytes: Int { byteCount - head.count - tail.count - zeros }
  /// Its SHA-256, in hexadecimal.
  public let sha256: String
  /// Its MCUs across and down.
  let columns: Int
  let rows: Int
  let restartInterval: Int
  let digest: [UInt8]
  let head: [UInt8]
  let tail: [UInt8]
  let zeros: Int
  /// Lengths of runs, from the picture and from the patch in turn.
  let runs: [Int]
  /// The coded MCUs that the picture doesn't have.
  let patch: [UInt8]

  /// MCUs in the patch.
  var patchedMCUs: Int { stride(from: 1, to: runs.count, by: 2).reduce(0) { $0 + runs[$1] } }

  static let segments = DataSegments(version: 1, of: "the camera's frame inside")

  /// Finds the frames in a picture.
  ///
  /// - Parameter picture: a JPEG from its first byte.
  /// - Returns: those in it, in the order of its cameras; none for a picture without any.
  /// - Throws: ``JPEGError/malformed(reason:)`` if segments are missing or have nonsense; as ``JPEGHeaders/parse(_:)`` for the picture.
  public static func find(in picture: Span<UInt8>) throws(JPEGError) -> [EmbeddedSource] {
    let parts = try segments.find(in: picture)
    guard !parts.isEmpty else { return [] }
    var headers = JPEGHeaders()
    try headers.parse(picture)
    var found: [EmbeddedSource] = []
    for part in parts {
      let source = try EmbeddedSource(part.data, headers.layout, picture.count)
      guard !found.contains(where: { $0.camera == source.camera }) else {
        throw damaged("it is there twice")
      }
      found.append(source)
    }
    return found
  }

  static func damaged(_ what: String) -> JPEGError { segments.damaged(what) }

  private struct Reader {
    let data: [UInt8]
    var at = 0

    mutating func bytes(_ count: Int) -> [UInt8]? {
      guard count >= 0, count <= data.count - at else { return nil }
      defer { at += count }
      return Array(data[at..<at + count])
    }

    mutating func number(_ bytes: Int) -> Int? { self.bytes(bytes)?.reduce(0) { $0 << 8 | Int($1) } }

    mutating func counted(_ bytes: Int) -> [UInt8]? { number(bytes).flatMap { self.bytes($0) } }
  }

  /// - Parameters:
  ///   - data: what segments hold, joined.
  ///   - layout: the picture's.
  ///   - pictureBytes: the picture's size.
  /// - Throws: ``JPEGError/malformed(reason:)`` if they have nonsense.
  init(_ data: [UInt8], _ layout: ScanLayout, _ pictureBytes: Int) throws(JPEGError) {
    var reader = Reader(data: data)
    guard let source = EmbeddedSource(&reader, layout, pictureBytes) else {
      throw Self.damaged("it isn't as it was written")
    }
    self = source
  }

  private init?(_ reader: inout Reader, _ layout: ScanLayout, _ pictureBytes: Int) {
    guard let name = reader.counted(1), let column = reader.number(2), let row = reader.number(2),
      let width = reader.number(2), let height = reader.number(2), let interval = reader.number(2),
      let byteCount = reader.number(4), let digest = reader.bytes(SHA256.length),
      let head = reader.counted(4), let tail = reader.counted(4), let zeros = reader.number(4),
      let lengths = reader.counted(4), byteCount <= EntropyData.largest, zeros <= FrameRest.mostZeros,
      PixelSize(width: width, height: height) != nil
    else { return nil }
    camera = String(decoding: name, as: UTF8.self)
    // What is left is coded here or in the picture, with other stuffing and other first differences at most.
    let coded = byteCount - head.count - tail.count - zeros
    guard coded >= 0, coded <= 4 * pictureBytes + 4096, CameraNames.objection(to: camera) == nil else {
      return nil
    }
    columns = (width + layout.mcuWidth - 1) / layout.mcuWidth
    rows = (height + layout.mcuHeight - 1) / layout.mcuHeight
    guard column + columns <= layout.columns, row + rows <= layout.rows,
      let runs = Self.runs(lengths, sum: columns * rows)
    else { return nil }
    rect = PixelRect(x: column * layout.mcuWidth, y: row * layout.mcuHeight, width: width, height: height)
    (self.byteCount, self.digest, self.head, self.tail) = (byteCount, digest, head, tail)
    (self.zeros, self.runs, restartInterval) = (zeros, runs, interval)
    sha256 = SHA256.hexadecimal(digest[...])
    patch = Array(reader.data[reader.at...])
  }

  /// Lengths whose sum is right.
  private static func runs(_ bytes: [UInt8], sum: Int) -> [Int]? {
    var (runs, left, value, shift) = ([Int](), sum, 0, 0)
    for byte in bytes {
      guard shift < 28 else { return nil }
      value |= Int(byte & 127) << shift
      shift += 7
      if byte & 128 != 0 { continue }
      // Only the first may be of none.
      guard value <= left, value > 0 || runs.isEmpty else { return nil }
      runs.append(value)
      left -= value
      (value, shift) = (0, 0)
    }
    return left == 0 && shift == 0 ? runs : nil
  }
}
