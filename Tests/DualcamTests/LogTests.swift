import Foundation
import TestSupport
import Testing

@testable import Terminal
@testable import dualcam

@Suite("What is logged")
struct LogTests {
  private func warning(_ text: String) -> LogLine { LogLine(level: .warning, message: text) }

  @Test("the same message is told five times a minute, and then how many more there were")
  func repeats() {
    var limiter = RepeatLimiter()
    var told = 0
    for number in 0..<42 where limiter.admits(warning("camera gone \(number) times"), at: .seconds(number)) {
      told += 1
    }
    #expect(told == 5)
    #expect(limiter.hasHeld)
    let early = limiter.summaries(at: .seconds(59))
    #expect(early.isEmpty)
    let summaries = limiter.summaries(at: .seconds(60))
    #expect(summaries.map(\.message) == ["camera gone 41 times … and 37 more like it"])
    #expect(summaries.map(\.level) == [.warning])
    // A new minute.
    let isTold = limiter.admits(warning("camera gone 43 times"), at: .seconds(61))
    let late = limiter.summaries(at: .seconds(1000))
    #expect(isTold && late.isEmpty && !limiter.hasHeld)
  }

  @Test("different messages, other levels and details don't count together")
  func apart() {
    var limiter = RepeatLimiter()
    for _ in 0..<RepeatLimiter.most { #expect(admits(&limiter, warning("a"))) }
    #expect(!admits(&limiter, warning("a")))
    #expect(admits(&limiter, warning("b")))
    #expect(admits(&limiter, LogLine(level: .notice, message: "a")))
    for _ in 0..<100 { #expect(admits(&limiter, LogLine(level: .info, message: "a"))) }
    let summaries = limiter.summaries(at: .zero, isEnd: true)
    #expect(summaries.count == 1)
  }

  private func admits(_ limiter: inout RepeatLimiter, _ line: LogLine) -> Bool {
    limiter.admits(line, at: .zero)
  }

  @Test("a flood of messages that are all different is bounded too")
  func flood() {
    var limiter = RepeatLimiter()
    var told = 0
    for first in 0..<26 {
      for second in 0..<26 {
        let letters = [first, second].map { String(UnicodeScalar(UInt8(97 + $0))) }.joined()
        if limiter.admits(warning(letters), at: .zero) { told += 1 }
      }
    }
    #expect(told == RepeatLimiter.largestTable + RepeatLimiter.most)
    let summaries = limiter.summaries(at: .seconds(60))
    #expect(summaries.count == 1)
  }

  @Test("JSON has the time, the level, the message and what it is about in one line")
  func json() throws {
    let message = "secondary (C\"920\n) is gone"
    let text = LogLine(level: .warning, message: message, metadata: LogLine.camera(of: message))
      .json(at: Date(timeIntervalSince1970: 1_700_000_000.25))
    #expect(!text.contains("\n"))
    let object = try Executable.json(text)
    #expect(object["time"] as? String == "2023-11-14T22:13:20.250Z")
    #expect(object["level"] as? String == "warning" && object["message"] as? String == message)
    #expect(object["camera"] as? String == "secondary" && object["metadata"] == nil)
    let other = try Executable.json(
      LogLine(level: .notice, message: "x", metadata: ["repeated": "37"]).json(at: Date()))
    #expect(other["camera"] == nil && (other["metadata"] as? [String: String]) == ["repeated": "37"])
  }

  @Test("in the journal each line has its priority, elsewhere only what is wrong has its level")
  func text() {
    #expect(warning("a\nb").text(isJournal: true) == "<4>a\n<4>b")
    #expect(LogLine(level: .info, message: "a").text(isJournal: true) == "<6>a")
    #expect(warning("a").text(isJournal: false) == "warning: a")
    #expect(LogLine(level: .notice, message: "a").text(isJournal: false) == "a")
    #expect(LogFormat.isStream("8:12345", device: 8, inode: 12345))
    for stream in ["", "8", "8:1234", "9:12345", "8:12345:"] {
      #expect(!LogFormat.isStream(stream, device: 8, inode: 12345))
    }
  }

  @Test("with json all of standard error is JSON, an error at the end too")
  func executable() throws {
    let scratch = try TestFolder()
    let small = "--primary synth:coast?w=160&h=96 --log-format json --log-level info"
    let run = try scratch.run("run --frames 2 \(small)")
    let lines = run.errors.split(separator: "\n").map(String.init)
    let objects = try lines.map { try Executable.json($0) }
    #expect(objects.contains { ($0["message"] as? String)?.contains("2 frames of") ?? false })
    #expect(objects.contains { $0["level"] as? String == "info" })
    let failed = try scratch.run("run --latest none/now.jpg \(small)", status: 73)
    let last = try Executable.json(try #require(failed.errors.split(separator: "\n").last.map(String.init)))
    #expect(
      last["level"] as? String == "error" && (last["message"] as? String)?.contains("none/now.jpg") ?? false)
  }
}
