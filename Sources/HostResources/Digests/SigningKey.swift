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
  package init() { self.init(random: KeyFile.randomSecret()) }

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

  /// Its 32 bytes, for ``KeyFile``.
  var secretBytes: [UInt8] { secret }
}
