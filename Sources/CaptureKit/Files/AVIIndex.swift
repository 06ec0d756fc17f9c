/// An AVI's index, `idx1`: the place of each chunk in the first `movi` list.
struct AVIIndex {
  private let window: FileWindow
  private let end: Int
  private var place: Int
  /// What the offsets count from.
  private let base: Int

  /// - Parameters:
  ///   - place: where it would be; there is none if something else is there.
  ///   - frames: offset of the name of the `movi` list, from which offsets count, or from the file's beginning.
  init?(_ file: InputFile, at place: Int, frames: Int) throws(CaptureError) {
    window = FileWindow(file, byteCount: 4096)
    guard try window.fourCharacters(at: place) == "idx1", let size = try window.littleEndian32(at: place + 4),
      let first = try window.littleEndian32(at: place + 8),
      let offset = try window.littleEndian32(at: place + 16)
    else { return nil }
    self.place = place + 8
    end = min(place + 8 + size, file.size)
    let chunk = FileWindow(file, byteCount: 4)
    if try chunk.littleEndian32(at: frames + offset) == first {
      base = frames
    } else if try chunk.littleEndian32(at: offset) == first {
      base = 0
    } else {
      return nil
    }
  }

  /// How many frames, in chunks of some names, are between two offsets; `nil` unless one begins at `limit`, or that is `.max`. Offsets may
  /// only rise from one call to the next.
  mutating func count(of names: [Int], after offset: Int, before limit: Int) throws(CaptureError) -> Int? {
    var count = 0
    while place + 16 <= end, let name = try window.littleEndian32(at: place),
      let found = try window.littleEndian32(at: place + 8)
    {
      if base + found >= limit { return base + found == limit ? count : nil }
      if base + found > offset, names.contains(name), try window.littleEndian32(at: place + 12) != 0 {
        count += 1
      }
      place += 16
    }
    return limit == .max ? count : nil
  }
}
