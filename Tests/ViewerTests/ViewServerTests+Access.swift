import Foundation
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// Who is let in, and what they are told.
extension ViewServerTests {
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
      ("Host: localhost\r\nOrigin: https://home.example", 200),
      ("Host: localhost\r\nOrigin: https://home.example:8443", 403),
      ("Host: localhost\r\nOrigin: http://home.example", 403),
      ("Host: localhost\r\nOrigin: https://home.example.evil.example", 403),
      ("Host: evil.example\r\nOrigin: https://home.example", 421), ("Origin: https://home.example", 400),
      ("Host: localhost\r\nSec-Fetch-Site: cross-site\r\nReferer: https://home.example/dash?x#y", 200),
      (
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nReferer: https://evil.example/https://home.example",
        403
      ),
      ("Host: localhost\r\nSec-Fetch-Site: cross-site\r\nReferer: https://home.example@evil.example/", 403),
      (
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nOrigin: null\r\nReferer: https://home.example/", 403
      ),
      ("Host: localhost\r\nSec-Fetch-Site: cross-site", 403),
      ("Host: localhost\r\nSec-Fetch-Site: same-site", 403),
      ("Host: localhost\r\nSec-Fetch-Site: same-origin", 200),
      (
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document",
        200
      ),
    ])
  func names(headers: String, status: Int) throws {
    try Self.withServer({ ($0.hosts, $0.origins) = (["Camera.Example"], ["https://home.example"]) }) {
      server, _, _ throws in
      #expect(try Self.ask(server, "GET /state.json HTTP/1.1\r\n\(headers)\r\n\r\n") == status)
    }
  }

  @Test(
    "a site's origin is read as browsers write it",
    arguments: [
      ("https://home.example", "https://home.example"), ("HTTPS://Home.Example/", "https://home.example"),
      ("https://home.example:443", "https://home.example"), ("http://[::1]:8123", "http://[::1]:8123"),
      ("http://192.168.1.5:80", "http://192.168.1.5"), ("http://home.example:443", "http://home.example:443"),
      ("https://home.example/dash", nil), ("https://*", nil), ("*", nil), ("null", nil),
      ("home.example", nil),
      ("ftp://home.example", nil), ("https://", nil), ("https:///", nil), ("https://a b", nil),
      ("https://u@home.example", nil),
      ("https://u:p@home.example", nil), ("https://home.example:x", nil), ("https://home.example?x", nil),
      ("https://höme.example", nil), ("https://home.example, https://b.example", nil),
    ])
  func origins(text: String, origin: String?) { #expect(Gate.origin(of: text, isWhole: true) == origin) }

  @Test("an allowed site's pages may show what is here and say which site they are of; they change nothing")
  func guests() throws {
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    try Self.withServer({
      ($0.tokenFile, $0.origins, $0.allowsControl) = (path, ["https://home.example"], true)
      $0.recordings = folder.path
    }) { server, show, _ throws in
      func head(_ request: String) throws -> String {
        let client = try ViewerClient(server.address)
        client.send(request)
        return client.head().lowercased()
      }
      let bearer = "Authorization: Bearer \(Self.secret)\r\n", origin = "Origin: https://home.example\r\n"
      let referer = "Sec-Fetch-Site: cross-site\r\nReferer: https://home.example/\r\n"
      for (path, from) in [("/state.json", origin), ("/stream.mjpg", referer), ("/nothing", origin)] {
        let answer = try head(Self.get(path, bearer + from))
        #expect(answer.contains("access-control-allow-origin: https://home.example\r\n"), "\(answer)")
        #expect(answer.contains("cross-origin-resource-policy: cross-origin\r\n"), "\(answer)")
      }
      let own = try head(Self.get("/state.json", bearer))
      #expect(
        own.contains("cross-origin-resource-policy: same-origin\r\n") && !own.contains("access-control"))
      // Before it sends the token, a browser asks for leave.
      let preflight = try head("OPTIONS /snapshot.jpg HTTP/1.1\r\nHost: localhost\r\n\(origin)\r\n")
      #expect(
        preflight.contains(" 204 ") && preflight.contains("access-control-allow-headers: authorization"))
      #expect(try Self.status(server, "/state.json", origin) == 401)
      #expect(try Self.status(server, "/ws", Self.upgrade + bearer + origin) == 403)
      #expect(
        try Self.ask(
          server, "DELETE /recordings/r/000000.jpg HTTP/1.1\r\nHost: localhost\r\n\(bearer)\(origin)\r\n")
          == 403)
      #expect(
        try Self.ask(server, "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n")
          == 403)
    }
  }

  @Test(
    "with * all sites' pages may show what is here; they open no socket, change nothing, and no other name works"
  )
  func anybody() throws {
    let folder = try TestFolder()
    try Self.withServer({
      ($0.origins, $0.allowsControl, $0.recordings) = ([Gate.anyOrigin], true, folder.path)
    }) { server, _, _ throws in
      let foreign = "Sec-Fetch-Site: cross-site\r\n", origin = "Origin: https://any.example\r\n"
      for more in [foreign, origin, foreign + "Referer: https://any.example/\r\n"] {
        let client = try ViewerClient(server.address)
        client.send(Self.get("/state.json", more))
        let answer = client.head().lowercased()
        #expect(answer.contains("access-control-allow-origin: *\r\n"), "\(answer)")
        #expect(answer.contains("cross-origin-resource-policy: cross-origin\r\n"), "\(answer)")
        #expect(!answer.contains("allow-credentials") && answer.contains("vary: origin"), "\(answer)")
      }
      for more in [origin, foreign] {
        #expect(try Self.status(server, "/ws", Self.upgrade + more) == 403)
        #expect(
          try Self.ask(server, "DELETE /recordings/r/0.jpg HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n") == 403
        )
      }
      #expect(
        try Self.ask(server, "GET /state.json HTTP/1.1\r\nHost: evil.example\r\n\(origin)\r\n") == 421)
    }
  }

  @Test(
    "a frame of another site shows the page only on the sites that are named; the question for the token stands in none",
    arguments: [
      ([], nil, 403), (["https://home.example"], "https://home.example", 200),
      (["https://b.example", "http://a.example:81"], "http://a.example:81 https://b.example", 200),
      (["https://home.example", "*"], "*", 200),
    ])
  func frames(origins: [String], ancestors: String?, status: Int) throws {
    try Self.withServer({ $0.origins = origins }) { server, _, _ throws in
      // A page that tells nobody its address frames it, too.
      let frame = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n"
      for (path, more) in [("/", frame), ("/", ""), ("/login", ""), ("/state.json", "")] {
        let client = try ViewerClient(server.address)
        client.send(Self.get(path, more))
        let answer = client.head().lowercased()
        #expect(ViewerClient.status(answer) == (more.isEmpty ? path == "/login" ? 303 : 200 : status))
        #expect(answer.contains("x-frame-options: deny\r\n") == (ancestors == nil), "\(answer)")
        let policies = answer.matches(of: /frame-ancestors ([^\r;]+)/).map { String($0.1) }
        #expect(policies.allSatisfy { $0 == ancestors ?? "'none'" }, "\(policies)")
        #expect(policies.isEmpty == (ancestors == nil && (path != "/" || ViewerClient.status(answer) != 200)))
      }
    }
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    try Self.withServer({ ($0.origins, $0.tokenFile) = (origins, path) }) { server, _, _ throws in
      let client = try ViewerClient(server.address)
      client.send(Self.get("/login"))
      #expect(client.head().contains("frame-ancestors 'none'"))
    }
  }

  @Test(
    "who isn't a browser is asked for the token, and may speak HTTP/1.0 without a Host; a stream's head is told"
  )
  func programs() throws {
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    try Self.withServer({ $0.tokenFile = path }) { server, show, _ throws in
      func answer(_ request: String) throws -> String {
        let client = try ViewerClient(server.address)
        client.send(request)
        return String(decoding: client.rest(), as: UTF8.self)
      }
      let close = "Connection: close\r\n", challenge = #"www-authenticate: Basic realm="dualcam""#
      for path in [
        "/snapshot.jpg", "/stream.mjpg", "/state.json", "/recordings/", "/snapshot", "/stream", "/state",
        "/?action=snapshot", "/?action=stream",
      ] {
        let asked = try answer(Self.get(path, close))
        #expect(asked.contains(" 401 ") && asked.contains(challenge))
        // The page itself asks for the token.
        let page = try answer(Self.get(path, close + "Referer: http://localhost/\r\n"))
        #expect(page.contains(" 401 ") && !page.contains(challenge))
      }
      let basic = "Authorization: Basic \(Data("x:\(Self.secret)".utf8).base64EncodedString())\r\n"
      #expect(try answer("GET /state.json HTTP/1.0\r\n\r\n").contains(" 401 "))
      let state = try answer("GET /state.json HTTP/1.0\r\n\(basic)\r\n")
      #expect(state.hasPrefix("HTTP/1.0 200 ") && state.contains("\"recorders\""))
      #expect(
        try Self.ask(server, "GET /state.json HTTP/1.0\r\n\(basic)Origin: http://evil.example\r\n\r\n") == 400
      )
      #expect(try Self.ask(server, "GET /state.json HTTP/1.1\r\n\(basic)\r\n") == 400)
      let pictures = "multipart/x-mixed-replace"
      for (path, type) in [
        ("/stream.mjpg", pictures), ("/stream", pictures), ("/?action=stream", pictures),
        ("/events", "text/event-stream"),
      ] {
        for version in ["1.0", "1.1"] {
          let told = try answer("HEAD \(path) HTTP/\(version)\r\nHost: localhost\r\n\(basic)\r\n")
          #expect(
            told.contains(" 200 ") && told.contains("content-type: \(type)") && told.hasSuffix("\r\n\r\n"))
          #expect(!told.contains("chunked"))
        }
      }
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
      // Relative, and the cookie for the page's folder: a proxy may have put it anywhere.
      #expect(try Self.login(server, "wrong").contains("location: ./login#failed"))
      #expect(try Self.login(server, "wrong", "/login/").contains("location: ../login#failed"))
      let answer = try Self.login(server, "+%09\(Self.secret)%0D%0A+")
      #expect(answer.contains("location: ./\r\n") && !answer.lowercased().contains("path="))
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

  @Test("a link logs in one browser; the next one needs the next link; without a token there is none")
  func links() throws {
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    try Self.withServer({ $0.hasLink = true }) { server, _, _ throws in #expect(server.link == nil) }
    let told = Mutex<[String]>([])
    var settings = ViewServer.Settings(sockets: [])
    (settings.tokenFile, settings.hasLink) = (path, true)
    let server = try ViewServer(
      settings, at: .address("127.0.0.1:0"), tell: { text in told.withLock { $0.append(text) } })
    defer { server.close() }
    func follow(_ link: String, _ method: String = "GET") throws -> String {
      let client = try ViewerClient(server.address)
      let path = link.dropFirst(server.page.count - 1)
      client.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return client.head()
    }
    var link = try #require(server.link)
    for _ in 0..<2 {
      #expect(link.hasPrefix(server.page + "login?once="))
      #expect(try !follow(link, "HEAD").contains("set-cookie"))
      #expect(try follow(String(link.dropLast()) + "x").contains("location: ./login#used\r\n"))
      let answer = try follow(link)
      #expect(answer.contains(" 200 ") && answer.contains("refresh: 0; url=./\r\n"))
      let cookie = try #require(answer.firstMatch(of: /set-cookie: (dualcam=[0-9a-f]+);/)).1
      #expect(try Self.status(server, "/state.json", "Cookie: \(cookie)\r\n") == 200)
      let again = try follow(link)
      #expect(again.contains("location: ./login#used\r\n") && !again.contains("set-cookie"))
      link = String(try #require(told.withLock { $0.last }?.split(separator: " ").last))
    }
    #expect(try follow(server.page + "login?once=").contains("login#used"))
  }

  @Test("what one opens is each of this machine's names and addresses where it listens on all")
  func opened() {
    #expect(ListenAddress.opened("127.0.0.1:80", names: ["a.example"]) == ["127.0.0.1:80"])
    for text in ["0.0.0.0:81", "[::]:81"] {
      let all = ListenAddress.opened(text, names: ["a.example", "b.example"])
      #expect(all.starts(with: ["a.example:81", "b.example:81"]) && all.allSatisfy { $0.hasSuffix(":81") })
      #expect(!all.contains { $0.hasPrefix("127.") || $0.hasPrefix("0.") || $0.hasPrefix("[::]") })
      #expect(!ListenAddress.opened(text, names: []).isEmpty)
    }
  }

  @Test("the booth needs control and the token; the question for it leads back there, and nowhere else")
  func booth() throws {
    let folder = try TestFolder()
    let path = try Self.tokenFile(folder)
    try Self.withServer { server, _, _ throws in #expect(try Self.status(server, "/booth") == 403) }
    try Self.withServer({ ($0.tokenFile, $0.allowsControl) = (path, true) }) { server, _, _ throws in
      func head(_ path: String, _ more: String = "") throws -> String {
        let client = try ViewerClient(server.address)
        client.send(Self.get(path, more))
        return client.head()
      }
      #expect(try head("/booth").contains("location: login?to=booth\r\n"))
      #expect(try head("/booth?preview=9").contains("location: login?to=booth&preview=9\r\n"))
      let asks = "/login?to=booth&preview=9"
      #expect(try Self.login(server, "no", asks).contains("location: ./login?to=booth&preview=9#failed\r\n"))
      let answer = try Self.login(server, Self.secret, asks)
      #expect(answer.contains("location: ./booth?preview=9\r\n"))
      #expect(
        try Self.login(server, Self.secret, "/login?to=//evil.example").contains("location: ./\r\n"))
      let cookie = try #require(answer.firstMatch(of: /set-cookie: (dualcam=[0-9a-f]+);/)).1
      let page = try head("/booth?preview=9", "Cookie: \(cookie)\r\n")
      #expect(page.contains(" 200 ") && page.contains("frame-ancestors 'none'"))
      #expect(try Self.status(server, "/booth/x", "Cookie: \(cookie)\r\n") == 404)
    }
  }

  private static func login(_ server: ViewServer, _ token: String, _ path: String = "/login") throws -> String
  {
    let form = "token=\(token)"
    let client = try ViewerClient(server.address)
    client.send(
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
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
        case "form": #expect(try Self.login(server, "wrong").contains("location: ./login#failed"))
        case "cookie":
          #expect(try Self.status(server, "/state.json", "Cookie: \(session)0; \(session)\r\n") == 401)
        case "socket":
          #expect(try Self.status(server, "/ws", Self.upgrade + "Authorization: bearer no\r\n") == 403)
        default: #expect(try Self.status(server, "/state.json", "Authorization: \(way)no\r\n") == 401)
        }
      }
      #expect(try Self.status(server, "/state.json", right) == 429)
      #expect(try Self.status(server, "/ws", Self.upgrade + right) == 403)
      #expect(try Self.login(server, Self.secret).contains("location: ./login#wait"))
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
}
