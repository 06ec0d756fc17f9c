import Foundation
import Testing

@testable import Compositor

@Suite("Memory for pictures")
struct PictureMemoryTests {
  /// The part of /proc/self/smaps about the mapping that holds an address.
  private func mapping(of address: UInt) throws -> [Substring] {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/smaps"))
    let lines = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    let start = lines.firstIndex { line in
      let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      return range.count == 2 && range[0] <= address && address < range[1]
    }
    let first = try #require(start)
    let end = lines[(first + 1)...].firstIndex { $0.hasPrefix("VmFlags") } ?? lines.count - 1
    return Array(lines[first...end])
  }

  @Test("takes pages as they are written to, and no huge ones")
  func pages() throws {
    let memory = PictureMemory(count: 8 << 20)
    for at in stride(from: 0, to: 60_000, by: 1000) { unsafe memory.bytes[at] = 1 }
    let lines = try mapping(of: UInt(bitPattern: unsafe memory.bytes.baseAddress))
    let flags = try #require(lines.last { $0.hasPrefix("VmFlags") })
    let hasHugePages = FileManager.default.fileExists(atPath: "/sys/kernel/mm/transparent_hugepage/enabled")
    #expect(!hasHugePages || flags.split(separator: " ").contains("nh"), "\(flags)")
    var pages = [UInt8](repeating: 0, count: (unsafe memory.bytes.count) / Int(getpagesize()))
    #expect(unsafe mincore(memory.bytes.baseAddress, memory.bytes.count, &pages) == 0)
    let resident = pages.count { $0 & 1 == 1 }
    #expect(resident * Int(getpagesize()) < 256 << 10, "\(resident) pages")
  }

  @Test("is there to its last byte, and holds what was written")
  func wholeLength() {
    for count in [1, 4095, 4096, 4097, 100_000] {
      let memory = PictureMemory(count: count)
      unsafe memory.bytes[0] = 3
      unsafe memory.bytes[count - 1] = 7
      #expect(unsafe memory.bytes[count - 1] == 7)
      #expect(unsafe memory.bytes.count == count)
    }
  }

  @Test("where there is no memory it is empty, for a picture too")
  func none() {
    // More than any address space has.
    let memory = PictureMemory(count: 1 << 60)
    let (isThere, count) = (memory.isThere, unsafe memory.bytes.count)
    #expect(!isThere && count == 0)
    let frame = Picture(capacity: 1 << 60)
    frame.withMemory { span in #expect(span.count == 0) }
  }
}
