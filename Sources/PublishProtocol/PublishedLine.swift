import Foundation
import HostResources

/// A line that a recorder sends: written here, and read (docs/publishing.md).
package enum PublishedLine {
  /// Where pictures are; the memory's descriptor comes with it.
  case memory(slotBytes: Int, headerBytes: Int)
  case picture(Picture)
  /// The answer to a request, an object as received: a description of the screen, `{"ok":true}` or `{"error":"…"}`.
  case answer([UInt8])
  /// Not part of this protocol.
  case unknown(String)

  package struct Picture {
    package var place: Place
    /// A number that changes with the screen's description.
    package var screen: Int
    /// The line about the picture, an object.
    package var line: ArraySlice<UInt8>
  }

  /// Where a picture is.
  package struct Place: Equatable {
    /// From 1.
    package var sequence: UInt64
    package var slot: Int
    /// The JPEG's length.
    package var bytes: Int
    /// When the main camera's frame was captured, in nanoseconds of CLOCK_MONOTONIC; `nil` if nobody knows.
    package var captured: Int64?

    package init(sequence: UInt64, slot: Int, bytes: Int, captured: Int64?) {
      (self.sequence, self.slot, self.bytes, self.captured) = (sequence, slot, bytes, captured)
    }
  }

  /// Begins the answer to who asks for frames of a camera that the recorder doesn't have.
  package static let noCamera = "there is no camera "

  /// The version of the lines and of the memory that they tell of.
  private static let version = 1
  /// What asks for the newest picture or, with its id, a camera's newest frame.
  package static func next(camera: String? = nil) -> [UInt8] {
    var json = JSONBytes(capacity: 64)
    json.beginObject()
    if let camera { json.member("next", camera) } else { json.member("next", true) }
    json.endObject()
    json.newline()
    return json.bytes
  }
  /// What asks for the screen's description.
  package static let describe = Array("{\"describe\":true}\n".utf8)

  /// The size of the largest picture accepted.
  package static let largestPicture = 256 << 20

  private struct Memory: Decodable {
    var slotBytes, headerBytes: Bounded<Count>
  }

  private struct Members: Decodable {
    var sequence, slot, bytes: Bounded<Count>
    var capturedNs: Bounded<ClockTime>?
  }

  // MARK: - Writing

  /// The line that comes with the memory's descriptor.
  package static func greeting(about memory: SharedMemory) -> [UInt8] {
    var json = JSONBytes(capacity: 96)
    json.beginObject()
    json.member("protocol", version)
    json.beginObject("memory")
    json.member("slots", memory.slots)
    json.member("slotBytes", memory.slotBytes)
    json.member("headerBytes", SharedMemory.headerBytes)
    json.endObject()
    json.endObject()
    json.newline()
    return json.bytes
  }

  /// Writes a picture's line. Allocates nothing while there is room.
  ///
  /// - Parameters:
  ///   - place: where it is.
  ///   - screen: a number that changes with the screen's description.
  ///   - json: receives the line, in place of what it holds.
  ///   - line: writes the line about the picture, an object.
  package static func write(
    _ place: Place, screen: Int, to json: inout JSONBytes, line: (inout JSONBytes) -> Void
  ) {
    json.removeAll()
    json.beginObject()
    json.beginObject("picture")
    json.member("sequence", Int(place.sequence))
    json.member("slot", place.slot)
    json.member("bytes", place.bytes)
    if let captured = place.captured { json.member("capturedNs", Int(captured)) }
    json.endObject()
    json.member("screen", screen)
    json.key("line")
    line(&json)
    json.endObject()
    json.newline()
  }

  // MARK: - Reading

  /// Parses a line without its newline.
  package init(_ bytes: [UInt8]) {
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

  private static func greeting(_ line: JSONMembers) -> PublishedLine {
    let version = line.decode(Int.self, "protocol")
    if let version, version != Self.version {
      return .unknown("protocol \(version); this dualcam knows \(Self.version)")
    }
    guard version != nil, let memory = line.decode(Memory.self, "memory"),
      memory.headerBytes.value == SharedMemory.headerBytes,
      (1...2 * largestPicture).contains(memory.slotBytes.value)
    else { return .unknown("a line with impossible values") }
    return .memory(slotBytes: memory.slotBytes.value, headerBytes: memory.headerBytes.value)
  }

  private static func picture(_ line: JSONMembers) -> PublishedLine? {
    guard let place = line.decode(Members.self, "picture"), place.sequence.value > 0,
      (0..<1024).contains(place.slot.value),
      (1...largestPicture).contains(place.bytes.value), let about = line["line"],
      about.first == UInt8(ascii: "{")
    else { return nil }
    var screen = 0
    if line["screen"] != nil {
      guard let version = line.decode(Bounded<Count>.self, "screen") else { return nil }
      screen = version.value
    }
    let read = Place(
      sequence: UInt64(place.sequence.value), slot: place.slot.value, bytes: place.bytes.value,
      captured: place.capturedNs.map { Int64($0.value) })
    return .picture(Picture(place: read, screen: screen, line: about))
  }

  /// The error in an answer, if any.
  package static func error(_ answer: [UInt8]) -> String? {
    JSONMembers(answer)?.decode(String.self, "error")
  }
}
