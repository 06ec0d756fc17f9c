/// JPEG files one after the other: a folder's, a glob's, or a single one.
final class JPEGFolder: JPEGContainer {
  let path: String
  let framesPerSecond: Double? = nil
  let largestFrame: Int?
  private let files: [String]
  private var index = 0

  var frameCount: Int? { files.count }

  /// - Throws: ``CaptureError/badFile(path:reason:)`` when `files` is empty.
  init(path: String, files: [String]) throws(CaptureError) {
    guard !files.isEmpty else {
      throw .badFile(path: path, reason: "no file in this folder ends in .jpg or .jpeg")
    }
    self.path = path
    self.files = files
    var largest = 0
    for file in files {
      // A file that can't be opened now may be readable later; if not, it counts as lost then.
      do throws(CaptureError) { largest = max(largest, try InputFile(path: file).size) } catch { continue }
    }
    largestFrame = largest
  }

  func next() throws(CaptureError) -> JPEGStep {
    guard index < files.count else { return .end }
    index += 1
    // One unreadable file must not end a sequence; for a sequence of one it is an error.
    do throws(CaptureError) {
      let file = try InputFile(path: files[index - 1])
      return .piece(JPEGPiece(file: file, offset: 0, byteCount: file.size))
    } catch {
      if files.count == 1 { throw error }
      return .lost
    }
  }

  func rewind() { index = 0 }
}
