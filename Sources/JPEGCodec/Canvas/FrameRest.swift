import HostResources

/// What a camera's JPEG has besides its MCUs, so that these give it back byte for byte.
struct FrameRest: Sendable {
  /// Everything up to the entropy-coded data.
  private(set) var head: [UInt8] = []
  /// Everything behind it, without the zeros at its end, with which cameras fill their buffers.
  private(set) var tail: [UInt8] = []
  /// How many zeros these are.
  private(set) var zeros = 0
  /// Bytes of the whole frame; 0 if the MCUs wouldn't give it back.
  private(set) var byteCount = 0
  private(set) var digest = [UInt8](repeating: 0, count: SHA256.length)

  /// Takes a frame's rest after its walk. Allocates only while frames grow.
  mutating func take(_ jpeg: Span<UInt8>, _ scan: borrowing WalkedScan) {
    guard scan.isPlain, jpeg.count <= EntropyData.largest else { return forget() }
    var end = jpeg.count
    while end > scan.entropy.endOffset, jpeg[end - 1] == 0 { end -= 1 }
    zeros = jpeg.count - end
    guard zeros <= Self.mostZeros else { return forget() }
    byteCount = jpeg.count
    Self.copy(jpeg.extracting(0..<scan.headers.scanStart), to: &head)
    Self.copy(jpeg.extracting(scan.entropy.endOffset..<end), to: &tail)
    var sum = SHA256()
    sum.update(jpeg)
    sum.finish(into: &digest)
  }

  /// More aren't believed of a picture that is read: they would cost it nothing.
  static let mostZeros = 1 << 23

  mutating func forget() { byteCount = 0 }

  static func copy(_ bytes: Span<UInt8>, to array: inout [UInt8]) {
    array.removeAll(keepingCapacity: true)
    for index in bytes.indices { array.append(bytes[index]) }
  }
}
