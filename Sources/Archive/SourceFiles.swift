import HostResources
import JPEGCodec
import PixelTypes
import Recording

/// Looks for empty, truncated or unfinished files in a recording's folder `sources`.
///
/// They are written before their picture, so the files of a picture with a line must be whole. What a killed run left
/// beyond the last line belongs to no picture, and the next start removes it.
package struct SourceFiles {
  package let folder: FolderHandle
  package let runs: [SessionDescription]

  /// - Parameter lines: of existing pictures, with their line numbers.
  package func problems(_ lines: [(number: Int, line: ManifestLine)]) throws(FileError) -> [RecordingProblem]
  {
    var found: [RecordingProblem] = []
    let known = Dictionary(lines.map { ($0.line.index, $0) }, uniquingKeysWith: { first, _ in first })
    for name in try folder.names().sorted() {
      let path = "\(RecordingFolder.sources)/\(name)"
      if SourceFileWriter.isTemporary(name) {
        found.append(RecordingProblem(file: path, what: "an unfinished file remains"))
        continue
      }
      guard let index = SourceFileWriter.index(of: name), let (number, line) = known[index],
        let what = try fault(of: name, line)
      else { continue }
      found.append(RecordingProblem(file: path, line: number, what: what))
    }
    return found
  }

  private func fault(of name: String, _ line: ManifestLine) throws(FileError) -> String? {
    guard let size = folder.status(FileName(name))?.bytes else { return nil }
    if size == 0 { return "is empty" }
    guard let bytes = try? folder.read(name) else { return "can't be read" }
    guard name.hasSuffix(".jpg") else {
      let canvas = runs.last { $0.firstIndex <= line.index }?.layout.canvas
      guard let canvas, let canvas = PixelSize(width: canvas.width, height: canvas.height) else { return nil }
      return BlockMask(canvas: canvas, bitmap: bytes) == nil
        ? "is not an ink map for a canvas of \(canvas)" : nil
    }
    guard let camera = line.cameras.first(where: { name.hasSuffix(".\($0.id).jpg") }) else { return nil }
    // Everything the camera sent is there; tables and an end marker may have been added.
    if let sent = camera.bytes, bytes.count < sent { return "is cut short: \(bytes.count) of \(sent) bytes" }
    // A damaged frame is kept as it came.
    if camera.flags?.contains("damaged") == true { return nil }
    // Cameras may pad their buffers with zeros after the end.
    let end = bytes.lastIndex { $0 != 0 } ?? 0
    let isWhole = end > 2 && bytes.starts(with: [0xFF, 0xD8]) && bytes[(end - 1)...end] == [0xFF, 0xD9]
    return isWhole ? nil : "is not a complete JPEG"
  }
}
