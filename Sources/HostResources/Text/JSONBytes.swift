/// Builds one line of JSON in a reused byte buffer: in the steady state, writing allocates nothing.
///
/// Foundation's encoders allocate for every value; this writes numbers, names and short texts directly into
/// the buffer. The caller provides the structure: keys and values in their final order.
package struct JSONBytes: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  // MARK: - Structure

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    appendStatic(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func beginObject(_ name: StaticString) {
    key(name)
    beginObject()
  }

  package mutating func beginArray(_ name: StaticString) {
    key(name)
    beginArray()
  }

  package mutating func member(_ name: StaticString, _ integer: some BinaryInteger) {
    key(name)
    value(integer)
  }

  package mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }

  package mutating func member(_ name: StaticString, _ number: Double, decimals: Int) {
    key(name)
    value(number, decimals: decimals)
  }

  package mutating func member(_ name: StaticString, _ text: StaticString) {
    key(name)
    value(text)
  }

  package mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  // MARK: - Values

  package mutating func value(_ integer: some BinaryInteger) {
    separate()
    append(Int64(clamping: integer))
    needsComma = true
  }

  package mutating func value(_ flag: Bool) {
    separate()
    appendStatic(flag ? "true" : "false")
    needsComma = true
  }

  package mutating func null() {
    separate()
    appendStatic("null")
    needsComma = true
  }

  /// A decimal number with `decimals` places, rounded half away from zero, without trailing zeros; `null` for
  /// infinities and NaN, which JSON lacks, and for magnitudes that don't fit 63 bits with that many decimals.
  package mutating func value(_ number: Double, decimals: Int) {
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    guard number.isFinite, abs(number) * Double(scale) < 9e18 else { return null() }
    separate()
    var whole = Int64((abs(number) * Double(scale)).rounded())
    if number < 0 && whole > 0 { bytes.append(UInt8(ascii: "-")) }
    append(whole / scale)
    whole %= scale
    if whole > 0 {
      bytes.append(UInt8(ascii: "."))
      while whole > 0 {
        scale /= 10
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole / scale))
        whole %= scale
      }
    }
    needsComma = true
  }

  /// A name that needs no escaping.
  package mutating func value(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    appendStatic(name)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Any text, escaped (RFC 8259, section 7).
  package mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        appendStatic("\\u00")
        bytes.append(Self.hex(byte >> 4))
        bytes.append(Self.hex(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A string value that `body` appends byte by byte; it must write nothing that needs escaping.
  package mutating func string(_ body: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Members or elements written elsewhere, without their brackets.
  package mutating func raw(_ other: borrowing JSONBytes) {
    guard !other.bytes.isEmpty else { return }
    separate()
    bytes.append(contentsOf: other.bytes)
    needsComma = true
  }

  /// An object written elsewhere, as a value.
  package mutating func object(_ other: [UInt8]) {
    separate()
    bytes.append(contentsOf: other)
    needsComma = true
  }
  /// A space of padding, for a text that must keep its length.
  package mutating func space() { bytes.append(UInt8(ascii: " ")) }

  package mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

  // MARK: - Parts

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendStatic(_ text: StaticString) {
    // SAFETY: a static string's bytes live forever.
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ integer: Int64) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    let left = integer.magnitude
    var divisor: UInt64 = 1
    while left / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      // Not UInt8(_:): without optimization, its generic path allocates for each digit.
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left / divisor % 10))
      divisor /= 10
    }
  }

  private static func hex(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
