import Foundation

/// A line that a recorder sends (docs/publishing.md).
enum RecorderMessage {
  /// Where pictures are; the memory's descriptor comes with it.
  case memory(slotBytes: Int, headerBytes: Int)
  case picture(Picture)
  /// The answer to a request, as it came: a description of the screen, `{"ok":true}` or `{"error":"…"}`.
  case answer([UInt8])
  /// Not what this protocol has.
  case unknown(String)

  struct Picture {
    var sequence: UInt64
    var slot: Int
    var bytes: Int
    /// Nanoseconds of CLOCK_MONOTONIC.
    var captured: Int64?
    var screen: Int
    /// The line about the picture, an object.
    var line: ArraySlice<UInt8>
  }

  /// The largest picture that is taken.
  static let largestPicture = 256 << 20

  private struct Head: Decodable {
    struct Memory: Decodable {
      var slotBytes: Int
      var headerBytes: Int
    }
    struct Picture: Decodable {
      var sequence: UInt64
      var slot: Int
      var bytes: Int
      var capturedNs: Int64?
    }
    var `protocol`: Int?
    var memory: Memory?
    var picture: Picture?
    var screen: Int?
  }

  private static let line = Array(#","line":"#.utf8)
  private static let picture = Array(#"{"picture":"#.utf8)
  private static let greeting = Array(#"{"protocol":"#.utf8)

  /// Reads a line without its newline.
  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.picture) || bytes.starts(with: Self.greeting) else {
      self = .answer(bytes)
      return
    }
    // Everything before the line about the picture is numbers.
    let end = bytes.starts(with: Self.picture) ? bytes.firstRange(of: Self.line) : nil
    let head = end.map { Array(bytes[..<$0.lowerBound]) + [UInt8(ascii: "}")] } ?? bytes
    guard let decoded = try? JSONDecoder().decode(Head.self, from: Data(head)) else {
      self = .unknown("a line that can't be read")
      return
    }
    if let version = decoded.protocol, version != 1 {
      self = .unknown("protocol \(version); this dualcam knows 1")
    } else if let memory = decoded.memory, (1...2 * Self.largestPicture).contains(memory.slotBytes),
      memory.headerBytes == 64
    {
      self = .memory(slotBytes: memory.slotBytes, headerBytes: memory.headerBytes)
    } else if let picture = decoded.picture, let end, bytes.last == UInt8(ascii: "}"),
      (0..<1024).contains(picture.slot), (1...Self.largestPicture).contains(picture.bytes)
    {
      self = .picture(
        Picture(
          sequence: picture.sequence, slot: picture.slot, bytes: picture.bytes, captured: picture.capturedNs,
          screen: decoded.screen ?? 0, line: bytes[end.upperBound..<(bytes.count - 1)]))
    } else {
      self = .unknown("a line with values that can't be")
    }
  }
}
