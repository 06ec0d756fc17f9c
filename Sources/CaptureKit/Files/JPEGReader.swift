import PixelTypes

/// Delivers the JPEGs of a folder, a film or standard input: baseline ones unchanged, others losslessly recoded, and PNGs as
/// JPEGs.
///
/// The first usable JPEG determines the upright size. A later one with another size, without a readable header or larger than
/// a slot is passed over and counted in the next frame's `gap`; one of an undecodable kind is delivered, so that it
/// counts with the other undecodable frames. A file without its own rate plays at 30 frames a second.
final class JPEGReader: FrameReader {
  let format: StreamFormat
  let largestFrame: Int
  private let container: any JPEGContainer
  private let loops: Bool
  /// Whether a rate was asked for, which the container's own times would contradict.
  private let hasOwnRate: Bool
  private let part: Range<Int>
  private var clock: FileClock
  private var hasDeliveredSinceRewind = false
  private var hasDelivered = false
  private var png: PNGFile?
  private var baseline: BaselineJPEG?
  private var passedOver: [PassedOverFrame] = []

  /// Why a piece is passed over.
  private enum Refusal: String {
    case tooLarge = "more bytes than its pixels can need"
    case unreadable = "no readable JPEG header"
    case badPNG = "no intact PNG of the first picture's size"
    case otherSize = "another size than the first picture's"
  }

  var lostAtEnd: Int { clock.lost }
  var firstNumber: Int { part.lowerBound }

  /// How many pieces to examine for the first usable header.
  private static let probeLimit = 64
  /// A block of 64 pixels takes at least two bits; four times that allows for truncated frames.
  private static let mostPixelsPerByte = 1024
  /// Headers with EXIF and a colour profile stay far below this.
  private static let probeBytes = 1 << 20

  init(_ container: any JPEGContainer, settings: FileSourceSettings) throws(CaptureError) {
    self.container = container
    loops = settings.loops
    hasOwnRate = settings.framesPerSecond != nil
    part = settings.first..<settings.end
    let (size, orientation) = try Self.probe(container)
    container.rewind()
    let rate = settings.framesPerSecond ?? container.framesPerSecond
    clock = FileClock(framesPerSecond: rate ?? 30)
    format = StreamFormat(
      pixelFormat: .mjpeg, size: size, bytesPerRow: 0, framesPerSecond: rate, encoding: .jpeg,
      orientation: orientation)
    // A film's frames stay below two bytes a pixel even in 4:4:4 at quality 95, stills of noise at quality 100 below six;
    // the constant allows for headers.
    let mostBytes = container is JPEGFolder ? 6 : 2
    largestFrame = min(container.largestFrame ?? .max, size.area * mostBytes + 1 << 20)
    let skipped = try container.skip(part.lowerBound)
    guard skipped == part.lowerBound else {
      throw .badFile(
        path: container.path,
        reason: "it has \(skipped.counted("frame")); the part begins at frame \(part.lowerBound)")
    }
    clock.skip(skipped)
  }

  /// Size and orientation of the first usable JPEG.
  private static func probe(
    _ container: any JPEGContainer
  ) throws(CaptureError) -> (PixelSize, PictureTurn) {
    var head: [UInt8] = []
    var reason = "it contains no JPEG"
    // If none can be decoded, the error names the first obstacle.
    var obstacle: (path: String, reason: String)?
    for _ in 0..<probeLimit {
      switch try container.next() {
      case .end: throw .badFile(path: obstacle?.path ?? container.path, reason: obstacle?.reason ?? reason)
      case .lost, .unreadable: continue
      case .piece(let piece):
        let wanted = min(piece.byteCount, probeBytes)
        if head.count < wanted { head = [UInt8](repeating: 0, count: wanted) }
        let count = try piece.file.read(at: piece.offset, count: wanted, into: &head)
        guard let header = JPEGFrameHeader(picture: head.span.extracting(0..<count)) else {
          reason = "none of its pieces has a readable JPEG header"
          continue
        }
        if let kind = header.obstacle, !kind.isOfCoding {
          obstacle =
            obstacle
            ?? (
              piece.file.path, "it is \(kind); save it again as 8-bit baseline, with the program that made it"
            )
          continue
        }
        guard let size = header.size else {
          reason =
            "it is \(header.width)x\(header.height); its sides must be 1 to \(PixelSize.largestSide) pixels"
          continue
        }
        // A canvas gets this size, and a few hundred bytes must not claim a gigabyte.
        guard size.area <= piece.byteCount * mostPixelsPerByte else {
          reason = "its \(piece.byteCount) bytes can't hold the \(size) pixels they claim"
          continue
        }
        if let refusal = try container.refusal(ofFields: piece, size.height) { throw refusal }
        return (size, header.orientation.followed(by: container.turn))
      }
    }
    throw .badFile(path: obstacle?.path ?? container.path, reason: obstacle?.reason ?? reason)
  }

  func stop() { container.stop() }

  func read(into slot: FrameSlot) throws(CaptureError) -> Bool {
    while clock.index < part.upperBound {
      switch try container.next() {
      case .end:
        // A file without a usable frame must not loop forever.
        if !hasDelivered, let last = passedOver.last {
          throw .badFile(path: container.path, reason: "none of its pictures can be used: \(last.reason)")
        }
        guard loops, hasDeliveredSinceRewind else { return false }
        hasDeliveredSinceRewind = false
        container.rewind()
        clock.startOver()
      case .lost: clock.lose()
      case .unreadable(let path, let error):
        passOver(path, "\(error)")
      case .piece(let piece):
        guard let refusal = try deliver(piece, into: slot) else {
          hasDeliveredSinceRewind = true
          hasDelivered = true
          return true
        }
        passOver(piece.file.path, refusal.rawValue)
      }
    }
    return false
  }

  private func passOver(_ path: String, _ reason: String) {
    passedOver.append(
      PassedOverFrame(
        name: container is JPEGFolder
          ? String(path.split(separator: "/").last ?? "") : "frame \(clock.index)", number: clock.index,
        reason: reason))
    clock.lose()
  }

  func takePassedOver() -> [PassedOverFrame] { exchange(&passedOver, with: []) }

  /// Fills a slot with a piece; returns why it is passed over instead, if it is.
  private func deliver(_ piece: JPEGPiece, into slot: FrameSlot) throws(CaptureError) -> Refusal? {
    let isPNG = FileNames.isPNG(piece.file.path)
    if isPNG {
      if png == nil { png = try PNGFile() }
      let size = format.orientation.turned(format.size)
      guard try png?.read(piece.file, of: size, into: slot) ?? false else { return .badPNG }
    } else {
      guard piece.byteCount <= slot.capacity else { return .tooLarge }
      try piece.file.read(at: piece.offset, count: piece.byteCount, into: slot)
    }
    guard let header = slot.withBytes({ JPEGFrameHeader($0) }) else { return .unreadable }
    guard let size = header.size,
      container.turn.turned(header.uprightSize ?? size) == format.orientation.turned(format.size)
    else { return .otherSize }
    var flags: FrameFlags = []
    var isRecoded = false
    if header.obstacle?.isOfCoding == true {
      if baseline == nil { baseline = try BaselineJPEG() }
      isRecoded = baseline?.recode(slot, of: size) ?? false
    }
    if !header.hasHuffmanTables, !isRecoded { flags.insert(.missingHuffmanTables) }
    if piece.isCut || !isPNG && !isRecoded && slot.byteCount < piece.byteCount { flags.insert(.damaged) }
    slot.format = format
    (slot.format.size, slot.format.orientation) = (size, header.orientation.followed(by: container.turn))
    clock.stamp(slot, at: hasOwnRate ? nil : piece.nanoseconds, flags: flags)
    return nil
  }
}
