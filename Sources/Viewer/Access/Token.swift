import HostResources

/// The secret that lets clients in.
package struct Token: Sendable {
  /// The minimum number of bytes, so that it can't be guessed.
  static let shortest = 16
  static let longest = 512

  private let bytes: [UInt8]

  /// Generates random bytes.
  init(random count: Int) {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    bytes = (0..<count * 2).map { _ in digits[Int.random(in: 0..<16, using: &generator)] }
  }

  /// Reads a token's file: one line, accessible only to its owner.
  ///
  /// - Throws: ``ViewError/token(path:reason:)``.
  package init(path: String) throws(ViewError) {
    let text: [UInt8]
    do { text = try BoundedFile.read(path, limit: 4096, isPrivate: true) } catch {
      throw .token(path: path, reason: error.reason)
    }
    let line = text.prefix { $0 != 10 && $0 != 13 }
    let rest = text.dropFirst(line.count)
    guard rest.allSatisfy({ $0 == 10 || $0 == 13 }), line.allSatisfy({ (33...126).contains($0) }) else {
      throw .token(path: path, reason: "it must be one line of letters, digits and signs, without spaces")
    }
    guard (Self.shortest...Self.longest).contains(line.count) else {
      throw .token(
        path: path,
        reason: "it has \(line.count) characters; it must have \(Self.shortest) to \(Self.longest); "
          + "make one: head -c 24 /dev/urandom | base64 | tr +/ -_ > \(path)")
    }
    bytes = Array(line)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the given text is the secret; takes the same time whatever is wrong.
  func matches(_ other: some StringProtocol) -> Bool {
    let other = Array(other.utf8)
    var difference = bytes.count ^ other.count
    for i in 0..<Self.longest {
      difference |= Int((i < bytes.count ? bytes[i] : 0) ^ (i < other.count ? other[i] : 0))
    }
    return difference == 0 && other.count <= Self.longest
  }
}
