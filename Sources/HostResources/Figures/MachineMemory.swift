import Foundation

/// The machine's available memory.
public enum MachineMemory {
  /// Bytes available without swapping, according to proc(5), or fewer if the process's control group allows fewer (cgroups(7));
  /// `nil` without /proc.
  public static var available: Int? {
    available(
      meminfo: text("/proc/meminfo"), groups: text("/proc/self/cgroup"),
      limit: { text("/sys/fs/cgroup\($0)/memory.max") })
  }

  /// - Parameters:
  ///   - meminfo: as written by the kernel.
  ///   - groups: the process's control groups, likewise.
  ///   - limit: returns a group's limit.
  static func available(meminfo: String?, groups: String?, limit: (String) -> String?) -> Int? {
    let line = meminfo?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    guard let number = line?.split(separator: " ").dropFirst().first, let kibibytes = Int(number),
      kibibytes < 1 << 50
    else { return nil }
    var least = kibibytes << 10
    guard let own = groups?.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return least
    }
    var names = own.dropFirst(4).split(separator: "/")
    while true {
      let path = names.map { "/\($0)" }.joined()
      if let text = limit(path), let bytes = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
        least = min(least, bytes)
      }
      if names.isEmpty { return least }
      names.removeLast()
    }
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
