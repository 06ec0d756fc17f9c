/// A request's path and query, decoded.
struct Address {
  /// The path's components, none of them empty, `.` or `..`, or containing a slash or a control character.
  var path: [String]
  /// Whether a slash follows them: relative addresses start there.
  var isFolder = false
  var query: [String: String]

  /// Nil if it isn't a path of this server, such as an absolute address, another encoding, or a way out of a folder.
  init?(_ uri: String) {
    guard uri.hasPrefix("/"), uri.utf8.count <= 2048 else { return nil }
    let halves = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = []
    let parts = halves[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      // A trailing slash is allowed.
      isFolder = part.isEmpty && index == parts.count - 1
      if isFolder { continue }
      guard let text = Self.decoded(part), !text.isEmpty, text != ".", text != "..",
        text.unicodeScalars.allSatisfy({ $0 != "/" && $0 != "\\" && $0.value >= 32 && $0.value != 127 })
      else { return nil }
      path.append(text)
    }
    query = halves.count > 1 ? Self.pairs(halves[1]) : [:]
  }

  /// The same by the name that this server has for it: other programs that stream Motion JPEG call it `/stream` and `/snapshot`
  /// (ustreamer), or `/?action=stream` and `/?action=snapshot` (mjpg-streamer).
  var ours: Address {
    var address = self
    switch path.isEmpty ? query["action"] : path.count == 1 ? path[0] : nil {
    case "stream": address.path = ["stream.mjpg"]
    case "snapshot": address.path = ["snapshot.jpg"]
    default: break
    }
    return address
  }

  /// The pairs of a query or a form; for a repeated name, the first.
  static func pairs(_ text: some StringProtocol) -> [String: String] {
    var pairs: [String: String] = [:]
    for pair in text.split(separator: "&").prefix(32) {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count > 1 ? String(halves[1].map { $0 == "+" ? " " : $0 }) : ""
      guard let name = decoded(halves[0]), let value = decoded(value) else { continue }
      if pairs[name] == nil { pairs[name] = value }
    }
    return pairs
  }

  /// Percent-decoded (RFC 3986, 2.1); nil if the encoding or the UTF-8 is invalid.
  static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next(), let low = rest.next(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16),
        high != UInt8(ascii: "+"), high != UInt8(ascii: "-")
      else { return nil }
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
