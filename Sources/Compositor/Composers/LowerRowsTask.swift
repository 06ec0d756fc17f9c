import JPEGCodec
import PixelTypes

/// The lower rows of a picture, made beside the upper ones into memory of their own.
package final class LowerRowsTask: SideTask, @unchecked Sendable {
  // SAFETY: one thread at a time, as SideTask has it.
  private let make: Make
  private var output: PictureMemory
  private var result: Result<Int, JPEGError> = .success(0)

  /// Makes rows of a JPEG from an offset on, and says where they end.
  package typealias Make = (_ output: inout MutableSpan<UInt8>, _ offset: Int) throws(JPEGError) -> Int

  /// - Parameters:
  ///   - capacity: bytes that the whole picture is given room for.
  ///   - make: makes the lower rows, on whichever thread.
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
  ///   - offset: where in the memory the upper rows go.
  ///   - upper: makes them, on this thread.
  /// - Returns: the offset behind the lower ones.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  package func follow(
    in memory: inout MutableSpan<UInt8>, from offset: Int, beside side: SideThread, _ upper: Make
  ) throws(JPEGError) -> Int {
    if output.count < memory.count {
      let larger = PictureMemory(count: memory.count)
      // Else what there is may do; if not, there is no room.
      if larger.isThere { output = larger }
    }
    side.begin(self)
    let at: Result<Int, JPEGError>
    do throws(JPEGError) { at = .success(try upper(&memory, offset)) } catch { at = .failure(error) }
    // It isn't left alone, whatever came of the upper rows.
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
