// Hybrid Public Key Encryption (RFC 9180) in its base mode, with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20-Poly1305, of
// Nettle's parts.

import CDigest
import Foundation

/// A public key of X25519 (RFC 7748): what is sealed to it only its ``OpeningKey`` opens.
package struct SealingKey: Sendable, Hashable {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// A key of this many bytes; `nil` for another number, and for one of the few that have nothing in common with any secret.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Int(CDIGEST_KEY_BYTES) else { return nil }
    var common = bytes
    // SAFETY: all arrays have as many bytes as a key.
    guard unsafe cdigest_exchange([UInt8](repeating: 9, count: bytes.count), bytes, &common) == 1 else {
      return nil
    }
    self.bytes = bytes
  }

  fileprivate init(made bytes: [UInt8]) { self.bytes = bytes }

  /// Its bytes in base 64.
  package var text: String { Data(bytes).base64EncodedString() }

  /// What tells it from others: the first eight bytes of its SHA-256.
  package var mark: [UInt8] {
    var digest = SHA256()
    var sum = [UInt8](repeating: 0, count: SHA256.length)
    digest.update(bytes.span)
    digest.finish(into: &sum)
    return Array(sum.prefix(Self.markLength))
  }

  package static let markLength = 8
}

/// A secret key of X25519, and its public one.
package struct OpeningKey: Sendable {
  /// Its 32 bytes, for ``KeyFile``.
  let secretBytes: [UInt8]
  package let sealingKey: SealingKey

  /// The key of 32 random bytes; `nil` for another number.
  package init?(secret: [UInt8]) {
    guard secret.count == Int(CDIGEST_KEY_BYTES) else { return nil }
    self.init(random: secret)
  }

  /// A new key, by the kernel's random numbers.
  package init() { self.init(random: KeyFile.randomSecret()) }

  private init(random secret: [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: Int(CDIGEST_KEY_BYTES))
    // SAFETY: both arrays have as many bytes as a key.
    unsafe cdigest_exchange_key(secret, &bytes)
    (secretBytes, sealingKey) = (secret, SealingKey(made: bytes))
  }

  /// Opens what a ``Sealer`` sealed to its ``sealingKey``.
  ///
  /// - Parameters:
  ///   - box: as sealed.
  ///   - known: what was given there in the open.
  ///   - number: the message's, from 0.
  ///   - encapsulated: the sealer's ``Sealer/encapsulated``.
  ///   - info: as given to the sealer.
  /// - Returns: `nil` if it was sealed to another key, or changed since.
  package func open(
    _ box: ArraySlice<UInt8>, known: [UInt8], number: UInt64, encapsulated: [UInt8], info: [UInt8]
  ) -> [UInt8]? {
    guard encapsulated.count == Int(CDIGEST_KEY_BYTES), box.count >= Sealer.tagLength else { return nil }
    var common = encapsulated
    // SAFETY: all arrays have as many bytes as a key.
    guard unsafe cdigest_exchange(secretBytes, encapsulated, &common) == 1 else { return nil }
    let keys = HybridKeys(common: common, encapsulated: encapsulated, to: sealingKey, info: info)
    let count = box.count - Sealer.tagLength
    var message = [UInt8](repeating: 0, count: count)
    // SAFETY: key and nonce have their lengths, the box has `count` bytes and the tag, the message has room for `count`.
    let isGood = unsafe cdigest_open(
      keys.key, keys.nonce(number), known, known.count, Array(box), count, &message)
    return isGood == 1 ? message : nil
  }
}

/// Seals messages to a key, one after another.
package struct Sealer {
  /// What the key's owner needs beside each message: 32 bytes.
  package let encapsulated: [UInt8]
  /// The next message's number.
  package private(set) var number: UInt64 = 0
  private let keys: HybridKeys

  /// Bytes that a message grows by.
  package static let tagLength = Int(CDIGEST_TAG_BYTES)
  /// Bytes of ``encapsulated``.
  package static let encapsulatedLength = Int(CDIGEST_KEY_BYTES)

  /// - Parameters:
  ///   - key: whose owner may read.
  ///   - info: what it is for.
  ///   - own: a new key, used for nothing else; for tests a known one.
  package init(_ key: SealingKey, info: [UInt8], own: OpeningKey = OpeningKey()) {
    var common = key.bytes
    // SAFETY: all arrays have as many bytes as a key. A sealing key has something in common with every secret.
    _ = unsafe cdigest_exchange(own.secretBytes, key.bytes, &common)
    encapsulated = own.sealingKey.bytes
    keys = HybridKeys(common: common, encapsulated: encapsulated, to: key, info: info)
  }

  /// Seals a message.
  ///
  /// - Parameters:
  ///   - message: what only the key's owner may read.
  ///   - known: what goes along in the open, and can't be changed either.
  /// - Returns: the sealed message, longer by ``tagLength``.
  package mutating func seal(_ message: [UInt8], known: [UInt8]) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: message.count + Self.tagLength)
    // SAFETY: key and nonce have their lengths; there is room for the message and its tag.
    unsafe cdigest_seal(
      keys.key, keys.nonce(number), known, known.count, message, message.count, &sealed)
    number += 1
    return sealed
  }
}

/// The keys of an HPKE context (RFC 9180, 4.1 and 5.1).
private struct HybridKeys {
  let key: [UInt8]
  private let baseNonce: [UInt8]

  // DHKEM(X25519, HKDF-SHA256) is 0x0020, HKDF-SHA256 0x0001, ChaCha20-Poly1305 0x0003 (RFC 9180, 7).
  private static let exchange: [UInt8] = Array("KEM".utf8) + [0x00, 0x20]
  private static let suite: [UInt8] = Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x03]
  private static let base: UInt8 = 0

  init(common: [UInt8], encapsulated: [UInt8], to owner: SealingKey, info: [UInt8]) {
    let random = Self.extract([], "eae_prk", common, Self.exchange)
    let shared = Self.expand(
      random, "shared_secret", encapsulated + owner.bytes, Int(CDIGEST_KEY_BYTES), Self.exchange)
    let context =
      [Self.base] + Self.extract([], "psk_id_hash", [], Self.suite)
      + Self.extract([], "info_hash", info, Self.suite)
    let secret = Self.extract(shared, "secret", [], Self.suite)
    key = Self.expand(secret, "key", context, Int(CDIGEST_KEY_BYTES), Self.suite)
    baseNonce = Self.expand(secret, "base_nonce", context, Int(CDIGEST_NONCE_BYTES), Self.suite)
  }

  func nonce(_ number: UInt64) -> [UInt8] {
    var nonce = baseNonce
    for place in 0..<8 { nonce[nonce.count - 1 - place] ^= UInt8(truncatingIfNeeded: number >> (8 * place)) }
    return nonce
  }

  private static func extract(_ salt: [UInt8], _ label: String, _ bytes: [UInt8], _ suite: [UInt8]) -> [UInt8]
  {
    hmac(salt, Array("HPKE-v1".utf8) + suite + label.utf8 + bytes)
  }

  /// At most 32 bytes: one block of HKDF (RFC 5869, 2.3).
  private static func expand(
    _ key: [UInt8], _ label: String, _ info: [UInt8], _ count: Int, _ suite: [UInt8]
  ) -> [UInt8] {
    let length = [UInt8(count >> 8), UInt8(count & 255)]
    return Array(hmac(key, length + Array("HPKE-v1".utf8) + suite + label.utf8 + info + [1]).prefix(count))
  }

  private static func hmac(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: Int(CDIGEST_BYTES))
    // SAFETY: the result has room for a digest.
    unsafe cdigest_hmac(key, key.count, message, message.count, &result)
    return result
  }
}
