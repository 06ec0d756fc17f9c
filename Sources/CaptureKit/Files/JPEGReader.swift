import PixelTypes

/// Delivers the JPEGs of a folder, a film or standard input: baseline ones unchanged, others losslessly recoded, and pictures of
/// other kinds as JPEGs.
///
/// The first usable JPEG determines the format; later ones may have other sizes, which their slots say. One without a
/// readable header is passed over and counted in the next frame's `gap`, as is a picture file of another kind; a film's frame
/// of an undecodable kind is delivered, so that it counts with the other undecodable frames. A file without its own rate
/// plays at 30 frames a second.
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
  private var converter: PictureConverter?
  private var baseline: BaselineJPEG?
  private var passedOver: [PassedOverFrame] = []
  /// Whether its pieces are files.
  private let isFolder: Bool

  var lostAtEnd: Int { clock.lost }
  var firstNumber: Int { part.lowerBound }

  /// How many of a film's pieces to examine for the first usable header.
  private static let probeLimit = 64
  /// A block of 64 pixels takes at least two bits; four times that allows for truncated frames.
  private static let mostPixelsPerByte = 1024
  /// The most bytes beside a picture's scans. Phones, thermal cameras and editors write tens of MiB: other pictures, depth,
  /// films, readings, profiles, histories.
  private static let mostBeside = 1 << 28
  /// Most headers are within so many bytes.
  private static let probeBytes = 1 << 16

  init(_ container: any JPEGContainer, settings: FileSourceSettings) throws(CaptureError) {
    self.container = container
    loops = settings.loops
    hasOwnRate = settings.framesPerSecond != nil
    part = settings.first..<settings.end
    isFolder = container.isFolder
    let (size, orientation) = try Self.probe(container)
    container.rewind()
    let rate = settings.framesPerSecond ?? container.framesPerSecond
    clock = FileClock(framesPerSecond: rate ?? 30)
    format = StreamFormat(
      pixelFormat: .mjpeg, size: size, bytesPerRow: 0, framesPerSecond: rate, encoding: .jpeg,
      orientation: orientation)
    // A film's frames stay below two bytes a pixel even in 4:4:4 at quality 95, stills of noise at quality 100 below six;
    // the constant allows for headers.
    let mostBytes = isFolder ? 6 : 2
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
    let isFolder = container.isFolder
    var reason = "it contains no JPEG"
    // If none can be decoded, the error names the first obstacle.
    var obstacle: (path: String, reason: String)?
    var others = -1
    func note(_ path: String, _ reason: String) {
      others += 1
      obstacle = obstacle ?? (path, "it is \(reason)")
    }
    probing: for _ in 0..<(isFolder ? .max : probeLimit) {
      switch try container.next() {
      case .end: break probing
      case .lost: continue
      case .unreadable(let path, let error):
        note(path, "unreadable: \(error.reason)")
      case .piece(let piece):
        if isFolder, let refusal = try refusal(of: piece) {
          note(piece.file.path, refusal)
          continue
        }
        guard let header = try header(of: piece) else {
          if isFolder { note(piece.file.path, try noHeader(piece)) }
          reason = "none of its pieces has a readable JPEG header"
          continue
        }
        if let objection = objection(to: header, piece)
          ?? (isFolder ? objection(toPhoto: header) : objection(to: header))
        {
          note(piece.file.path, objection)
          continue
        }
        let size = PixelSize(clampingWidth: header.width, height: header.height)
        if let refusal = try container.refusal(ofFields: piece, size.height) { throw refusal }
        return (size, header.orientation.followed(by: container.turn))
      }
    }
    guard let obstacle else { throw .badFile(path: container.path, reason: reason) }
    let rest =
      isFolder && others > 0 ? "; nor can \(others.counted("other")) of \(container.path) be read" : ""
    throw .badFile(path: obstacle.path, reason: obstacle.reason + rest)
  }

  private static let noHeader = "no picture that can be read: it has no whole JPEG header"

  private static func noHeader(_ piece: JPEGPiece) throws(CaptureError) -> String {
    let kind = try PictureKind(piece.file)
    return kind == .jpeg ? noHeader : Conversion.damage(piece.file.path, kind)
  }

  /// What is wrong with a picture file by its first bytes, completing "it is …".
  private static func refusal(of piece: JPEGPiece) throws(CaptureError) -> String? {
    if piece.byteCount == 0 { return "empty" }
    let kind = try PictureKind(piece.file)
    if kind == .jpeg || PictureConverter.isRead(kind) { return nil }
    return Conversion.refusal(ofPicture: piece.file.path, kind) ?? "no picture"
  }

  /// Reads a piece's beginning until that has its headers, however long.
  private static func header(of piece: JPEGPiece) throws(CaptureError) -> JPEGFrameHeader? {
    var wanted = probeBytes
    while true {
      wanted = min(wanted, piece.byteCount, mostBeside)
      var head = [UInt8](repeating: 0, count: wanted)
      let count = try piece.file.read(at: piece.offset, count: wanted, into: &head)
      if let header = JPEGFrameHeader(picture: head.span.extracting(0..<count)) { return header }
      guard count == wanted, wanted < min(piece.byteCount, mostBeside) else { return nil }
      wanted *= 4
    }
  }

  private static func objection(to header: JPEGFrameHeader) -> String? {
    guard let kind = header.obstacle, !kind.isOfCoding else { return nil }
    return "\(kind); save it again as 8-bit baseline, with the program that made it"
  }

  private static func objection(to header: JPEGFrameHeader, _ piece: JPEGPiece) -> String? {
    guard let size = header.size else {
      return "\(header.width)x\(header.height); its sides must be 1 to \(PixelSize.largestSide) pixels"
    }
    // A canvas gets this size, and a few hundred bytes must not claim a gigabyte. Other kinds pack more pixels into a byte.
    let isHeld =
      header.isConverted
      ? size.canBeHeld(from: piece.byteCount) : size.area <= piece.byteCount * mostPixelsPerByte
    guard isHeld else {
      return "\(size) by its header, which its \(piece.byteCount) bytes can't hold"
    }
    return nil
  }

  /// A photo stands for itself alone: what can't be shown is passed over.
  private static func objection(toPhoto header: JPEGFrameHeader) -> String? {
    objection(to: header) ?? header.size.flatMap { size in size.objection.map { "\(size); \($0)" } }
  }

  func stop() { container.stop() }

  func read(into slot: FrameSlot) throws(CaptureError) -> Bool {
    while clock.index < part.upperBound {
      switch try container.next() {
      case .end:
        // A file without a usable frame must not loop forever.
        if !hasDelivered, let last = passedOver.last {
          throw .badFile(
            path: container.path,
            reason: isFolder && passedOver.count == 1
              ? "it is \(last.reason)" : "none of its pictures can be used: \(last.name): \(last.reason)")
        }
        guard loops, hasDeliveredSinceRewind else { return false }
        hasDeliveredSinceRewind = false
        container.rewind()
        clock.startOver()
      case .lost: clock.lose()
      case .unreadable(let path, let error):
        passOver(path, "unreadable: \(error.reason)")
      case .piece(let piece):
        guard let refusal = try deliver(piece, into: slot) else {
          hasDeliveredSinceRewind = true
          hasDelivered = true
          return true
        }
        passOver(piece.file.path, refusal)
      }
    }
    return false
  }

  private func passOver(_ path: String, _ reason: String) {
    // All are counted, but a file of nothing else isn't kept in memory.
    if passedOver.count < 1 << 16 {
      passedOver.append(
        PassedOverFrame(
          name: isFolder ? Self.name(path) : "frame \(clock.index)", isFile: isFolder, number: clock.index,
          reason: reason))
    }
    clock.lose()
  }

  func takePassedOver() -> [PassedOverFrame] { exchange(&passedOver, with: []) }

  private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// Fills a slot with a piece; returns why it is passed over instead, if it is: what it is.
  private func deliver(_ piece: JPEGPiece, into slot: FrameSlot) throws(CaptureError) -> String? {
    if isFolder, let refusal = try Self.refusal(of: piece) { return refusal }
    let kind = isFolder ? try PictureKind(piece.file) : .jpeg
    if kind != .jpeg {
      if converter == nil { converter = PictureConverter() }
      if let refusal = try converter?.read(piece.file, kind, into: slot) { return refusal }
    } else {
      guard piece.byteCount <= PixelSize.mostPixels * 6 + Self.mostBeside else {
        return "too large to be a picture"
      }
      slot.reserve(piece.byteCount)
      try piece.file.read(at: piece.offset, count: piece.byteCount, into: slot)
    }
    guard let header = slot.withBytes({ JPEGFrameHeader($0) }) else { return Self.noHeader }
    if kind == .jpeg, let objection = Self.objection(to: header, piece) { return objection }
    if isFolder, let objection = Self.objection(toPhoto: header) { return objection }
    guard let size = header.size else { return Self.noHeader }
    var flags: FrameFlags = []
    var isRecoded = false
    if header.obstacle?.isOfCoding == true {
      if baseline == nil { baseline = try BaselineJPEG() }
      switch baseline?.recode(slot, of: size) {
      case .recoded: isRecoded = true
      case .failed where isFolder && !size.canBeHeld(from: slot.byteCount):
        return "\(size), which its \(slot.byteCount) bytes should not claim"
      case .damaged where isFolder:
        return "cut short or damaged, and \(header.obstacle.map { "\($0)" } ?? "")"
      // Cut within a header between its scans, it fails; so do intact ones that TurboJPEG doesn't know.
      case .failed where isFolder:
        return "cut short, damaged or of a rare kind, and \(header.obstacle.map { "\($0)" } ?? "")"
      case .damaged, .failed, nil: break
      }
    }
    if !header.hasHuffmanTables, !isRecoded { flags.insert(.missingHuffmanTables) }
    if piece.isCut || kind == .jpeg && !isRecoded && slot.byteCount < piece.byteCount {
      flags.insert(.damaged)
    }
    slot.format = format
    (slot.format.size, slot.format.orientation) = (size, header.orientation.followed(by: container.turn))
    slot.fileName = isFolder ? Self.name(piece.file.path) : nil
    clock.stamp(slot, at: hasOwnRate ? nil : piece.nanoseconds, flags: flags)
    slot.utc = piece.utc ?? (isFolder ? slot.withBytes { EXIFTime.utc(of: $0) } : nil)
    // At another rate it runs from when its own beginning was.
    if hasOwnRate, let utc = piece.utc, let own = piece.nanoseconds {
      slot.utc = utc &- own &+ slot.time.nanoseconds
    }
    return nil
  }
}
