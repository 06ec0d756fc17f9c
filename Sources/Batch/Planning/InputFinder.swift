import CaptureKit
import Foundation
import HostResources
import PixelTypes
import Recordings

/// Finds what can be annotated in files and folders: films, folders of pictures, recordings that kept their cameras' frames.
struct InputFinder {
  /// Something to annotate.
  struct Input: Equatable {
    /// The output's folder, relative to the result's.
    var output: String
    /// As written in the plan.
    var path: String
    var kind: Piece.Kind
    /// For a recording, the cameras whose frames it kept.
    var cameras: [String]?
  }

  private(set) var inputs: [Input] = []
  private(set) var leftOut: [LeftOut] = []
  /// The folder to which relative paths refer: the plan's.
  private let base: String
  /// Whether recordings without kept camera frames count as folders of pictures.
  private let takesPictures: Bool
  /// Folders not to search: results.
  private let excluded: Set<String>

  private static let films = [
    ".avi", ".mjpeg", ".mjpg", ".y4m", ".mkv", ".webm", ".mp4", ".m4v", ".mov",
  ]
  private static let otherFilms = [".mcap", ".ts"]

  init(base: String, takesPictures: Bool, excluded: Set<String>) {
    self.base = base
    self.takesPictures = takesPictures
    self.excluded = excluded
  }

  /// Searches the named files and folders.
  ///
  /// - Parameter paths: files and folders, each searched recursively.
  /// - Throws: ``BatchError/missing(path:reason:)``; ``BatchError/usage(reason:)`` if two would have the same output.
  mutating func find(_ paths: [String]) throws(BatchError) {
    for path in paths {
      let whole = Self.absolute(path)
      let name = (whole as NSString).lastPathComponent
      guard NameText.isTaken(whole) else {
        throw .missing(path: path, reason: "there is no such file or folder")
      }
      let before = inputs.count
      if (try? FolderHandle(whole)) != nil {
        try look(into: whole, paths.count > 1 ? name : "", named: name)
      } else {
        take(file: whole, output: name)
        if inputs.count == before {
          leave(whole, "it isn't a film: its name must end in \(Self.films.joined(separator: ", "))")
        }
      }
    }
    inputs.sort { ($0.output + "/").utf8.lexicographicallyPrecedes(($1.output + "/").utf8) }
    for (one, other) in zip(inputs, inputs.dropFirst()) where (other.output + "/").hasPrefix(one.output + "/")
    {
      guard other.output == one.output else {
        throw .usage(
          reason:
            "the output of \(other.path), \(other.output), would be inside that of \(one.path); plan only one of them"
        )
      }
      throw .usage(
        reason: "\(one.path) and \(other.path) would share the output \(one.output); name a folder above both"
      )
    }
    leftOut.sort { $0.leftOut < $1.leftOut }
  }

  private mutating func look(into path: String, _ output: String, named name: String) throws(BatchError) {
    if excluded.contains(path) { return }
    let folder: FolderHandle
    do throws(FileError) { folder = try FolderHandle(path) } catch {
      return leave(path, "it can't be read: \(error.reason)")
    }
    let own = output.isEmpty ? name : output
    if RecordingFolder.isRecording(folder) || SegmentFolder.isSegmented(folder) {
      return take(recording: folder, output: own)
    }
    let names: [String]
    do throws(FileError) { names = try folder.names().sorted() } catch {
      return leave(path, "it can't be read: \(error.reason)")
    }
    var pictures = 0
    let before = inputs.count
    for name in names where !name.hasPrefix(".") {
      let inner = output.isEmpty ? name : "\(output)/\(name)"
      if folder.hasFolder(FileName(name)) {
        try look(into: "\(path)/\(name)", inner, named: name)
      } else if FileNames.holdsPicture("\(path)/\(name)") {
        pictures += 1
      } else {
        let before = (inputs.count, leftOut.count)
        take(file: "\(path)/\(name)", output: inner)
        if before == (inputs.count, leftOut.count), (try? FolderHandle("\(path)/\(name)")) != nil {
          leave("\(path)/\(name)", "it is a link to a folder: name that folder itself")
        }
      }
    }
    guard pictures > 0 else { return }
    // Beside other inputs, pictures need a separate folder in the result.
    let isAlone = inputs.count == before && !output.isEmpty
    add(path, isAlone ? own : output.isEmpty && inputs.count == before ? name : own + "/pictures", .folder)
  }

  private mutating func take(file path: String, output: String) {
    let name = path.lowercased()
    if Self.films.contains(where: name.hasSuffix) {
      add(path, output, .film)
    } else if let ending = Self.otherFilms.first(where: name.hasSuffix) {
      leave(path, "\(ending) can't be read; convert it to an .mkv of Motion JPEG")
    }
  }

  private mutating func take(recording folder: FolderHandle, output: String) {
    let cameras = RecordingFolder.keptCameras(folder)
    if !cameras.isEmpty {
      add(folder.path, output, .recording, cameras: cameras)
    } else if !takesPictures {
      leave(
        folder.path,
        "its guides are drawn into its pictures, and it kept no camera frames: record with --keep-source, "
          + "or use the pictures with --pictures")
    } else if SegmentFolder.isSegmented(folder) {
      for number in (try? SegmentFolder.numbers(folder)) ?? [] {
        let name = SegmentFolder.name(number)
        add("\(folder.path)/\(name)", "\(output)/\(name)", .folder)
      }
    } else {
      add(folder.path, output, .folder)
    }
  }

  private mutating func add(
    _ path: String, _ output: String, _ kind: Piece.Kind, cameras: [String]? = nil
  ) {
    // A line break would corrupt lines of SHA256SUMS and of messages.
    guard !output.utf8.contains(where: { $0 < 32 }) else {
      return leave(path, "its name has a line break or another control character")
    }
    guard let first = output.split(separator: "/").first, !BoardPaths.names.contains(String(first)) else {
      return leave(path, "its name is one that the result itself uses")
    }
    inputs.append(Input(output: output, path: relative(path), kind: kind, cameras: cameras))
  }

  private mutating func leave(_ path: String, _ why: String) {
    leftOut.append(LeftOut(leftOut: relative(path), why: why))
  }

  private func relative(_ path: String) -> String {
    path.hasPrefix(base + "/") ? String(path.dropFirst(base.count + 1)) : path
  }

  /// The absolute path without `.` and `..`; doesn't resolve links.
  static func absolute(_ path: String) -> String {
    let whole =
      path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
