import Foundation
import Glibc

/// Says that no space is left, how much is free, and what helps.
package enum NoRoom {
  /// - Parameters:
  ///   - code: ENOSPC or EDQUOT.
  ///   - path: what couldn't be written.
  package static func explain(_ code: Int32, path: String) -> String {
    let lacksInodes = code == ENOSPC && FreeSpace.lacksInodes(at: path)
    let what =
      code == EDQUOT
      ? "your quota on this disk is used up"
      : lacksInodes ? "the disk has no inodes left" : "the disk is full"
    let free = FreeSpace.bytes(at: path).map { ", \(bytes($0)) free there" } ?? ""
    return "\(what) (\(SystemCall.text(code)))\(free); \(lacksInodes ? "remove files" : "make room") there"
  }

  /// A number of bytes in readable units.
  package static func bytes(_ count: Int) -> String {
    for (unit, size) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where Double(count) >= size {
      return String(format: "%.1f ", Double(count) / size) + unit
    }
    return "\(count) bytes"
  }
}
