import Foundation
import Glibc

/// This process's memory, according to proc(5).
public enum ProcessMemory {
  /// The largest resident size so far (`VmHWM`), in MiB.
  ///
  /// Without /proc it is `ru_maxrss`, which is never below the parent process's.
  public static var peakMiB: Double {
    if let peak = status("VmHWM:") { return peak }
    var usage = rusage()
    // SAFETY: writes to `usage` only.
    guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return Double(usage.ru_maxrss) / 1024
  }

  /// The current resident size (`VmRSS`), in MiB; 0 without /proc.
  public static var residentMiB: Double { status("VmRSS:") ?? 0 }

  private static func status(_ key: String) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 / 1024 }
    }
    return nil
  }
}
