import Foundation

/// What the process takes of the machine.
struct ProcessFigures {
  /// Seconds since 1970.
  var time = 0.0
  var startTime = 0.0
  var cpuSeconds = 0.0
  var residentBytes = 0.0
  var openDescriptors = 0

  static func now() -> ProcessFigures {
    var figures = ProcessFigures()
    figures.time = (Date().timeIntervalSince1970 * 1000).rounded() / 1000
    figures.startTime = start
    figures.cpuSeconds = Double(MonotonicClock.processCPU()) / 1e9
    figures.residentBytes = ProcessMemory.residentMiB * 1_048_576
    // Less the one that lists them.
    figures.openDescriptors = max(
      0, ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1)
    return figures
  }

  /// When the process began, after proc(5); looked up once.
  private static let start: Double = {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let close = stat.lastIndex(of: ")"),
      let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8)
    else { return 0 }
    // The 22nd field counts clock ticks from the start of the machine; the second, a name, may have blanks in it.
    let fields = stat[stat.index(after: close)...].split(separator: " ")
    let boot = system.split(separator: "\n").first { $0.hasPrefix("btime ") }?.split(separator: " ").last
    guard fields.count > 19, let ticks = Double(fields[19]), let boot = boot.flatMap({ Double($0) }) else {
      return 0
    }
    return boot + ticks / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
  }()
}
