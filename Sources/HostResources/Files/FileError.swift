import PixelTypes

/// Why a file or a folder couldn't be created, read or written. Every case except ``misused(reason:)`` names it.
public enum FileError: ExplainedError, Sendable {
  /// The file or folder can't be created.
  case cannotCreate(path: String, reason: String)
  /// The disk or the user's quota is full.
  case noRoom(path: String, reason: String)
  /// The file would exceed a limit of the process or the file system: free space doesn't help.
  case fileTooLarge(path: String, reason: String)
  /// Another process is using the folder.
  case busy(path: String, reason: String)
  /// The file or folder was removed, with its contents, while being written.
  case gone(path: String)
  /// Reading or writing failed later.
  case io(path: String, reason: String)
  /// The content isn't as it should be, such as a recording that differs from its manifest.
  case unfit(path: String, reason: String)
  /// The options don't match the file or folder.
  case misused(reason: String)

  /// The exit code, as in sysexits(3): 64, 65, or 73 to 75.
  public var exitCode: Int32 {
    switch self {
    case .cannotCreate, .noRoom, .fileTooLarge: 73
    case .gone, .io: 74
    case .busy: 75
    case .unfit: 65
    case .misused: 64
    }
  }

  /// What to do, as the beginning of a sentence.
  public var remedy: String {
    switch self {
    case .cannotCreate: "choose another folder, or make this one writable"
    case .noRoom: "make room, or use --budget with --when-full free; what is recorded is intact"
    case .fileTooLarge:
      "raise the file size limit, or record in parts with --segment; what is recorded is intact"
    case .busy: "wait for the other process or end it, or name another path"
    case .gone: "leave it in place until the job ends; a folder may be moved"
    case .io: "check the disk, the mount and the reader; what is recorded is intact"
    case .unfit: "nothing was changed; `dualcam verify` shows what is wrong with a recording"
    case .misused: "correct the option named; --help shows what it takes"
    }
  }
}

extension FileError {
  /// The path and the reason, made safe to print by `PlainText`.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let reason):
      "can't create \(PlainText.value(path)): \(Self.shown(reason))"
    case .noRoom(let path, let reason), .fileTooLarge(let path, let reason):
      "can't write \(PlainText.value(path)): \(Self.shown(reason))"
    case .busy(let path, let reason), .io(let path, let reason), .unfit(let path, let reason):
      "\(PlainText.value(path)): \(Self.shown(reason))"
    case .gone(let path): "\(PlainText.value(path)) \(reason)"
    case .misused(let reason): Self.shown(reason)
    }
  }

  /// The reason without the path, as given.
  public var reason: String {
    switch self {
    case .cannotCreate(_, let reason), .noRoom(_, let reason), .fileTooLarge(_, let reason),
      .busy(_, let reason), .io(_, let reason), .unfit(_, let reason), .misused(let reason):
      reason
    case .gone: "was removed while it was being written"
    }
  }

  private static func shown(_ reason: String) -> String {
    PlainText.of(reason, atMost: PlainText.longestReason)
  }
}
