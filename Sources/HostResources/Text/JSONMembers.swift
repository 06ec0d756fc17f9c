import Foundation

/// The members of a JSON object (RFC 8259, 4) in any formatting, found without decoding, so that they can be passed on unchanged.
package struct JSONMembers {
  /// The object, without white space around it.
  package private(set) var object: ArraySlice<UInt8>
  private var values: [String: ArraySlice<UInt8>] = [:]

  /// - Returns: `nil` unless the bytes are one object. Finds where its values end without validating them.
  package init?(_ bytes: [UInt8]) {
    object = bytes[...]
    var rest = Rest(bytes: object)
    rest.skipSpace()
    let start = rest.bytes.startIndex
    guard rest.take("{") else { return nil }
    rest.skipSpace()
    if !rest.take("}") {
      repeat {
        rest.skipSpace()
        guard let key = rest.takeValue(), key.first == UInt8(ascii: "\"") else { return nil }
        rest.skipSpace()
        guard rest.take(":") else { return nil }
        rest.skipSpace()
        guard let value = rest.takeValue(), let name = Self.text(key) else { return nil }
        values[name] = value
        rest.skipSpace()
      } while rest.take(",")
      guard rest.take("}") else { return nil }
    }
    object = bytes[start..<rest.bytes.startIndex]
    rest.skipSpace()
    guard rest.bytes.isEmpty else { return nil }
  }

  /// The members' names.
  package var names: [String] { values.keys.sorted() }

  /// A member's value, unchanged.
  package subscript(_ key: String) -> ArraySlice<UInt8>? { values[key] }

  /// A member's value, decoded; `nil` if it is missing or of another type.
  package func decode<Value: Decodable>(_ type: Value.Type, _ key: String) -> Value? {
    values[key].flatMap { try? JSONDecoder().decode(type, from: Data($0)) }
  }

  private static func text(_ quoted: ArraySlice<UInt8>) -> String? {
    let inside = quoted.dropFirst().dropLast()
    if !inside.contains(UInt8(ascii: "\\")) { return String(validating: inside, as: UTF8.self) }
    return try? JSONDecoder().decode(String.self, from: Data(quoted))
  }

  private struct Rest {
    var bytes: ArraySlice<UInt8>

    mutating func skipSpace() { bytes = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard bytes.first == UInt8(ascii: sign) else { return false }
      bytes.removeFirst()
      return true
    }

    /// A string, or everything up to the character that ends any other value.
    mutating func takeValue() -> ArraySlice<UInt8>? {
      let start = bytes.startIndex
      var (at, depth, isQuoted) = (start, 0, false)
      scan: while at < bytes.endIndex {
        let byte = bytes[at]
        at += 1
        if isQuoted {
          if byte == UInt8(ascii: "\\") { at += 1 }
          isQuoted = byte != UInt8(ascii: "\"")
          if !isQuoted && depth == 0 { break }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""):
          // A quote is valid only at the beginning: numbers contain none.
          if depth == 0 && at - 1 > start { return nil }
          isQuoted = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
          if depth == 0 {
            at -= 1
            break scan
          }
          if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
            depth -= 1
            if depth == 0 { break scan }
          }
        default: break
        }
      }
      guard at > start, at <= bytes.endIndex, depth == 0, !isQuoted else { return nil }
      defer { bytes = bytes[at...] }
      return bytes[start..<at]
    }
  }
}
