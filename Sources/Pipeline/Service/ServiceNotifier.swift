// sd_notify(3)'s protocol: datagrams of lines NAME=value to the AF_UNIX socket named by NOTIFY_SOCKET. It lies in
// this machine's file system (or, with a leading @, among Linux's abstract names, unix(7)), not on a network.

import Glibc
import HostResources

/// Tells the service manager how the job is doing.
///
/// The socket is connected once; from then on only write(2) is called. A message that the manager doesn't take is lost;
/// nothing waits for it.
final class ServiceNotifier: Sendable {
  private let descriptor: Int32
  /// How long the manager waits between two `WATCHDOG=1`; `nil` when it doesn't watch.
  let watchdog: Duration?

  /// - Returns: `nil` without a service manager.
  /// - Throws: `FileError.io(path:reason:)` when there is one that can't be reached.
  static func connected(_ environment: [String: String]) throws(FileError) -> ServiceNotifier? {
    guard let name = environment["NOTIFY_SOCKET"], !name.isEmpty else { return nil }
    return try ServiceNotifier(
      name, watchdog: watchdog(environment, process: getpid()))
  }

  /// - Parameters:
  ///   - name: a path from the root, or `@` and an abstract name.
  ///   - watchdog: how long the manager waits between two `WATCHDOG=1`; `nil` when it doesn't watch.
  init(_ name: String, watchdog: Duration?) throws(FileError) {
    func refuse(_ reason: String) -> FileError { .io(path: "NOTIFY_SOCKET \(name)", reason: reason) }
    guard name.hasPrefix("/") || name.hasPrefix("@"), name.utf8.count > 1 else {
      throw refuse("it is neither a path from / nor an abstract name")
    }
    guard name.utf8.count <= UnixSocket.longestPath, !name.utf8.contains(0) else {
      throw refuse("a socket's name has at most \(UnixSocket.longestPath) bytes")
    }
    let opened = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard opened >= 0 else { throw refuse(SystemCall.text(errno)) }
    let code = Self.connect(opened, name)
    guard code == 0 else {
      close(opened)
      throw refuse(SystemCall.text(code))
    }
    descriptor = opened
    self.watchdog = watchdog
  }

  deinit { close(descriptor) }

  /// Sends lines, separated by `\n`, in one datagram.
  ///
  /// - Returns: whether the manager took it.
  @discardableResult
  func send(_ lines: String) -> Bool {
    let bytes = Array(lines.utf8)
    // SAFETY: the kernel reads the array's bytes during the call.
    let count = unsafe bytes.withUnsafeBytes { bytes in
      SystemCall.result { unsafe write(descriptor, bytes.baseAddress, bytes.count) }
    }
    return count == bytes.count
  }

  /// Text made fit for a value: one line, at most 512 bytes.
  static func line(_ text: String) -> String {
    String(decoding: text.utf8.prefix(512).map { $0 < 32 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// The interval that the manager requests of this process, if it does (sd_watchdog_enabled(3)).
  static func watchdog(_ environment: [String: String], process: Int32) -> Duration? {
    if let text = environment["WATCHDOG_PID"], Int32(text) != process { return nil }
    guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), microseconds > 0 else {
      return nil
    }
    return .microseconds(microseconds)
  }

  private static func connect(_ descriptor: Int32, _ name: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let start = MemoryLayout<sockaddr_un>.offset(of: \sockaddr_un.sun_path) ?? 2
    let isAbstract = name.hasPrefix("@")
    // SAFETY: the name was checked to leave room for a NUL, and the address is all zero. An abstract name begins with a
    // NUL and ends only by its length.
    return unsafe withUnsafeMutableBytes(of: &address) { bytes in
      for (index, byte) in name.utf8.enumerated() { unsafe bytes[start + index] = byte }
      if isAbstract { unsafe bytes[start] = 0 }
      let length = start + name.utf8.count + (isAbstract ? 0 : 1)
      let code = unsafe Glibc.connect(
        descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(length))
      return code == 0 ? 0 : errno
    }
  }
}
