import Foundation
import Glibc

/// Says that there is no room, how much there is, and what helps.
enum NoRoom {
  /// - Parameters:
  ///   - code: ENOSPC, EDQUOT or EFBIG.
  ///   - path: what couldn't be written.
  static func explain(_ code: Int32, path: String) -> String {
    if code == EFBIG {
      return "a file would be larger than it may be (\(FolderHandle.text(code))); raise RLIMIT_FSIZE with "
        + "`ulimit -f`, in a unit with LimitFSIZE=, or record in parts with --segment"
    }
    let what = code == EDQUOT ? "your quota on this disk is used up" : "the disk is full"
    let free = FreeSpace.bytes(at: path).map { ", \(bytes($0)) are free there" } ?? ""
    return "\(what) (\(FolderHandle.text(code)))\(free); make room, record elsewhere with -o, "
      + "or let the oldest pictures go with --budget or --when-full free"
  }

  /// A number of bytes for people.
  static func bytes(_ count: Int) -> String {
    for (unit, size) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where Double(count) >= size {
      return String(format: "%.1f ", Double(count) / size) + unit
    }
    return "\(count) bytes"
  }
}
