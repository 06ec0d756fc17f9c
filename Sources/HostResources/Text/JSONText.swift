import Foundation

/// The JSON of small files that people may read: equal values give equal bytes.
package enum JSONText {
  package static func pretty(_ value: some Encodable, path: String) throws(FileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")] } catch {
      // JSON has no infinities or NaN.
      throw .io(path: path, reason: explain(error))
    }
  }

  /// A value on one line, without a newline.
  package static func line(_ value: some Encodable, path: String) throws(FileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(value)) } catch { throw .io(path: path, reason: explain(error)) }
  }

  /// A decoding error on one line, with its location.
  package static func explain(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
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
