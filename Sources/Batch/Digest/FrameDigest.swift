import CaptureKit
import HostResources
import PixelTypes
import Recordings

/// The frames of an input, read once from front to back: their number, and the SHA-256 of each part.
///
/// A part's digest covers its frames' bytes in order: for a folder of JPEGs that is `cat *.jpg | sha256sum`.
package struct FrameDigest {
  /// A stretch of frames.
  package struct Part: Equatable {
    /// The number of the first frame, not counting warm-up frames.
    package var first: Int
    /// Frames from there on, including lost ones.
    package var frames: Int
    /// Frames before `first` that are also read.
    package var warmUp: Int
    package var digest: String
    /// How many of the frames, including warm-up, could be read.
    package var read = 0
  }

  package private(set) var parts: [Part] = []
  package let format: StreamFormat
  /// Bytes of all frames.
  package private(set) var bytes = 0

  /// Reads the source to its end.
  ///
  /// - Parameters:
  ///   - source: files; all of them, or a part.
  ///   - length: frames in a part; `nil` for a single part.
  ///   - warmUp: the most frames to read before a part.
  ///   - progress: called for each frame.
  /// - Throws: `CaptureError` if it can't be read; any error from `progress`.
  package init(
    _ source: SourceSpecification, length: Int? = nil, warmUp: Int = 0, progress: () throws -> Void = {}
  ) throws {
    let reader = try makeSourceReader(for: source)
    format = reader.format
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    var origin = 0
    if case .files(let settings) = source { origin = settings.first }
    var cursor = Cursor(length: length, warmUp: warmUp, origin: origin)
    while true {
      let isRead = try reader.read(into: slot)
      // Those that a job names instead of showing count as read there, too.
      for frame in reader.takePassedOver() { cursor.pass(frame.number) }
      guard isRead else { break }
      let number = cursor.number(of: slot.sequence)
      slot.withBytes { bytes in
        cursor.take(bytes, number)
        self.bytes += bytes.count
      }
      try progress()
    }
    parts = cursor.finish(lostAtEnd: reader.lostAtEnd)
  }

  /// A frame may belong to two parts: its own, and the next one's warm-up.
  private struct Cursor {
    let length: Int?
    let warmUp: Int
    let origin: Int
    private var next: Int
    private var parts: [Part] = []
    private var current = SHA256()
    private var coming = SHA256()
    private var read = 0
    private var readAhead = 0

    init(length: Int?, warmUp: Int, origin: Int) {
      self.length = length
      self.warmUp = min(warmUp, length ?? 0)
      self.origin = origin
      next = origin
    }

    private var start: Int { origin + parts.count * (length ?? 0) }
    private var end: Int { length.map { start + $0 } ?? .max }

    /// A frame's number, derived from its 32-bit sequence.
    func number(of sequence: UInt32) -> Int {
      next + Int(sequence &- UInt32(truncatingIfNeeded: next))
    }

    mutating func take(_ bytes: Span<UInt8>, _ number: Int) {
      pass(number)
      current.update(bytes)
      if end != .max, number >= end - warmUp { coming.update(bytes) }
      next = number + 1
    }

    /// Counts a frame that was read but has no bytes.
    mutating func pass(_ number: Int) {
      while number >= end { closePart() }
      read += 1
      if end != .max, number >= end - warmUp { readAhead += 1 }
    }

    private mutating func closePart() {
      parts.append(
        Part(
          first: start, frames: length ?? 0, warmUp: parts.isEmpty ? 0 : warmUp, digest: current.finish(),
          read: read))
      swap(&current, &coming)
      (read, readAhead) = (readAhead, 0)
    }

    mutating func finish(lostAtEnd: Int) -> [Part] {
      let all = next + lostAtEnd
      while all > end { closePart() }
      let last = all - start
      if last > 0 {
        closePart()
        parts[parts.count - 1].frames = last
        if length == nil { parts[parts.count - 1].first = origin }
      }
      return parts
    }
  }
}
