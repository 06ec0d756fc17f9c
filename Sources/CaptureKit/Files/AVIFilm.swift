/// What an AVI's headers say of its first video stream.
struct AVIFilm {
  /// The names of the stream's chunks: `00dc` for the first, or `00db`, some recorders' name for key frames. Empty if they
  /// can't be read.
  var names: [Int] = []
  private(set) var rate: Double?
  private(set) var height: Int?
  /// Offset of the first chunk in the `movi` list.
  private(set) var frames = 0
  /// Where the list says that it ends, if it knows.
  var end: Int?
  var index: AVIIndex?
  /// When it begins, in nanoseconds.
  var start = 0.0
  /// Frames so far, lost and repeated ones too.
  var count = 0

  /// When its next frame is, in nanoseconds.
  var time: Double { start + Double(count) * 1e9 / (rate ?? 30) }

  /// Reads the headers of the film that begins at an offset.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when it has no Motion JPEG.
  init(at start: Int, _ window: FileWindow) throws(CaptureError) {
    let path = window.file.path
    var place = start + 12
    var streams = 0
    var isVideo = false
    var headerRate: Double?
    while let name = try window.fourCharacters(at: place), let size = try window.littleEndian32(at: place + 4)
    {
      let data = place + 8
      switch name {
      case "LIST":
        let kind = try window.fourCharacters(at: data)
        if kind == "movi" {
          guard !names.isEmpty else {
            throw .badFile(path: path, reason: "no video stream comes before its frames")
          }
          rate = rate ?? headerRate
          frames = data + 4
          end = Self.end(data, size)
          index = try AVIIndex(window.file, at: data + size + size % 2, frames: data)
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
        isVideo = try window.fourCharacters(at: data) == "vids" && names.isEmpty
        if isVideo, let scale = try window.littleEndian32(at: data + 20),
          let ticks = try window.littleEndian32(at: data + 24), scale > 0
        {
          rate = FilmTimes.rate(Double(ticks) / Double(scale))
        }
      case "strf":
        if isVideo, streams <= 100 {
          let codec = try window.fourCharacters(at: data + 16) ?? ""
          guard Conversion.isMotionJPEG(codec) else { throw Conversion.refusal(of: codec, in: window.file) }
          let number = streams <= 10 ? "0\(streams - 1)" : "\(streams - 1)"
          names = [AVIChunks.code(number + "dc"), AVIChunks.code(number + "db")]
          // A negative one would be a bitmap's that begins at its top.
          height = try window.littleEndian32(at: data + 8).map {
            Int(Int32(truncatingIfNeeded: $0).magnitude)
          }
        }
      default: break
      }
      place = data + size + size % 2
    }
    throw .badFile(path: path, reason: "it ends before its frames")
  }

  /// Where a list ends that isn't nested. One that is still written, or goes through a pipe, says 0, or all that it may.
  static func end(_ data: Int, _ size: Int) -> Int? { (5..<0x7FFF_0000).contains(size) ? data + size : nil }
}
