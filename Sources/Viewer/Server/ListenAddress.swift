import Glibc
import HostResources
import NIOCore

extension ViewServer.Place {
  /// The socket on which the service manager listens for this process, if any: sd_listen_fds(3).
  package static var inherited: Self? {
    // SAFETY: nothing changes the environment; the texts are copied at once.
    let (process, count) = unsafe (getenv("LISTEN_PID"), getenv("LISTEN_FDS"))
    guard let process = unsafe process, let count = unsafe count,
      unsafe String(cString: process) == "\(getpid())", unsafe (Int32(String(cString: count)) ?? 0) >= 1
    else { return nil }
    return .inherited(3)
  }
}

/// An address and a port to listen at, as text: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`.
struct ListenAddress {
  private let address: SocketAddress

  /// - Throws: ``ViewError/address(_:reason:)``.
  init(_ text: String) throws(ViewError) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw .address(text, reason: ViewError.malformed)
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host == "localhost" { host = "127.0.0.1" }
    do { address = try SocketAddress(ipAddress: host, port: Int(port)) } catch {
      throw .address(text, reason: ViewError.malformed)
    }
  }

  /// Whether only this machine can reach it.
  var isLoopback: Bool {
    if case .v4(let four) = address { return UInt32(bigEndian: four.address.sin_addr.s_addr) >> 24 == 127 }
    return address.ipAddress == "::1"
  }

  /// Starts listening; returns the socket, and the address as text with its actual port.
  func listen() throws(ViewError) -> (socket: Int32, text: String) {
    let isSix = address.protocol == .inet6
    let (host, port) = (address.ipAddress ?? "", address.port ?? 0)
    let shown = isSix ? "[\(host)]:\(port)" : "\(host):\(port)"
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(isSix ? AF_INET6 : AF_INET, type, 0)
    guard socket >= 0 else { throw .address(shown, reason: SystemCall.text(errno)) }
    var yes: Int32 = 1
    // SAFETY: the kernel reads the number, and the address as long as it is.
    unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var code = unsafe address.withSockAddr { unsafe bind(socket, $0, socklen_t($1)) == 0 ? 0 : errno }
    if code == 0, Glibc.listen(socket, 64) != 0 { code = errno }
    guard code == 0 else {
      close(socket)
      throw .address(shown, reason: SystemCall.text(code))
    }
    return (socket, Self.bound(socket)?.text ?? shown)
  }

  /// An address as texts that one can open: in place of `0.0.0.0` or `[::]`, which are all of them, this machine's names and its
  /// own addresses.
  static func opened(_ text: String, names: [String]) -> [String] {
    guard let colon = text.lastIndex(of: ":"), ["0.0.0.0", "[::]"].contains(text[..<colon]) else {
      return [text]
    }
    let own = ((try? System.enumerateDevices()) ?? []).compactMap { device -> String? in
      guard let address = device.address, let host = address.ipAddress else { return nil }
      if case .v4 = address { return host.hasPrefix("127.") ? nil : host }
      // Link-local ones need the interface's name, which browsers don't take.
      let isPlain = text.hasPrefix("[") && host != "::1" && !host.lowercased().hasPrefix("fe80")
      return isPlain && address.protocol == .inet6 ? "[\(host)]" : nil
    }
    let all = names + own
    return (all.isEmpty ? ["127.0.0.1"] : all).map { $0 + text[colon...] }
  }

  /// A listening socket's address as text, and whether only this machine, or users allowed by a file's mode, can reach it.
  static func name(of socket: Int32) throws(ViewError) -> (text: String, isPrivate: Bool) {
    var isListening: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    // SAFETY: the kernel writes one number.
    guard unsafe getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0
    else { throw .address("descriptor \(socket)", reason: "it isn't a listening socket") }
    return bound(socket) ?? ("a socket of the service manager", true)
  }

  /// Nil for a Unix socket.
  private static func bound(_ socket: Int32) -> (text: String, isPrivate: Bool)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // SAFETY: the kernel writes at most the structure's size; the family says which structure it is.
    return unsafe withUnsafeMutablePointer(to: &storage) { storage in
      let code = unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &length)
      }
      guard code == 0 else { return nil }
      var text = [UInt8](repeating: 0, count: 64)
      func host(_ family: Int32, _ address: UnsafeRawPointer) -> String {
        // SAFETY: inet_ntop(3) writes a text with a NUL into the array.
        unsafe text.withUnsafeMutableBytes { room in
          _ = unsafe inet_ntop(family, address, room.baseAddress?.assumingMemoryBound(to: CChar.self), 64)
        }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
      switch unsafe Int32(storage.pointee.ss_family) {
      case AF_INET:
        return unsafe storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          let text = unsafe host(AF_INET, &address.pointee.sin_addr)
          let isPrivate = unsafe UInt32(bigEndian: address.pointee.sin_addr.s_addr) >> 24 == 127
          return unsafe ("\(text):\(UInt16(bigEndian: address.pointee.sin_port))", isPrivate)
        }
      case AF_INET6:
        return unsafe storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          let text = unsafe host(AF_INET6, &address.pointee.sin6_addr)
          return unsafe ("[\(text)]:\(UInt16(bigEndian: address.pointee.sin6_port))", text == "::1")
        }
      default: return nil
      }
    }
  }
}
