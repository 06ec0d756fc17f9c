import HostResources
import PixelTypes

/// Gives cameras' frames back from a spliced picture that has them inside, byte for byte: see ``EmbeddedSource``.
///
/// Keep one for many pictures: its memory is reused. Use from one thread at a time.
public struct SourceRestorer: ~Copyable {
  private var canvas = WalkedScan()
  private var patch = WalkedScan()
  private var patchBytes: [UInt8] = []
  /// What was read, until the next picture.
  public private(set) var sources: [EmbeddedSource] = []

  /// Makes a restorer that has read no picture.
  public init() {}

  /// Reads a picture, for ``restore(_:into:)``.
  ///
  /// - Parameter picture: a JPEG from its first byte.
  /// - Returns: the frames inside, in the order of its cameras.
  /// - Throws: as ``EmbeddedSource/find(in:)``; ``JPEGError/malformed(reason:)`` if there are any, and the picture is damaged.
  public mutating func read(_ picture: Span<UInt8>) throws(JPEGError) -> [EmbeddedSource] {
    sources = []
    let found = try EmbeddedSource.find(in: picture)
    if found.isEmpty { return [] }
    guard let report = try canvas.read(picture, of: nil), report.isWhole else {
      throw .malformed(reason: "the picture around the camera's frame can't be read whole")
    }
    sources = found
    return found
  }

  /// Writes a frame of the picture that was read, as the camera sent it.
  ///
  /// - Parameters:
  ///   - source: one of the picture's.
  ///   - output: receives the frame alone; grows.
  /// - Throws: ``JPEGError/malformed(reason:)`` if what comes out isn't the frame by its digest.
  public mutating func restore(_ source: EmbeddedSource, into output: inout [UInt8]) throws(JPEGError) {
    output.removeAll(keepingCapacity: true)
    let layout = canvas.layout
    // A headers' layout gives the writer its row's length.
    let size = PixelSize(
      clampingWidth: source.columns * layout.mcuWidth, height: source.rows * layout.mcuHeight)
    let headers = try JPEGHeaders.canvas(size: size, like: canvas.headers)
    try readPatch(source, like: headers)
    var scan = [UInt8](repeating: 0, count: source.codedBytes + 1024)
    let count: Int
    do { count = try write(source, ScanRowWriter(canvas: headers), into: &scan) } catch {
      if case .noRoom = error { throw EmbeddedSource.damaged("what comes out has another size") }
      throw error
    }
    guard source.head.count + count + source.tail.count + source.zeros == source.byteCount else {
      throw EmbeddedSource.damaged("what comes out has another size")
    }
    output += source.head
    output += scan[..<count]
    output += source.tail
    output += repeatElement(0, count: source.zeros)
    var digest = SHA256()
    digest.update(output.span)
    guard digest.finish() == source.sha256 else {
      output.removeAll(keepingCapacity: true)
      throw EmbeddedSource.damaged("what comes out isn't what the camera sent: its SHA-256 differs")
    }
  }

  /// Gives a frame back from a picture of it and what that doesn't show.
  ///
  /// - Parameters:
  ///   - data: an ``EmbeddedSource``'s.
  ///   - picture: has all other MCUs.
  /// - Returns: the frame.
  /// - Throws: ``JPEGError/malformed(reason:)`` for nonsense, and if what comes out isn't the frame by its digest.
  mutating func restore(_ data: [UInt8], of picture: Span<UInt8>) throws(JPEGError) -> [UInt8] {
    sources = []
    guard let report = try canvas.read(picture, of: nil), report.isWhole else {
      throw .malformed(reason: "it can't be read whole")
    }
    var frame: [UInt8] = []
    try restore(EmbeddedSource(data, canvas.layout, picture.count), into: &frame)
    return frame
  }

  /// Marks the blocks of a frame's MCUs that the picture has drawn on.
  public func mark(_ source: EmbeddedSource, in mask: inout BlockMask) {
    let layout = canvas.layout
    var next = 0
    for (index, length) in source.runs.enumerated() {
      if index % 2 == 1 {
        for mcu in next..<next + length {
          mask.mark(
            PixelRect(
              x: source.rect.x + mcu % source.columns * layout.mcuWidth,
              y: source.rect.y + mcu / source.columns * layout.mcuHeight, width: layout.mcuWidth,
              height: layout.mcuHeight))
        }
      }
      next += length
    }
  }

  private mutating func readPatch(
    _ source: EmbeddedSource, like headers: borrowing JPEGHeaders
  ) throws(JPEGError) {
    let own = headers.layout
    let rows = (source.patchedMCUs + own.columns - 1) / own.columns
    guard rows > 0 else { return }
    let size = PixelSize(clampingWidth: own.size.width, height: rows * own.mcuHeight)
    patchBytes.removeAll(keepingCapacity: true)
    patchBytes += try JPEGHeaders.canvas(size: size, like: headers).bytes
    patchBytes += source.patch
    patchBytes += [0xFF, JPEGMarker.endOfImage]
    let bytes = patchBytes
    guard let report = try patch.read(bytes.span, of: size), report.isWhole else {
      throw EmbeddedSource.damaged("its MCUs can't be read")
    }
  }

  /// Writes the frame's entropy-coded data.
  ///
  /// - Returns: how many bytes.
  private func write(
    _ source: EmbeddedSource, _ writer: consuming ScanRowWriter, into output: inout [UInt8]
  ) throws(JPEGError) -> Int {
    var bytes = output.mutableSpan
    let layout = canvas.layout
    let columns = source.columns
    let corner = source.rect.y / layout.mcuHeight * layout.columns + source.rect.x / layout.mcuWidth
    let interval = source.restartInterval
    let total = source.runs.reduce(0, +)
    var (at, next, patched, restarts) = (0, 0, 0, UInt8(0))
    writer.begin()
    for (index, length) in source.runs.enumerated() {
      let end = next + length
      while next < end {
        // Up to the row's end, or the interval's.
        let column = next % columns
        var stop = min(end, next + columns - column)
        if interval > 0 { stop = min(stop, (next / interval + 1) * interval) }
        let count = stop - next
        let isGood: Bool
        if index % 2 == 0 {
          let first = corner + next / columns * layout.columns + column
          isGood = writer.copy(canvas, mcus: first..<first + count)
        } else {
          isGood = writer.copy(patch, mcus: patched..<patched + count)
          patched += count
        }
        guard isGood else { throw EmbeddedSource.damaged("its MCUs can't be read") }
        next = stop
        if interval > 0, next % interval == 0, next < total {
          at = try writer.restart(JPEGMarker.restarts.lowerBound + restarts & 7, into: &bytes, at: at)
          restarts &+= 1
        }
        if next % columns == 0 { at = try writer.wrap(into: &bytes, at: at) }
      }
    }
    return try writer.restart(nil, into: &bytes, at: at)
  }
}
