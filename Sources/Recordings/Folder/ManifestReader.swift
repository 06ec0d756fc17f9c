import Foundation
import HostResources
import PixelTypes

/// A problem with a line of the manifest, or with a file.
package struct RecordingProblem: Error, Codable, Equatable, CustomStringConvertible {
  /// The file's name; `nil` for a problem of the whole recording.
  package var file: String?
  /// The line's number in `frames.jsonl`, counted from 1; `nil` if the problem doesn't concern a line.
  package var line: Int?
  /// What is wrong, as a clause for people.
  package var what: String

  /// Makes a problem; by default of the whole recording.
  package init(file: String? = nil, line: Int? = nil, what: String) {
    self.file = file
    self.line = line
    self.what = what
  }

  /// File, line and problem, for people.
  package var description: String {
    var text = ""
    if let file { text += "\(file): " }
    if let line { text += "line \(line): " }
    return text + what
  }
}

/// Reads `frames.jsonl` line by line.
package enum ManifestReader {
  /// Calls `body` with the number of every complete line, from 1, and the line or its problem.
  ///
  /// Skips a last line without a newline, which a killed run leaves.
  ///
  /// - Throws: `FileError.io(path:reason:)` when the file can't be read.
  package static func forEachLine(
    in folder: FolderHandle, _ body: (Int, Result<PictureLine, RecordingProblem>) -> Void
  ) throws(FileError) {
    let decoder = JSONDecoder()
    var lines = try ManifestLines(folder)
    while let line = try lines.next() {
      guard line.isWhole else { return }
      body(line.number, decode(line, decoder))
    }
  }

  /// The index of a line in any JSON formatting; `nil` when the line can't be parsed.
  package static func index(of line: ManifestLines.Line) -> Int? { self.line(line)?.index }

  /// A line's content; `nil` when it can't be parsed.
  package static func line(_ line: ManifestLines.Line) -> PictureLine? {
    try? decode(line, JSONDecoder()).get()
  }

  package static func decode(
    _ line: ManifestLines.Line, _ decoder: JSONDecoder
  ) -> Result<PictureLine, RecordingProblem> {
    func failure(_ what: String) -> Result<PictureLine, RecordingProblem> {
      .failure(RecordingProblem(file: RecordingFolder.manifest, line: line.number, what: what))
    }
    if line.isTooLong { return failure("longer than \(ManifestLines.longest >> 20) MiB") }
    do {
      let decoded = try decoder.decode(PictureLine.self, from: Data(line.bytes))
      if let impossible = decoded.impossible { return failure(impossible) }
      // A name that leads out of the folder could cause other files to be read or deleted.
      guard isPlain(decoded.file) else { return failure("a file name that leads out of the folder") }
      return .success(decoded)
    } catch { return failure(JSONText.explain(error)) }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
      && !name.utf8.contains(0)
  }

  /// The most problems listed; further ones are only counted.
  package static let mostProblems = 1000
}

extension ManifestLines {
  /// The line of a frame at an offset; `nil` if it can't be read or has moved.
  mutating func line(_ index: Int, at offset: Int) -> PictureLine? {
    seek(to: offset)
    guard let bytes = try? next(), let line = ManifestReader.line(bytes), line.index == index else {
      return nil
    }
    return line
  }
}
