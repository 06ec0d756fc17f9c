// ISO/IEC 14496-12, 8.8 (movie fragments).

/// The samples in an MP4's fragments (`moof`), read from the front, box by box.
struct Fragments {
  /// Whether the film's index says that there are some.
  let areThere: Bool
  /// What the film's offsets count from, and the track's number.
  private let base: Int
  private let track: Int
  /// A sample's duration and size where nobody says otherwise.
  private let defaults: (duration: Int, size: Int)
  /// The file's next box.
  private var place: Int
  /// What is left of a fragment, and of its part for a track; where the fragment begins.
  private var fragment = 0..<0
  private var part = 0..<0
  private var start = 0
  /// Whether the part is about the track, what its offsets count from, and its defaults.
  private var own = (isTrack: false, base: 0, duration: 0, size: 0)
  private var run: Run?
  /// Where the last sample ends, `nil` at a fragment's beginning, and when; no time before the first.
  private var offset: Int?
  private var time: Int?
  /// How many samples there may still be: a file hasn't more than bytes.
  private var left: Int

  /// A `trun`.
  private struct Run {
    var table: BoxTable
    var index = 0
    var count: Int
    /// Whether each sample has a duration, and a size.
    var hasDuration: Bool
    var hasSize: Bool
  }

  /// - Parameters:
  ///   - movie: the film's index; its fragments come later.
  ///   - track: the part of the index about the track.
  init(behind movie: Range<Int>, base: Int, track: Range<Int>, _ boxes: BoxReader) throws(CaptureError) {
    let window = boxes.window
    self.base = base
    (place, left) = (movie.upperBound, window.file.size)
    let header = try boxes.body("tkhd", in: track)?.lowerBound ?? .max / 2
    self.track = try window.bigEndian(4, at: header + (window.byte(at: header) == 1 ? 20 : 12)) ?? 0
    var (duration, size) = (0, 0)
    guard let extends = try boxes.body("mvex", in: movie) else {
      (areThere, defaults) = (false, (0, 0))
      return
    }
    var next = extends.lowerBound
    while let box = try boxes.box(at: next, before: extends.upperBound) {
      next = box.body.upperBound
      guard box.kind == "trex", try window.bigEndian(4, at: box.body.lowerBound + 4) == self.track else {
        continue
      }
      duration = try window.bigEndian(4, at: box.body.lowerBound + 12) ?? 0
      size = try window.bigEndian(4, at: box.body.lowerBound + 16) ?? 0
    }
    (areThere, defaults) = (true, (duration, size))
  }

  /// The next sample; `nil` after the last, and before the file's next film.
  ///
  /// - Parameter ticks: when the index's last sample ends.
  mutating func next(after ticks: Int, _ boxes: BoxReader) throws(CaptureError) -> SampleTable.Sample? {
    guard areThere else { return nil }
    let file = boxes.window.file
    while left > 0 {
      if let sample = try takeSample(after: ticks, file.size) {
        if own.isTrack { return sample }
      } else if let box = try Self.take(&part, boxes) {
        switch box.kind {
        case "trun": try open(box.body, boxes)
        case "tfdt" where own.isTrack:
          let isLong = try boxes.window.byte(at: box.body.lowerBound) == 1
          let claimed = try boxes.window.bigEndian(isLong ? 8 : 4, at: box.body.lowerBound + 4)
          time = min(claimed ?? .max, SampleTable.longest)
        default: break
        }
      } else if let box = try Self.take(&fragment, boxes) {
        if box.kind == "traf" { try enter(box.body, boxes) }
      } else {
        guard let box = try boxes.box(at: place, before: file.size), box.kind != "ftyp", box.kind != "moov"
        else {
          return nil
        }
        if box.kind == "moof" { (start, fragment, offset) = (place, box.body, nil) }
        place = box.body.upperBound
      }
    }
    return nil
  }

  /// The first of some boxes, which then isn't there any more.
  private static func take(
    _ range: inout Range<Int>, _ boxes: BoxReader
  ) throws(CaptureError) -> (kind: String, body: Range<Int>)? {
    guard let box = try boxes.box(at: range.lowerBound, before: range.upperBound) else {
      range = 0..<0
      return nil
    }
    range = box.body.upperBound..<range.upperBound
    return box
  }

  /// Reads the header of a fragment's part.
  private mutating func enter(_ part: Range<Int>, _ boxes: BoxReader) throws(CaptureError) {
    let window = boxes.window
    guard let header = try boxes.body("tfhd", in: part)?.lowerBound,
      let flags = try window.bigEndian(4, at: header), let number = try window.bigEndian(4, at: header + 4)
    else { return }
    var place = header + 8
    func take(_ flag: Int, _ bytes: Int) throws(CaptureError) -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { place += bytes }
      return try window.bigEndian(bytes, at: place) ?? .max
    }
    let given = try take(1, 8).map { min($0, window.file.size) + base }
    _ = try take(2, 4)
    let duration = try take(8, 4) ?? defaults.duration
    let size = try take(16, 4) ?? defaults.size
    // Without a word about it, a part's data follow those of the part before.
    let from = given ?? (flags & 0x20000 == 0 ? offset : nil) ?? start
    own = (number == track, from, min(duration, 1 << 32), min(size, 1 << 32))
    (self.part, offset) = (part, from)
  }

  private mutating func open(_ body: Range<Int>, _ boxes: BoxReader) throws(CaptureError) {
    let window = boxes.window
    guard let flags = try window.bigEndian(4, at: body.lowerBound) else { return }
    var head = 8
    if flags & 1 != 0 {
      let distance = Int(Int32(truncatingIfNeeded: try window.bigEndian(4, at: body.lowerBound + 8) ?? 0))
      offset = max(0, own.base + distance)
      head += 4
    }
    if flags & 4 != 0 { head += 4 }
    let fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }
    let claimed = try window.bigEndian(4, at: body.lowerBound + 4) ?? 0
    let room = fields.isEmpty ? own.size > 0 ? left : 0 : max(0, body.count - head) / (4 * fields.count)
    run = Run(
      table: try BoxTable(window.file, body, at: head, width: max(4, 4 * fields.count)),
      count: min(claimed, room),
      hasDuration: fields.contains(0x100), hasSize: fields.contains(0x200))
  }

  private mutating func takeSample(after ticks: Int, _ fileSize: Int) throws(CaptureError) -> SampleTable
    .Sample?
  {
    guard var run, run.index < run.count else { return nil }
    let duration = try run.hasDuration ? run.table.number(run.index) ?? 0 : own.duration
    let size = try run.hasSize ? run.table.number(run.index, at: run.hasDuration ? 4 : 0) ?? 0 : own.size
    run.index += 1
    self.run = run
    left -= 1
    let (begin, place) = (time ?? ticks, min(offset ?? start, fileSize))
    offset = min(place + size, fileSize)
    if own.isTrack { time = min(begin + duration, SampleTable.longest) }
    return SampleTable.Sample(offset: place, size: size, ticks: begin, duration: duration)
  }

  /// Where the file's next film begins, behind all that was read; `nil` after the last. Another one each time.
  mutating func nextFilm(_ boxes: BoxReader) throws(CaptureError) -> Int? {
    var start: Int?
    while let box = try boxes.box(at: place, before: boxes.window.file.size) {
      if box.kind == "ftyp" { start = place }
      place = box.body.upperBound
      if box.kind == "moov", let start { return start }
    }
    return nil
  }
}
