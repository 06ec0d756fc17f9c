import HostResources
import NIOCore
import NIOHTTP1

/// A reply that is sent at once.
struct Reply {
  var status: HTTPResponseStatus = .ok
  var type = "application/json"
  var body = ByteBuffer()
  var headers: [(String, String)] = []

  /// Headers of every reply: it is for this page alone, or for a guest's (``Gate/guest(_:)``), and must not be stored.
  ///
  /// - Parameter frames: on whose pages it may stand in a frame (``Gate/frames``).
  static func fields(for guest: String?, frames: String?) -> HTTPHeaders {
    var fields = HTTPHeaders([
      ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
      ("referrer-policy", "same-origin"),
      ("cross-origin-resource-policy", guest == nil ? "same-origin" : "cross-origin"),
      ("cross-origin-opener-policy", "same-origin"),
    ])
    if let frames {
      fields.add(contentsOf: [
        ("content-security-policy", "frame-ancestors \(frames)"), ("vary", "Origin"), ("vary", "Referer"),
      ])
    } else {
      fields.add(name: "x-frame-options", value: "DENY")
    }
    if let guest {
      fields.add(contentsOf: [
        ("access-control-allow-origin", guest), ("access-control-allow-methods", "GET, HEAD"),
        ("access-control-allow-headers", "authorization, range"),
      ])
      // No browser takes it with "any".
      if guest != Gate.anyOrigin { fields.add(name: "access-control-allow-credentials", value: "true") }
    }
    return fields
  }

  static func json(_ bytes: [UInt8], _ status: HTTPResponseStatus = .ok) -> Reply {
    Reply(status: status, body: ByteBuffer(bytes: bytes))
  }

  static func text(_ text: String, _ status: HTTPResponseStatus = .ok) -> Reply {
    Reply(status: status, type: "text/plain; charset=utf-8", body: ByteBuffer(string: text))
  }

  static func jpeg(_ body: ByteBuffer) -> Reply { Reply(type: "image/jpeg", body: body) }

  /// An error, in words.
  static func error(_ status: HTTPResponseStatus, _ what: String) -> Reply {
    var json = JSONBytes(capacity: 64)
    json.beginObject()
    json.member("error", what)
    json.endObject()
    return .json(json.bytes, status)
  }

  static func seeOther(_ place: String, _ headers: [(String, String)] = []) -> Reply {
    Reply(status: .seeOther, type: "text/plain; charset=utf-8", headers: [("location", place)] + headers)
  }

  /// One of this program's pages.
  static func page(_ page: Page) -> Reply {
    Reply(
      type: "text/html; charset=utf-8", body: ByteBuffer(bytes: page.html),
      headers: [("content-security-policy", page.policy)])
  }

  /// The part requested by a Range header, if it requests a single valid part (RFC 9110, 14.2).
  func part(_ range: String?) -> Reply {
    guard status == .ok, let range, range.hasPrefix("bytes=") else { return self }
    let count = body.readableBytes
    let ends = range.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, !ends[1].contains(",") else { return self }
    var reply = self
    let first: Int
    var last = count - 1
    if ends[0].isEmpty {
      guard let suffix = Int(ends[1]), suffix > 0 else { return self }
      first = max(count - suffix, 0)
    } else {
      guard let start = Int(ends[0]), start >= 0 else { return self }
      if !ends[1].isEmpty {
        guard let end = Int(ends[1]), end >= start else { return self }
        last = min(end, last)
      }
      first = start
    }
    guard first < count, let slice = body.getSlice(at: body.readerIndex + first, length: last - first + 1)
    else {
      reply.status = .rangeNotSatisfiable
      reply.headers.append(("content-range", "bytes */\(count)"))
      reply.body = ByteBuffer()
      return reply
    }
    reply.status = .partialContent
    reply.headers.append(("content-range", "bytes \(first)-\(last)/\(count)"))
    reply.body = slice
    return reply
  }

  func head(_ version: HTTPVersion, for guest: String?, frames: String?, keepsAlive: Bool) -> HTTPResponseHead
  {
    var fields = Self.fields(for: guest, frames: frames)
    fields.add(name: "content-type", value: type)
    fields.add(name: "content-length", value: "\(body.readableBytes)")
    if !keepsAlive { fields.add(name: "connection", value: "close") }
    for (name, value) in headers { fields.add(name: name, value: value) }
    return HTTPResponseHead(version: version, status: status, headers: fields)
  }
}
