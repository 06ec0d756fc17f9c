/// A position in a string of bits, and the next bits themselves.
///
/// The branch-free bit buffer of Fabian Giesen's "Reading bits in far too many ways, part 2" (2018, variant 4): after
/// ``refill(_:)`` at least 56 bits can be consumed. The data must be readable for 16 bytes beyond any position the
/// cursor reaches.
struct BitCursor {
  /// The next bits, left-aligned.
  var window: UInt64
  /// How many of them are valid.
  var count: Int
  /// The byte that the next refill loads from.
  var next: Int

  /// A cursor with 49 bits or more.
  @inline(__always)
  init(bit: Int, _ data: RawSpan) {
    // SAFETY: as for a refill.
    let word = unsafe data.unsafeLoadUnaligned(fromUncheckedByteOffset: bit &>> 3, as: UInt64.self)
    window = UInt64(bigEndian: word) &<< UInt64(truncatingIfNeeded: bit & 7)
    // The eighth byte's bits stand in the window already; the next refill loads the same.
    count = 56 &- bit & 7
    next = bit &>> 3 &+ 7
  }

  /// The position in bits from the data's start.
  @inline(__always)
  var bit: Int { next &* 8 &- count }

  @inline(__always)
  mutating func refill(_ data: RawSpan) {
    // SAFETY: the cursor's users keep it inside the data less EntropyData.padding: see ScanWalker.
    let word = unsafe data.unsafeLoadUnaligned(fromUncheckedByteOffset: next, as: UInt64.self)
    window |= UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: count)
    next = next &+ (63 &- count) &>> 3
    count |= 56
  }

  @inline(__always)
  mutating func consume(_ bits: Int) {
    window = window &<< UInt64(truncatingIfNeeded: bits)
    count = count &- bits
  }

  /// The next `size` bits (0...15) as a signed value, `used` bits ahead (T.81, F.2.2.1: RECEIVE and EXTEND).
  @inline(__always)
  func value(after used: Int, size: Int) -> Int {
    let magnitude = window &<< UInt64(truncatingIfNeeded: used)
    let raw = Int(truncatingIfNeeded: (magnitude &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- size))
    // A magnitude that starts with a 0 means a negative value.
    return raw &+ (Int(truncatingIfNeeded: ~magnitude) &>> 63 & (1 &- 1 &<< size))
  }
}
