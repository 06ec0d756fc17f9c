import Foundation

/// The JSON of small files that people may read: equal values give equal bytes.
package enum JSONText {
  /// A file's text: a value on several lines.
  package static func pretty(_ value: some Encodable, path: String) throws(FileError) -> [UInt8] {
    try encode(value, isPretty: true, path: path) + [UInt8(ascii: "\n")]
  }

  /// A value on one line or several, without a newline at the end.
  package static func encode(
    _ value: some Encodable, isPretty: Bool = false, path: String
  ) throws(FileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON has no infinities or NaN.
    do { return Array(try encoder.encode(value)) } catch { throw .io(path: path, reason: explain(error)) }
  }

  /// A decoding error on one line, with its location.
  package static func explain(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.isEmpty
        ? "its outermost value"
        : context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(key.stringValue) is missing" + (context.codingPath.isEmpty ? "" : " in \(place(context))")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(place(context)) has the wrong type"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty ? "not JSON" : "\(place(context)): \(context.debugDescription)"
    default: error.localizedDescription
    }
  }
}
