/// A sequence of picture files: a folder's, a glob's, a recording's kept frames, or a single one.
final class JPEGFolder: JPEGContainer {
  let path: String
  let isFolder = true
  let framesPerSecond: Double?
  let largestFrame: Int?
  private let files: [String]
  /// For each file that a recording kept, the picture that may have it inside; else none.
  private let pictures: [String]
  /// When each was taken; empty if only the rate is known.
  private let times: [Int64]
  /// The same since 1970, as far as that is known; or empty.
  private let utcs: [Int64?]
  private var index = 0

  /// - Parameters:
  ///   - part: the numbers of the files to read.
  ///   - pictures: for files that a recording kept, the pictures that may have them inside.
  ///   - times: each file's time in nanoseconds, or empty.
  ///   - utcs: the same since 1970, or empty.
  /// - Throws: ``CaptureError/badFile(path:reason:)`` when `files` is empty.
  init(
    path: String, files: [String], insideOf pictures: [String] = [], part: Range<Int>, times: [Int64] = [],
    utcs: [Int64?] = [], framesPerSecond: Double? = nil
  ) throws(CaptureError) {
    precondition(pictures.isEmpty || pictures.count == files.count)
    precondition(times.isEmpty || times.count == files.count)
    precondition(utcs.isEmpty || utcs.count == files.count)
    guard !files.isEmpty else {
      throw .badFile(path: path, reason: "no file in this folder is a picture")
    }
    self.path = path
    (self.files, self.pictures) = (files, pictures)
    (self.times, self.utcs) = (times, utcs)
    self.framesPerSecond = framesPerSecond
    if FileNames.packed(files[0]) != nil {
      largestFrame = nil
      return
    }
    // A JPEG that isn't baseline grows; a slot grows with a PNG.
    var largest = 0
    for number in part.clamped(to: files.indices) {
      // A file that can't be opened now may be readable later; if not, it counts as lost then.
      do throws(CaptureError) {
        largest = max(largest, try Self.open(number, files, pictures).file.size)
      } catch { continue }
    }
    largestFrame = largest + largest / 2 + 4096
  }

  func next() throws(CaptureError) -> JPEGStep {
    guard index < files.count else { return .end }
    let number = index
    index += 1
    // One unreadable file must not end a sequence; for a sequence of one it is an error.
    do throws(CaptureError) {
      let (file, isKept) = try Self.open(number, files, pictures)
      return .piece(
        JPEGPiece(
          file: file, offset: 0, byteCount: file.size, nanoseconds: times.isEmpty ? nil : times[number],
          utc: utcs.isEmpty ? nil : utcs[number],
          isKept: isKept, keptPath: isKept || pictures.isEmpty ? nil : files[number]))
    } catch {
      if files.count == 1 { throw error }
      return .unreadable(path: files[number], error)
    }
  }

  private static func open(
    _ number: Int, _ files: [String], _ pictures: [String]
  ) throws(CaptureError) -> (file: InputFile, isKept: Bool) {
    // A file beside a picture that has the frame inside isn't the camera's, whoever put it there.
    if !pictures.isEmpty, let picture = try? InputFile(path: pictures[number]) { return (picture, false) }
    return (try InputFile(path: files[number]), !pictures.isEmpty)
  }

  func skip(_ count: Int) throws(CaptureError) -> Int {
    let skipped = min(count, files.count - index)
    index += skipped
    return skipped
  }

  func rewind() { index = 0 }
}
