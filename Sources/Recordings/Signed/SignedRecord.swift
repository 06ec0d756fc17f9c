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
  var first: Bounded<PictureNumber>?
  var next: Bounded<PictureNumber>?
  var index: Bounded<PictureNumber>?
  var files: [File]?
  var segment: String?
  /// The end of the segment before, and of one that was removed the segment before that.
  var after: String?
  var earlier: String?
  /// What the log of a segment that was removed may have ended with.
  var ends: [String]?
  var pictures: [Bounded<PictureNumber>]?
  var continues: Bool?

  init(_ line: ArraySlice<UInt8>) throws { self = try JSONDecoder().decode(Self.self, from: Data(line)) }

  var indices: [Int] { (pictures ?? []).map(\.value) }

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

  /// The key that a folder's log names first; `nil` without one.
  static func key(of folder: FolderHandle) throws(FileError) -> String? {
    guard folder.exists(FileName(SignedLog.name)) else { return nil }
    var key: String?
    var count = 0
    try folder.forEachLine(SignedLog.name) { line in
      count += 1
      if count == 1 { key = (try? SignedRecord(line))?.key }
    }
    return key
  }
}
