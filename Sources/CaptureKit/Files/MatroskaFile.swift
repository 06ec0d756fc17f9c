// RFC 8794 (EBML); RFC 9559 (Matroska).
//
// Walks elements from the front, stepping into those that matter: needs no cues, no sizes of segments and clusters, and never
// goes back.

import PixelTypes

/// A Matroska or WebM film, or several one after the other, from a file or standard input, whose first video track is Motion
/// JPEG. Frames have the film's own times.
final class MatroskaFile: JPEGContainer {
  var framesPerSecond: Double? { first.track.rate }
  var height: Int? { first.track.height }
  var turn: PictureTurn { first.track.turn }
  var largestFrame: Int? { window.file.size }
  private let window: FileWindow
  private var first = Film()
  private var film = Film()
  private var position = 0
  private var clusterTime = 0
  private var times = FilmTimes()
  private var isProbed = false
  /// Whether the film's missing end is already told.
  private var isCut = false

  var path: String { window.file.path }

  /// What a film's headers say of it.
  private struct Film {
    var track = Track()
    /// Nanoseconds in a unit of time.
    var scale = 1_000_000
    /// When it says that it was taken, in nanoseconds since 1970.
    var begins: Int64?
    /// Where the segment ends, if that is known.
    var end: Int?
    var firstCluster = 0
  }

  /// The track that is read; number 0 for none.
  private struct Track {
    var number = 0
    var rate: Double?
    var height: Int?
    var turn = PictureTurn.none
  }

  /// An element's identifier, the offset of its data, and their size, unless that is unknown.
  private struct Element {
    var name: UInt32
    var data: Int
    var size: Int?
  }

  private enum Name {
    static let header: UInt32 = 0x1A45_DFA3
    static let segment: UInt32 = 0x1853_8067
    static let info: UInt32 = 0x1549_A966
    static let timestampScale: UInt32 = 0x2AD7B1
    static let date: UInt32 = 0x4461
    static let tracks: UInt32 = 0x1654_AE6B
    static let track: UInt32 = 0xAE
    static let trackNumber: UInt32 = 0xD7
    static let trackType: UInt32 = 0x83
    static let codec: UInt32 = 0x86
    static let codecPrivate: UInt32 = 0x63A2
    static let defaultDuration: UInt32 = 0x23E383
    static let encodings: UInt32 = 0x6D80
    static let video: UInt32 = 0xE0
    static let height: UInt32 = 0xBA
    static let projection: UInt32 = 0x7670
    static let roll: UInt32 = 0x7675
    static let cluster: UInt32 = 0x1F43_B675
    static let timestamp: UInt32 = 0xE7
    static let simpleBlock: UInt32 = 0xA3
    static let blockGroup: UInt32 = 0xA0
    static let block: UInt32 = 0xA1
  }

  /// Whether a file begins like a Matroska film.
  static func isRecognized(_ window: FileWindow) throws(CaptureError) -> Bool {
    try window.bigEndian(4, at: 0) == Int(Name.header)
  }

  /// Reads the headers, up to the first cluster.
  ///
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when there is no track of Motion JPEG.
  init(_ file: InputFile) throws(CaptureError) {
    // Blocks' heads are small and far apart.
    window = FileWindow(file, byteCount: 4096)
    first = try film(at: 0)
    (film, position) = (first, first.firstCluster)
  }

  /// Reads the headers of the film that begins at an offset.
  private func film(at start: Int) throws(CaptureError) -> Film {
    var film = Film()
    var place = start
    while let element = try element(at: place), place == start || element.name != Name.header {
      switch element.name {
      case Name.segment:
        film.end = element.size.map { element.data + $0 }
        place = element.data
      case Name.info, Name.tracks: place = element.data
      case Name.cluster:
        guard film.track.number > 0 else {
          throw .badFile(path: path, reason: "no video track comes before its frames")
        }
        film.firstCluster = place
        return film
      default:
        guard let size = element.size else {
          throw .badFile(path: path, reason: "it has an element without a size at byte \(place)")
        }
        if element.name == Name.track, film.track.number == 0 {
          film.track = try track(element.data..<element.data + size)
        }
        if element.name == Name.timestampScale { film.scale = max(1, try number(element) ?? film.scale) }
        if element.name == Name.date, size == 8, let date = try number(element) {
          // From 2001.
          film.begins = FilmTimes.utc(
            seconds: date / 1_000_000_000 + 978_307_200, nanoseconds: date % 1_000_000_000)
        }
        place = element.data + size
        window.file.pass(place)
      }
    }
    throw .badFile(path: path, reason: "it ends before its frames")
  }

  private func track(_ range: Range<Int>) throws(CaptureError) -> Track {
    var track = Track()
    var (type, duration) = (0, 0)
    var (codec, compression) = ("", "")
    var isEncoded = false
    var place = range.lowerBound
    while place < range.upperBound, let element = try element(at: place), let size = element.size {
      place = element.data + size
      switch element.name {
      case Name.trackNumber: track.number = try number(element) ?? 0
      case Name.trackType: type = try number(element) ?? 0
      case Name.defaultDuration: duration = try number(element) ?? 0
      case Name.codec: codec = try text(element)
      case Name.codecPrivate:
        // A BITMAPINFOHEADER, or QuickTime's sample description.
        let offset = codec.hasPrefix("V_QUICKTIME") ? 4 : 16
        compression = try window.fourCharacters(at: element.data + offset) ?? ""
      case Name.encodings: isEncoded = true
      case Name.video, Name.projection: place = element.data
      case Name.height: track.height = try number(element)
      case Name.roll: track.turn = try turn(element)
      default: break
      }
    }
    guard type == 1, track.number > 0 else { return Track() }
    if ["V_MS/VFW/FOURCC", "V_QUICKTIME"].contains(codec) { codec = compression }
    guard codec == "V_MJPEG" || Conversion.isMotionJPEG(codec) else {
      throw Conversion.refusal(of: codec, in: window.file)
    }
    guard !isEncoded else {
      let line = Conversion.film(window.file, hasJPEGs: true)
      throw .badFile(
        path: path, reason: "its frames are compressed or encrypted (ContentEncodings); pipe it in: \(line)")
    }
    track.rate = FilmTimes.rate(1e9 / Double(duration))
    return track
  }

  func rewind() {
    (film, position, clusterTime, times) = (first, first.firstCluster, 0, FilmTimes())
    (isProbed, isCut) = (true, false)
  }

  func stop() { window.file.stop() }

  func next() throws(CaptureError) -> JPEGStep {
    while true {
      if isProbed { window.file.pass(position) }
      let (place, isWhole) = (position, position == film.end)
      guard let element = try element(at: place), !isWhole || element.name == Name.header else {
        if !isWhole, let found = try nextCluster(from: place) {
          position = found
          return .lost
        }
        // How many frames are missing isn't known: it counts as one.
        let size = window.file.size
        if !isCut, !isWhole, film.end != nil || position != size {
          isCut = true
          return .lost
        }
        return .end
      }
      switch (element.name, element.size) {
      case (Name.header, let size?):
        position = element.data + size
        if let step = try enter(place) { return step }
      case (Name.segment, _), (Name.cluster, _), (Name.blockGroup, _), (_, nil): position = element.data
      case (_, let size?):
        position = element.data + size
        if element.name == Name.timestamp { clusterTime = try number(element) ?? clusterTime }
        if element.name == Name.simpleBlock || element.name == Name.block,
          let step = try step(element.data..<position)
        {
          return step
        }
      }
    }
  }

  /// Goes on with the film that begins at an offset.
  private func enter(_ place: Int) throws(CaptureError) -> JPEGStep? {
    let rate = film.track.rate
    do throws(CaptureError) {
      film = try film(at: place)
      times.goOn(after: rate.map { Int(1e9 / $0) })
      (position, clusterTime) = (film.firstCluster, 0)
      return nil
    } catch {
      // What follows has no frames that could be read.
      (film.track.number, film.end) = (0, nil)
      return .unreadable(path: path, error)
    }
  }

  /// A block's frame; `nil` for another track's.
  private func step(_ block: Range<Int>) throws(CaptureError) -> JPEGStep? {
    guard film.track.number > 0, let number = try variable(at: block.lowerBound, atMost: 8),
      Self.value(number) == film.track.number
    else { return nil }
    let head = block.lowerBound + number.length
    let start = head + 3
    guard start < block.upperBound, let relative = try window.bigEndian(2, at: head),
      let flags = try window.byte(at: head + 2)
    else { return .lost }
    guard flags & 6 == 0 else {
      return .unreadable(
        path: path, .badFile(path: path, reason: "several frames share the block at byte \(block.lowerBound)")
      )
    }
    // A pipe has the rest, or its end, once its last byte was asked for.
    if window.file.isPipe { _ = try window.byte(at: block.upperBound - 1) }
    let available = min(block.upperBound, window.file.size) - start
    guard available > 0 else { return nil }
    isCut = available < block.count - (start - block.lowerBound)
    let (nanoseconds, overflows) = (clusterTime + Int(Int16(truncatingIfNeeded: relative)))
      .multipliedReportingOverflow(by: film.scale)
    return .piece(
      JPEGPiece(
        file: window.file, offset: start, byteCount: available, isCut: isCut,
        nanoseconds: times.next(overflows ? .max : nanoseconds),
        utc: overflows ? nil : FilmTimes.utc(film.begins, after: nanoseconds)))
  }

  /// Offset of the next cluster behind bytes that are no element; `nil` when there is none, or the file ends at `offset`.
  private func nextCluster(from offset: Int) throws(CaptureError) -> Int? {
    var place = offset
    while let found = try window.next(UInt8(Name.cluster >> 24), from: place) {
      if try window.bigEndian(4, at: found) == Int(Name.cluster), found > offset { return found }
      place = found + 1
    }
    return nil
  }

  /// The element at an offset; `nil` past the end, or where none can begin.
  private func element(at place: Int) throws(CaptureError) -> Element? {
    guard let name = try variable(at: place, atMost: 4),
      let size = try variable(at: place + name.length, atMost: 8)
    else { return nil }
    let isUnknown = Self.value(size) == 1 << (7 * size.length) - 1
    return Element(
      name: UInt32(name.bits), data: place + name.length + size.length,
      size: isUnknown ? nil : Self.value(size))
  }

  /// A number whose first bits say how many bytes it has (RFC 8794, 4), with these bits.
  private func variable(
    at place: Int, atMost longest: Int
  ) throws(CaptureError) -> (bits: Int, length: Int)? {
    guard let first = try window.byte(at: place) else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard length <= longest, let bits = try window.bigEndian(length, at: place) else { return nil }
    return (bits, length)
  }

  /// Such a number without its length.
  private static func value(_ number: (bits: Int, length: Int)) -> Int {
    number.bits & (1 << (7 * number.length) - 1)
  }

  /// An element's text, which zeros may follow.
  private func text(_ element: Element) throws(CaptureError) -> String {
    var length = min(element.size ?? 0, 32)
    while length > 0, try window.byte(at: element.data + length - 1) == 0 { length -= 1 }
    return try window.text(length, at: element.data) ?? ""
  }

  /// The turn that a projection's roll, in degrees against the clock, asks for; none for what is no quarter turn.
  private func turn(_ element: Element) throws(CaptureError) -> PictureTurn {
    guard element.size == 4 || element.size == 8, let high = try window.bigEndian(4, at: element.data),
      let low = try window.bigEndian(4, at: element.data + (element.size == 8 ? 4 : 0))
    else { return .none }
    let degrees =
      element.size == 4
      ? Double(Float(bitPattern: UInt32(high))) : Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    return [-180, -90, 90, 180].contains(degrees) ? PictureTurn(quarters: -Int(degrees) / 90) : .none
  }

  /// An element's unsigned number; `nil` for one that has no more than 62 bits.
  private func number(_ element: Element) throws(CaptureError) -> Int? {
    guard let size = element.size, size <= 8, let value = try window.bigEndian(size, at: element.data) else {
      return nil
    }
    return value <= .max / 2 ? value : nil
  }
}
