import Glibc

/// A position in JSON written by this program: without spaces and escapes, numbers in their shortest form.
///
/// Rejects any other spelling, valid or not: use a full decoder for that. Allocates nothing. Public because only public
/// code can be inlined into other modules.
public struct JSONCursor {
  /// Offset of the next byte.
  public var position: Int

  /// Starts at an offset.
  @inlinable public init(at position: Int) { self.position = position }

  /// Skips a text if it comes next.
  @inlinable @inline(__always)
  public mutating func take(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    // Keys begin alike, with a comma and a quote, so test a later byte first.
    let third = min(2, count - 1)
    // SAFETY: a static string's bytes live forever, and it has that many.
    guard bytes[position + third] == (unsafe text.utf8Start[third]) else { return false }
    // SAFETY: `count` bytes follow `position` in the span, and a static string's bytes live forever.
    let isSame = unsafe bytes.withUnsafeBufferPointer {
      unsafe memcmp($0.baseAddress! + position, text.utf8Start, count) == 0
    }
    if isSame { position += count }
    return isSame
  }

  /// A key with its quotes and colon, found by its first eight bytes.
  public struct Key: Sendable {
    /// Those bytes, little-endian, and which of them it has.
    @usableFromInline var word: UInt64 = 0
    @usableFromInline var mask: UInt64 = 0
    @usableFromInline var count = 0
    /// Where the others stand in a list of such.
    @usableFromInline var rest: Range<Int> = 0..<0

    /// The key that isn't there.
    public init() {}

    /// Makes a key, and appends what eight bytes can't hold to a list.
    public init(_ name: String, _ rests: inout [UInt8]) {
      let bytes = Array("\"\(name)\":".utf8)
      count = bytes.count
      for (place, byte) in bytes.prefix(8).enumerated() {
        word |= UInt64(byte) << (8 * place)
        mask |= 0xFF << (8 * place)
      }
      rest = rests.count..<rests.count + bytes.dropFirst(8).count
      rests += bytes.dropFirst(8)
    }
  }

  /// Skips a key if it comes next and at least eight bytes are there, as before any line's end.
  ///
  /// - Parameter rests: the list that it was made with.
  @inlinable @inline(__always)
  public mutating func take(_ key: Key, of rests: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    guard bytes.count - position >= max(key.count, 8) else { return false }
    // SAFETY: eight bytes follow `position` in the span.
    let word = UInt64(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
    guard word & key.mask == key.word else { return false }
    var at = position + 8
    for index in key.rest {
      guard bytes[at] == rests[index] else { return false }
      at += 1
    }
    position += key.count
    return true
  }

  /// The next byte, without skipping it.
  @inlinable @inline(__always)
  public func peek(_ bytes: Span<UInt8>) -> UInt8? { position < bytes.count ? bytes[position] : nil }

  /// An integer of up to 18 digits.
  @inlinable @inline(__always)
  public mutating func integer(_ bytes: Span<UInt8>) -> Int? {
    let isNegative = peek(bytes) == UInt8(ascii: "-")
    let first = isNegative ? position + 1 : position
    var at = first
    var value = 0
    while at < bytes.count, case let digit = bytes[at] &- 48, digit < 10 {
      guard at - first < 18 else { return nil }
      value = value &* 10 &+ Int(digit)
      at += 1
    }
    guard at > first, bytes[first] != 48 || at == first + 1, !isNegative || value > 0 else { return nil }
    position = at
    return isNegative ? -value : value
  }

  /// Skips a number without an exponent.
  @inlinable @inline(__always)
  public mutating func takeNumber(_ bytes: Span<UInt8>) -> Bool {
    if peek(bytes) == UInt8(ascii: "-") { position += 1 }
    guard let whole = integer(bytes), whole >= 0 else { return false }
    guard peek(bytes) == UInt8(ascii: ".") else { return true }
    let first = position + 1
    var at = first
    while at < bytes.count, bytes[at] &- 48 < 10 { at += 1 }
    guard at > first, at - first <= 18 else { return false }
    position = at
    return true
  }

  /// Skips a string without escapes.
  ///
  /// - Returns: the location of its text.
  @inlinable @inline(__always)
  public mutating func text(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard peek(bytes) == UInt8(ascii: "\"") else { return nil }
    let first = position + 1
    var at = first + Self.plainBytes(bytes, from: first)
    var all: UInt8 = 0
    while at < bytes.count, case let byte = bytes[at], byte != UInt8(ascii: "\"") {
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
      all |= byte
      at += 1
    }
    guard at < bytes.count else { return nil }
    if all >= 0x80, (try? UTF8Span(validating: bytes.extracting(first..<at))) == nil { return nil }
    position = at + 1
    return first..<at
  }

  /// How many bytes from an offset on are plain: no quote, backslash, control character or non-ASCII byte. Tests eight bytes
  /// at a time, and may omit up to the last seven.
  @inlinable @inline(__always)
  static func plainBytes(_ bytes: Span<UInt8>, from first: Int) -> Int {
    var at = first
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while at + 8 <= bytes.count {
      // SAFETY: eight bytes follow `at` in the span.
      let word = UInt64(
        littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      let (quotes, slashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      // The lowest set bit marks the first byte that isn't plain; higher bits may be wrong.
      let found =
        ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word | word)
        & highs
      if found != 0 { return at - first + found.trailingZeroBitCount >> 3 }
      at += 8
    }
    return at - first
  }

  /// Kinds of values.
  public enum Value: Sendable {
    /// A string without escapes, an integer of up to 18 digits, a number without an exponent.
    case text, integer, number
    /// An integer from 0 to 2⁵⁰, and a number from 0 to 1.
    case count, share
    /// Objects of integers, and of numbers; not empty.
    case integers, numbers
  }

  /// Skips a value if it comes next and is of a kind.
  @inlinable @inline(__always)
  public mutating func take(_ value: Value, in bytes: Span<UInt8>) -> Bool {
    switch value {
    case .text: return text(bytes) != nil
    case .integer: return integer(bytes) != nil
    case .count: return integer(bytes).map { $0 >= 0 && $0 <= 1 << 50 } ?? false
    case .share:
      return peek(bytes) == UInt8(ascii: "0")
        ? takeNumber(bytes) : integer(bytes) == 1 && peek(bytes) != UInt8(ascii: ".")
    case .number: return takeNumber(bytes)
    case .integers, .numbers:
      guard take("{", in: bytes) else { return false }
      repeat {
        guard text(bytes) != nil, take(":", in: bytes) else { return false }
        guard value == .integers ? integer(bytes) != nil : takeNumber(bytes) else { return false }
      } while take(",", in: bytes)
      return take("}", in: bytes)
    }
  }
}
