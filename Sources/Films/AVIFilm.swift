// Microsoft, "AVI RIFF File Reference"; Matrox, "OpenDML AVI File Format Extensions" (1996).

import HostResources

/// An AVI of Motion JPEG, with OpenDML's indexes, so that it may be larger than a gigabyte.
///
/// AVI has one rate for the whole film: a picture stands at the frame that is nearest to its time, and frames without one are empty,
/// which players show as the picture before. A longer pause than 18,000 frames, ten minutes at 30 a second, is cut to that.
package final class AVIFilm: FilmWriter {
  private let file: FilmFile
  private let description: FilmDescription
  // Where numbers stand that are known at the end.
  private var places = Places()
  private var riff: Int
  private var movie = 0
  private var isFirst = true
  private var chunks: [Chunk] = []
  private var parts: [Part] = []
  private var frames = 0
  private var firstFrames = 0
  private var largest = 0
  private var nextSlot = 0
  // Frames that were cut out of pauses.
  private var cut = 0
  // Ten minutes at 30 a second.
  package static let longestPause = 18_000

  private struct Places {
    var frames = 0, buffer = 0, length = 0, streamBuffer = 0, index = 0, allFrames = 0
  }

  private struct Chunk {
    var offset: Int
    var bytes: Int
  }

  // A list of chunks as the index of indexes names it.
  private struct Part {
    var offset: Int
    var bytes: Int
    var frames: Int
  }

  /// How large a part may become: RIFF's lengths have 32 bits, and many readers take 31.
  private let partBytes: Int
  /// The index of indexes has so many places; the last frames of a film of 256 GiB find none.
  private static let mostParts = 256
  private static let zero: [UInt8] = [0]
  // Of a RIFF chunk's name and length.
  private static let head = 8

  /// Begins a film that gets its name when it is finished.
  ///
  /// - Throws: `FileError.cannotCreate(path:reason:)`, also when a file is there; `FileError.noRoom(path:reason:)`.
  package convenience init(_ path: String, _ description: FilmDescription) throws(FileError) {
    try self.init(path, description, partBytes: 1 << 30)
  }

  /// For tests: with smaller parts.
  package init(_ path: String, _ description: FilmDescription, partBytes: Int) throws(FileError) {
    file = try FilmFile(path, isHidden: true)
    self.description = description
    self.partBytes = partBytes
    riff = 0
    try file.append(header().bytes.span)
    movie = file.size - 4
  }

  /// Bytes written so far.
  package var byteCount: Int { file.size }

  /// Frames for a second, as a fraction of whole numbers.
  private var rate: (ticks: UInt32, scale: UInt32) {
    let rate = min(max(description.framesPerSecond, 0.001), 1000)
    // 29.97 and its like are 30000/1001.
    let common = (rate * 1.001).rounded()
    if abs(common * 1000 / 1001 - rate) < 1e-3 * rate, abs(rate - rate.rounded()) > 1e-3 * rate {
      return (UInt32(common * 1000), 1001)
    }
    return (UInt32((rate * 1000).rounded()), 1000)
  }

  private func header() -> ByteWriter {
    var out = ByteWriter()
    let (width, height) = (UInt32(description.size.width), UInt32(description.size.height))
    let (ticks, scale) = rate
    out.put(code: "RIFF")
    out.put(zeros: 4)
    out.put(code: "AVI LIST")
    let header = out.bytes.count
    out.put(zeros: 4)
    out.put(code: "hdrlavih")
    out.put(56 as UInt32)
    out.put(UInt32(1e6 * Double(scale) / Double(ticks)))
    out.put(zeros: 8)
    // It has an index, whose kinds of chunks can be trusted.
    out.put(0x810 as UInt32)
    places.frames = out.bytes.count
    out.put(zeros: 8)
    out.put(1 as UInt32)
    places.buffer = out.bytes.count
    out.put(zeros: 4)
    out.put(width)
    out.put(height)
    out.put(zeros: 16)

    out.put(code: "LIST")
    let stream = out.bytes.count
    out.put(zeros: 4)
    out.put(code: "strlstrh")
    out.put(56 as UInt32)
    out.put(code: "vidsMJPG")
    out.put(zeros: 12)
    out.put(scale)
    out.put(ticks)
    out.put(zeros: 4)
    places.length = out.bytes.count
    out.put(zeros: 4)
    places.streamBuffer = out.bytes.count
    out.put(zeros: 4)
    out.put(UInt32.max)
    out.put(zeros: 8)
    out.put(UInt16(width))
    out.put(UInt16(height))
    // BITMAPINFOHEADER
    out.put(code: "strf")
    out.put(40 as UInt32)
    out.put(40 as UInt32)
    out.put(width)
    out.put(height)
    out.put(1 as UInt16)
    out.put(24 as UInt16)
    out.put(code: "MJPG")
    out.put(width &* height &* 3)
    out.put(zeros: 16)
    out.put(code: "indx")
    out.put(UInt32(24 + 16 * Self.mostParts))
    places.index = out.bytes.count
    out.put(zeros: 24 + 16 * Self.mostParts)
    out.put(UInt32(out.bytes.count - stream - 4), at: stream)

    out.put(code: "LIST")
    out.put(UInt32(4 + Self.head + 248))
    out.put(code: "odmldmlh")
    out.put(248 as UInt32)
    places.allFrames = out.bytes.count
    out.put(zeros: 248)
    out.put(UInt32(out.bytes.count - header - 4), at: header)
    out.put(code: "LIST")
    out.put(zeros: 4)
    out.put(code: "movi")
    return out
  }

  /// Adds a picture at the frame nearest to its time.
  package func add(_ jpeg: Span<UInt8>, at moment: FilmMoment) throws(FileError) {
    let (ticks, scale) = rate
    let frame = Int((Double(moment.nanoseconds) * Double(ticks) / Double(scale) / 1e9).rounded())
    let pause = frame - cut - nextSlot
    cut += max(0, pause - Self.longestPause)
    try addEmpty(min(pause, Self.longestPause))
    try addPicture(jpeg)
    largest = max(largest, jpeg.count)
  }

  /// Begins another part if there is no room for so many bytes in so many chunks.
  private func makeRoom(_ bytes: Int, chunks count: Int) throws(FileError) {
    // Each chunk has 8 bytes in the part's own index and 16 in the first part's old one.
    guard file.size - riff + bytes + 24 * (chunks.count + count) > partBytes - 1024, !chunks.isEmpty else {
      return
    }
    try endPart()
    try beginPart()
  }

  private static func chunkHead(_ bytes: Int, into out: inout ByteWriter) {
    out.put(code: "00dc")
    out.put(UInt32(bytes))
  }

  private func addEmpty(_ count: Int) throws(FileError) {
    guard count > 0 else { return }
    try makeRoom(count * Self.head, chunks: count)
    var heads = ByteWriter()
    let offset = file.size
    for _ in 0..<count { Self.chunkHead(0, into: &heads) }
    try file.append(heads.bytes.span)
    for index in 1...count { chunks.append(Chunk(offset: offset + index * Self.head, bytes: 0)) }
    frames += count
    nextSlot += count
  }

  private func addPicture(_ bytes: Span<UInt8>) throws(FileError) {
    try makeRoom(bytes.count, chunks: 1)
    var head = ByteWriter()
    Self.chunkHead(bytes.count, into: &head)
    let offset = file.size
    do {
      try file.append(head.bytes.span)
      try file.append(bytes)
      if bytes.count % 2 == 1 { try file.append(Self.zero.span) }
    } catch {
      file.truncate(to: offset)
      throw error
    }
    chunks.append(Chunk(offset: offset + Self.head, bytes: bytes.count))
    frames += 1
    nextSlot += 1
  }

  /// Ends a part with its index, and enters its length.
  private func endPart() throws(FileError) {
    var index = ByteWriter()
    index.put(code: "ix00")
    index.put(UInt32(24 + 8 * chunks.count))
    index.put(2 as UInt16)
    index.put(0x0100 as UInt16)
    index.put(UInt32(chunks.count))
    index.put(code: "00dc")
    index.put(UInt64(movie))
    index.put(zeros: 4)
    for chunk in chunks {
      index.put(UInt32(chunk.offset - movie))
      index.put(UInt32(chunk.bytes))
    }
    let part = Part(offset: file.size, bytes: index.bytes.count, frames: chunks.count)
    try file.append(index.bytes.span)
    parts.append(part)
    try enter(UInt32(file.size - movie), at: movie - 4)
    if isFirst {
      firstFrames = chunks.count
      var old = ByteWriter()
      old.put(code: "idx1")
      old.put(UInt32(16 * chunks.count))
      for chunk in chunks {
        old.put(code: "00dc")
        // A key frame.
        old.put(0x10 as UInt32)
        old.put(UInt32(chunk.offset - Self.head - movie))
        old.put(UInt32(chunk.bytes))
      }
      try file.append(old.bytes.span)
      isFirst = false
    }
    try enter(UInt32(file.size - riff - Self.head), at: riff + 4)
    chunks.removeAll(keepingCapacity: true)
  }

  private func beginPart() throws(FileError) {
    guard parts.count < Self.mostParts else {
      throw .fileTooLarge(
        path: file.path, reason: "an AVI has room for \(Self.mostParts) parts; write a .mkv")
    }
    riff = file.size
    var out = ByteWriter()
    out.put(code: "RIFF")
    out.put(zeros: 4)
    out.put(code: "AVIXLIST")
    out.put(zeros: 4)
    out.put(code: "movi")
    try file.append(out.bytes.span)
    movie = file.size - 4
  }

  private func enter(_ number: UInt32, at offset: Int) throws(FileError) {
    var out = ByteWriter()
    out.put(number)
    try file.write(out.bytes.span, at: offset)
  }

  /// AVI has no chapters.
  package func beginChapter(_ title: String, at nanoseconds: Int64) {}

  /// Puts what was written so far on the disk.
  package func synchronize() throws(FileError) { try file.synchronize() }

  /// Writes the indexes and lengths.
  package func finish(at nanoseconds: Int64) throws(FileError) {
    try endPart()
    try enter(UInt32(firstFrames), at: places.frames)
    try enter(UInt32(largest + Self.head), at: places.buffer)
    try enter(UInt32(largest + Self.head), at: places.streamBuffer)
    try enter(UInt32(frames), at: places.length)
    try enter(UInt32(frames), at: places.allFrames)
    var index = ByteWriter()
    index.put(4 as UInt16)
    index.put(0 as UInt16)
    index.put(UInt32(parts.count))
    index.put(code: "00dc")
    index.put(zeros: 12)
    for part in parts {
      index.put(UInt64(part.offset))
      index.put(UInt32(part.bytes))
      index.put(UInt32(part.frames))
    }
    try file.write(index.bytes.span, at: places.index)
    try file.finish()
  }
}
