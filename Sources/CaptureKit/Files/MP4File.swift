// ISO/IEC 14496-12 (boxes and sample tables); ISO/IEC 14496-1 (descriptors); Apple, "QuickTime File Format".

/// An `.mp4`, `.m4v` or `.mov` whose first video track is Motion JPEG. Frames have the film's own times, as its edit list
/// shifts them.
final class MP4File: JPEGContainer {
  private(set) var framesPerSecond: Double?
  var largestFrame: Int? { window.file.size }
  private let window: FileWindow
  private let samples: SampleTable
  private var cursor: SampleTable.Cursor
  private var times = FilmTimes()
  /// Units of time in a second.
  private let scale: Int
  /// The samples that are shown, in units of time.
  private let shown: Range<Int>
  /// When the first of them is, in nanoseconds.
  private let delay: Int

  var path: String { window.file.path }

  /// Whether a file begins like an MP4 or QuickTime film.
  static func isRecognized(_ window: FileWindow) throws(CaptureError) -> Bool {
    let kind = try window.fourCharacters(at: 4) ?? ""
    return ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains(kind)
  }

  /// Reads the index.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when it is a pipe, or has no index or no track of Motion JPEG.
  init(_ file: InputFile) throws(CaptureError) {
    guard !file.isPipe else {
      throw .badFile(
        path: file.path, reason: "an .mp4 or .mov has to be a file; as a pipe, send \(Conversion.film(file))")
    }
    let boxes = BoxReader(file)
    window = boxes.window
    guard let movie = try boxes.body("moov", in: 0..<file.size) else {
      throw .badFile(
        path: file.path, reason: "it has no index (moov): it was cut short, or never finished")
    }
    guard let track = try Self.videoTrack(of: movie, boxes),
      let header = try boxes.body("mdia", "mdhd", in: track), let time = try boxes.time(header),
      time.scale > 0,
      let table = try boxes.body("mdia", "minf", "stbl", in: track)
    else { throw .badFile(path: file.path, reason: "it has no video track") }
    if let codec = try boxes.codec(of: table), !Conversion.isMotionJPEG(codec) {
      throw Conversion.refusal(of: codec, in: file)
    }
    samples = try SampleTable(table, boxes)
    if samples.count == 0, try boxes.body("mvex", in: movie) != nil {
      throw .badFile(
        path: file.path,
        reason: "it is in fragments (moof); pipe it in: \(Conversion.film(file, hasJPEGs: true))")
    }
    cursor = SampleTable.Cursor()
    scale = time.scale
    framesPerSecond = FilmTimes.rate(Double(samples.count) * Double(scale) / Double(time.duration))
    (shown, delay) = try Self.edit(of: track, in: movie, scale: scale, boxes)
  }

  private static func videoTrack(
    of movie: Range<Int>, _ boxes: BoxReader
  ) throws(CaptureError) -> Range<Int>? {
    var place = movie.lowerBound
    while let box = try boxes.box(at: place, before: movie.upperBound) {
      if box.kind == "trak", let handler = try boxes.body("mdia", "hdlr", in: box.body),
        try boxes.window.fourCharacters(at: handler.lowerBound + 8) == "vide"
      {
        return box.body
      }
      place = box.body.upperBound
    }
    return nil
  }

  /// What a track's edit list shows, and from when: a pause at the beginning, then one part. Of a list of several parts all
  /// is shown.
  private static func edit(
    of track: Range<Int>, in movie: Range<Int>, scale: Int, _ boxes: BoxReader
  ) throws(CaptureError) -> (shown: Range<Int>, delay: Int) {
    guard let list = try boxes.body("edts", "elst", in: track),
      let header = try boxes.body("mvhd", in: movie), let time = try boxes.time(header), time.scale > 0
    else { return (0..<Int.max, 0) }
    let bytes = try boxes.window.byte(at: list.lowerBound) == 1 ? 8 : 4
    let edits = try BoxTable(boxes.window.file, list, width: 2 * bytes + 4)
    var (pause, parts) = (0.0, 0)
    var shown = 0..<Int.max
    for index in 0..<edits.count {
      guard let begins = try edits.number(index, at: bytes, bytes: bytes) else {
        // −1 of 64 bits.
        pause += Double(try edits.number(index, bytes: bytes) ?? 0) / Double(time.scale)
        continue
      }
      let seconds = Double(try edits.number(index, bytes: bytes) ?? 0) / Double(time.scale)
      if bytes == 4, begins >= 1 << 31 {
        pause += seconds
        continue
      }
      parts += 1
      let length = seconds * Double(scale)
      let start = min(begins, SampleTable.longest)
      shown = start..<(length > 0 && length < 1e15 ? start + Int(length.rounded(.up)) : .max)
    }
    return (parts == 1 ? shown : 0..<Int.max, pause < 1e9 ? Int(pause * 1e9) : 0)
  }

  func rewind() { (cursor, times) = (SampleTable.Cursor(), FilmTimes()) }

  func next() throws(CaptureError) -> JPEGStep {
    while let sample = try samples.next(&cursor) {
      guard shown.contains(sample.ticks) else { continue }
      let end = window.file.size
      guard sample.size > 0, sample.offset < end else { return .lost }
      let available = min(sample.size, end - sample.offset)
      let ticks = sample.ticks - shown.lowerBound
      let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: scale)
      let nanoseconds = delay + min(seconds, 1 << 32) * 1_000_000_000 + rest * 1_000_000_000 / scale
      return .piece(
        JPEGPiece(
          file: window.file, offset: sample.offset, byteCount: available, isCut: available < sample.size,
          nanoseconds: times.next(nanoseconds)))
    }
    return .end
  }
}
