// ISO/IEC 14496-12, 4.2 (boxes); ISO/IEC 14496-1, 7.2.6 (descriptors).

/// Finds boxes in an MP4 or QuickTime film.
struct BoxReader {
  let window: FileWindow

  init(_ file: InputFile) { window = FileWindow(file, byteCount: 4096) }

  /// The box at an offset; `nil` where none can begin. One that claims to end later ends at `end`.
  func box(at place: Int, before end: Int) throws(CaptureError) -> (kind: String, body: Range<Int>)? {
    guard end - place >= 8, var size = try window.bigEndian(4, at: place),
      let kind = try window.fourCharacters(at: place + 4)
    else { return nil }
    var head = 8
    if size == 1 {
      guard let large = try window.bigEndian(8, at: place + 8) else { return nil }
      (size, head) = (large, 16)
    }
    // 0: to the end.
    if size == 0 || size > end - place { size = end - place }
    return size < head ? nil : (kind, place + head..<place + size)
  }

  /// The contents of the first box of a kind within a range, of the first of the next kind in that, and so on.
  func body(_ kinds: String..., in range: Range<Int>) throws(CaptureError) -> Range<Int>? {
    var range = range
    for kind in kinds {
      var place = range.lowerBound
      while true {
        guard let box = try box(at: place, before: range.upperBound) else { return nil }
        if box.kind == kind {
          range = box.body
          break
        }
        place = box.body.upperBound
      }
    }
    return range
  }

  /// Units in a second, and the duration in them, of an `mvhd` or `mdhd`.
  func time(_ header: Range<Int>) throws(CaptureError) -> (scale: Int, duration: Int)? {
    let isLong = try window.byte(at: header.lowerBound) == 1
    let place = header.lowerBound + (isLong ? 20 : 12)
    guard let scale = try window.bigEndian(4, at: place) else { return nil }
    return (scale, try window.bigEndian(isLong ? 8 : 4, at: place + 4) ?? 0)
  }

  /// When an `mvhd` was created, in nanoseconds since 1970; `nil` if it doesn't say, or before then. It counts from 1904.
  func creation(_ header: Range<Int>) throws(CaptureError) -> Int64? {
    let isLong = try window.byte(at: header.lowerBound) == 1
    guard let seconds = try window.bigEndian(isLong ? 8 : 4, at: header.lowerBound + 4) else { return nil }
    return FilmTimes.utc(seconds: seconds - 2_082_844_800)
  }

  /// The codec of a sample table's first description, `jpeg` for an `mp4v` that says so itself, and a frame's height.
  func description(of table: Range<Int>) throws(CaptureError) -> (codec: String, height: Int?)? {
    guard let description = try body("stsd", in: table), description.count >= 8,
      let entry = try box(at: description.lowerBound + 8, before: description.upperBound)
    else { return nil }
    // What every visual sample entry has comes first.
    guard entry.body.count >= 78 else { return (entry.kind, nil) }
    let height = try window.bigEndian(2, at: entry.body.lowerBound + 26)
    guard entry.kind == "mp4v",
      let stream = try body("esds", in: entry.body.lowerBound + 78..<entry.body.upperBound)
    else { return (entry.kind, height) }
    return try (objectType(stream.lowerBound + 4) == 0x6C ? "jpeg" : entry.kind, height)
  }

  /// The object type in the DecoderConfigDescriptor of an ES_Descriptor.
  private func objectType(_ start: Int) throws(CaptureError) -> UInt8? {
    var place = start
    guard try enter(3, &place), let flags = try window.byte(at: place + 2) else { return nil }
    place += 3
    if flags & 0x80 != 0 { place += 2 }
    if flags & 0x40 != 0 { place += 1 + Int(try window.byte(at: place) ?? 0) }
    if flags & 0x20 != 0 { place += 2 }
    return try enter(4, &place) ? window.byte(at: place) : nil
  }

  /// Steps into a descriptor: its tag, then a size in up to four bytes.
  private func enter(_ tag: UInt8, _ place: inout Int) throws(CaptureError) -> Bool {
    guard try window.byte(at: place) == tag else { return false }
    for _ in 0..<4 {
      place += 1
      guard let byte = try window.byte(at: place) else { return false }
      if byte < 0x80 { break }
    }
    place += 1
    return true
  }
}

/// A box that is a table: entries of one width, as many as it says and has room for. They are read when asked for.
struct BoxTable {
  let count: Int
  private let window: FileWindow
  private let start: Int
  private let width: Int

  /// - Parameters:
  ///   - body: version and flags, perhaps other numbers, the count, the entries.
  ///   - offset: of the entries.
  ///   - width: bytes in an entry.
  init(_ file: InputFile, _ body: Range<Int>, at offset: Int = 8, width: Int) throws(CaptureError) {
    window = FileWindow(file, byteCount: 4096)
    (start, self.width) = (body.lowerBound + offset, width)
    let claimed = try window.bigEndian(4, at: start - 4) ?? 0
    count = max(0, min(claimed, (body.upperBound - start) / width))
  }

  /// A number in an entry, `offset` bytes from its beginning; `nil` for one that has 64 bits.
  func number(_ entry: Int, at offset: Int = 0, bytes: Int = 4) throws(CaptureError) -> Int? {
    try window.bigEndian(bytes, at: start + entry * width + offset)
  }
}
