import CaptureKit
import Foundation
import Glibc
import HostResources
import PixelTypes

/// Makes one piece's output.
struct PieceWork {
  private let plan: PlanFile
  private let piece: Piece
  /// A folder that nobody else uses.
  private let room: String
  private let stop: StopFlag

  static let readings = "readings.jsonl"

  init(_ plan: PlanFile, _ piece: Piece, room: String, stop: StopFlag) {
    (self.plan, self.piece, self.room, self.stop) = (plan, piece, room, stop)
  }

  /// - Parameter isDone: whether another worker has finished the piece's shard.
  /// - Returns: the sums of the output's files, with paths relative to the result's folder.
  /// - Throws: ``BatchError``; none of the output is placed then.
  func run(isDone: () throws -> Bool) throws(BatchError) -> FileSums {
    let counts = try checkInput()
    defer { try? FileManager.default.removeItem(atPath: room) }
    return try BatchError.wrapping {
      try? FileManager.default.removeItem(atPath: room)
      let output = try FolderHandle.creating(room).path + "/output"
      try make(output, counts)
      let sums = try FileSums(folder: output, prefix: piece.output + "/")
      try place(output, sums, isDone)
      return sums
    }
  }

  /// Checks that the frames are the plan's.
  ///
  /// - Returns: the number of frames of each camera.
  private func checkInput() throws(BatchError) -> [Int] {
    var counts: [Int] = []
    for (text, digest) in zip(piece.sources, piece.sha256) {
      let found: FrameDigest
      do {
        found = try FrameDigest(ThisProgram.source(text, in: plan.folderPath)) {
          if stop.isStopped { throw BatchError.again(reason: "stopped at \(piece.output)") }
        }
      } catch let error as BatchError {
        throw error
      } catch CaptureError.notFound(_, let hint) {
        throw .missing(path: piece.input, reason: hint)
      } catch CaptureError.system(let call, let path, let code) {
        throw .file(.io(path: path, reason: "\(call): \(SystemCall.text(code))"))
      } catch let error as FileError {
        if !NameText.isTaken("\(plan.folderPath)/\(piece.input)"), !NameText.isTaken(piece.input) {
          throw .missing(path: piece.input, reason: "there is no such file or folder")
        }
        throw .file(error)
      } catch {
        throw .changed(path: piece.input, reason: "it can't be read any more: \(error)")
      }
      let part = found.parts.first
      guard part?.digest ?? SHA256.of([]) == digest else {
        throw .changed(path: piece.input, reason: "its frames aren't those that the plan was made with")
      }
      guard counts.count > 0 || part?.frames == piece.frames + piece.warmUp,
        counts.count > 0 || found.format.framesPerSecond == piece.framesPerSecond
      else {
        throw .changed(path: piece.input, reason: "its number of frames or its rate differs from the plan's")
      }
      counts.append(part?.read ?? 0)
    }
    return counts
  }

  /// Runs the job into a folder, and checks that it read everything that was verified.
  private func make(_ output: String, _ counts: [Int]) throws {
    let arguments = piece.arguments(plan.header, into: output)
    func run(_ file: String?) throws(BatchError) -> [UInt8] {
      try Child.run(
        arguments, in: plan.folderPath, output: file, piece: piece.output, toleratesBadData: true, stop: stop)
    }
    let read: [Int]
    let expected: [Int]
    switch plan.header.job {
    case .annotate:
      struct Summary: Decodable {
        struct Camera: Decodable { var received: Int }
        var cameras: [Camera]
      }
      let summary = try JSONDecoder().decode(Summary.self, from: Data(run(nil)))
      // How far the second camera is read depends on when the first ends.
      (read, expected) = (summary.cameras.prefix(1).map(\.received), Array(counts.prefix(1)))
    case .analyze:
      _ = try FolderHandle.creating(output)
      _ = try run("\(output)/\(Self.readings)")
      var lines = 0
      try FolderHandle(output).forEachLine(Self.readings) { _ in lines += 1 }
      (read, expected) = ([lines], [counts[0] - min(counts[0], piece.warmUp)])
    }
    guard read == expected else {
      throw BatchError.file(
        .io(
          path: piece.input,
          reason:
            "its job read \(read.map(String.init).joined()) of \(expected.map(String.init).joined()) frames"))
    }
  }

  /// Moves the output into place, unless the same is there already. Never touches anything that isn't this plan's.
  private func place(_ output: String, _ sums: FileSums, _ isDone: () throws -> Bool) throws {
    let target = "\(plan.result)/\(piece.output)"
    _ = try FolderHandle.creating((target as NSString).deletingLastPathComponent)
    for attempt in 0..<4 {
      // A folder that has files is never replaced (rename(2)).
      // SAFETY: both strings live through the call.
      let code = SystemCall.code {
        unsafe output.withName { from in unsafe target.withName { unsafe rename(from, $0) } }
      }
      if code == 0 { return }
      guard [EEXIST, ENOTEMPTY].contains(code), attempt < 3 else {
        throw FolderHandle.error(code, path: target, isCreating: true)
      }
      if let there = try? FileSums(folder: target, prefix: piece.output + "/"),
        there == sums
      {
        return
      }
      if try isDone() {
        throw BatchError.differs(piece: piece.output, reason: "another worker made different bytes")
      }
      // Left by a power cut, a bad disk or a killed worker.
      _ = SystemCall.code {
        unsafe target.withName { unsafe rename($0, "\(room)/replaced-\(attempt)") }
      }
    }
  }

  /// Flushes the result's file system, before a shard is reported as done (syncfs(2)).
  static func settle(_ result: String) throws(BatchError) {
    try BatchError.wrapping {
      let code = try FolderHandle(result).synchronizeFileSystem()
      if code != 0 { throw FolderHandle.error(code, path: result, isCreating: false) }
    }
  }
}
