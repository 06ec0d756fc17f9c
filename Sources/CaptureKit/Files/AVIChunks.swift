import PixelTypes

/// Finds the chunks of an AVI, and where they begin again behind bytes that are none.
struct AVIChunks {
  let window: FileWindow
  /// Looks at what lies far ahead, without moving the other.
  private let ahead: FileWindow

  enum Kind {
    /// A frame of the video stream, or none since the one before.
    case frame
    /// `LIST rec `; `RIFF AVIX`.
    case list
    /// `LIST movi`.
    case movie
    /// `RIFF AVI `.
    case film
    case other
  }

  struct Chunk {
    var kind: Kind
    /// Offset of what it holds.
    var data: Int
    /// At most 32 bits.
    var size: Int
  }

  init(_ file: InputFile) {
    window = FileWindow(file)
    ahead = FileWindow(file, byteCount: 32)
  }

  /// The chunk at an offset; `nil` where none can begin. A frame's may end beyond the file.
  ///
  /// - Parameter names: of the stream's chunks.
  func chunk(at place: Int, named names: [Int]) throws(CaptureError) -> Chunk? {
    try Self.chunk(at: place, named: names, window)
  }

  private static func chunk(
    at place: Int, named names: [Int], _ window: FileWindow
  ) throws(CaptureError) -> Chunk? {
    guard let name = try window.littleEndian32(at: place), let size = try window.littleEndian32(at: place + 4)
    else { return nil }
    var kind = names.contains(name) ? Kind.frame : .other
    if name == Name.list || name == Name.riff {
      kind = try window.littleEndian32(at: place + 8).flatMap { Name.lists[$0] } ?? .other
    }
    if kind == .other {
      let isName = (0..<4).allSatisfy { (32...126).contains(name >> (8 * $0) & 255) }
      guard isName, size <= window.file.size - place - 8 else { return nil }
    }
    return Chunk(kind: kind, data: place + 8, size: size)
  }

  /// Where the chunk after another one begins, as that one's size says, with or without its byte of padding; the file's end if
  /// none can; `nil` where something else is.
  func next(after chunk: Chunk, named names: [Int]) throws(CaptureError) -> Int? {
    let end = chunk.data + chunk.size
    let size = window.file.size
    for place in [end + chunk.size % 2, end] where try Self.chunk(at: place, named: names, ahead) != nil {
      return place
    }
    return end <= size && size - end < 8 ? size : nil
  }

  /// Whether a JPEG that begins at an offset ends at another, or just before it.
  func endsPicture(_ start: Int, at end: Int) throws(CaptureError) -> Bool {
    guard end <= window.file.size else { return false }
    for place in max(start, end - 32)..<max(start, end - 32, end - 1)
    where try ahead.bigEndian(2, at: place) == 0xFF00 | Int(JPEGMarker.endOfImage) {
      return true
    }
    return false
  }

  /// Where a search for a chunk may end as well.
  enum Stop {
    /// At a JPEG.
    case picture
    /// At a JPEG that follows another one's end.
    case nextPicture
  }

  /// The next offset at which a chunk begins for sure; `nil` if none does.
  func search(from offset: Int, named names: [Int], or stop: Stop?) throws(CaptureError) -> Int? {
    var place = offset
    while let byte = try window.byte(at: place) {
      switch byte {
      case 0xFF:
        if let stop, try isPicture(at: place) {
          if stop == .picture { return place }
          if try endsPicture(offset, at: place) { return place }
        }
      // `00wb`, `ix00`, `JUNK`, `LIST`, `RIFF`.
      case 48...57, 105, 74, 76, 82: if try isChunk(at: place, named: names) { return place }
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Whether SOI and another marker are at an offset.
  private func isPicture(at place: Int) throws(CaptureError) -> Bool {
    try window.bigEndian(3, at: place) == 0xFF00FF | Int(JPEGMarker.startOfImage) << 8
  }

  private func isChunk(at place: Int, named names: [Int]) throws(CaptureError) -> Bool {
    guard let chunk = try chunk(at: place, named: names) else { return false }
    return switch chunk.kind {
    case .frame: try isPicture(at: chunk.data)
    case .list, .movie, .film: true
    case .other: try next(after: chunk, named: names) != nil
    }
  }

  /// Four characters as a little-endian number.
  static func code(_ name: String) -> Int { name.utf8.reversed().reduce(0) { $0 << 8 | Int($1) } }

  private enum Name {
    static let list = code("LIST")
    static let riff = code("RIFF")
    static let lists: [Int: Kind] = [
      code("rec "): .list, code("AVIX"): .list, code("movi"): .movie, code("AVI "): .film,
    ]
  }
}
