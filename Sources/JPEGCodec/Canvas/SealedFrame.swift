import HostResources

/// A camera's frame as it was before something in it was masked, in the headers of the masked one, sealed to a key that only its owner can
/// open (HPKE, RFC 9180: base mode, X25519, HKDF-SHA256, ChaCha20-Poly1305; its `info` is `dualcam frame`).
///
/// It lies in segments APP9, which begin with `dualcam`, a zero, the version 2, a zero of 16 bits, and this segment's number and how many
/// there are. What follows, joined (numbers are big-endian):
///
/// | bytes | |
/// |---|---|
/// | 1 | what is sealed: 1 what the masked frame doesn't show, as an ``EmbeddedSource`` has it; 2 the whole frame |
/// | 8 | the first of the SHA-256 of the public key |
/// | 32 | HPKE's encapsulated key |
/// | 8 | the message's number |
/// | rest | the sealed message; all before it is its associated data |
struct SealedFrame {
  enum Kind: UInt8 {
    case rest = 1
    case whole
  }

  let kind: Kind
  let mark: [UInt8]
  let encapsulated: [UInt8]
  let number: UInt64
  /// All before the box.
  let known: [UInt8]
  let box: ArraySlice<UInt8>

  static let segments = DataSegments(version: 2, of: "what is sealed in it")
  static let info = Array("dualcam frame".utf8)
  private static let knownCount = 1 + SealingKey.markLength + Sealer.encapsulatedLength + 8

  /// What is sealed in a frame; `nil` if nothing is.
  ///
  /// - Throws: ``JPEGError/malformed(reason:)`` if segments are missing or have nonsense.
  init?(in jpeg: Span<UInt8>) throws(JPEGError) {
    guard let data = try Self.segments.find(in: jpeg).first?.data else { return nil }
    guard data.count >= Self.knownCount, let kind = Kind(rawValue: data[0]) else {
      throw Self.segments.damaged("it isn't as it was written")
    }
    self.kind = kind
    mark = Array(data[1..<1 + SealingKey.markLength])
    encapsulated = Array(data[1 + SealingKey.markLength..<Self.knownCount - 8])
    number = data[Self.knownCount - 8..<Self.knownCount].reduce(0) { $0 << 8 | UInt64($1) }
    known = Array(data[..<Self.knownCount])
    box = data[Self.knownCount...]
  }
}

/// Seals what masks take out of a camera's frames.
package struct FrameSealer {
  private var sealer: Sealer
  private let mark: [UInt8]

  /// - Parameter key: whose owner may see it.
  package init(_ key: SealingKey) { (sealer, mark) = (Sealer(key, info: SealedFrame.info), key.mark) }

  /// Seals what a mask takes out of a frame, or all of the frame, if the masked one wouldn't give it back with that.
  ///
  /// - Parameters:
  ///   - frame: as it was.
  ///   - jpeg: what the masker read: the same, or other bytes with its coefficients.
  ///   - masker: has read it.
  ///   - mask: what is hidden of it.
  /// - Returns: segments for the masked frame's headers, with their markers.
  package mutating func seal(
    _ frame: Span<UInt8>, read jpeg: Span<UInt8>, by masker: inout JPEGMasker,
    without mask: borrowing BlockMask
  ) throws(JPEGError) -> [UInt8] {
    let rest = frame.isIdentical(to: jpeg) ? try masker.removed(by: mask, from: jpeg) : nil
    var known = [(rest == nil ? SealedFrame.Kind.whole : .rest).rawValue] + mark + sealer.encapsulated
    for place in (0..<8).reversed() {
      known.append(UInt8(truncatingIfNeeded: sealer.number >> (8 * UInt64(place))))
    }
    var message = rest ?? []
    if rest == nil { FrameRest.copy(frame, to: &message) }
    let data = known + sealer.seal(message, known: known)
    var bytes = [UInt8](repeating: 0, count: SealedFrame.segments.byteCount(of: data.count))
    var span = bytes.mutableSpan
    _ = SealedFrame.segments.write(data, number: 0, into: &span, at: 0)
    return bytes
  }
}

/// Gives masked frames back as the camera sent them.
package struct FrameOpener: ~Copyable {
  private let key: OpeningKey
  private var restorer = SourceRestorer()
  /// A frame can be masked more than once.
  private static let most = 8

  /// - Parameter key: the owner's.
  package init(_ key: OpeningKey) { self.key = key }

  /// Whether something is sealed in a frame.
  ///
  /// - Throws: ``JPEGError/malformed(reason:)`` if segments are missing or have nonsense.
  package static func isSealed(_ jpeg: [UInt8]) throws(JPEGError) -> Bool {
    try SealedFrame(in: jpeg.span) != nil
  }

  /// - Parameter jpeg: a frame.
  /// - Returns: as it was before anything in it was masked; `nil` if nothing is sealed in it.
  /// - Throws: ``JPEGError/malformed(reason:)`` if it is sealed to another key, changed since, or damaged.
  package mutating func open(_ jpeg: [UInt8]) throws(JPEGError) -> [UInt8]? {
    var frame: [UInt8]?
    for _ in 0..<Self.most {
      let last = frame ?? jpeg
      guard let sealed = try SealedFrame(in: last.span) else { return frame }
      guard sealed.mark == key.sealingKey.mark else {
        // What it opened is sealed further, to somebody else.
        if let frame { return frame }
        throw .malformed(reason: "what is hidden in it is sealed to another key")
      }
      let message = key.open(
        sealed.box, known: sealed.known, number: sealed.number, encapsulated: sealed.encapsulated,
        info: SealedFrame.info)
      guard let message else { throw SealedFrame.segments.damaged("something was changed") }
      frame = sealed.kind == .whole ? message : try restorer.restore(message, of: last.span)
    }
    throw SealedFrame.segments.damaged("it was masked too often")
  }
}
