// ISO/IEC 14496-12, 8.6 (times), 8.7 (sizes, chunks and their offsets).

/// Where a track's samples are, and when: read from the film's tables one after the other, without holding them.
struct SampleTable {
  /// A century at a million units a second.
  static let longest = 1 << 52

  /// How many samples the film has.
  let count: Int
  /// Each sample's size, unless all have the same.
  private let sizes: BoxTable?
  private let sizeBytes: Int
  private let fixedSize: Int
  private let chunks: BoxTable
  private let offsetBytes: Int
  private let runs: BoxTable
  private let durations: BoxTable
  /// Where the film begins, from which offsets count, and where the file ends.
  private let base: Int
  private let fileSize: Int

  /// How far the tables are read.
  struct Cursor {
    fileprivate var sample = 0
    fileprivate var chunk = 0
    fileprivate var run = 0
    /// Samples left in the chunk, and the next one's place.
    fileprivate var left = 0
    fileprivate var offset = 0
    fileprivate var duration = 0
    /// Samples left that last `ticks`.
    fileprivate var equal = 0
    fileprivate var ticks = 0
    /// When the next sample is shown.
    fileprivate(set) var time = 0
  }

  struct Sample {
    /// At most the file's size.
    var offset: Int
    /// In bytes: 32 bits.
    var size: Int
    /// When it is shown, in units of time.
    var ticks: Int
    /// For how long: 32 bits.
    var duration: Int
  }

  /// - Throws: ``CaptureError/badFile(path:reason:)`` when a table is missing or impossible.
  init(_ table: Range<Int>, base: Int, _ boxes: BoxReader) throws(CaptureError) {
    let file = boxes.window.file
    (self.base, fileSize) = (base, file.size)
    let near = try boxes.body("stco", in: table)
    let compact = try boxes.body("stz2", in: table)
    guard let offsets = if let near { near } else { try boxes.body("co64", in: table) },
      let size = if let compact { compact } else { try boxes.body("stsz", in: table) },
      let run = try boxes.body("stsc", in: table), let duration = try boxes.body("stts", in: table)
    else { throw .badFile(path: file.path, reason: "a table of its index is missing") }
    offsetBytes = near == nil ? 8 : 4
    chunks = try BoxTable(file, offsets, width: offsetBytes)
    runs = try BoxTable(file, run, width: 12)
    durations = try BoxTable(file, duration, width: 8)
    let field = try boxes.window.bigEndian(4, at: size.lowerBound + 4) ?? 0
    // Four bits are less than any JPEG has.
    guard compact == nil || [4, 8, 16].contains(field & 255) else {
      throw .badFile(path: file.path, reason: "its frames' sizes have \(field & 255) bits")
    }
    sizeBytes = compact == nil ? 4 : max(1, (field & 255) / 8)
    fixedSize = compact == nil ? field : 0
    let sizes = try BoxTable(file, size, at: 12, width: sizeBytes)
    self.sizes = fixedSize == 0 ? sizes : nil
    count =
      fixedSize == 0
      ? sizes.count : min(try boxes.window.bigEndian(4, at: size.lowerBound + 8) ?? 0, fileSize / fixedSize)
  }

  /// The next sample; `nil` after the last. One of size 0, or at the file's end, isn't there.
  func next(_ cursor: inout Cursor) throws(CaptureError) -> Sample? {
    guard cursor.sample < count else { return nil }
    while cursor.left == 0 { try enterChunk(&cursor) }
    while cursor.equal == 0, cursor.duration < durations.count {
      cursor.equal = try durations.number(cursor.duration) ?? 0
      cursor.ticks = try durations.number(cursor.duration, at: 4) ?? 0
      cursor.duration += 1
    }
    let size = try sizes?.number(cursor.sample, bytes: sizeBytes) ?? fixedSize
    let sample = Sample(offset: cursor.offset, size: size, ticks: cursor.time, duration: cursor.ticks)
    cursor.sample += 1
    cursor.left -= 1
    cursor.offset = min(cursor.offset + size, fileSize)
    cursor.equal = max(0, cursor.equal - 1)
    cursor.time = min(cursor.time + cursor.ticks, Self.longest)
    return sample
  }

  private func enterChunk(_ cursor: inout Cursor) throws(CaptureError) {
    guard cursor.chunk < chunks.count, runs.count > 0 else {
      // Samples that no chunk has.
      return (cursor.left, cursor.offset) = (.max, fileSize)
    }
    cursor.offset = min(
      min(try chunks.number(cursor.chunk, bytes: offsetBytes) ?? fileSize, fileSize) + base, fileSize)
    cursor.chunk += 1
    // Chunks count from 1.
    while cursor.run + 1 < runs.count, try runs.number(cursor.run + 1) ?? .max <= cursor.chunk {
      cursor.run += 1
    }
    cursor.left = try runs.number(cursor.run, at: 4) ?? 0
  }
}
