/// Time stamps by others (RFC 3161): what is asked for one, and what a reply says. Whether the reply is an authority's own only its
/// certificate tells, by `openssl ts -verify`.
package struct TimeStamp: Sendable, Equatable {
  /// Files beside what is stamped.
  package static let request = "proof.tsq"
  package static let reply = "proof.tsr"

  /// The SHA-256 that was stamped, in hexadecimal digits.
  package let digest: String
  /// When, as the authority wrote it: `20261128170000Z`.
  package let time: String

  private static let sha256: [UInt8] = [
    0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00,
  ]

  /// A request's DER (RFC 3161, 2.4.1): with a nonce, and the authority's certificate wanted.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes.
  ///   - nonce: makes the reply one to this request.
  package static func request(for digest: [UInt8], nonce: UInt64) -> [UInt8] {
    let imprint = sequence(sha256 + [0x04, UInt8(digest.count)] + digest)
    // Positive, and without leading zeros that DER forbids.
    let number = nonce >> 1 | 1 << 62
    let integer = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    return sequence([0x02, 0x01, 0x01] + imprint + [0x02, 0x08] + integer + [0x01, 0x01, 0xFF])
  }

  private static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30, UInt8(content.count)] + content }

  /// Reads a reply's DER (RFC 3161, 2.4.2): of its TSTInfo the imprint, and the time, which follows the serial number.
  package init?(reply: [UInt8]) {
    guard reply.first == 0x30 else { return nil }
    // With NULL as parameters or without (RFC 5754, 2).
    let plain = [0x30, 0x0B] + Self.sha256[2..<13]
    for head in [Self.sha256, Array(plain)] {
      let start = head + [0x04, 0x20]
      guard let place = Self.find(start, in: reply), place + start.count + 32 + 2 < reply.count else {
        continue
      }
      var at = place + start.count
      let digest = reply[at..<at + 32]
      at += 32
      // The serial number, up to 20 bytes.
      guard reply[at] == 0x02, reply[at + 1] <= 20 else { continue }
      at += 2 + Int(reply[at + 1])
      guard at + 2 < reply.count, reply[at] == 0x18, at + 2 + Int(reply[at + 1]) <= reply.count else {
        continue
      }
      let text = reply[at + 2..<at + 2 + Int(reply[at + 1])]
      guard text.count >= 15, text.allSatisfy({ $0 >= 0x2E && $0 <= 0x5A }) else { continue }
      self.digest = SHA256.hexadecimal(digest)
      time = String(decoding: text, as: UTF8.self)
      return
    }
    return nil
  }

  private static func find(_ part: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= part.count else { return nil }
    return (0...bytes.count - part.count).first { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}
