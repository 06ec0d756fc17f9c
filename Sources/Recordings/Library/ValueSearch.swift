import Foundation
import HostResources
import Synchronization
import Values

/// The pictures of a recording whose values fulfil conditions.
package struct ValueMatches: Codable, Sendable, Equatable {
  /// The conditions.
  package var conditions: [String]
  /// How many pictures.
  package var frames: Int
  /// The first one's number.
  package var first: Int?
  /// When the first and the last were taken, ISO 8601; `nil` without a time in UTC.
  package var firstTime: String?
  package var lastTime: String?
}

/// Looks for pictures by what instruments said.
struct ValueSearch: Sendable {
  let conditions: [ValueCondition]
  /// Lines that a thread takes at a time.
  private static let share = 4096

  /// What a line is asked, decoded alone.
  private struct Said: Decodable {
    private static let members = LineFields.shape.members.filter { ["index", "values"].contains($0.key) }
    let line: PictureLine?

    init(from decoder: any Decoder) throws {
      let object = try LineObject(decoder.container(keyedBy: LineKey.self), Self.members)
      line = object["index"] == nil ? nil : PictureLine(object)
    }
  }

  private struct Part: Sendable {
    var count = 0
    var first: RecordingIndex.Entry?
    var last: RecordingIndex.Entry?
    var names: Set<String> = []
  }

  /// Reads the lines of pictures that are there.
  ///
  /// - Returns: what matches, and the names of all values in them, as `depth in m`.
  func run(
    _ folder: FolderHandle, _ entries: [RecordingIndex.Entry]
  ) throws(FileError) -> (matches: ValueMatches, names: Set<String>) {
    let entries = entries.filter { $0.isPresent && $0.hasValues }
    let pieces = (entries.count + Self.share - 1) / Self.share
    let path = folder.path
    let results = Mutex<(parts: [Int: Part], failure: FileError?)>(([:], nil))
    WorkerThread.share(pieces, name: "dualcam-values") { next in
      while let number = next(), results.withLock({ $0.failure == nil }) {
        do throws(FileError) {
          let part = entries[number * Self.share..<min((number + 1) * Self.share, entries.count)]
          let found = try search(part, FolderHandle(path))
          results.withLock { $0.parts[number] = found }
        } catch {
          results.withLock { $0.failure = error }
        }
      }
    }
    if let failure = results.withLock({ $0.failure }) { throw failure }
    let parts = results.withLock { $0.parts }.sorted { $0.key < $1.key }.map(\.value)
    func time(_ entry: RecordingIndex.Entry?) -> String? { entry?.stamp?.utc.map { UTCText.text($0) } }
    let first = parts.lazy.compactMap(\.first).first
    let matches = ValueMatches(
      conditions: conditions.map(\.description), frames: parts.reduce(0) { $0 + $1.count },
      first: first?.index, firstTime: time(first),
      lastTime: time(parts.reversed().lazy.compactMap(\.last).first))
    return (matches, parts.reduce(into: []) { $0.formUnion($1.names) })
  }

  private func search(
    _ entries: ArraySlice<RecordingIndex.Entry>, _ folder: FolderHandle
  ) throws(FileError) -> Part {
    var part = Part()
    var lines = try ManifestLines(folder)
    let decoder = JSONDecoder()
    for entry in entries {
      lines.seek(to: entry.offset)
      // A line that has moved or is damaged says nothing; verify tells of it.
      guard let bytes = try lines.next(), let said = try? decoder.decode(Said.self, from: Data(bytes.bytes)),
        let line = said.line, line.index == entry.index
      else { continue }
      let samples = line.samples
      for sample in samples {
        part.names.insert(sample.unit.isEmpty ? sample.name : "\(sample.name) in \(sample.unit)")
      }
      guard conditions.allSatisfy({ $0.holds(for: samples) ?? false }) else { continue }
      part.count += 1
      if part.first == nil { part.first = entry }
      part.last = entry
    }
    return part
  }
}
