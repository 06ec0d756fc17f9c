import Foundation
import Glibc
import HostResources
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Viewer

@Suite("View server")
struct ViewServerTests {
  private static func withServer(
    _ change: (inout ViewServer.Settings) -> Void = { _ in },
    _ body: (_ server: ViewServer, _ show: (UInt8) throws -> Void, _ folder: TestFolder) throws -> Void
  ) throws {
    let folder = try TestFolder()
    let path = "/tmp/dualcam-view-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let pictures = PublishedPictures()
    let mailbox = ControlMailbox()
    let socket = try ControlSocket(path: path, mailbox: mailbox, pictures: pictures)
    defer { socket.close() }
    // As a stage does with each picture.
    let isOver = Mutex(false)
    let stage = try WorkerThread(name: "stage") {
      while !isOver.withLock({ $0 }) {
        if mailbox.wantsDescription { mailbox.describe(Array(#"{"width":1,"height":1,"elements":[]}"#.utf8)) }
        usleep(2_000)
      }
    }
    defer {
      isOver.withLock { $0 = true }
      _ = stage.join(within: .seconds(10))
    }
    let sink = PublishSink(pictures) { socket.hasPicture() }
    var settings = ViewServer.Settings(sockets: [path])
    change(&settings)
    let server = try ViewServer(settings, at: .address("127.0.0.1:0"))
    defer { server.close() }
    let hub = server.hub
    try wait(for: "the recorder") {
      try server.channel.eventLoop.submit { hub.value.recorders.allSatisfy { $0.state != .gone } }.wait()
    }
    let frame = OutputFrame(capacity: 300_000)
    try body(
      server,
      { value in
        try wait(for: "somebody who watches") { pictures.isWatched }
        frame.withMemory { memory in for i in 0..<300_000 { memory[i] = value } }
        frame.byteCount = 300_000
        #expect(try sink.write(frame))
      }, folder)
  }

  /// The status of the answer to a request on a connection of its own; 0 without an answer.
  private static func ask(_ server: ViewServer, _ request: String) throws -> Int {
    let client = try ViewerClient(server.address)
    return client.status(request)
  }

  /// The status of the answer for a path, as ``ask(_:_:)``.
  private static func status(_ server: ViewServer, _ path: String, _ more: String = "") throws -> Int {
    try ask(server, get(path, more))
  }

  private static let secret = "0123456789abcdef-secret"

  /// A file with the token, which its owner alone may read.
  private static func tokenFile(_ folder: TestFolder) throws -> String {
    let path = try folder.put(secret + "\n", "token")
    try setMode(path, 0o600)
    return path
  }

  private static func setMode(_ path: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private static func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
  }

  @Test(
    "only this server's names are answered, and no other site's page",
    arguments: [
      ("Host: localhost", 200), ("Host: localhost:8080", 200), ("Host: 127.0.0.1:1", 200),
      ("Host: [::1]:8080", 200),
      ("Host: LOCALHOST", 200), ("Host: camera.example", 200), ("Host: evil.example", 421),
      ("Host: localhost.evil.example", 421), ("Host: 127.0.0.1.evil.example", 421),
      ("Host: localhost@evil.example", 421),
      ("Host: ", 400), ("X: y", 400), ("Host: localhost\r\nHost: localhost", 400),
      ("Host: localhost:port", 400),
      ("Host: [::1", 400), ("Host: localhost\r\nOrigin: http://evil.example", 403),
      ("Host: localhost\r\nOrigin: null", 403),
      ("Host: localhost\r\nOrigin: http://localhost:1", 403),
      ("Host: localhost\r\nOrigin: http://localhost", 200),
      ("Host: localhost\r\nSec-Fetch-Site: cross-site", 403),
      ("Host: localhost\r\nSec-Fetch-Site: same-site", 403),
      ("Host: localhost\r\nSec-Fetch-Site: same-origin", 200),
      (
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document",
        200
      ),
    ])
  func names(headers: String, status: Int) throws {
    try Self.withServer({ $0.hosts = ["Camera.Example"] }) { server, _, _ throws in
      #expect(try Self.ask(server, "GET /state.json HTTP/1.1\r\n\(headers)\r\n\r\n") == status)
    }
  }

  @Test("without the token there is nothing; with it, or a session, there is all")
  func tokens() throws {
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    try Self.setMode(path, 0o644)
    #expect(throws: ViewError.self) { try Self.withServer({ $0.tokenFile = path }) { _, _, _ in } }
    try Self.setMode(path, 0o600)
    try Self.withServer({
      $0.tokenFile = path
      ($0.limits.triesByOne, $0.limits.triesByAll) = ((1000, 0), (1000, 0))
    }) { server, _, _ throws in
      for place in [
        "state.json", "snapshot.jpg", "stream.mjpg", "events", "metrics", "recordings/", "nothing",
      ] {
        #expect(try Self.status(server, "/" + place) == 401)
      }
      #expect(try Self.status(server, "/") == 303)
      #expect(try Self.status(server, "/login") == 200)
      #expect(try Self.status(server, "/ws", Self.upgrade) != 101)
      for (bearer, status) in [
        (Self.secret, 200), ("0123456789abcdef-secre", 401), ("0123456789abcdef-secretX", 401),
        ("", 401),
        (String(repeating: "0", count: 600), 401),
      ] {
        let more = "Authorization: Bearer \(bearer)\r\n"
        #expect(try Self.status(server, "/state.json", more) == status)
        for (user, scheme) in [("", "Basic"), ("anyone", "basic"), ("1", "BASIC ")] {
          let login = Data("\(user):\(bearer)".utf8).base64EncodedString()
          #expect(try Self.status(server, "/state.json", "Authorization: \(scheme) \(login)\r\n") == status)
        }
      }
      // Neither base64 nor a password; a colon belongs to the password.
      for login in ["!", Self.secret, ":" + Self.secret, Data(Self.secret.utf8).base64EncodedString()]
        + [Data("a:b:\(Self.secret)".utf8).base64EncodedString()]
      {
        #expect(try Self.status(server, "/state.json", "Authorization: Basic \(login)\r\n") == 401)
      }
      #expect(try Self.login(server, "wrong").contains("location: /login#failed"))
      let answer = try Self.login(server, Self.secret)
      let cookie = try #require(answer.firstMatch(of: /set-cookie: (dualcam=[0-9a-f]+);/)).1
      #expect(answer.contains("HttpOnly; SameSite=Strict"))
      let more = "Cookie: other=1; \(cookie)\r\n"
      #expect(try Self.status(server, "/state.json", more) == 200)
      // A proxy's own password.
      #expect(try Self.status(server, "/state.json", more + "Authorization: Basic YTpi\r\n") == 200)
      #expect(try Self.status(server, "/state.json", "Cookie: \(cookie)0\r\n") == 401)
      #expect(try Self.status(server, "/ws", Self.upgrade + more) == 101)
      #expect(try Self.status(server, "/login", more) == 303)
    }
  }

  private static func login(_ server: ViewServer, _ token: String) throws -> String {
    let form = "token=\(token)"
    let client = try ViewerClient(server.address)
    client.send(
      "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
    )
    return client.head()
  }

  @Test(
    "however a token is given, wrong ones spend a budget; then the right one waits too, and a session doesn't",
    arguments: ["Bearer ", "bearer ", "BEARER   ", "Basic YTpi", "cookie", "form", "socket"])
  func tries(way: String) throws {
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    try Self.withServer({
      $0.tokenFile = path
      ($0.limits.triesByOne, $0.limits.triesByAll) = ((3, 0), (1000, 0))
    }) { server, _, _ throws in
      let answer = try Self.login(server, Self.secret)
      let session = try #require(answer.firstMatch(of: /set-cookie: (dualcam=[0-9a-f]+);/)).1
      let right = "Authorization: BEARER 0123456789abcdef-secret\r\n"
      for _ in 0..<3 {
        #expect(try Self.status(server, "/state.json", right) == 200)
        switch way {
        case "form": #expect(try Self.login(server, "wrong").contains("location: /login#failed"))
        case "cookie":
          #expect(try Self.status(server, "/state.json", "Cookie: \(session)0; \(session)\r\n") == 401)
        case "socket":
          #expect(try Self.status(server, "/ws", Self.upgrade + "Authorization: bearer no\r\n") == 403)
        default: #expect(try Self.status(server, "/state.json", "Authorization: \(way)no\r\n") == 401)
        }
      }
      #expect(try Self.status(server, "/state.json", right) == 429)
      #expect(try Self.status(server, "/ws", Self.upgrade + right) == 403)
      #expect(try Self.login(server, Self.secret).contains("location: /login#wait"))
      #expect(try Self.status(server, "/state.json", "Cookie: \(session)\r\n") == 200)
    }
  }

  @Test(
    "strangers who try tokens wait, each and all together; an address that is known doesn't wait for them")
  func throttle() throws {
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    var limits = Limits()
    (limits.triesByOne, limits.triesByAll) = ((3, 1), (4, 1))
    var now = NIODeadline.now()
    var throttle = TokenThrottle(Gate(token: try Token(path: path)), limits, now)
    func answers(_ addresses: String...) -> [TokenThrottle.Outcome] {
      addresses.map {
        throttle.admit(
          .token($0.hasSuffix("!") ? Self.secret : "no"), from: String($0.first ?? "-"), now)
      }
    }
    #expect(
      answers("k!", "a", "a", "a", "a", "a!") == [
        .admitted, .denied, .denied, .denied, .throttled, .throttled,
      ])
    #expect(answers("b!", "b", "b", "b!", "k!") == [.admitted, .denied, .denied, .admitted, .admitted])
    #expect(answers("c!", "b", "b!", "k!") == [.throttled, .denied, .throttled, .admitted])
    #expect(throttle.admit(nil, from: "c", now) == .denied)
    now = now + .seconds(1)
    #expect(answers("a!", "c!", "b!") == [.admitted, .admitted, .admitted])
    // Addresses without end are forgotten.
    for number in 0..<10_000 {
      now = now + .seconds(1)
      #expect(throttle.admit(.token("no"), from: "\(number)", now) == .denied)
    }
    #expect(answers("a!") == [.admitted] && throttle.tried.count <= TokenThrottle.mostAddresses)
  }

  @Test(
    "a frame without a mask, with a reserved bit or code ends a page's socket (RFC 6455, 5.1 and 5.2), and nothing after it counts",
    arguments: [
      (0x81, 0x00), (0xC1, 0x80), (0xA1, 0x80), (0x91, 0x80), (0x83, 0x80), (0x8B, 0x80), (0x8A, 0x00),
    ])
  func frames(code: UInt8, mask: UInt8) throws {
    try Self.withServer({ $0.allowsControl = true }) { server, _, _ throws in
      let page = try ViewerClient(server.address)
      #expect(page.status(Self.get("/ws", Self.upgrade)) == 101)
      let event = Array(#"{"do":{"recorder":"x","id":4,"event":{"toggle":"capture"}}}"#.utf8)
      let key: [UInt8] = mask == 0 ? [] : [0, 0, 0, 0]
      page.send(
        [code, mask | UInt8(event.count)] + key + event + [0x81, 0x80 | UInt8(event.count), 0, 0, 0, 0]
          + event)
      let rest = page.rest()
      // Closed, for a protocol error (1002).
      #expect(rest.suffix(4).elementsEqual([0x88, 2, 3, 0xEA]))
      #expect(!String(decoding: rest, as: UTF8.self).contains("done"))
    }
  }

  private static let upgrade =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"

  @Test(
    "an address for others needs a token; one that is none is named",
    arguments: [
      "0.0.0.0:0", "[::]:0", "192.168.7.7:80", "localhost", "nowhere:80", "127.0.0.1:99999", ":80", "",
    ])
  func addresses(address: String) {
    #expect(throws: ViewError.self) {
      try ViewServer(ViewServer.Settings(sockets: []), at: .address(address)).close()
    }
  }

  @Test(
    "no path leads out of the recordings or to what isn't a picture",
    arguments: [
      "/../etc/passwd", "/recordings/../../etc/passwd", "/recordings/..%2f..%2fetc%2fpasswd",
      "/recordings/%2e%2e/secret.jpg",
      "/recordings/rec/..", "/recordings/rec/%2e%2e%2fsecret", "/recordings/rec/session.json",
      "/recordings/rec/000000.jpg/x",
      "/recordings/rec/000000.jpg%00", "/recordings/link/", "/recordings/rec/0.jpg",
      "/recordings/rec/-00001.jpg", "/recordings/rec/9223372036854775807.jpg",
      "/recordings//rec/", "//etc/passwd", "http://localhost/state.json", "*", "/%", "/%zz", "/%ff",
      "/recordings/rec\\..\\x",
      "/state.json/x", "/page.html", "/recordings/rec/sheet.jpg/x",
    ])
  func paths(path: String) throws {
    let folder = try TestFolder()
    try folder.put("{}\n", "all/rec/frames.jsonl")
    try folder.put("{}", "all/rec/session.json")
    try folder.put("secret", "secret.jpg")
    try folder.link("all/link", to: folder.path)
    try Self.withServer({ $0.recordings = folder.file("all") }) { server, _, _ throws in
      let client = try ViewerClient(server.address)
      client.send(Self.get(path, "Connection: close\r\n"))
      let answer = String(decoding: client.rest(), as: UTF8.self)
      #expect((400..<500).contains(ViewerClient.status(answer)), "\(answer.prefix(100))")
      #expect(!answer.contains("secret\r") && !answer.contains("root:"))
    }
  }

  @Test("who may only watch changes nothing; who may, only with a request that no form can send")
  func changes() throws {
    let folder = try TestFolder()
    try folder.put("", "rec/frames.jsonl")
    func post(_ server: ViewServer, _ type: String) throws -> Int {
      try Self.ask(
        server,
        "POST /recordings/rec/000000.jpg HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nContent-Length: 13\r\n\r\n{\"kept\":true}"
      )
    }
    func delete(_ server: ViewServer, _ file: String) throws -> Int {
      try Self.ask(server, "DELETE /recordings/rec/\(file) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    try Self.withServer({ $0.recordings = folder.path }) { server, _, _ throws in
      #expect(try post(server, "application/json") == 403 && delete(server, "000000.jpg") == 403)
      let put = "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
      #expect(try Self.ask(server, put) == 405)
    }
    try Self.withServer({ ($0.recordings, $0.allowsControl) = (folder.path, true) }) { server, _, _ throws in
      for type in ["text/plain", "application/x-www-form-urlencoded"] {
        #expect(try post(server, type) == 415)
      }
      #expect(try delete(server, "000009.jpg") == 404)
    }
  }

  @Test("slow lines, silence, half requests, endless heads and garbage end, and others are served meanwhile")
  func slowAndBad() throws {
    try Self.withServer({
      $0.limits.arrival = .milliseconds(400)
      $0.limits.idle = .milliseconds(400)
    }) { server, _, _ throws in
      let (silent, slow) = (try ViewerClient(server.address), try ViewerClient(server.address))
      let idle = try ViewerClient(server.address)
      #expect(idle.status(Self.get("/healthz")) == 200)
      // A byte now and then doesn't help.
      var isOpen = true
      try wait(for: "the slow one's end") {
        isOpen = isOpen && slow.send("G")
        usleep(20_000)
        let status = try Self.status(server, "/healthz")
        #expect(status == 200)
        return !isOpen
      }
      #expect(silent.rest().isEmpty)
      _ = idle.rest()
      let endless = try ViewerClient(server.address)
      endless.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
      var sent = 0
      while sent < 8 << 20, endless.send("X-\(sent): " + String(repeating: "y", count: 1000) + "\r\n") {
        sent += 1000
      }
      #expect(sent < 8 << 20)
      let huge = try ViewerClient(server.address)
      huge.send("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n")
      sent = 0
      while sent < 8 << 20, huge.send([UInt8](repeating: 65, count: 10_000)) { sent += 10_000 }
      #expect(sent < 8 << 20)
      var random = Seeded(17)
      for _ in 0..<40 {
        let client = try ViewerClient(server.address)
        client.send(
          (0..<Int.random(in: 1...3000, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        if Bool.random(using: &random) { _ = client.rest() }
      }
      for bad in [
        "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n", "\r\n\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n",
      ] {
        let client = try ViewerClient(server.address)
        client.send(bad)
        let status = ViewerClient.status(String(decoding: client.rest(), as: UTF8.self))
        #expect(status == 0 || (400..<600).contains(status), "\(bad): \(status)")
      }
      #expect(try Self.status(server, "/healthz") == 200)
    }
  }

  @Test("floods are turned away: connections beyond the limit, requests beyond the rate")
  func floods() throws {
    try Self.withServer({ ($0.limits.connections, $0.limits.burst, $0.limits.perSecond) = (4, 20, 1) }) {
      server, _, _ throws in
      var clients = try (0..<4).map { _ in try ViewerClient(server.address) }
      for client in clients { #expect(client.status(Self.get("/healthz")) == 200) }
      let late = try ViewerClient(server.address)
      #expect(late.rest().isEmpty)
      clients.removeAll()
      try wait(for: "a place") { try Self.status(server, "/healthz") == 200 }
      try wait(for: "all places") {
        let client = try ViewerClient(server.address)
        return client.send(String(repeating: Self.get("/healthz"), count: 60))
          && String(decoding: client.rest(), as: UTF8.self).contains("429 Too Many Requests")
      }
    }
  }

  @Test(
    "a stream's part is whole when it is sent; a snapshot is made after it was asked for; nobody waits for one who stalls"
  )
  func streams() throws {
    try Self.withServer { server, show, _ throws in
      let stalled = try ViewerClient(server.address)
      stalled.send(Self.get("/stream.mjpg"))
      // The boundary comes with the picture, not with the next one; for an <img> the next one's head, too.
      let boundary = "\r\n--dualcam-picture\r\n"
      let readers: [(asks: String, end: String)] = [
        ("Accept: */*\r\n", boundary),
        ("Accept: image/avif,*/*\r\n", boundary + "Content-Type: image/jpeg\r\n\r\n"),
      ]
      let clients = try readers.map { _ in try ViewerClient(server.address) }
      for (client, reader) in zip(clients, readers) { client.send(Self.get("/stream.mjpg", reader.asks)) }
      for value: UInt8 in 1..<40 {
        try show(value)
        for (client, reader) in zip(clients, readers) {
          let part = client.receive {
            $0.count > 300_000 && $0.suffix(reader.end.utf8.count).elementsEqual(reader.end.utf8)
          }
          let body = part.dropLast(reader.end.utf8.count).suffix(1000)
          #expect(
            body.count == 1000 && body.allSatisfy { $0 == value },
            "\(value): \(part.count) bytes, of \(body.last ?? 0)")
        }
      }
      let snapshot = try ViewerClient(server.address)
      snapshot.send(Self.get("/snapshot.jpg", "Connection: close\r\n"))
      let served = Mutex<[UInt8]>([])
      let thread = try WorkerThread(name: "snapshot") { served.withLock { $0 = snapshot.rest() } }
      var value: UInt8 = 100
      try wait(for: "the snapshot") {
        value += 1
        try show(value)
        return thread.join(within: .milliseconds(20))
      }
      #expect(served.withLock { $0.last ?? 0 } > 100 && served.withLock { $0.count } > 300_000)
    }
  }

  @Test("a page gets at most two pictures that it hasn't acknowledged, and then the newest")
  func sockets() throws {
    try Self.withServer({ $0.allowsControl = true }) { server, show, _ throws in
      let page = try ViewerClient(server.address)
      #expect(try Self.status(server, "/ws", Self.upgrade + "Origin: http://evil.example\r\n") != 101)
      #expect(page.status(Self.get("/ws", Self.upgrade + "Origin: http://localhost\r\n")) == 101)
      func say(_ text: String) {
        let bytes = Array(text.utf8)
        page.send([0x81, 0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255), 0, 0, 0, 0] + bytes)
      }
      var input: [UInt8] = []
      /// The next message's text, or the head of a picture.
      func message() -> String? {
        var text: [UInt8]?
        while true {
          func need(_ count: Int) -> Bool {
            if input.count < count { input += page.receive { $0.count + input.count >= count } }
            return input.count >= count
          }
          guard need(2) else { return nil }
          var (start, length) = (2, Int(input[1] & 127))
          if length == 126 {
            guard need(4) else { return nil }
            (start, length) = (4, Int(input[2]) << 8 | Int(input[3]))
          } else if length == 127 {
            guard need(10) else { return nil }
            (start, length) = (10, input[2..<10].reduce(0) { $0 << 8 | Int($1) })
          }
          guard need(start + length) else { return nil }
          let (code, payload) = (input[0], Array(input[start..<(start + length)]))
          input.removeFirst(start + length)
          switch code {
          case 0x81: return String(decoding: payload, as: UTF8.self)
          case 0x02: text = Array(payload.dropFirst(4))
          case 0x80: return text.map { String(decoding: $0, as: UTF8.self) }
          case 0x88: return nil
          default: continue
          }
        }
      }
      let state = try #require(message())
      let name = try #require(state.firstMatch(of: /"name":"([^"]+)"/)).1
      say(#"{"show":["\#(name)"]}"#)
      for value: UInt8 in 1...30 {
        try show(value)
        usleep(5_000)
      }
      var sequences: [Int] = []
      func pictures(_ count: Int) {
        while sequences.count < count, let text = message() {
          if let match = text.firstMatch(of: /"sequence":(\d+)/) { sequences.append(Int(match.1) ?? 0) }
        }
      }
      pictures(2)
      /// The next message with a word in it.
      func answer(_ word: String) -> String? {
        while let text = message() { if text.contains(word) { return text } }
        return nil
      }
      say(#"{"ping":1}"#)
      #expect(answer("pong") != nil)
      // Of the others none came; now the newest does.
      let before = try #require(sequences.last)
      say(#"{"taken":{"recorder":"\#(name)","sequence":\#(before)}}"#)
      try show(200)
      pictures(3)
      #expect(sequences.count == 3 && sequences[2] > before, "\(sequences)")
      say(#"{"do":{"recorder":"\#(name)","id":4,"event":{"toggle":"capture"}}}"#)
      #expect(answer("done")?.contains(#""id":4,"answer":{"ok":true}"#) == true)
      for bad in [#"{"next":true}"#, #"{"describe":true}"#, #"{"toggle":"a","press":{}}"#, "{}"] {
        say(#"{"do":{"recorder":"\#(name)","id":5,"event":\#(bad)}}"#)
        #expect(answer("done")?.contains("error") == true, "\(bad)")
      }
      say("nonsense")
      while message() != nil {}
    }
  }
}
