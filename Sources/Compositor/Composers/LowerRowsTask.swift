import JPEGCodec
import PixelTypes

/// Makes the lower rows of a picture in its own memory, in parallel with the upper ones.
package final class LowerRowsTask: SideTask, @unchecked Sendable {
  // SAFETY: used by one thread at a time, as SideTask requires.
  private let make: Make
  private var output: PictureMemory
  private var result: Result<Int, JPEGError> = .success(0)

  /// Makes rows of a JPEG from an offset on, and returns where they end.
  package typealias Make = (_ output: inout MutableSpan<UInt8>, _ offset: Int) throws(JPEGError) -> Int

  /// - Parameters:
  ///   - capacity: bytes available for the whole picture.
  ///   - make: makes the lower rows, on either thread.
  package init(capacity: Int, _ make: @escaping Make) {
    self.make = make
    output = PictureMemory(count: max(1, capacity))
  }

  package func run() {
    do throws(JPEGError) {
      result = .success(try output.withSpan { span throws(JPEGError) in try make(&span, 0) })
    } catch { result = .failure(error) }
  }

  /// Makes a whole picture.
  ///
  /// - Parameters:
  ///   - offset: where the upper rows start in the memory.
  ///   - upper: makes the upper rows, on this thread.
  /// - Returns: the offset after the lower rows.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  package func follow(
    in memory: inout MutableSpan<UInt8>, from offset: Int, beside side: SideThread, _ upper: Make
  ) throws(JPEGError) -> Int {
    if output.count < memory.count {
      let larger = PictureMemory(count: memory.count)
      // If memory is short, the current output may still suffice; otherwise the result is noRoom.
      if larger.isThere { output = larger }
    }
    side.begin(self)
    let at: Result<Int, JPEGError>
    do throws(JPEGError) { at = .success(try upper(&memory, offset)) } catch { at = .failure(error) }
    // Wait for the task even if the upper rows failed.
    side.finish()
    return try append(to: &memory, at: try at.get())
  }

  private func append(to picture: inout MutableSpan<UInt8>, at offset: Int) throws(JPEGError) -> Int {
    let count = try result.get()
    guard offset >= 0, offset + count <= picture.count else { throw .noRoom(capacity: picture.count) }
    output.copy(count, to: &picture, at: offset)
    return offset + count
  }
}
