import JPEGCodec
import PixelTypes

/// Makes the lower rows of pictures in parallel with the upper ones, in bands that each have memory of their own.
package final class LowerRows {
  private let bands: [Band]

  /// Makes a band's rows of a JPEG from an offset on, and returns where they end.
  package typealias Make = (_ band: Int, _ output: inout MutableSpan<UInt8>, _ offset: Int) throws(JPEGError)
    -> Int

  /// - Parameters:
  ///   - bands: those below the first, from top to bottom.
  ///   - capacity: bytes available for the whole picture.
  ///   - make: makes a band, on any thread.
  package init(_ bands: Range<Int>, capacity: Int, _ make: @escaping Make) {
    self.bands = bands.map { Band($0, capacity: capacity, make) }
  }

  /// Makes a whole picture.
  ///
  /// - Parameters:
  ///   - offset: where the upper rows start in the memory.
  ///   - sides: one for each band.
  ///   - upper: makes the upper rows, on this thread.
  /// - Returns: the offset after the lower rows.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  package func follow(
    in memory: inout MutableSpan<UInt8>, from offset: Int, beside sides: [SideThread],
    _ upper: (_ output: inout MutableSpan<UInt8>, _ offset: Int) throws(JPEGError) -> Int
  ) throws(JPEGError) -> Int {
    for (band, side) in zip(bands, sides) {
      band.makeRoom(memory.count)
      side.begin(band)
    }
    let at: Result<Int, JPEGError>
    do throws(JPEGError) { at = .success(try upper(&memory, offset)) } catch { at = .failure(error) }
    // Before any wait; the last offered is the least likely to have been taken up.
    for side in sides.reversed() { side.help() }
    // Wait for the bands even if the upper rows failed.
    for side in sides { side.finish() }
    var end = try at.get()
    for band in bands { end = try band.append(to: &memory, at: end) }
    return end
  }

  private final class Band: SideTask, @unchecked Sendable {
    // SAFETY: used by one thread at a time, as SideTask requires.
    private let index: Int
    private let make: Make
    private var output: PictureMemory
    private var result: Result<Int, JPEGError> = .success(0)

    init(_ index: Int, capacity: Int, _ make: @escaping Make) {
      (self.index, self.make) = (index, make)
      output = PictureMemory(count: max(1, capacity))
    }

    func run() {
      do throws(JPEGError) {
        result = .success(try output.withSpan { span throws(JPEGError) in try make(index, &span, 0) })
      } catch { result = .failure(error) }
    }

    /// If memory is short, the current output may still suffice; otherwise the result is noRoom.
    func makeRoom(_ count: Int) {
      guard output.count < count else { return }
      let larger = PictureMemory(count: count)
      if larger.isThere { output = larger }
    }

    func append(to picture: inout MutableSpan<UInt8>, at offset: Int) throws(JPEGError) -> Int {
      let count = try result.get()
      guard offset >= 0, offset + count <= picture.count else { throw .noRoom(capacity: picture.count) }
      output.copy(count, to: &picture, at: offset)
      return offset + count
    }
  }
}
