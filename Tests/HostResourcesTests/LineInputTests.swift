import Foundation
import Glibc
import HostResources
import TestSupport
import Testing

@Suite("Lines from other programs")
struct LineInputTests {
  /// Reads until so many lines came, or the state is another.
  private func lines(_ count: Int, of input: LineInput) throws -> ([String], LineInput.State) {
    var (lines, state) = ([String](), LineInput.State.open)
    try wait(for: "\(count) lines") {
      state = input.read(milliseconds: 5) { lines.append(String(decoding: $0, as: UTF8.self)) }
      return lines.count >= count || state != .open
    }
    return (lines, state)
  }

  private func write(_ text: String, to path: String) {
    let file = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    let bytes = Array(text.utf8)
    #expect(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count && Glibc.close(file) == 0)
  }

  @Test("a pipe's writers come and go; lines end with either character, and long ones come cut")
  func pipe() throws {
    let folder = try TestFolder()
    let path = folder.file("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let input = try LineInput(path, speed: 0, longest: 10)
    #expect(input.read(milliseconds: 1) { _ in Issue.record("a line of nobody") } == .open)
    write("one\r\ntwo\n\n123456789012345\nha", to: path)
    #expect(try lines(3, of: input) == (["one", "two", "12345678901"], .open))
    write("lf\n", to: path)
    #expect(try lines(1, of: input) == (["half"], .open))
  }

  @Test("a file is read from its end on, as it grows")
  func file() throws {
    let folder = try TestFolder()
    try folder.put("old\n", "log")
    let input = try LineInput(folder.file("log"), speed: 0, longest: 10)
    #expect(input.read(milliseconds: 1) { _ in Issue.record("an old line") } == .open)
    write("new\n", to: folder.file("log"))
    #expect(try lines(1, of: input) == (["new"], .open))
  }

  @Test("a log that is cut, or replaced by another, is read on from the beginning of what is there then")
  func rotated() throws {
    let folder = try TestFolder()
    let path = folder.file("log")
    try folder.put("old\n", "log")
    let input = try LineInput(path, speed: 0, longest: 30)
    write("one\nha", to: path)
    #expect(try lines(1, of: input) == (["one"], .open))
    // As logrotate's copytruncate does. What had begun before is nobody's beginning.
    #expect(unsafe truncate(path, 0) == 0)
    write("2\n", to: path)
    #expect(try lines(1, of: input) == (["2"], .open))
    // As it does without, and editors do; the new one is longer than what was read.
    #expect(unsafe rename(path, folder.file("log.1")) == 0)
    #expect(input.read(milliseconds: 1) { _ in Issue.record("a line of nobody") } == .open)
    try folder.put("a line that is longer\n", "log")
    #expect(try lines(1, of: input) == (["a line that is longer"], .open))
    try folder.remove("log")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let writer = unsafe open(path, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    write("by a pipe\n", to: path)
    #expect(try lines(1, of: input) == (["by a pipe"], .open))
  }

  @Test("a pipe that is made anew under its name is read")
  func anotherPipe() throws {
    let folder = try TestFolder()
    let path = folder.file("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let input = try LineInput(path, speed: 0, longest: 20)
    try folder.remove("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let writer = unsafe open(path, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    write("new\n", to: path)
    #expect(try lines(1, of: input) == (["new"], .open))
  }

  @Test("a serial line is set up, is lost with its device, and is found again")
  func serial() throws {
    let folder = try TestFolder()
    let path = folder.file("tty")
    var device: PluggedLine? = try PluggedLine(path)
    let input = try LineInput(path, speed: 38400, longest: 100)
    device?.send("$SDDPT,2.4\r\n\u{4}\u{3}x\n")
    // As they are: no line is edited, no signal is sent, nothing is echoed.
    #expect(try lines(2, of: input) == (["$SDDPT,2.4", "\u{4}\u{3}x"], .open))
    #expect(device?.speed == speed_t(B38400))
    device = nil
    let (_, state) = try lines(1, of: input)
    if case .lost = state {} else { Issue.record("\(state)") }
    #expect(!input.reopen())
    let again = try PluggedLine(path)
    #expect(input.reopen())
    again.send("back\n")
    #expect(try lines(1, of: input) == (["back"], .open))
  }

  @Test("what can't be read is refused by its name")
  func refused() throws {
    let folder = try TestFolder()
    #expect(throws: FileError.self) { try LineInput(folder.file("none"), speed: 0, longest: 10) }
    #expect(throws: FileError.self) { try LineInput(folder.path, speed: 0, longest: 10) }
    #expect(throws: FileError.self) { try LineInput("/dev/null", speed: 0, longest: 10) }
  }
}
