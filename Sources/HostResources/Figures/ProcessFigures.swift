import Foundation

/// The process's resource usage.
package struct ProcessFigures {
  /// Seconds since 1970.
  package var time = 0.0
  package var startTime = 0.0
  package var cpuSeconds = 0.0
  package var residentBytes = 0.0
  package var openDescriptors = 0

  package static func now() -> ProcessFigures {
    var figures = ProcessFigures()
    figures.time = (Date().timeIntervalSince1970 * 1000).rounded() / 1000
    figures.startTime = start
    figures.cpuSeconds = Double(MonotonicClock.processCPU()) / 1e9
    figures.residentBytes = ProcessMemory.residentMiB * 1_048_576
    figures.openDescriptors = openDescriptors
    return figures
  }

  /// The number of open file descriptors; 0 if that can't be read.
  package static var openDescriptors: Int {
    // Minus the descriptor used to list them.
    max(0, ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1)
  }

  /// How many descriptors the process may have open at once; `nil` if that can't be read (getrlimit(2)).
  package static var descriptorLimit: Int? {
    var limit = rlimit()
    // SAFETY: writes to `limit` only.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return Int(clamping: limit.rlim_cur)
  }

  /// When the process started, in seconds since 1970, according to proc(5); read once.
  private static let start: Double = {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let close = stat.lastIndex(of: ")")
    else { return 0 }
    // The 22nd field counts clock ticks since boot; the second, a name, may contain spaces.
    let fields = stat[stat.index(after: close)...].split(separator: " ")
    guard fields.count > 19, let ticks = Double(fields[19]) else { return 0 }
    // Both include suspended time.
    let up = Double(MonotonicClock.sinceBoot()) / 1e9
    let start = Date().timeIntervalSince1970 - up + ticks / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return (start * 100).rounded() / 100
  }()
}
