import Glibc
import Testing

/// A client that sends bytes as it likes, and waits at most 30 s for an answer.
final class ViewerClient: @unchecked Sendable {
  // SAFETY: one thread at a time uses it.
  let descriptor: Int32
  /// What came behind a head.
  private var kept: [UInt8] = []

  init(_ address: String) throws {
    let port = try #require(UInt16(address.split(separator: ":").last ?? ""))
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // SAFETY: the kernel reads the two structures only.
    let code = unsafe withUnsafePointer(to: &place) { place in
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      return unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
  }

  deinit { close(descriptor) }

  @discardableResult
  func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    // SAFETY: the kernel reads the array only.
    return unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
    }
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(text.utf8) }

  /// What comes until there is as much as wanted, or the end.
  func receive(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var all = kept
    kept = []
    while !isEnough(all) {
      var part = [UInt8](repeating: 0, count: 65_536)
      // SAFETY: the kernel writes at most the array's length.
      let count = unsafe part.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return all }
      all += part[..<count]
    }
    return all
  }

  /// The rest, until the server closes.
  func rest() -> [UInt8] { receive { _ in false } }

  /// An answer's head.
  func head() -> String {
    let blank = Array("\r\n\r\n".utf8)
    let all = receive { $0.firstRange(of: blank) != nil }
    let end = all.firstRange(of: blank)?.upperBound ?? all.endIndex
    kept = Array(all[end...])
    return String(decoding: all[..<end], as: UTF8.self)
  }

  func status(_ request: String) -> Int {
    send(request)
    return Self.status(head())
  }

  static func status(_ answer: String) -> Int {
    Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  // MARK: - A page's socket

  func say(_ text: String) {
    let bytes = Array(text.utf8)
    send([0x81, 0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255), 0, 0, 0, 0] + bytes)
  }

  /// The next message's text, or the head of a picture.
  func message() -> String? {
    var text: [UInt8]?
    while true {
      func need(_ count: Int) -> Bool {
        kept = receive { $0.count >= count }
        return kept.count >= count
      }
      guard need(2) else { return nil }
      var (start, length) = (2, Int(kept[1] & 127))
      if length == 126 {
        guard need(4) else { return nil }
        (start, length) = (4, Int(kept[2]) << 8 | Int(kept[3]))
      } else if length == 127 {
        guard need(10) else { return nil }
        (start, length) = (10, kept[2..<10].reduce(0) { $0 << 8 | Int($1) })
      }
      guard need(start + length) else { return nil }
      let (code, payload) = (kept[0], Array(kept[start..<(start + length)]))
      kept.removeFirst(start + length)
      switch code {
      case 0x81: return String(decoding: payload, as: UTF8.self)
      case 0x02: text = Array(payload.dropFirst(4))
      case 0x80: return text.map { String(decoding: $0, as: UTF8.self) }
      case 0x88: return nil
      default: continue
      }
    }
  }

  /// The next message with a word in it.
  func message(with word: String) -> String? {
    while let text = message() { if text.contains(word) { return text } }
    return nil
  }
}
