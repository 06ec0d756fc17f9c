import Glibc
import TestSupport
import Testing

@testable import HostResources

@Suite("Asking the kernel")
struct SystemCallTests {
  /// Every errno that Linux has (errno(3)), but for the one that is asked again.
  private static let errors = (1...133).filter { $0 != EINTR }

  @Test("an interrupted call is made again, and any other error is handed back")
  func code() {
    for wanted in Self.errors {
      var asked = 0
      let code = SystemCall.code {
        asked += 1
        errno = asked < 4 ? EINTR : wanted
        return -1
      }
      #expect(code == wanted && asked == 4)
    }
    var asked = 0
    let code = SystemCall.code {
      asked += 1
      errno = EINTR
      return asked < 3 ? -1 : 0
    }
    #expect(code == 0 && asked == 3)
  }

  @Test("a count is handed back as it is, an error as its negative number")
  func result() {
    for wanted in Self.errors {
      var asked = 0
      let count: Int = SystemCall.result {
        asked += 1
        errno = asked == 1 ? EINTR : wanted
        return -1
      }
      #expect(count == -Int(wanted) && asked == 2)
    }
    #expect(SystemCall.result { Int32(0) } == 0)
    #expect(SystemCall.result { 7 } == 7)
  }

  @Test("all bytes are written, in order, whatever the kernel takes at once")
  func shortWrites() {
    var numbers = Seeded(4)
    for length in [0, 1, 2, 100, 4097] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      var taken: [UInt8] = []
      let code = unsafe SystemCall.write(bytes.span) { start, count, offset in
        #expect(offset == taken.count && count == length - offset)
        if Int.random(in: 0..<4, using: &numbers) == 0 {
          errno = EINTR
          return -1
        }
        let part = Int.random(in: 1...count, using: &numbers)
        // SAFETY: the part lies within what is to be written.
        unsafe taken += unsafe UnsafeBufferPointer(start: start, count: part)
        return part
      }
      #expect(code == 0 && taken == bytes)
    }
  }

  @Test("a write that fails ends with its error, and one that takes nothing with EIO")
  func failedWrites() {
    let bytes: [UInt8] = [1, 2, 3, 4]
    for wanted in Self.errors {
      var asked = 0
      let code = unsafe SystemCall.write(bytes.span) { _, _, _ in
        asked += 1
        errno = wanted
        return asked == 1 ? 3 : -1
      }
      #expect(code == wanted && asked == 2)
    }
    #expect(unsafe SystemCall.write(bytes.span) { _, _, _ in 0 } == EIO)
  }

  @Test("an error has the system's words")
  func words() {
    #expect(SystemCall.text(ENOSPC) == "No space left on device")
    #expect(SystemCall.text(EACCES) == "Permission denied")
    #expect(!SystemCall.text(4000).isEmpty)
  }

  @Test("a file is replaced whole, and what stands in the way of its temporary name is passed by")
  func replacement() throws {
    let folder = try TestFolder()
    try folder.put("old", "a")
    try folder.put("left by a killed run", "a.tmp")
    var replacement = Replacement(
      in: AT_FDCWD, name: folder.file("a"), temporary: folder.file("a.tmp"), prefix: folder.file("a"))
    let file = replacement.open()
    #expect(file >= 0)
    let bytes = Array("new".utf8)
    #expect(replacement.finish(file, after: SystemCall.write(bytes.span, to: file)) == 0)
    #expect(try folder.names() == ["a"] && folder.text("a") == "new")

    // A folder bears the temporary name.
    #expect(unsafe mkdir(folder.file("a.tmp"), 0o700) == 0)
    let second = replacement.open()
    #expect(second >= 0)
    #expect(replacement.finish(second, after: ENOSPC) == ENOSPC)
    #expect(try folder.names() == ["a", "a.tmp"] && folder.text("a") == "new")
  }
}
