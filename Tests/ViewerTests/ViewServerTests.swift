import Foundation
import Glibc
import HostResources
import JPEGCodec
import NIOCore
import PixelTypes
import Screen
import Synchronization
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings
@testable import Viewer

@Suite("View server")
struct ViewServerTests {
  /// A recorder as a stage drives it, with a screen that looks so; `show` publishes a picture full of a byte.
  private static func withRecorder(
    _ path: String, screen: String = #"{"width":1,"height":1,"elements":[]}"#,
    _ body: (_ show: @escaping (UInt8) throws -> Void) throws -> Void
  ) throws {
    let pictures = PublishedPictures()
    let mailbox = ControlMailbox()
    let socket = try ControlSocket(path: path, mailbox: mailbox, pictures: pictures)
    defer { socket.close() }
    let isOver = Mutex(false)
    let stage = try WorkerThread(name: "stage") {
      while !isOver.withLock({ $0 }) {
        if mailbox.wantsDescription { mailbox.describe(Array(screen.utf8)) }
        usleep(2_000)
      }
    }
    defer {
      isOver.withLock { $0 = true }
      _ = stage.join(within: .seconds(10))
    }
    let sink = PublishSink(pictures) { socket.hasPicture() }
    let frame = Picture(capacity: 300_000)
    try body { value in
      try wait(for: "somebody who watches") { pictures.isWatched }
      frame.withMemory { memory in for i in 0..<300_000 { memory[i] = value } }
      frame.byteCount = 300_000
      #expect(try sink.write(Issue(frame)) != nil)
    }
  }

  private static func socketPath() -> String {
    "/tmp/dualcam-view-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }

  static func withServer(
    _ change: (inout ViewServer.Settings) -> Void = { _ in },
    _ body: (_ server: ViewServer, _ show: (UInt8) throws -> Void, _ folder: TestFolder) throws -> Void
  ) throws {
    let folder = try TestFolder()
    let path = socketPath()
    try withRecorder(path) { show in
      var settings = ViewServer.Settings(sockets: [path])
      change(&settings)
      let server = try ViewServer(settings, at: .address("127.0.0.1:0"))
      defer { server.close() }
      let hub = server.hub
      try wait(for: "the recorder") {
        try server.channel.eventLoop.submit { hub.value.recorders.allSatisfy { $0.state != .gone } }.wait()
      }
      try body(server, show, folder)
    }
  }

  /// The status of the answer to a request on a connection of its own; 0 without an answer.
  static func ask(_ server: ViewServer, _ request: String) throws -> Int {
    let client = try ViewerClient(server.address)
    return client.status(request)
  }

  /// The status of the answer for a path, as ``ask(_:_:)``.
  static func status(_ server: ViewServer, _ path: String, _ more: String = "") throws -> Int {
    try ask(server, get(path, more))
  }

  static let secret = "0123456789abcdef-secret"

  /// A file with the token, which its owner alone may read.
  static func tokenFile(_ folder: TestFolder) throws -> String {
    let path = try folder.put(secret + "\n", "token")
    try setMode(path, 0o600)
    return path
  }

  static func setMode(_ path: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  static func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
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

  static let upgrade =
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

  @Test("a picture comes as wide as it is asked for, and never wider than it is")
  func widths() throws {
    let folder = try TestFolder()
    var encoder = JPEGEncoder()
    let whole = try encoder.encode(
      PlanarPicture(size: PixelSize(clampingWidth: 400, height: 300), subsampling: .yuv420), quality: 80)
    try folder.put("", "rec/frames.jsonl")
    try Data(whole).write(to: URL(fileURLWithPath: folder.file("rec/000000.jpg")))
    try Self.withServer({ $0.recordings = folder.path }) { server, _, _ throws in
      var decoder = try JPEGDecoder()
      for (query, width, height) in [
        ("", 400, 300), ("?width=200", 200, 150), ("?width=360", 360, 270), ("?width=0", 16, 12),
        ("?width=-9223372036854775808", 16, 12), ("?width=4000", 400, 300), ("?thumbnail", 320, 240),
        ("?width=x", 400, 300),
      ] {
        let client = try ViewerClient(server.address)
        client.send(Self.get("/recordings/rec/000000.jpg" + query, "Connection: close\r\n"))
        let answer = client.rest()
        let start = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
        let picture = Array(answer[start...])
        let size = try decoder.readHeader(picture.span).size
        #expect((size.width, size.height) == (width, height), "\(query)")
        #expect((picture == whole) == (width == 400), "\(query)")
      }
    }
  }

  @Test(
    "a recording's pictures come as one ZIP, as they are, and the kept ones alone; what isn't there is said")
  func downloads() throws {
    let folder = try TestFolder()
    var lines = ""
    var pictures: [[UInt8]] = []
    for index in 0..<3 {
      let name = FileName.frame(index)
      pictures.append((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * (index + 3)) })
      lines += #"{"index":\#(index),"file":"\#(name)","cameras":[],"hud":[]}"# + "\n"
      try folder.put(pictures[index], "Größe 1/\(name)")
    }
    try folder.put(lines, "Größe 1/frames.jsonl")
    try folder.put(#"{"kept":[1]}"#, "Größe 1/kept.json")
    try Self.withServer({ $0.recordings = folder.path }) { server, _, _ throws in
      func get(_ path: String, _ version: String = "1.0") throws -> (head: String, body: [UInt8]) {
        let client = try ViewerClient(server.address)
        client.send("GET \(path) HTTP/\(version)\r\nHost: localhost\r\n\r\n")
        return (client.head(), version == "1.0" ? client.rest() : [])
      }
      let place = "/recordings/Gr%C3%B6%C3%9Fe%201/pictures.zip"
      for (query, wanted) in [("", [0, 1, 2]), ("?kept", [1])] {
        let (head, body) = try get(place + query)
        #expect(head.contains(" 200 ") && head.contains("content-type: application/zip"), "\(head)")
        #expect(head.contains("filename*=UTF-8''Gr%C3%B6%C3%9Fe%201%2Ezip"), "\(head)")
        for index in 0..<3 {
          let entry = Array("Größe 1/\(FileName.frame(index))".utf8)
          #expect((body.firstRange(of: pictures[index]) != nil) == wanted.contains(index))
          #expect((body.firstRange(of: entry) != nil) == wanted.contains(index))
        }
        #expect(body.suffix(22).starts(with: [0x50, 0x4B, 5, 6, 0, 0, 0, 0, UInt8(wanted.count), 0]))
      }
      #expect(try get(place, "1.1").head.contains("transfer-encoding: chunked"))
      try folder.put(#"{"kept":[]}"#, "Größe 1/kept.json")
      for path in [place + "?kept", "/recordings/none/pictures.zip", place + "/x"] {
        #expect(try Self.status(server, path) == 404, "\(path)")
      }
    }
  }

  @Test("a ZIP says where its files lie; beyond 4 GiB, or 65,535 files, with Zip64's numbers")
  func zips() throws {
    let check: [UInt8] = [0x26, 0x39, 0xF4, 0xCB]
    func last(_ count: Int, after start: UInt64) -> (head: ByteBuffer, tail: [UInt8]) {
      var archive = ZipArchive(after: start)
      var head = ByteBuffer()
      for _ in 0..<count { head = archive.begin("a/b.jpg", Array("123456789".utf8), seconds: 1_764_000_000) }
      return (head, Array(archive.end().readableBytesView))
    }
    let (head, tail) = last(1, after: 0)
    // CRC-32's own check value, at its place; stored, nine bytes.
    let facts = Array(head.readableBytesView)
    #expect(facts[14..<18] == check[...] && facts[8..<10] == [0, 0] && facts[18] == 9 && facts[22] == 9)
    // 2025-11-24 16:00:00 UTC.
    #expect(facts[10..<14] == [0, 0x80, 0x78, 0x5B], "\(facts[10..<14])")
    #expect(tail.count == 46 + 7 + 9 + 22 && tail.firstRange(of: [0x50, 0x4B, 6, 6]) == nil)
    for (count, start) in [(1, UInt64(1) << 33), (65_535, 0)] {
      let tail = last(count, after: start).tail
      let end = try #require(tail.firstRange(of: [0x50, 0x4B, 6, 6])).lowerBound
      func number(_ at: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(tail[at + $1]) << (8 * UInt64($1)) }
      }
      #expect(number(end + 24) == UInt64(count) && number(end + 40) == UInt64(end))
      let files = start + UInt64(count * (30 + 7 + 9 + 9))
      #expect(number(end + 48) == files && number(end + 56 + 8) == files + UInt64(end))
      if count == 1 { #expect(number(end - 8) == start) }
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

  @Test("addresses that other programs know: snapshots, and a state with the rate that the recorder has")
  func others() throws {
    try Self.withServer { server, show, _ throws in
      for path in ["/snapshot", "/?action=snapshot", "/snapshot?recorder=x"] {
        let client = try ViewerClient(server.address)
        client.send(Self.get(path, "Connection: close\r\n"))
        if path.contains("recorder") {
          #expect(ViewerClient.status(client.head()) == 404)
        } else {
          try show(7)
          let answer = client.rest()
          #expect(answer.count > 300_000 && answer.last == 7, "\(path)")
        }
      }
      #expect(try Self.status(server, "/?action=other") == 200)
      let stream = try ViewerClient(server.address)
      stream.send(Self.get("/?action=stream"))
      _ = stream.head()
      let client = try ViewerClient(server.address)
      client.send(Self.get("/state", "Connection: close\r\n"))
      for value: UInt8 in 1...4 {
        try show(value)
        usleep(5_000)
      }
      let answer = String(decoding: client.rest(), as: UTF8.self)
      let json = try #require(answer.split(separator: "\r\n\r\n").last)
      struct State: Decodable {
        struct Result: Decodable {
          struct Source: Decodable {
            struct Resolution: Decodable { var width, height: Int }
            var online: Bool
            var resolution: Resolution
            var captured_fps, desired_fps: Int
          }
          struct Stream: Decodable { var queued_fps, clients: Int }
          var source: Source
          var stream: Stream
        }
        var ok: Bool
        var result: Result
      }
      let state = try JSONDecoder().decode(State.self, from: Data(json.utf8))
      #expect(state.ok && state.result.source.online && state.result.stream.clients == 1)
      #expect(state.result.source.captured_fps > 0)
    }
  }

  @Test("a rate counts the pictures between two, is of the last second, and ends with them")
  func rates() {
    var rate = PictureRate()
    #expect(rate.perSecond() == 0)
    for n in 0..<100 { rate.add(number: UInt64(n + 1), at: Double(n) * 40) }
    #expect(rate.perSecond() == 25)
    // One of ten is taken; those between count.
    for n in 0..<20 { rate.add(number: UInt64(100 + 10 * n), at: 4000 + Double(n) * 200) }
    #expect(rate.perSecond() == 50)
    #expect(rate.perSecond(9000) == 50 && rate.perSecond(11_000) == 0)
    // It begins anew with a recorder that does.
    rate.add(number: 1, at: 20_000)
    #expect(rate.perSecond() == 0)
    rate.add(at: 20_100)
    #expect(rate.perSecond() == 10)
  }

  @Test("a page gets at most two pictures that it hasn't acknowledged, and then the newest")
  func sockets() throws {
    try Self.withServer({ $0.allowsControl = true }) { server, show, _ throws in
      let page = try ViewerClient(server.address)
      #expect(try Self.status(server, "/ws", Self.upgrade + "Origin: http://evil.example\r\n") != 101)
      #expect(page.status(Self.get("/ws", Self.upgrade + "Origin: http://localhost\r\n")) == 101)
      let state = try #require(page.message())
      let name = try #require(state.firstMatch(of: /"name":"([^"]+)"/)).1
      page.say(#"{"show":["\#(name)"]}"#)
      for value: UInt8 in 1...30 {
        try show(value)
        usleep(5_000)
      }
      var sequences: [Int] = []
      func pictures(_ count: Int) {
        while sequences.count < count, let text = page.message() {
          if let match = text.firstMatch(of: /"sequence":(\d+)/) { sequences.append(Int(match.1) ?? 0) }
        }
      }
      pictures(2)
      page.say(#"{"ping":1}"#)
      #expect(page.message(with: "pong") != nil)
      // Of the others none came; now the newest does.
      let before = try #require(sequences.last)
      page.say(#"{"taken":{"recorder":"\#(name)","sequence":\#(before)}}"#)
      try show(200)
      pictures(3)
      #expect(sequences.count == 3 && sequences[2] > before, "\(sequences)")
      page.say(#"{"do":{"recorder":"\#(name)","id":4,"event":{"toggle":"capture"}}}"#)
      #expect(page.message(with: "done")?.contains(#""id":4,"answer":{"ok":true}"#) == true)
      for bad in [#"{"next":true}"#, #"{"describe":true}"#, #"{"toggle":"a","press":{}}"#, "{}"] {
        page.say(#"{"do":{"recorder":"\#(name)","id":5,"event":\#(bad)}}"#)
        #expect(page.message(with: "done")?.contains("error") == true, "\(bad)")
      }
      page.say("nonsense")
      while page.message() != nil {}
    }
  }

  @Test("a recorder that comes back tells its screen anew, though it counts its screens from the start again")
  func restarted() throws {
    let path = Self.socketPath()
    let server = try ViewServer(ViewServer.Settings(sockets: [path]), at: .address("127.0.0.1:0"))
    defer { server.close() }
    let page = try ViewerClient(server.address)
    #expect(page.status(Self.get("/ws", Self.upgrade)) == 101)
    page.say(#"{"show":["\#(path.split(separator: "/").last ?? "")"]}"#)
    for mode in ["Photo", "Video"] {
      try Self.withRecorder(path, screen: #"{"mode":"\#(mode)"}"#) { show in
        try show(1)
        #expect(page.message(with: #"{"screen""#)?.contains(mode) == true, "\(mode)")
      }
    }
  }
}
