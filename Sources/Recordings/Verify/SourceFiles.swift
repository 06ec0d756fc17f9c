import HostResources
import JPEGCodec
import PixelTypes
import Synchronization

/// Looks for empty, truncated or unfinished files in a recording's folder `sources`.
///
/// They are written before their picture, so the files of a picture with a line must be complete. Files that a killed run
/// left beyond the last line belong to no picture, and the next start removes them.
package struct SourceFiles {
  private let recording: String
  private let runs: [SessionDescription]

  /// - Parameters:
  ///   - recording: the recording's folder.
  ///   - runs: its runs.
  package init(recording: String, runs: [SessionDescription]) {
    self.recording = recording
    self.runs = runs
  }

  /// - Parameter present: the entries of existing pictures.
  package func problems(_ present: [RecordingIndex.Entry]) throws(FileError) -> [RecordingProblem] {
    let known = Dictionary(
      present.indices.map { (present[$0].index, $0) }, uniquingKeysWith: { first, _ in first })
    let sources = "\(recording)/\(RecordingFolder.sources)"
    let names = try FolderHandle(sources).names().sorted()
    let shared = Mutex<[(name: Int, problem: RecordingProblem)]>([])
    WorkerThread.share(names.count, name: "dualcam-verify") { next in
      guard let folder = try? FolderHandle(sources), let whole = try? FolderHandle(recording),
        var lines = try? ManifestLines(whole)
      else { return }
      while let number = next() {
        let name = names[number]
        var problem = RecordingProblem(
          file: "\(RecordingFolder.sources)/\(name)", what: "an unfinished file remains")
        if !SourceFileWriter.isTemporary(name) {
          guard let index = SourceFileWriter.index(of: name), let entry = known[index].map({ present[$0] }),
            let line = lines.line(entry.index, at: entry.offset), let what = fault(of: name, line, folder)
          else { continue }
          (problem.line, problem.what) = (entry.line, what)
        }
        let found = problem
        shared.withLock { $0.append((number, found)) }
      }
    }
    return shared.withLock { $0 }.sorted { $0.name < $1.name }.map(\.problem)
  }

  private func fault(of name: String, _ line: ManifestLine, _ folder: FolderHandle) -> String? {
    guard let size = folder.status(FileName(name))?.bytes else { return nil }
    if size == 0 { return "is empty" }
    guard let bytes = try? folder.read(name) else { return "can't be read" }
    guard name.hasSuffix(".jpg") else {
      let run = runs.last { $0.firstIndex <= line.index }
      guard let canvas = run?.layout.canvas.pixels else { return nil }
      return BlockMask(canvas: canvas, bitmap: bytes) == nil
        ? "is not an ink map for a canvas of \(canvas)" : nil
    }
    guard let camera = line.cameras.first(where: { name.hasSuffix(".\($0.id).jpg") }) else { return nil }
    // Everything the camera sent must be there; tables and an end marker may have been added.
    if let sent = camera.bytes, bytes.count < sent { return "is cut short: \(bytes.count) of \(sent) bytes" }
    // A damaged frame is kept as received.
    if camera.flags?.contains("damaged") == true { return nil }
    // Cameras may pad their buffers with zeros after the end.
    let end = bytes.lastIndex { $0 != 0 } ?? 0
    let isWhole = end > 2 && bytes.starts(with: [0xFF, 0xD8]) && bytes[(end - 1)...end] == [0xFF, 0xD9]
    return isWhole ? nil : "is not a complete JPEG"
  }
}
