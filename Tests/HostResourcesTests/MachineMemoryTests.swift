import Foundation
import Glibc
import Testing

@testable import HostResources

@Suite("The machine's memory")
struct MachineMemoryTests {
  private let meminfo = "MemTotal:  8000000 kB\nMemFree: 100 kB\nMemAvailable:    4000000 kB\n"

  @Test("what is available is less in a control group that may have less, or inside one")
  func groups() {
    func available(_ groups: String?, _ limits: [String: String] = [:]) -> Int? {
      MachineMemory.available(meminfo: meminfo, groups: groups) { limits[$0] }
    }
    let all = 4_000_000 << 10
    #expect(available(nil) == all)
    #expect(available("0::/\n", ["": "1000\n"]) == 1000)
    #expect(available("1:memory:/x\n0::/a/b\n", ["/a/b": "max\n", "/a": "1048576\n"]) == 1 << 20)
    #expect(available("0::/a/b\n", ["/a/b": "999999999999999\n", "/a": "-", "": "?"]) == all)
    for strange in [nil, "", "MemAvailable:", "MemAvailable: x kB", "MemAvailable: 99999999999999999999 kB"] {
      #expect(MachineMemory.available(meminfo: strange, groups: nil) { _ in nil } == nil)
    }
  }

  @Test("this machine has some") func here() throws {
    #expect(try #require(MachineMemory.available) > 1 << 20)
  }

  /// The limit is far above what is used, so that nothing else in this process meets it meanwhile.
  @Test("a limit that was reached is named also when another thread has given memory back since")
  func limitThatWasReached() throws {
    let room = 16 << 30
    let size = try #require(Self.size())
    var before = rlimit()
    try #require(unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &before) == 0)
    defer { _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &before) }
    var low = rlimit(rlim_cur: UInt(size + room), rlim_max: before.rlim_max)
    try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &low) == 0)
    #expect(ResourceShortage.memory(64 << 20, for: "a test").limit == .none)
    let held = unsafe mmap(
      nil, room - (8 << 20), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    try #require(unsafe held != MAP_FAILED)
    #expect(unsafe munmap(held, room - (8 << 20)) == 0)
    #expect(ResourceShortage.memory(64 << 20, for: "a test").limit == .addressSpace(UInt64(size + room)))
  }

  /// The addresses that this process has, bytes.
  private static func size() -> Int? {
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n")
    let line = lines?.first { $0.hasPrefix("VmSize:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 << 10 }
  }
}
