import Foundation
import HostResources

/// A line that a recorder sends (docs/publishing.md).
enum RecorderMessage {
  /// Where pictures are; the memory's descriptor comes with it.
  case memory(slotBytes: Int, headerBytes: Int)
  case picture(Picture)
  /// The answer to a request, an object as received: a description of the screen, `{"ok":true}` or `{"error":"…"}`.
  case answer([UInt8])
  /// Not part of this protocol.
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

  /// The size of the largest picture accepted.
  static let largestPicture = 256 << 20

  private struct Memory: Decodable {
    var slotBytes, headerBytes: Bounded<Count>
  }

  private struct Place: Decodable {
    var sequence, slot, bytes: Bounded<Count>
    var capturedNs: Bounded<ClockTime>?
  }

  /// Parses a line without its newline.
  init(_ bytes: [UInt8]) {
    guard let line = JSONMembers(bytes) else {
      self = .unknown("a line that can't be read")
      return
    }
    if line["protocol"] != nil {
      self = Self.greeting(line)
    } else if line["picture"] != nil {
      self = Self.picture(line) ?? .unknown("a line with impossible values")
    } else {
      self = .answer(Array(line.object))
    }
  }

  private static func greeting(_ line: JSONMembers) -> RecorderMessage {
    let version = line.decode(Int.self, "protocol")
    let known = SharedMemory.protocolVersion
    if let version, version != known {
      return .unknown("protocol \(version); this dualcam knows \(known)")
    }
    guard version != nil, let memory = line.decode(Memory.self, "memory"),
      memory.headerBytes.value == SharedMemory.headerBytes,
      (1...2 * largestPicture).contains(memory.slotBytes.value)
    else { return .unknown("a line with impossible values") }
    return .memory(slotBytes: memory.slotBytes.value, headerBytes: memory.headerBytes.value)
  }

  private static func picture(_ line: JSONMembers) -> RecorderMessage? {
    guard let place = line.decode(Place.self, "picture"), place.sequence.value > 0,
      (0..<1024).contains(place.slot.value),
      (1...largestPicture).contains(place.bytes.value), let about = line["line"],
      about.first == UInt8(ascii: "{")
    else { return nil }
    var screen = 0
    if line["screen"] != nil {
      guard let version = line.decode(Bounded<Count>.self, "screen") else { return nil }
      screen = version.value
    }
    return .picture(
      Picture(
        sequence: UInt64(place.sequence.value), slot: place.slot.value, bytes: place.bytes.value,
        captured: place.capturedNs.map { Int64($0.value) }, screen: screen, line: about))
  }

  /// The error in an answer, if any.
  static func error(_ answer: [UInt8]) -> String? { JSONMembers(answer)?.decode(String.self, "error") }
}
