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
}
