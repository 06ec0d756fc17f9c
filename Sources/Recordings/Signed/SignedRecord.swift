import Foundation
import HostResources

/// A line of ``SignedLog``, as it is read.
struct SignedRecord: Decodable {
  struct File: Decodable {
    var path: String
    var sha256: String
  }

  var what: String
  /// The digest of the line before; `nil` in the first.
  var before: String?
  var key: String?
  /// Digests of `session.json`, and of a picture's line.
  var session: String?
  var line: String?
  var first: Int?
  var next: Int?
  var index: Int?
  var files: [File]?
  var segment: String?
  /// The end of the segment before.
  var after: String?
  var below: Int?
  var pictures: Pictures?

  /// How many were freed, or which were deleted.
  enum Pictures: Decodable {
    case count(Int)
    case indices([Int])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let count = try? value.decode(Int.self) {
        self = .count(count)
      } else {
        self = .indices(try value.decode([Int].self))
      }
    }
  }

  private static let mark = Array(",\"signature\":\"".utf8)

  /// What a line signs, and by which 64 bytes; `nil` for one that isn't signed.
  static func signed(_ line: ArraySlice<UInt8>) -> (message: [UInt8], signature: [UInt8])? {
    let digits = 2 * SigningKey.signatureLength
    // The signature, a quote and a brace.
    let end = line.endIndex - 2
    let start = end - digits
    guard start - mark.count > line.startIndex, line[end...].elementsEqual(Array("\"}".utf8)),
      line[start - mark.count..<start].elementsEqual(mark)
    else { return nil }
    var signature: [UInt8] = []
    for place in stride(from: start, to: end, by: 2) {
      guard let byte = UInt8(String(decoding: line[place..<place + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      signature.append(byte)
    }
    return (Array(line[..<(start - mark.count)]), signature)
  }

  /// Which pictures a log says were deleted or lost.
  static func deleted(in folder: FolderHandle) throws(FileError) -> Set<Int> {
    var found: Set<Int> = []
    let word = Array("{\"what\":\"deleted\"".utf8)
    try folder.forEachLine(SignedLog.name) { line in
      guard line.starts(with: word),
        let record = try? JSONDecoder().decode(SignedRecord.self, from: Data(line)),
        case .indices(let indices) = record.pictures
      else { return }
      found.formUnion(indices)
    }
    return found
  }
}
