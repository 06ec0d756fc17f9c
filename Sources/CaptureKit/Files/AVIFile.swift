// Microsoft, "AVI RIFF File Reference"; Matrox, "OpenDML AVI File Format Extensions" (1996).
//
// Walks chunks from the front, stepping into the lists that matter; needs no index, and ignores sizes that
// extend beyond the file's end. A second `RIFF AVIX` is just another list to step into.

/// An `.avi` whose first video stream is Motion JPEG.
final class AVIFile: JPEGContainer {
  private(set) var framesPerSecond: Double?
  var largestFrame: Int? { window.file.size }
  private let window: FileWindow
  /// Offset of the first chunk in the `movi` list.
  private var firstChunk = 0
  private var position = 0
  /// The names of the stream's chunks: `00dc` for the first, or `00db`, some recorders' name for key frames. Empty
  /// until the stream is found.
  private var chunkNames: [Int] = []

  var path: String { window.file.path }

  /// Reads the headers.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when it isn't an AVI or has no Motion JPEG.
  init(_ file: InputFile) throws(CaptureError) {
    window = FileWindow(file)
    guard try window.fourCharacters(at: 0) == "RIFF", try window.fourCharacters(at: 8) == "AVI " else {
      throw .badFile(path: file.path, reason: "it has no RIFF AVI header")
    }
    try readHeaders()
    position = firstChunk
  }

  func rewind() { position = firstChunk }

  private func readHeaders() throws(CaptureError) {
    var place = 12
    var streams = 0
    var isVideo = false
    var rate: Double?
    var headerRate: Double?
    while let name = try window.fourCharacters(at: place), let size = try window.littleEndian32(at: place + 4)
    {
      let data = place + 8
      switch name {
      case "LIST":
        let kind = try window.fourCharacters(at: data)
        if kind == "movi" {
          guard !chunkNames.isEmpty else {
            throw .badFile(path: path, reason: "no video stream comes before its frames")
          }
          framesPerSecond = rate ?? headerRate
          firstChunk = data + 4
          return
        }
        if kind == "hdrl" || kind == "strl" {
          place = data + 4
          continue
        }
      case "avih":
        if let microseconds = try window.littleEndian32(at: data), microseconds > 0 {
          headerRate = FilmTimes.rate(1e6 / Double(microseconds))
        }
      case "strh":
        streams += 1
        isVideo = try window.fourCharacters(at: data) == "vids" && chunkNames.isEmpty
        if isVideo, let scale = try window.littleEndian32(at: data + 20),
          let ticks = try window.littleEndian32(at: data + 24), scale > 0
        {
          rate = FilmTimes.rate(Double(ticks) / Double(scale))
        }
      case "strf":
        if isVideo, streams <= 100 {
          let codec = try window.fourCharacters(at: data + 16) ?? ""
          guard Conversion.isMotionJPEG(codec) else {
            throw Conversion.refusal(of: codec, in: window.file)
          }
          let number = streams <= 10 ? "0\(streams - 1)" : "\(streams - 1)"
          chunkNames = [Self.code(number + "dc"), Self.code(number + "db")]
        }
      default: break
      }
      place = data + size + size % 2
    }
    throw .badFile(path: path, reason: "it ends before its frames")
  }

  func next() throws(CaptureError) -> JPEGStep {
    let end = window.file.size
    while position + 8 <= end, let size = try window.littleEndian32(at: position + 4) {
      let data = position + 8
      if let name = try window.littleEndian32(at: position), chunkNames.contains(name) {
        position = data + size + size % 2
        // An empty chunk means that the recorder had no frame here.
        guard size > 0, data < end else { return .lost }
        let available = min(size, end - data)
        return .piece(
          JPEGPiece(file: window.file, offset: data, byteCount: available, isCut: available < size))
      }
      if try isList(at: position) {
        position = data + 4
      } else {
        position = data + size + size % 2
      }
    }
    position = end
    return .end
  }

  /// Whether a list that holds frames is at `offset`: `LIST rec `, `LIST movi`, `RIFF AVIX`.
  private func isList(at offset: Int) throws(CaptureError) -> Bool {
    switch try window.littleEndian32(at: offset) {
    case Self.code("LIST"):
      let kind = try window.littleEndian32(at: offset + 8)
      return kind == Self.code("rec ") || kind == Self.code("movi")
    case Self.code("RIFF"): return true
    default: return false
    }
  }

  /// Four characters as a little-endian number.
  private static func code(_ name: String) -> Int { name.utf8.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
