import CaptureKit
import Foundation
import Glibc
import HostResources
import Pipeline
import PixelTypes

/// Makes one piece's output.
struct PieceWork {
  private let plan: PlanFile
  private let piece: Piece
  /// This worker's own folder.
  private let room: String
  private let stop: StopFlag
  private let tick: () -> Void

  static let readings = "readings.jsonl"

  /// - Parameter tick: called a few times a second.
  init(_ plan: PlanFile, _ piece: Piece, room: String, stop: StopFlag, tick: @escaping () -> Void) {
    (self.plan, self.piece, self.room, self.stop, self.tick) = (plan, piece, room, stop, tick)
  }

  /// - Returns: the sums of the output's files, with paths from the result's folder.
  /// - Throws: ``BatchError``; nothing of it has its place then.
  func run() throws(BatchError) -> FileSums {
    try checkInput()
    defer { try? FileManager.default.removeItem(atPath: room) }
    return try BatchError.wrapping {
      try? FileManager.default.removeItem(atPath: room)
      let output = try FolderHandle.creating(room).path + "/output"
      try make(output)
      let sums = try FileSums(folder: output, prefix: piece.output + "/", progress: tick)
      try place(output, sums)
      return sums
    }
  }

  /// Whether the frames are those of the plan.
  private func checkInput() throws(BatchError) {
    for (text, digest) in zip(piece.sources, piece.sha256) {
      let found: FrameDigest
      do {
        found = try FrameDigest(ThisProgram.source(text, in: plan.folderPath)) {
          tick()
          if stop.isStopped { throw BatchError.again(reason: "stopped at \(piece.output)") }
        }
      } catch let error as BatchError {
        throw error
      } catch CaptureError.notFound(_, let hint) {
        throw .missing(path: piece.input, reason: hint)
      } catch {
        throw .changed(path: piece.input, reason: "it can't be read any more: \(error)")
      }
      guard found.parts.first?.digest ?? SHA256.of([]) == digest else {
        throw .changed(path: piece.input, reason: "its frames aren't those that the plan was made with")
      }
    }
  }

  /// Runs the job into a folder.
  private func make(_ output: String) throws {
    let arguments = piece.arguments(plan.header, into: output)
    let prints = plan.header.job == .analyze
    if prints { _ = try FolderHandle.creating(output) }
    try Child.run(
      arguments, in: plan.folderPath, output: prints ? "\(output)/\(Self.readings)" : nil,
      piece: piece.output, stop: stop,
      tick: tick)
  }

  /// Gives the output its place, unless the same is there already.
  private func place(_ output: String, _ sums: FileSums) throws {
    let target = "\(plan.result)/\(piece.output)"
    _ = try FolderHandle.creating((target as NSString).deletingLastPathComponent)
    for attempt in 0..<4 {
      // A folder that has files is never replaced (rename(2)).
      // SAFETY: both strings live through the call.
      let code = SystemCall.code { unsafe rename(output, target) }
      if code == 0 { return }
      guard [EEXIST, ENOTEMPTY, ENOTDIR].contains(code), attempt < 3 else {
        throw FolderHandle.error(code, path: target, isCreating: true)
      }
      if let there = try? FileSums(folder: target, prefix: piece.output + "/", progress: tick), there == sums
      {
        return
      }
      // What a power cut or a bad disk left.
      _ = SystemCall.code { unsafe rename(target, "\(room)/replaced-\(attempt)") }
    }
  }

  /// Flushes the result's file system, before anyone is told that a shard is done (syncfs(2)).
  static func settle(_ result: String) throws(BatchError) {
    do throws(FileError) {
      let folder = try FolderHandle(result)
      let code = folder.synchronizeFileSystem()
      guard code == 0 else {
        throw FolderHandle.error(code, path: result, isCreating: false)
      }
    } catch { throw .file(error) }
  }
}
