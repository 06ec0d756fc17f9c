import CaptureKit
import HostResources
import PixelTypes

/// Why a plan can't be made, worked on or merged.
package enum BatchError: ExplainedError, Sendable {
  /// The options are incompatible.
  case usage(reason: String)
  /// A file isn't a plan, or is incomplete.
  case plan(path: String, reason: String)
  /// There is nothing to do.
  case nothing(reason: String)
  /// The plan was made by another build of the tool.
  case otherTool(reason: String)
  /// An input is damaged, or has changed since the plan was made.
  case changed(path: String, reason: String)
  /// An input doesn't exist.
  case missing(path: String, reason: String)
  /// The job of a piece failed.
  case job(piece: String, reason: String, code: Int32)
  /// Two runs of one piece gave different bytes.
  case differs(piece: String, reason: String)
  /// The worker was stopped: try again.
  case again(reason: String)
  /// A file or folder couldn't be created, read or written.
  case file(FileError)
  /// A source can't be read.
  case capture(CaptureError)

  /// The exit code, as in sysexits(3). Only 74 and 75 are worth another try.
  package var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .plan, .changed: 65
    case .nothing, .missing: 66
    case .differs: 70
    case .otherTool: 78
    case .again: 75
    case .job(_, _, let code): code
    // A worker's disk may have space later.
    case .file(let error): error.exitCode == 73 ? 74 : error.exitCode
    case .capture(let error): error.exitCode
    }
  }

  /// What is wrong, for people; plain text of bounded length.
  package var description: String {
    switch self {
    case .usage(let reason), .nothing(let reason), .otherTool(let reason), .again(let reason):
      Self.shown(reason)
    case .plan(let path, let reason), .changed(let path, let reason), .missing(let path, let reason):
      "\(PlainText.value(path)): \(Self.shown(reason))"
    case .job(let piece, let reason, _), .differs(let piece, let reason):
      "\(PlainText.value(piece)): \(Self.shown(reason))"
    case .file(let error): "\(error)"
    case .capture(let error): "\(error)"
    }
  }

  private static func shown(_ reason: String) -> String {
    PlainText.value(reason, atMost: PlainText.longestReason)
  }

  /// What the user can do about it, as a clause.
  package var remedy: String {
    switch self {
    case .usage: "correct the option named; --help shows what it takes"
    case .plan: "make the plan again with dualcam plan"
    case .nothing: "name films, folders of JPEGs or PNGs, recordings, or folders of these"
    case .otherTool: "use the build that made the plan, or remake the plan; --other-build accepts this one"
    case .changed: "restore the input as it was, or make a new plan; then --again retries what failed"
    case .missing: "mount or restore the input; then --again retries what failed"
    case .job: "see what the piece's own job says; --again retries what failed"
    case .differs:
      "a machine or disk is at fault, or the builds differ; redo the piece on another machine"
    case .again: "try again later; what is done stays done"
    case .file(let error): error.remedy
    case .capture(let error): error.remedy
    }
  }

  /// Runs `body` and converts its errors to this module's.
  package static func wrapping<Result>(_ body: () throws -> Result) throws(BatchError) -> Result {
    do { return try body() } catch let error as BatchError { throw error } catch {
      switch error {
      case let error as FileError: throw .file(error)
      case let error as CaptureError: throw .capture(error)
      case let error as any ExplainedError:
        throw .job(piece: "dualcam", reason: "\(error)", code: error.exitCode)
      default: throw .usage(reason: "\(error)")
      }
    }
  }
}
