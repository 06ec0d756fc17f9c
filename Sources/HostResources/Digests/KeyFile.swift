import Foundation

/// Files of keys in PEM (RFC 7468), as OpenSSL has them: `openssl genpkey -algorithm ed25519` or `x25519`, `openssl pkey -pubout`.
package enum KeyFile {
  /// What a key is for.
  private enum Kind: UInt8 {
    case signs = 0x70
    case seals = 0x6E

    /// The end of the algorithm's object identifier (RFC 8410, 3), and its name.
    var name: String { self == .signs ? "Ed25519" : "X25519" }
    /// What makes one.
    var command: String { self == .signs ? "dualcam key" : "dualcam key --seal" }
    /// Before a secret key's 32 bytes in the DER of PKCS #8 (RFC 8410, 7).
    var secretHead: [UInt8] {
      [0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, rawValue, 0x04, 0x22, 0x04, 0x20]
    }
    /// The same for a public key (RFC 8410, 4).
    var publicHead: [UInt8] { [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, rawValue, 0x03, 0x21, 0x00] }
  }

  private static let largest = 1 << 16

  /// The 32 bytes of a new secret key of either kind, by the kernel's random numbers.
  static func randomSecret() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  package static func text(_ key: SigningKey) -> String { secret(.signs, key.secretBytes) }
  package static func text(_ key: PublicKey) -> String { `public`(.signs, key.bytes) }
  package static func text(_ key: OpeningKey) -> String { secret(.seals, key.secretBytes) }
  package static func text(_ key: SealingKey) -> String { `public`(.seals, key.bytes) }

  private static func secret(_ kind: Kind, _ bytes: [UInt8]) -> String {
    pem("PRIVATE KEY", kind.secretHead + bytes)
  }
  private static func `public`(_ kind: Kind, _ bytes: [UInt8]) -> String {
    pem("PUBLIC KEY", kind.publicHead + bytes)
  }

  private static func pem(_ label: String, _ der: [UInt8]) -> String {
    "-----BEGIN \(label)-----\n\(Data(der).base64EncodedString())\n-----END \(label)-----\n"
  }

  /// Reads a secret key that signs, from a file that only its owner may read.
  ///
  /// - Throws: ``FileError/unfit(path:reason:)`` if it isn't one; otherwise as ``BoundedFile/read(_:limit:isPrivate:followsLinks:)``.
  package static func readSecret(_ path: String) throws(FileError) -> SigningKey {
    try secret(path, .signs) { SigningKey(secret: $0) }
  }

  /// Reads a secret key that opens what was sealed; throws as ``readSecret(_:)``.
  package static func readOpening(_ path: String) throws(FileError) -> OpeningKey {
    try secret(path, .seals) { OpeningKey(secret: $0) }
  }

  /// Reads a public key that tells who signed.
  ///
  /// - Throws: ``FileError/unfit(path:reason:)`` if it isn't one; otherwise as ``BoundedFile/read(_:limit:isPrivate:followsLinks:)``.
  package static func readPublic(_ path: String) throws(FileError) -> PublicKey {
    try `public`(path, .signs) { PublicKey($0) }
  }

  /// Reads a public key that seals; throws as ``readPublic(_:)``.
  package static func readSealing(_ path: String) throws(FileError) -> SealingKey {
    try `public`(path, .seals) { SealingKey($0) }
  }

  private static func secret<Key>(
    _ path: String, _ kind: Kind, make: ([UInt8]) -> Key?
  ) throws(FileError) -> Key {
    if der(try BoundedFile.read(path, limit: largest), "PUBLIC KEY") != nil {
      throw .unfit(path: path, reason: "it is a public key; name the secret one")
    }
    let der = der(try BoundedFile.read(path, limit: largest, isPrivate: true), "PRIVATE KEY")
    if let der, der.starts(with: kind.secretHead), let key = make(Array(der.dropFirst(kind.secretHead.count)))
    {
      return key
    }
    throw .unfit(
      path: path, reason: "it is no secret key of \(kind.name) in PEM; `\(kind.command)` makes one")
  }

  private static func `public`<Key>(
    _ path: String, _ kind: Kind, make: ([UInt8]) -> Key?
  ) throws(FileError) -> Key {
    let bytes = try BoundedFile.read(path, limit: largest)
    if let der = der(bytes, "PUBLIC KEY"), der.starts(with: kind.publicHead),
      let key = make(Array(der.dropFirst(kind.publicHead.count)))
    {
      return key
    }
    throw .unfit(
      path: path,
      reason: der(bytes, "PRIVATE KEY") != nil
        ? "it is a secret key; keep it to yourself, and name the public one"
        : "it is no public key of \(kind.name) in PEM; `\(kind.command)` makes one")
  }

  private static func der(_ bytes: [UInt8], _ label: String) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.range(of: "-----BEGIN \(label)-----"),
      let end = text.range(of: "-----END \(label)-----", range: start.upperBound..<text.endIndex)
    else { return nil }
    let body = text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
    return Data(base64Encoded: body).map { Array($0) }
  }
}
