import CSampleOrder
import PixelTypes

/// Delivers the frames of a raw `.y4m`: 4:2:0 as NV12, 4:2:2 as YUYV, mono as grey.
///
/// A truncated last frame is delivered with `FrameFlags.damaged`; its missing part is black.
final class Y4MReader: FrameReader {
  let format: StreamFormat
  let largestFrame: Int
  private let file: InputFile
  private let header: Y4MHeader
  private let loops: Bool
  let firstNumber: Int
  private let end: Int
  private var clock: FileClock
  private var position: Int
  // One frame as stored in the file.
  private var planes: [UInt8]
  // The line before each frame; only its newline matters.
  private var line = [UInt8](repeating: 0, count: Y4MHeader.longestLine)

  init(_ file: InputFile, settings: FileSourceSettings) throws(CaptureError) {
    var head = [UInt8](repeating: 0, count: Y4MHeader.longestLine)
    let count = try file.read(at: 0, count: head.count, into: &head)
    header = try Y4MHeader(head.span.extracting(0..<count), path: file.path)
    // Also prevents a header of a few bytes from claiming a gigabyte.
    guard file.size > header.byteCount + header.frameBytes else {
      throw .badFile(path: file.path, reason: "it ends within its first frame")
    }
    self.file = file
    loops = settings.loops
    (firstNumber, end) = (settings.first, settings.end)
    position = header.byteCount
    let rate = settings.framesPerSecond ?? header.framesPerSecond
    clock = FileClock(framesPerSecond: rate ?? 30)
    let pixelFormat = header.pixelFormat
    let bytesPerRow = pixelFormat.minimumBytesPerRow(width: header.size.width)
    format = StreamFormat(
      pixelFormat: pixelFormat, size: header.size, bytesPerRow: bytesPerRow, framesPerSecond: rate,
      encoding: ColorEncoding(range: header.range, matrix: .bt601))
    largestFrame = pixelFormat.frameBytes(height: header.size.height, bytesPerRow: bytesPerRow) ?? 0
    planes = [UInt8](repeating: 0, count: header.frameBytes)
    while clock.index < settings.first {
      guard position < file.size, let start = try frameStart() else {
        throw .badFile(
          path: file.path,
          reason: "it has \(clock.index.counted("frame")); the part begins at frame \(settings.first)")
      }
      position = start + header.frameBytes
      clock.skip()
    }
  }

  func read(into slot: FrameSlot) throws(CaptureError) -> Bool {
    if clock.index >= end { return false }
    if position >= file.size {
      guard loops else { return false }
      position = header.byteCount
    }
    guard let start = try frameStart() else { return false }
    let count = try file.read(at: start, count: planes.count, into: &planes)
    position = start + header.frameBytes
    guard count > 0 else { return false }
    if count < planes.count { blacken(from: count) }
    let bytes = largestFrame
    guard slot.capacity >= bytes else {
      throw .badFile(path: file.path, reason: "its frames of \(bytes) bytes are too large")
    }
    // SAFETY: the slot is this thread's while it is filled, and has room for the frame, as checked above.
    var room = unsafe UnsafeMutableRawBufferPointer(rebasing: slot.memory[..<bytes])
      .bindMemory(to: UInt8.self).mutableSpan
    pack(into: &room)
    slot.byteCount = bytes
    slot.format = format
    clock.stamp(slot, flags: count < planes.count ? .damaged : [])
    return true
  }

  /// Offset of the samples after the `FRAME` line at the current position; `nil` at the file's end.
  private func frameStart() throws(CaptureError) -> Int? {
    let count = try file.read(at: position, count: 64, into: &line)
    var length = count
    if !line[..<count].contains(10) { length = try file.read(at: position, count: line.count, into: &line) }
    let newline = line[..<length].firstIndex(of: 10)
    // The file ends within the line.
    if newline == nil, position + length >= file.size { return nil }
    guard let newline, newline >= 5, line[..<5].elementsEqual("FRAME".utf8) else {
      throw .badFile(path: file.path, reason: "no FRAME line at byte \(position)")
    }
    return position + newline + 1
  }

  private func blacken(from count: Int) {
    let black: UInt8 = header.range == .full ? 0 : 16
    let luma = header.size.area
    for index in count..<planes.count { planes[index] = index < luma ? black : 128 }
  }

  private func pack(into room: inout MutableSpan<UInt8>) {
    switch header.layout {
    case .mono: copyRows(width: header.size.width, height: header.size.height, into: &room)
    case .yuv420: packNV12(into: &room)
    case .yuv422: packYUYV(into: &room)
    }
  }

  private func copyRows(width: Int, height: Int, into room: inout MutableSpan<UInt8>) {
    let rowBytes = format.bytesPerRow
    // SAFETY: the planes begin with `height` rows of `width`, the room with as many of `rowBytes`, which is no less.
    unsafe room.withUnsafeMutableBufferPointer { room in
      unsafe planes.withUnsafeBufferPointer { source in
        for y in 0..<height {
          let (to, from) = unsafe (room.baseAddress! + y * rowBytes, source.baseAddress! + y * width)
          unsafe to.update(from: from, count: width)
          // An odd width leaves one byte at the end of each row.
          if width < rowBytes { unsafe to[width] = from[width - 1] }
        }
      }
    }
  }

  private func packNV12(into room: inout MutableSpan<UInt8>) {
    let (width, height) = (header.size.width, header.size.height)
    copyRows(width: width, height: height, into: &room)
    let chroma = header.chromaSize
    let cb = width * height
    let cr = cb + chroma.width * chroma.height
    let rowBytes = format.bytesPerRow
    // SAFETY: the planes hold both chromas' rows, the room as many rows of `rowBytes`, each of two for a sample of chroma.
    unsafe room.withUnsafeMutableBufferPointer { room in
      unsafe planes.withUnsafeBufferPointer { source in
        for y in 0..<chroma.height {
          let from = unsafe source.baseAddress! + y * chroma.width
          unsafe csampleorder_merge(
            from + cb, from + cr, chroma.width, room.baseAddress! + (height + y) * rowBytes)
        }
      }
    }
  }

  private func packYUYV(into room: inout MutableSpan<UInt8>) {
    let (width, height) = (header.size.width, header.size.height)
    let chromaWidth = header.chromaSize.width
    let cb = width * height
    let cr = cb + chromaWidth * height
    let rowBytes = format.bytesPerRow
    let pairs = width / 2
    // SAFETY: the planes hold `height` rows of luma and of both chromas, the room `height` rows of `rowBytes`, as
    // checked by the caller: each index below is within one of these rows.
    unsafe room.withUnsafeMutableBufferPointer { room in
      unsafe planes.withUnsafeBufferPointer { source in
        for y in 0..<height {
          let to = unsafe room.baseAddress! + y * rowBytes
          let luma = unsafe source.baseAddress! + y * width
          let (blue, red) = unsafe (
            source.baseAddress! + cb + y * chromaWidth, source.baseAddress! + cr + y * chromaWidth
          )
          unsafe csampleorder_pack_yuyv(luma, blue, red, pairs, to)
          if width % 2 == 1 {
            unsafe to[4 * pairs] = luma[width - 1]
            unsafe to[4 * pairs + 1] = blue[pairs]
            unsafe to[4 * pairs + 2] = luma[width - 1]
            unsafe to[4 * pairs + 3] = red[pairs]
          }
        }
      }
    }
  }
}
