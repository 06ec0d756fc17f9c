import Foundation
import HostResources
import PixelTypes

/// A problem with a line of the manifest, or with a file.
public struct RecordingProblem: Codable, Sendable, Equatable, CustomStringConvertible {
  /// The file's name; `nil` for a problem of the whole recording.
  public var file: String?
  /// The line's number in `frames.jsonl`, counted from 1; `nil` for a problem that isn't one line's.
  public var line: Int?
  /// What is wrong, as a clause for people.
  public var what: String

  /// Makes a problem; by default one of the whole recording.
  public init(file: String? = nil, line: Int? = nil, what: String) {
    self.file = file
    self.line = line
    self.what = what
  }

  /// For people: file, line and problem.
  public var description: String {
    var text = ""
    if let file { text += "\(file): " }
    if let line { text += "line \(line): " }
    return text + what
  }
}

/// A recording's manifest, reduced to the parts that concern more than single frames.
public struct RecordingIndex: Sendable {
  /// One frame's line in brief.
  public struct Entry: Sendable, Equatable {
    /// The frame's number.
    public var index: Int
    /// The picture's file name.
    public var file: String
    /// The line's number in `frames.jsonl`, counted from 1.
    public var line: Int
    /// Whether the line, or `deleted.json`, says that the picture was deleted.
    public var isDeleted: Bool
    /// Whether its picture was freed to make room for newer ones.
    public var isFreed = false
    /// Whether any guide of any camera is snapped.
    public var isSnapped: Bool
    /// Time stamp in nanoseconds of the first camera that has one.
    public var nanoseconds: Int64?

    /// An entry of a frame that is there, without its time.
    package init(index: Int, file: String, line: Int, isSnapped: Bool) {
      self.init(index: index, file: file, line: line, isDeleted: false, isSnapped: isSnapped)
    }

    init(
      index: Int, file: String, line: Int, isDeleted: Bool, isFreed: Bool = false, isSnapped: Bool,
      nanoseconds: Int64? = nil
    ) {
      self.index = index
      self.file = file
      self.line = line
      self.isDeleted = isDeleted
      self.isFreed = isFreed
      self.isSnapped = isSnapped
      self.nanoseconds = nanoseconds
    }
  }

  /// One entry per valid line, in the order of the lines.
  public var entries: [Entry] = []
  /// Lines that can't be parsed; they have no entry.
  public var problems: [RecordingProblem] = []
  /// Number of existing frames by guide state seen in them.
  public var guideStates: [String: Int] = [:]
  /// Number of existing frames by camera and its state: `primary live`.
  public var cameraStates: [String: Int] = [:]
  /// The cameras' ids, in the order of their first appearance.
  public var cameras: [String] = []

  /// The entries of frames that are neither deleted nor freed.
  public var present: [Entry] { entries.filter { !$0.isDeleted && !$0.isFreed } }

  /// The contents of `freed.json`; `nil` when nothing was freed.
  package var freed: FreedMark?

  package init() {}
}

/// Reads `frames.jsonl` line by line.
public enum ManifestReader {
  /// Calls `body` with the number of every whole line, from 1, and the line or its problem.
  ///
  /// Skips a last line without a newline, as a killed run leaves it.
  ///
  /// - Throws: `FileError.io(path:reason:)` when the file can't be read.
  public static func forEachLine(
    inFolder folder: String, _ body: (Int, Result<ManifestLine, RecordingProblem.Failure>) -> Void
  ) throws(FileError) {
    try forEachLine(in: FolderHandle(folder), body)
  }

  package static func forEachLine(
    in folder: FolderHandle, _ body: (Int, Result<ManifestLine, RecordingProblem.Failure>) -> Void
  ) throws(FileError) {
    let decoder = JSONDecoder()
    var lines = try ManifestLines(folder)
    while let line = try lines.next() {
      guard line.isWhole else { return }
      body(line.number, decode(line, decoder))
    }
  }

  /// The index of a line in any spelling of JSON; `nil` when the line can't be parsed.
  package static func index(of line: ManifestLines.Line) -> Int? { self.line(line)?.index }

  /// A line's content; `nil` when it can't be parsed.
  package static func line(_ line: ManifestLines.Line) -> ManifestLine? {
    try? decode(line, JSONDecoder()).get()
  }

  private static func decode(
    _ line: ManifestLines.Line, _ decoder: JSONDecoder
  ) -> Result<ManifestLine, RecordingProblem.Failure> {
    func failure(_ what: String) -> Result<ManifestLine, RecordingProblem.Failure> {
      .failure(.init(RecordingProblem(file: RecordingFolder.manifest, line: line.number, what: what)))
    }
    if line.isTooLong { return failure("longer than \(ManifestLines.longest >> 20) MiB") }
    do {
      let decoded = try decoder.decode(ManifestLine.self, from: Data(line.bytes))
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

  /// How many problems are listed; the rest are only counted.
  package static let mostProblems = 1000

  /// Reads the whole manifest, in brief.
  ///
  /// - Throws: `FileError` when the manifest, `freed.json` or `deleted.json` can't be read.
  public static func index(folder: String) throws(FileError) -> RecordingIndex {
    try index(FolderHandle(folder))
  }

  /// - Parameter isTolerant: whether a `freed.json` or `deleted.json` that can't be understood is one of the index's problems,
  ///   not an error.
  package static func index(_ folder: FolderHandle, isTolerant: Bool = false) throws(FileError)
    -> RecordingIndex
  {
    var index = RecordingIndex()
    func read<Value>(
      _ file: String, else none: Value, _ body: () throws(FileError) -> Value
    ) throws(FileError) -> Value {
      do { return try body() } catch {
        guard isTolerant, case .unfit(_, let reason) = error else { throw error }
        index.problems.append(RecordingProblem(file: file, what: reason))
        return none
      }
    }
    let mark = try read(FreedMark.name, else: nil) { () throws(FileError) in try FreedMark.read(folder) }
    let deleted = try read(FrameList.deleted.file, else: []) { () throws(FileError) in
      try FrameList.deleted.read(folder)
    }
    index.freed = mark
    var bad = 0
    try forEachLine(in: folder) { number, result in
      switch result {
      case .failure(let failure):
        // A file of nothing but line ends has as many problems as bytes.
        bad += 1
        if bad <= mostProblems { index.problems.append(failure.problem) }
      case .success(let line):
        let states = Set(line.guideStates)
        let isDeleted = (line.deleted ?? false) || deleted.contains(line.index)
        let isFreed =
          !isDeleted && line.index < (mark?.before ?? 0) && folder.status(FileName(line.file)) == nil
        index.entries.append(
          RecordingIndex.Entry(
            index: line.index, file: line.file, line: number, isDeleted: isDeleted,
            isFreed: isFreed, isSnapped: states.contains("snapped"),
            nanoseconds: line.cameras.lazy.compactMap(\.timestampNs).first))
        for camera in line.cameras where !index.cameras.contains(camera.id) {
          index.cameras.append(camera.id)
        }
        if isDeleted || isFreed { return }
        for state in states { index.guideStates[state, default: 0] += 1 }
        for camera in line.cameras { index.cameraStates["\(camera.id) \(camera.state)", default: 0] += 1 }
      }
    }
    if bad > mostProblems {
      index.problems.append(
        RecordingProblem(
          file: RecordingFolder.manifest,
          what: "\((bad - mostProblems).counted("more line", "more lines")) that can't be read"))
    }
    return index
  }
}

extension RecordingProblem {
  /// A problem wrapped as an error, for results.
  public struct Failure: Error, Sendable, Equatable {
    /// The problem itself.
    public var problem: RecordingProblem
    /// Wraps a problem.
    public init(_ problem: RecordingProblem) { self.problem = problem }
  }
}
