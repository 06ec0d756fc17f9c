import Foundation
import NIOHTTP1

/// Decides from a request's head who is let in, before doing any work for the request.
package struct Gate: Sendable {
  /// Names by which a browser may address this server, besides localhost and IP addresses.
  var names: Set<String>
  /// Origins of other sites whose pages may show what is here, but not change it; with ``anyOrigin``, all sites'.
  var origins: Set<String>
  /// The secret needed to get in; `nil` if anyone who can reach the server may.
  var token: Token?
  /// Whether clients that are let in may operate the controls, keep and delete.
  var allowsControl: Bool
  /// The secret of browsers that have logged in; it ends with this process.
  let session = Token(random: 32)

  /// Why a request is refused.
  struct Refusal: Error {
    var status: HTTPResponseStatus
    var reason: String
  }

  static let cookie = "dualcam"
  /// In place of an origin: any.
  package static let anyOrigin = "*"
  private static let foreign = Refusal(
    status: .forbidden, reason: "another site's page may not do that; --allow-origin lets it look")

  package init(
    names: [String] = [], origins: [String] = [], token: Token? = nil, allowsControl: Bool = false
  ) {
    (self.names, self.origins) = (Set(names.map { $0.lowercased() }), Set(origins))
    (self.token, self.allowsControl) = (token, allowsControl)
  }

  /// Refuses a request that may come from a page other than this server's.
  ///
  /// A foreign page can point its own name at this address (DNS rebinding): the name in `Host` is then not one of ours. It can also
  /// send requests here from a logged-in browser: `Origin` and `Sec-Fetch-Site` reveal that.
  func checkOrigin(_ head: HTTPRequestHead) throws(Refusal) {
    let hosts = head.headers[canonicalForm: "host"]
    let isGuest = guest(head) != nil
    // HTTP/1.0 does without (RFC 1945), and no browser speaks it.
    if hosts.isEmpty, head.version == .http1_0, isGuest || !head.headers.contains(name: "origin") { return }
    guard hosts.count == 1, let host = hosts.first, let name = Self.name(in: String(host)) else {
      throw Refusal(status: .badRequest, reason: "one Host header is needed")
    }
    guard Self.isAddress(name) || name == "localhost" || names.contains(name) else {
      throw Refusal(
        status: .misdirectedRequest,
        reason: "this server isn't known as \(name); start it with --host \(name)")
    }
    if isGuest { return }
    if let site = head.headers.first(name: "sec-fetch-site"), site == "cross-site" || site == "same-site",
      !isNavigation(head)
    {
      throw Self.foreign
    }
    guard let origin = head.headers.first(name: "origin") else { return }
    guard origin == "http://\(host)" || origin == "https://\(host)" else {
      throw Self.foreign
    }
  }

  /// Whose pages may contain this one in a frame, as `frame-ancestors` has it (CSP 3, 6.4.2.1); `nil` for nobody's.
  var frames: String? {
    if origins.isEmpty { return nil }
    return origins.contains(Self.anyOrigin) ? Self.anyOrigin : origins.sorted().joined(separator: " ")
  }

  /// The origin of another site's page that asks to read, if it may; ``anyOrigin`` if all may.
  ///
  /// An `<img>` doesn't say its page's origin, but that page's address, unless the page forbids it.
  func guest(_ head: HTTPRequestHead) -> String? {
    guard !origins.isEmpty, [.GET, .HEAD, .OPTIONS].contains(head.method),
      !head.headers.contains(name: "upgrade")
    else { return nil }
    if origins.contains(Self.anyOrigin) { return Self.anyOrigin }
    let origin =
      head.headers.first(name: "origin")
      ?? head.headers.first(name: "referer").flatMap { Self.origin(of: $0) }
    return origin.flatMap { origins.contains($0) ? $0 : nil }
  }

  /// The origin of a page's address (RFC 6454), as browsers write it; `nil` if it has none.
  ///
  /// - Parameter isWhole: whether the address has to be an origin, without a path.
  package static func origin(of address: String, isWhole: Bool = false) -> String? {
    let parts = address.lowercased().split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty,
      let name = name(in: String(parts[2])),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:[]".contains($0)) }),
      !isWhole || parts.count == 3 || parts[3].isEmpty
    else { return nil }
    let port = parts[2].dropFirst(name.count)
    return "\(parts[0])//\(name)\(port == (parts[0] == "http:" ? ":80" : ":443") ? "" : port)"
  }

  /// Whether a link from elsewhere leads to the page, or a frame, which reveals nothing to where it came from. Browsers show a
  /// frame only on sites of ``frames``; its request needn't say which that is.
  private func isNavigation(_ head: HTTPRequestHead) -> Bool {
    let place = head.headers.first(name: "sec-fetch-dest")
    return head.method == .GET && head.headers.first(name: "sec-fetch-mode") == "navigate"
      && (place == "document" || place == "iframe" && !origins.isEmpty)
  }

  /// What a client presents to get in.
  enum Credential {
    case token(String)
    case session(String)
  }

  /// A request's credential: `Authorization: Bearer`, with the scheme in any case (RFC 9110, 11.1), this server's cookie, or the
  /// password of `Authorization: Basic` (RFC 7617). A proxy may have asked for that, so the cookie comes first.
  static func credential(of head: HTTPRequestHead) -> Credential? {
    let parts = head.headers.first(name: "authorization")?.split(separator: " ", maxSplits: 1) ?? []
    let scheme = parts.first?.lowercased()
    let value = parts.dropFirst().first?.drop { $0 == " " } ?? ""
    if scheme == "bearer" { return .token(String(value)) }
    if let session = session(of: head) { return .session(session) }
    guard scheme == "basic" else { return nil }
    let login = Data(base64Encoded: String(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return .token(String(login.drop { $0 != ":" }.dropFirst()))
  }

  /// The session named by a request's cookies; only the first of several, because a request is one try.
  static func session(of head: HTTPRequestHead) -> String? {
    let pairs = head.headers["cookie"].joined(separator: ";").split(separator: ";").lazy.map {
      $0.drop { $0 == " " }
    }
    return pairs.first { $0.hasPrefix(cookie + "=") }.map { String($0.dropFirst(cookie.count + 1)) }
  }

  /// Whether a credential is valid.
  func accepts(_ credential: Credential) -> Bool {
    switch credential {
    case .token(let text): token?.matches(text) ?? false
    case .session(let text): session.matches(text)
    }
  }

  /// The cookie that marks a browser as logged in. Without a path it is for the folder of the page that asked for the token,
  /// wherever a proxy puts that.
  func cookie(isSecure: Bool) -> String {
    "\(Self.cookie)=\(session.text); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
  }

  /// The name or address in a Host header, without its port.
  private static func name(in host: String) -> String? {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || isPort(rest) else { return nil }
      return String(host[...end]).lowercased()
    }
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard !parts[0].isEmpty, parts.count == 1 || isPort(":" + parts[1]) else { return nil }
    return parts[0].lowercased()
  }

  private static func isPort(_ text: some StringProtocol) -> Bool {
    text.first == ":" && (2...6).contains(text.count)
      && text.dropFirst().allSatisfy { ("0"..."9").contains($0) }
  }

  /// Whether it is an IP address, which nobody can point elsewhere.
  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("[") {
      return name.hasSuffix("]") && name.count > 3
        && name.dropFirst().dropLast().allSatisfy { $0.isHexDigit && $0.isASCII || $0 == ":" || $0 == "." }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { (1...3).contains($0.count) && UInt8($0) != nil }
  }
}
