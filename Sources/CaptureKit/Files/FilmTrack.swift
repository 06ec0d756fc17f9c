import PixelTypes

/// The Motion JPEG of a film in an MP4 or QuickTime file: the samples of its index, then those of its fragments.
struct FilmTrack {
  private(set) var framesPerSecond: Double?
  private(set) var height: Int?
  private(set) var turn = PictureTurn.none
  /// The samples that are shown, in units of time.
  private(set) var shown = 0..<Int.max
  /// When the first of them is, in nanoseconds.
  private(set) var delay = 0
  /// When the film says that it was taken, in nanoseconds since 1970.
  let begins: Int64?
  /// Units of time in a second.
  private let scale: Int
  private let samples: SampleTable
  private var fragments: Fragments

  /// Reads the index of the film that begins at an offset.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when it has none, or no track of Motion JPEG.
  init(at start: Int, _ boxes: BoxReader) throws(CaptureError) {
    let file = boxes.window.file
    guard let movie = try boxes.body("moov", in: start..<file.size) else {
      throw .badFile(
        path: file.path, reason: "it has no index (moov): it was cut short, or never finished")
    }
    guard let track = try Self.videoTrack(of: movie, boxes),
      let header = try boxes.body("mdia", "mdhd", in: track), let time = try boxes.time(header),
      time.scale > 0,
      let table = try boxes.body("mdia", "minf", "stbl", in: track)
    else { throw .badFile(path: file.path, reason: "it has no video track") }
    if let description = try boxes.description(of: table) {
      guard Conversion.isMotionJPEG(description.codec) else {
        throw Conversion.refusal(of: description.codec, in: file)
      }
      height = description.height
    }
    scale = time.scale
    begins = try boxes.body("mvhd", in: movie).flatMap { header throws(CaptureError) in
      try boxes.creation(header)
    }
    samples = try SampleTable(table, base: start, boxes)
    fragments = try Fragments(behind: movie, base: start, track: track, boxes)
    framesPerSecond = FilmTimes.rate(Double(samples.count) * Double(scale) / Double(time.duration))
    if fragments.areThere, let rate = try rate(ofFirst: 16, boxes) { framesPerSecond = rate }
    try readEdit(of: track, in: movie, boxes)
    turn = try Self.turn(of: track, boxes)
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

  /// The rate of the first samples.
  private func rate(ofFirst count: Int, _ boxes: BoxReader) throws(CaptureError) -> Double? {
    var (ahead, cursor) = (self, SampleTable.Cursor())
    var (samples, ticks) = (0, 0)
    while samples < count, let sample = try ahead.next(&cursor, boxes) {
      (samples, ticks) = (samples + 1, ticks + sample.duration)
    }
    return FilmTimes.rate(Double(samples) * Double(scale) / Double(ticks))
  }

  /// What a track's edit list shows, and from when: a pause at the beginning, then one part. Of a list of several parts all
  /// is shown.
  private mutating func readEdit(
    of track: Range<Int>, in movie: Range<Int>, _ boxes: BoxReader
  ) throws(CaptureError) {
    guard let list = try boxes.body("edts", "elst", in: track),
      let header = try boxes.body("mvhd", in: movie), let time = try boxes.time(header), time.scale > 0
    else { return }
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
      // Of a film in fragments it may be the first one's.
      let length = fragments.areThere ? 0 : seconds * Double(scale)
      let start = min(begins, SampleTable.longest)
      shown = start..<(length > 0 && length < 1e15 ? start + Int(length.rounded(.up)) : .max)
    }
    if parts == 1 { self.shown = shown }
    delay = pause < 1e9 ? Int(pause * 1e9) : 0
  }

  /// The turn that a track's matrix is.
  private static func turn(of track: Range<Int>, _ boxes: BoxReader) throws(CaptureError) -> PictureTurn {
    guard let header = try boxes.body("tkhd", in: track) else { return .none }
    let matrix = header.lowerBound + (try boxes.window.byte(at: header.lowerBound) == 1 ? 52 : 40)
    var signs: [Int] = []
    for place in [0, 4, 12, 16] {
      let number = try boxes.window.bigEndian(4, at: matrix + place) ?? 0
      signs.append(Int(Int32(truncatingIfNeeded: number)).signum())
    }
    return PictureTurn.orientations.first { $0.directions == signs } ?? .none
  }

  /// A span of time in nanoseconds.
  func nanoseconds(_ ticks: Int) -> Int {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: scale)
    return min(seconds, 1 << 32) * 1_000_000_000 + rest * 1_000_000_000 / scale
  }

  /// The next sample; `nil` after the last.
  mutating func next(
    _ cursor: inout SampleTable.Cursor, _ boxes: BoxReader
  ) throws(CaptureError) -> SampleTable.Sample? {
    if let sample = try samples.next(&cursor) { return sample }
    return try fragments.next(after: cursor.time, boxes)
  }

  /// Where the file's next film begins, once all samples are read; `nil` after the last. Another one each time.
  mutating func nextFilm(_ boxes: BoxReader) throws(CaptureError) -> Int? { try fragments.nextFilm(boxes) }
}

extension PictureTurn {
  /// Where a step to the right leads, right and down, and where a step down.
  fileprivate var directions: [Int] {
    let (right, down) = [((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))][quarters]
    let side = isMirrored ? -1 : 1
    return [right.0 * side, right.1, down.0 * side, down.1]
  }
}
