import Foundation
import Glibc

/// Memory of this process.
public enum ProcessMemory {
  /// The largest resident size so far (`ru_maxrss`), in MiB.
  public static var peakMiB: Double {
    var usage = rusage()
    // SAFETY: writes to `usage` only.
    guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return Double(usage.ru_maxrss) / 1024
  }

  /// The present resident size (`VmRSS` of proc(5)), in MiB; 0 where /proc isn't mounted.
  public static var residentMiB: Double {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    for line in text.split(separator: "\n") where line.hasPrefix("VmRSS:") {
      let number = line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
      return (number ?? 0) / 1024
    }
    return 0
  }
}
