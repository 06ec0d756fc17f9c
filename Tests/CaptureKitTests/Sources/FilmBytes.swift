/// Builds Matroska films byte by byte.
enum MatroskaBytes {
  /// Bytes after the last frame: cues.
  static let tail = 12

  static func element(_ name: [UInt8], _ data: [UInt8], isOpen: Bool = false) -> [UInt8] {
    let size = isOpen ? [1] + [UInt8](repeating: 255, count: 7) : [1] + BigEndian.bytes(data.count, 7)
    return name + size + data
  }

  /// A sound track and the film; each frame in a cluster of a kind of its own, but for the second, which is in the first's.
  static func file(
    _ jpegs: [[UInt8]], at milliseconds: [Int], codec: String = "V_MJPEG", isOpen: Bool = true,
    isEncoded: Bool = false, attachment: [UInt8] = [], roll: Float? = nil,
    date: Int? = nil
  ) -> [UInt8] {
    let sound = element(
      [0xAE], element([0xD7], [1]) + element([0x83], [2]) + element([0x86], Array("A_AAC".utf8)))
    // A bitmap's header, or a sample description's beginning.
    let header =
      codec == "V_QUICKTIME"
      ? BigEndian.bytes(86, 4) + Array("jpeg".utf8) : [UInt8](repeating: 0, count: 16) + Array("MJPG".utf8)
    let look = roll.map {
      element([0xE0], element([0x76, 0x70], element([0x76, 0x75], BigEndian.bytes(Int($0.bitPattern), 4))))
    }
    let video = element(
      [0xAE],
      element([0xD7], [2]) + element([0x83], [1]) + element([0x86], Array(codec.utf8))
        + element([0x63, 0xA2], header) + element([0x23, 0xE3, 0x83], BigEndian.bytes(40_000_000, 4))
        + (isEncoded ? element([0x6D, 0x80], []) : []) + (look ?? []))
    var body = element([0xEC], [1, 2, 3])
    body += element(
      [0x15, 0x49, 0xA9, 0x66],
      element([0x2A, 0xD7, 0xB1], BigEndian.bytes(100_000, 3))
        + (date.map { element([0x44, 0x61], BigEndian.bytes($0, 8)) } ?? []))
    body += element([0x16, 0x54, 0xAE, 0x6B], sound + video)
    if !attachment.isEmpty { body += element([0x19, 0x41, 0xA4, 0x69], attachment) }
    let beep = element([0xA3], [0x81, 0, 0, 0x80, 9, 9])
    var clusters: [[UInt8]] = []
    for (index, (jpeg, time)) in zip(jpegs, milliseconds).enumerated() {
      // Relative to a cluster's time that is later or earlier.
      let start = index < 2 ? 0 : max(0, time + (index == 2 ? 20 : -20))
      let block = [0x82] + BigEndian.bytes((time - start) * 10, 2) + [0x80] + jpeg
      let whole =
        index == 2 ? element([0xA0], element([0xA1], block) + element([0x9B], [1])) : element([0xA3], block)
      if index == 1 {
        clusters[0] += whole
      } else {
        clusters.append(element([0xE7], BigEndian.bytes(start * 10, 3)) + beep + whole)
      }
    }
    if clusters.isEmpty { clusters = [[]] }
    for (index, cluster) in clusters.enumerated() {
      body += element([0x1F, 0x43, 0xB6, 0x75], cluster, isOpen: index == 0)
    }
    body += element([0x1C, 0x53, 0xBB, 0x6B], [])
    return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
      + element([0x18, 0x53, 0x80, 0x67], body, isOpen: isOpen)
  }
}

/// Builds MP4 and QuickTime films byte by byte: a sound track, then the film, two frames in its first chunk, the others in
/// the second. Times are in milliseconds, the last frame's duration makes the film two seconds long.
struct MP4Bytes {
  var isIndexFirst = false
  /// Whether sizes, offsets and times have 64 bits.
  var isLarge = false
  var format = "jpeg"
  var objectType: UInt8 = 0x6C
  var isFragmented = false
  /// The track's matrix: what a step to the right, and one down, becomes.
  var matrix = [1, 0, 0, 1]
  /// The bits of a size in `stz2`; `nil` for `stsz`.
  var sizeBits: Int?
  /// Durations and beginnings.
  var edits: [(Int, Int)] = []

  private func box(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    isLarge
      ? BigEndian.bytes(1, 4) + Array(kind.utf8) + BigEndian.bytes(data.count + 16, 8) + data
      : BigEndian.bytes(data.count + 8, 4) + Array(kind.utf8) + data
  }

  private func table(_ kind: String, _ rows: [[UInt8]], before: [UInt8] = [], version: UInt8 = 0) -> [UInt8] {
    box(kind, [version, 0, 0, 0] + before + BigEndian.bytes(rows.count, 4) + rows.flatMap { $0 })
  }

  private func header(_ kind: String) -> [UInt8] {
    let (version, word): (UInt8, Int) = isLarge ? (1, 8) : (0, 4)
    let dates = [UInt8](repeating: 0, count: 2 * word)
    return box(kind, [version, 0, 0, 0] + dates + BigEndian.bytes(1000, 4) + BigEndian.bytes(2000, word))
  }

  private func track(_ handler: String, _ table: [UInt8]) -> [UInt8] {
    let word = isLarge ? 8 : 4
    let list = edits.map {
      BigEndian.bytes($0.0, word) + BigEndian.bytes($0.1, word) + [0, 1, 0, 0]
    }
    let edit = edits.isEmpty ? [] : box("edts", self.table("elst", list, version: isLarge ? 1 : 0))
    let kind = [UInt8](repeating: 0, count: 8) + Array(handler.utf8)
    let numbers = matrix.map { BigEndian.bytes($0 << 16, 4) }
    let zeros = [UInt8](repeating: 0, count: 24)
    let look = box(
      "tkhd",
      [0, 0, 0, 0] + zeros[..<8] + [0, 0, 0, handler == "vide" ? 2 : 1] + zeros + numbers[0] + numbers[1]
        + zeros[..<4] + numbers[2] + numbers[3] + zeros)
    let media = header("mdhd") + box("hdlr", kind) + box("minf", box("stbl", table))
    return box("trak", look + edit + box("mdia", media))
  }

  /// Chunks from a number on, with some samples each.
  private func run(_ first: Int, _ samples: Int) -> [UInt8] {
    [first, samples, 1].flatMap { BigEndian.bytes($0, 4) }
  }

  private func index(_ jpegs: [[UInt8]], at milliseconds: [Int], start: Int) -> [UInt8] {
    let descriptors: [UInt8] =
      [0, 0, 0, 0, 3, 0x80, 0x80, 12, 0, 1, 0x20, 0, 0, 4, 4, objectType, 0x11, 0, 0]
    let entry = box(format, [UInt8](repeating: 0, count: 78) + box("esds", descriptors))
    let ends = milliseconds.dropFirst() + [2000]
    let offsets = [start, start + jpegs.prefix(2).reduce(0) { $0 + $1.count }].prefix((jpegs.count + 1) / 2)
    let word = isLarge ? 8 : 4
    let tables =
      table("stsd", [entry])
      + table(
        "stts", zip(milliseconds, ends).map { BigEndian.bytes(1, 4) + BigEndian.bytes($1 - $0, 4) })
      + table("stsc", [run(1, 2), run(2, max(1, jpegs.count - 2))])
      + table(
        sizeBits == nil ? "stsz" : "stz2", jpegs.map { BigEndian.bytes($0.count, (sizeBits ?? 32) / 8) },
        before: BigEndian.bytes(sizeBits ?? 0, 4))
      + table(isLarge ? "co64" : "stco", offsets.map { BigEndian.bytes($0, word) })
    return box(
      "moov",
      header("mvhd") + track("soun", []) + track("vide", tables)
        + (isFragmented ? box("mvex", box("trex", [2, 1, 40, 0, 0].flatMap { BigEndian.bytes($0, 4) })) : []))
  }

  /// Frames in fragments of two, after a sound's: durations in the table, or a default of 40 ms; with their time, or without.
  func fragments(_ jpegs: [[UInt8]], at milliseconds: [Int], isTimed: Bool = true) -> [UInt8] {
    var film = MP4Bytes(isFragmented: true)
    film.isLarge = isLarge
    var bytes = box("ftyp", Array("isom".utf8)) + film.index([], at: [], start: 0)
    for first in stride(from: 0, to: jpegs.count, by: 2) {
      let part = first..<min(first + 2, jpegs.count)
      func fragment(_ offset: Int) -> [UInt8] {
        let sound =
          box("tfhd", BigEndian.bytes(0x20000, 4) + BigEndian.bytes(1, 4))
          + box("trun", [0x201, 1, offset, 3].flatMap { BigEndian.bytes($0, 4) })
        let time = BigEndian.bytes(milliseconds[first], isLarge ? 8 : 4)
        let samples = part.flatMap { index in
          let end = index + 1 < milliseconds.count ? milliseconds[index + 1] : milliseconds[index] + 40
          return BigEndian.bytes(end - milliseconds[index], 4) + BigEndian.bytes(jpegs[index].count, 4)
        }
        let run = [0x301, part.count, offset + 3].flatMap { BigEndian.bytes($0, 4) }
        let video =
          box("tfhd", BigEndian.bytes(0x20000, 4) + BigEndian.bytes(2, 4))
          + (isTimed ? box("tfdt", [isLarge ? 1 : 0, 0, 0, 0] + time) : []) + box("trun", run + samples)
        return box("moof", box("traf", sound) + box("traf", video))
      }
      bytes +=
        fragment(fragment(0).count + (isLarge ? 16 : 8))
        + box("mdat", [9, 9, 9] + jpegs[part].flatMap { $0 })
    }
    return bytes
  }

  func file(_ jpegs: [[UInt8]], at milliseconds: [Int]) -> [UInt8] {
    let type = box("ftyp", Array("isom".utf8))
    let frames = box("mdat", jpegs.flatMap { $0 })
    let head = isLarge ? 16 : 8
    guard isIndexFirst else {
      return type + frames + index(jpegs, at: milliseconds, start: type.count + head)
    }
    let size = index(jpegs, at: milliseconds, start: 0).count
    return type + index(jpegs, at: milliseconds, start: type.count + size + head) + frames
  }
}

enum BigEndian {
  static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
