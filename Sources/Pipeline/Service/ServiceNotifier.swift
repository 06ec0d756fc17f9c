// sd_notify(3)'s protocol: datagrams of NAME=value lines to the AF_UNIX socket in NOTIFY_SOCKET. The socket is in
// this machine's file system (or, with a leading @, in Linux's abstract namespace, unix(7)), not on a network.

import Glibc
import HostResources

/// Tells the service manager how the job is doing.
///
/// The socket is connected once; after that, only write(2) is called. Nothing waits: a message that
/// the manager doesn't accept is lost.
final class ServiceNotifier: Sendable {
  private let descriptor: Int32
  /// The longest time the manager allows between `WATCHDOG=1` messages; `nil` when it doesn't watch.
  let watchdog: Duration?

  /// - Returns: `nil` without a service manager.
  /// - Throws: `FileError.io(path:reason:)` when there is one that can't be reached.
  static func connected(_ environment: [String: String]) throws(FileError) -> ServiceNotifier? {
    guard let name = environment["NOTIFY_SOCKET"], !name.isEmpty else { return nil }
    return try ServiceNotifier(
      name, watchdog: watchdog(environment, process: getpid()))
  }

  /// - Parameters:
  ///   - name: an absolute path, or `@` and an abstract name.
  ///   - watchdog: the longest time between `WATCHDOG=1` messages; `nil` when the manager doesn't watch.
  init(_ name: String, watchdog: Duration?) throws(FileError) {
    func refuse(_ reason: String) -> FileError { .io(path: "NOTIFY_SOCKET \(name)", reason: reason) }
    guard name.hasPrefix("/") || name.hasPrefix("@"), name.utf8.count > 1 else {
      throw refuse("it is neither an absolute path nor an abstract name")
    }
    guard name.utf8.count <= UnixSocket.longestPath, !name.utf8.contains(0) else {
      throw refuse("a socket's name has at most \(UnixSocket.longestPath) bytes")
    }
    descriptor = UnixSocket.connectDatagram(name)
    guard descriptor >= 0 else { throw refuse(SystemCall.text(-descriptor)) }
    self.watchdog = watchdog
  }

  deinit { _ = SystemCall.close(descriptor) }

  /// Sends lines, separated by `\n`, in one datagram.
  ///
  /// - Returns: whether the manager accepted it.
  @discardableResult
  func send(_ lines: String) -> Bool {
    SystemCall.write(Array(lines.utf8).span, to: descriptor) == 0
  }

  /// Text made into a valid value: one line, at most 512 bytes.
  static func line(_ text: String) -> String {
    String(decoding: text.utf8.prefix(512).map { $0 < 32 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// The interval that the manager requests from this process, if any (sd_watchdog_enabled(3)).
  static func watchdog(_ environment: [String: String], process: Int32) -> Duration? {
    if let text = environment["WATCHDOG_PID"], Int32(text) != process { return nil }
    guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), microseconds > 0 else {
      return nil
    }
    // Thirty years, which fits in 64 bits as nanoseconds.
    return .microseconds(min(microseconds, 1_000_000_000_000_000))
  }
}
