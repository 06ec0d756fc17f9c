import Foundation

/// A program at the other end of a Unix socket; its calls wait, at most two minutes.
public final class SocketClient {
  public struct NobodyListens: Error {}

  private let descriptor: Int32
  private var input: [UInt8] = []

  public init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      // SAFETY: the kernel reads the value only.
      unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: paths in tests are shorter than the field, and the rest is zero.
    let code = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      for (index, byte) in path.utf8.enumerated() { unsafe bytes[2 + index] = byte }
      return unsafe connect(
        descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_un>.size))
    }
    guard code == 0 else { throw NobodyListens() }
  }

  deinit { close(descriptor) }

  private func send(_ bytes: some Collection<UInt8>, _ flags: Int) -> Int {
    // SAFETY: the kernel reads the array only.
    unsafe Array(bytes).withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(flags | Int(MSG_NOSIGNAL)))
    }
  }

  /// Sends all; false when the other side has gone.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = send(rest, 0)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(text.utf8) }

  /// Bytes that the kernel takes without waiting, or -1.
  @discardableResult
  public func sendNow(_ bytes: [UInt8]) -> Int { send(bytes, Int(MSG_DONTWAIT)) }

  /// The next line that comes; `nil` at the end.
  public func line() -> String? {
    while true {
      if let end = input.firstIndex(of: 10) {
        defer { input.removeSubrange(...end) }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      // SAFETY: the kernel writes into the array only.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { return nil }
      input += buffer[..<count]
    }
  }

  /// Sends a line and waits for its answer; `nil` when the other side has gone.
  public func ask(_ text: String) -> String? { send(text + "\n") ? line() : nil }

  public func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }
}
