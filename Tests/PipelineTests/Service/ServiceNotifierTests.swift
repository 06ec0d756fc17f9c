import CaptureKit
import Foundation
import HostResources
import Testing

@testable import Pipeline

@Suite("Telling the service manager")
struct ServiceNotifierTests {
  @Test("datagrams arrive whole, at a path and at an abstract name", arguments: [false, true])
  func datagrams(isAbstract: Bool) throws {
    let manager = try Manager(isAbstract: isAbstract)
    let notifier = try #require(
      try ServiceNotifier.connected(["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "3000000"]))
    #expect(notifier.watchdog == .seconds(3))
    #expect(notifier.send("READY=1"))
    #expect(notifier.send("STATUS=two cameras\nWATCHDOG=1"))
    #expect(manager.next() == "READY=1")
    #expect(manager.next() == "STATUS=two cameras\nWATCHDOG=1")
  }

  @Test("a manager that takes nothing is not waited for")
  func fullSocket() throws {
    let manager = try Manager(isAbstract: true)
    let notifier = try ServiceNotifier(manager.name, watchdog: nil)
    var sent = 0
    while sent < 100_000, notifier.send("WATCHDOG=1") { sent += 1 }
    #expect(sent > 0 && sent < 100_000)
  }

  @Test("a manager that has gone is no reason to end")
  func gone() throws {
    var manager: Manager? = try Manager(isAbstract: true)
    let notifier = try ServiceNotifier(try #require(manager).name, watchdog: nil)
    manager = nil
    #expect(!notifier.send("WATCHDOG=1"))
  }

  @Test(
    "an address that is none is refused by name",
    arguments: ["relative", "@", "/nowhere/at/all", "/" + String(repeating: "x", count: 108)])
  func addresses(name: String) {
    let error = #expect(throws: (any Error).self) { try ServiceNotifier.connected(["NOTIFY_SOCKET": name]) }
    #expect("\(error, default: "")".contains("NOTIFY_SOCKET"))
  }

  @Test("without a manager there is nothing to tell")
  func none() throws {
    #expect(try ServiceNotifier.connected([:]) == nil)
    #expect(try ServiceNotifier.connected(["NOTIFY_SOCKET": ""]) == nil)
  }

  @Test("the watchdog of another process is not ours")
  func watchdog() {
    #expect(ServiceNotifier.watchdog(["WATCHDOG_USEC": "5000000"], process: 7) == .seconds(5))
    #expect(
      ServiceNotifier.watchdog(["WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "7"], process: 7) == .seconds(5))
    #expect(ServiceNotifier.watchdog(["WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "8"], process: 7) == nil)
    // Nanoseconds of any have room in 64 bits.
    let longest = ServiceNotifier.watchdog(["WATCHDOG_USEC": "\(Int64.max)"], process: 7)
    #expect(longest.map { $0 / .nanoseconds(1) < 0x1p63 } ?? false)
    for text in ["0", "-1", "soon", "", "9223372036854775808"] {
      #expect(ServiceNotifier.watchdog(["WATCHDOG_USEC": text], process: 7) == nil)
    }
  }

  @Test("a status has one line")
  func line() {
    #expect(ServiceNotifier.line("a\nREADY=1\r\u{0}b") == "a READY=1  b")
  }

  @Test("a run that looks for its camera lives, one whose stage hangs does not")
  func judge() {
    let second: Int64 = 1_000_000_000
    var judge = WatchdogJudge(patience: 10 * second)
    func isWell(_ now: Int64, turned: Int64, signs: UInt64, isLooking: Bool = false) -> Bool {
      judge.isWell(at: now * second, turned: turned * second, signs: signs, isLooking: isLooking)
    }
    #expect(isWell(0, turned: 0, signs: 1))
    // Nothing comes, and nobody looks.
    #expect(isWell(10, turned: 10, signs: 1))
    #expect(!isWell(11, turned: 11, signs: 1))
    // The camera went away: for an hour it is looked for.
    for time in stride(from: Int64(12), through: 3600, by: 5) {
      #expect(isWell(time, turned: time, signs: 1, isLooking: true))
    }
    // It is back, and then the stage hangs while frames still come.
    #expect(isWell(3605, turned: 3604, signs: 2))
    #expect(isWell(3614, turned: 3604, signs: 30))
    #expect(!isWell(3615, turned: 3604, signs: 60))
    #expect(!isWell(3615, turned: 3604, signs: 60, isLooking: true))
  }

  @Test(
    "a job tells when it is ready, how it is doing, that it lives, that it reads its settings again, and that it ends"
  )
  func job() throws {
    let manager = try Manager(isAbstract: true)
    let stop = StopFlag()
    var service = ServiceSettings()
    service.environment = ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "400000"]
    service.statusText = { "\($0.pictures > 0 ? "pictures" : "none") come" }
    var settings = try JobSettings.test(.live, ["synth:grey?w=64&h=64"])
    let same = settings
    service.reload = { ServiceSettings.Reload(settings: same, changes: []) }
    settings.service = service
    let (signals, ready) = (service.signals, settings)
    let job = Thread {
      _ = try? CameraJob(ready, stop: stop, events: { _ in }).run()
      manager.close()
    }
    job.start()
    var seen: [String] = []
    // Ends when the job does: whatever is missing then was never sent.
    while let message = manager.next() {
      for line in message.split(separator: "\n") { seen.append(String(line)) }
      if seen.contains("STATUS=pictures come"), seen.count(where: { $0 == "WATCHDOG=1" }) >= 3 {
        // Told of twice: once before and once after.
        let isReady = seen.count { $0 == "READY=1" } > 1
        if isReady { stop.stop() } else if !seen.contains("RELOADING=1") { signals.requestReload() }
      }
    }
    let first = try #require(seen.firstIndex(of: "READY=1"))
    #expect(try #require(seen.firstIndex(of: "WATCHDOG=1")) > first)
    #expect(seen.contains("STATUS=pictures come"))
    let reloading = try #require(seen.firstIndex(of: "RELOADING=1"))
    #expect(seen[reloading + 1].wholeMatch(of: /MONOTONIC_USEC=[1-9]\d*/) != nil)
    #expect(reloading > first && seen[reloading...].contains("READY=1"))
    #expect(try #require(seen.firstIndex(of: "STOPPING=1")) > first)
  }

  @Test("a stage that hangs is no longer vouched for, until it goes on")
  func hang() throws {
    let manager = try Manager(isAbstract: true)
    let stop = StopFlag()
    var settings = try JobSettings.test(.live, ["synth:grey?w=64&h=64"])
    settings.service = ServiceSettings()
    settings.service?.environment = ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "400000"]
    let ready = settings
    let gate = DispatchSemaphore(value: 0)
    let isHung = DispatchSemaphore(value: 0)
    let job = Thread {
      var reports = 0
      // Called by the stage between two pictures.
      let camera = CameraJob(ready, stop: stop) { event in
        guard case .progress = event else { return }
        reports += 1
        if reports == 3 {
          isHung.signal()
          gate.wait()
        }
      }
      _ = try? camera.run()
      manager.close()
    }
    job.start()
    isHung.wait()
    // Twice what the manager waits, and what was on its way is over.
    _ = manager.messages(for: 1)
    #expect(!manager.messages(for: 1).contains { $0.contains("WATCHDOG=1") })
    gate.signal()
    while let message = manager.next(), !message.contains("WATCHDOG=1") {}
    stop.stop()
    var last = ""
    while let message = manager.next() { last += message + "\n" }
    #expect(last.contains("STOPPING=1"))
  }
}

/// A socket like systemd's.
private final class Manager: @unchecked Sendable {
  // SAFETY: descriptors that never change; the kernel serialises what is done with them.
  let name: String
  private let descriptor: Int32
  private let path: String?

  init(isAbstract: Bool) throws {
    let id = UUID().uuidString.prefix(13)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("n-\(id)").path
    name = isAbstract ? "@dualcam-\(id)" : path
    self.path = isAbstract ? nil : path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = isAbstract ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
    // SAFETY: the name is shorter than sun_path.
    let code = unsafe withUnsafeMutableBytes(of: &address) { memory in
      for (index, byte) in bytes.enumerated() { unsafe memory[2 + index] = byte }
      return unsafe bind(
        descriptor, memory.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(2 + bytes.count + (isAbstract ? 0 : 1)))
    }
    try #require(code == 0)
  }

  deinit {
    close()
    Glibc.close(descriptor)
    if let path { unsafe unlink(path) }
  }

  /// The next message; `nil` once it is closed and all are read.
  func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    // SAFETY: the kernel writes at most the buffer's length.
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }

  /// What comes within some seconds.
  func messages(for seconds: Double) -> [String] {
    let end = ContinuousClock.now + .seconds(seconds)
    var messages: [String] = []
    while ContinuousClock.now < end {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // SAFETY: one pollfd is given.
      if unsafe poll(&request, 1, 50) > 0, let message = next() { messages.append(message) }
    }
    return messages
  }

  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
