import CDigest
import Foundation

/// A public key of Ed25519 (RFC 8032), which tells whether a signature is that of its secret key.
package struct PublicKey: Sendable, Hashable {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// A key of this many bytes; `nil` for another number.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Int(CDIGEST_KEY_BYTES) else { return nil }
    self.bytes = bytes
  }

  /// The key of what `cdigest_public_key` made.
  fileprivate init(made bytes: [UInt8]) { self.bytes = bytes }

  /// Whether this key's secret made a signature of a message.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard signature.count == Int(CDIGEST_SIGNATURE_BYTES) else { return false }
    // SAFETY: key and signature have as many bytes as Ed25519 takes.
    return unsafe cdigest_verifies(bytes, message, message.count, signature) == 1
  }

  /// Its bytes in base 64, as ``KeyFile`` and signed recordings have them.
  package var text: String { Data(bytes).base64EncodedString() }

  /// A key by its bytes in base 64.
  package init?(text: String) {
    guard let data = Data(base64Encoded: text) else { return nil }
    self.init(Array(data))
  }
}

/// A secret key of Ed25519, and its public one.
package struct SigningKey: Sendable, Equatable {
  private let secret: [UInt8]
  package let publicKey: PublicKey

  /// The key of 32 random bytes; `nil` for another number.
  package init?(secret: [UInt8]) {
    guard secret.count == Int(CDIGEST_KEY_BYTES) else { return nil }
    self.init(random: secret)
  }

  /// A new key, by the kernel's random numbers.
  package init() {
    var random = SystemRandomNumberGenerator()
    self.init(random: (0..<Int(CDIGEST_KEY_BYTES)).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// The key of `CDIGEST_KEY_BYTES` bytes.
  private init(random secret: [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: Int(CDIGEST_KEY_BYTES))
    // SAFETY: both arrays have as many bytes as Ed25519 takes.
    unsafe cdigest_public_key(secret, &bytes)
    (self.secret, publicKey) = (secret, PublicKey(made: bytes))
  }

  /// Signs a message: 64 bytes, put at the start of an array that has at least as many.
  package func sign(_ message: Span<UInt8>, into signature: inout [UInt8]) {
    precondition(signature.count >= Int(CDIGEST_SIGNATURE_BYTES))
    // SAFETY: keys and signature have as many bytes as Ed25519 takes, and the message is valid during the call.
    unsafe message.withUnsafeBufferPointer { message in
      unsafe cdigest_sign(secret, publicKey.bytes, message.baseAddress, message.count, &signature)
    }
  }

  /// The number of bytes in a signature.
  package static let signatureLength = Int(CDIGEST_SIGNATURE_BYTES)

  /// The secret in the DER of PKCS #8 (RFC 8410, 7).
  fileprivate var der: [UInt8] { KeyFile.secretHead + secret }
}

/// Files of keys in PEM (RFC 7468), as OpenSSL has them: `openssl genpkey -algorithm ed25519`, `openssl pkey -pubout`.
package enum KeyFile {
  fileprivate static let secretHead: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]
  private static let publicHead: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
  private static let largest = 1 << 16

  package static func text(_ key: SigningKey) -> String { pem("PRIVATE KEY", key.der) }
  package static func text(_ key: PublicKey) -> String { pem("PUBLIC KEY", publicHead + key.bytes) }

  private static func pem(_ label: String, _ der: [UInt8]) -> String {
    "-----BEGIN \(label)-----\n\(Data(der).base64EncodedString())\n-----END \(label)-----\n"
  }

  /// Reads a secret key, from a file that only its owner may read.
  ///
  /// - Throws: ``FileError/unfit(path:reason:)`` if it isn't one; otherwise as ``BoundedFile/read(_:limit:isPrivate:followsLinks:)``.
  package static func readSecret(_ path: String) throws(FileError) -> SigningKey {
    if der(try BoundedFile.read(path, limit: largest), "PUBLIC KEY") != nil {
      throw .unfit(path: path, reason: "it is a public key; name the secret one")
    }
    let bytes = try BoundedFile.read(path, limit: largest, isPrivate: true)
    guard let der = der(bytes, "PRIVATE KEY"), der.starts(with: secretHead),
      let key = SigningKey(secret: Array(der.dropFirst(secretHead.count)))
    else {
      throw .unfit(path: path, reason: "it is no secret key of Ed25519 in PEM; `dualcam key` makes one")
    }
    return key
  }

  /// Reads a public key.
  ///
  /// - Throws: ``FileError/unfit(path:reason:)`` if it isn't one; otherwise as ``BoundedFile/read(_:limit:isPrivate:followsLinks:)``.
  package static func readPublic(_ path: String) throws(FileError) -> PublicKey {
    let bytes = try BoundedFile.read(path, limit: largest)
    guard let der = der(bytes, "PUBLIC KEY"), der.starts(with: publicHead),
      let key = PublicKey(Array(der.dropFirst(publicHead.count)))
    else {
      throw .unfit(
        path: path,
        reason: der(bytes, "PRIVATE KEY") != nil
          ? "it is a secret key; keep it to yourself, and name the public one"
          : "it is no public key of Ed25519 in PEM; `dualcam key` makes one")
    }
    return key
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
