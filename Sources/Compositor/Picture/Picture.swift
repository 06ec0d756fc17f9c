import HostResources
import PixelTypes

/// A finished picture: JPEG bytes and what is known about it. All who get it read the same one in place.
///
/// Nothing changes it after ``Stage/finish(_:_:into:)``. Once its last holder has given it back, the stage makes another in its
/// place.
@safe
package final class Picture: @unchecked Sendable {
  // SAFETY: only the stage's thread writes, and only while nobody holds it. Other threads get it through a ring and give it
  // back through one: their reads come before what is written next.
  private var memory: PictureMemory
  // Room before the JPEG for what is prepended later.
  private var spare = PictureEXIF.most
  // Where the JPEG begins.
  private var start = PictureEXIF.most
  // Counted on the stage's thread.
  private var holders = 0
  /// Length of the JPEG at the start of the memory, in bytes.
  package internal(set) var byteCount = 0
  /// What its line says.
  package internal(set) var facts = PictureFacts()
  package internal(set) var times = StageTimes()
  /// The picture's size; `nil` until there is one.
  package internal(set) var size: PixelSize?
  package internal(set) var fate = Fate()
  /// The cameras' frames it was made of, if they are kept.
  package internal(set) var sources: SourceCopies?
  /// The cameras' frames that somebody watches.
  package internal(set) var watched: WatchedFrames?
  /// Photos beside it, if the shutter was pressed for it and they are asked for; the first camera's first.
  package internal(set) var photos: [CameraPhoto] = []
  /// Whether it is a photo itself, beside those.
  package internal(set) var hasAnnotatedPhoto = false
  /// ``Moment/captured``.
  package internal(set) var captured: Int64?

  /// The bytes it takes in a recording, including the cameras' frames and photos.
  package var recordedBytes: Int {
    byteCount + (sources?.byteCount ?? 0)
      + photos.reduce(hasAnnotatedPhoto ? byteCount : 0) { $0 + $1.bytes.count }
  }

  package init(capacity: Int) {
    memory = PictureMemory(count: capacity + spare)
  }

  /// The frames for a queue.
  ///
  /// - Throws: `ResourceShortage` when there is no memory for them.
  package static func places(_ count: Int, capacity: Int) throws(ResourceShortage) -> [Picture] {
    let places = (0..<count).map { _ in Picture(capacity: capacity) }
    guard places.allSatisfy({ $0.memory.isThere }) else {
      throw .memory(count * capacity, for: "pictures that wait to be written")
    }
    return places
  }

  /// Whether nobody holds it.
  package var isFree: Bool { holders == 0 }

  /// One more holds it, until ``release()``. Both are called on the stage's thread.
  package func retain() { holders += 1 }

  package func release() { holders -= 1 }

  // Larger than any picture a machine could usefully handle.
  private static let largest = 1 << 30

  /// Doubles the memory, losing its contents.
  ///
  /// - Returns: whether it grew; if not, it is unchanged.
  func grow() -> Bool {
    let count = unsafe memory.bytes.count - spare
    return count < Self.largest && reserve(max(1, 2 * count))
  }

  /// Ensures room for at least this many bytes, if the system grants them; contents may be lost.
  ///
  /// - Returns: whether there is room.
  package func reserve(_ count: Int) -> Bool {
    if unsafe memory.bytes.count >= count + spare { return true }
    let larger = PictureMemory(count: count + spare)
    guard larger.isThere else { return false }
    memory = larger
    byteCount = 0
    return true
  }

  /// Calls `body` with the JPEG's bytes.
  package func withJPEG<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: byteCount bytes were written, and it never exceeds the capacity.
    let end = unsafe min(start + byteCount, memory.bytes.count)
    let bytes = unsafe UnsafeBufferPointer(rebasing: memory.bytes[start..<max(start, end)])
    return try unsafe body(bytes.span)
  }

  /// Calls `body` with the memory, to write a JPEG into.
  func withMemory<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the encoder writes before anyone reads; bytes have no invalid values.
    start = spare
    let bytes = unsafe UnsafeMutableBufferPointer(rebasing: memory.bytes[min(start, memory.bytes.count)...])
    var span = unsafe bytes.mutableSpan
    return try body(&span)
  }

  /// Before the JPEG is written, makes room at its front for so many bytes beside the EXIF data.
  func makeRoom(front more: Int) {
    let count = unsafe memory.bytes.count - spare
    spare = PictureEXIF.most + more
    _ = reserve(count)
  }

  /// Puts segments at the front of the JPEG, in place of its first marker; nothing else moves.
  ///
  /// - Parameter bytes: the first marker and the segments, at most as many as there is room for.
  func put(front bytes: Span<UInt8>) {
    let marker = 2
    guard start == spare, bytes.count > marker, bytes.count - marker <= spare, byteCount > marker else {
      return
    }
    start = spare + marker - bytes.count
    // SAFETY: start ..< spare + 2 lies inside the memory, which holds a longer JPEG.
    for index in 0..<bytes.count { unsafe memory.bytes[start + index] = bytes[index] }
    byteCount += bytes.count - marker
  }
}
