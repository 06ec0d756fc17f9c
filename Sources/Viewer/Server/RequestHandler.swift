import Foundation
import HostResources
import NIOCore
import NIOHTTP1
import NIOWebSocket
import PublishProtocol

/// Answers the requests of one connection, one at a time.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let hub: Hub
  private let arrival: ArrivalGuard
  private var allowance: Allowance
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()
  private var open: (any OpenReply)?

  init(_ hub: Hub, _ arrival: ArrivalGuard) {
    (self.hub, self.arrival) = (hub, arrival)
    allowance = Allowance(burst: hub.limits.burst, perSecond: hub.limits.perSecond)
  }

  // MARK: - Arriving

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body.clear()
    case .body(var part):
      if body.readableBytes + part.readableBytes <= hub.limits.bodyBytes { body.writeBuffer(&part) }
    case .end:
      guard let head else { return }
      self.head = nil
      arrival.requestCame()
      answer(head, context)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { open?.canWrite() }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    close()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { close() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A WebSocket request that isn't upgraded is like any other, and is answered next.
    if error is NIOWebSocketUpgradeError { return }
    close()
    context.close(promise: nil)
  }

  private func close() {
    open?.end()
    open = nil
  }

  // MARK: - Answering

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    hub.served.requests += 1
    guard allowance.take() else {
      return refuse(.tooManyRequests, "slow down", head, context)
    }
    do throws(Gate.Refusal) { try hub.gate.checkOrigin(head) } catch {
      return refuse(error.status, error.reason, head, context)
    }
    guard let url = Address(head.uri)?.ours else {
      return refuse(.badRequest, "that isn't a path", head, context)
    }
    // It reveals nothing about anybody.
    if url.path == ["healthz"] { return send(health(), head, context) }
    // Browsers request it unprompted.
    if url.path == ["favicon.ico"] { return send(Reply(status: .noContent), head, context) }
    // Before it sends its token, another site's page asks whether it may.
    if head.method == .OPTIONS, hub.gate.guest(head) != nil {
      return send(Reply(status: .noContent), head, context)
    }
    if url.path == ["login"] { return login(head, url, context) }
    // The credential presented for a WebSocket has already been checked.
    if url.path == ["ws"] { return send(.error(.forbidden, "no WebSocket is opened"), head, context) }
    switch hub.throttle.admit(
      Gate.credential(of: head), from: TokenThrottle.address(of: head, on: context.channel))
    {
    case .admitted: break
    case .throttled:
      return refuse(.tooManyRequests, "too many wrong tokens; wait a moment", head, context)
    case .denied:
      if url.path.isEmpty, head.method == .GET { return send(.seeOther("login"), head, context) }
      if url.path == ["booth"], head.method == .GET {
        let query = Self.query(of: head)
        return send(.seeOther("login?to=booth" + (query.isEmpty ? "" : "&" + query)), head, context)
      }
      // Many programs send a password only when asked. What a page loads isn't asked: the page asks by itself.
      var reply = Reply.error(.unauthorized, "log in first")
      if !head.headers.contains(name: "referer") {
        reply.headers = [("www-authenticate", #"Basic realm="dualcam""#)]
      }
      hub.served.refused += 1
      return send(reply, head, context)
    }
    switch head.method {
    case .GET, .HEAD: get(head, url, context)
    case .POST, .DELETE: change(head, url, context)
    default: refuse(.methodNotAllowed, "use GET, POST or DELETE", head, context)
    }
  }

  private func get(_ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext) {
    switch url.path.first ?? "" {
    case "" where url.path.isEmpty: send(.page(.main(in: hub.gate.frames)), head, context)
    case "booth" where url.path.count == 1:
      guard hub.gate.allowsControl else { return refuse(.forbidden, Self.readOnly, head, context) }
      send(.page(.booth()), head, context)
    case "state" where url.path.count == 1: streamerState(head, url, context)
    case "state.json" where url.path.count == 1: send(.json(hub.state()), head, context)
    case "metrics" where url.path.count == 1:
      var reply = Reply.text(hub.metrics())
      reply.type = "text/plain; version=0.0.4; charset=utf-8"
      send(reply, head, context)
    case "snapshot.jpg" where url.path.count == 1: snapshot(head, url, context)
    case "stream.mjpg" where url.path.count == 1: stream(Self.motionJPEG(for: head), head, url, context)
    case "cameras" where url.path.count == 3 && ["stream.mjpg", "snapshot.jpg"].contains(url.path[2]):
      camera(url.path[1], isStream: url.path[2] == "stream.mjpg", head, url, context)
    case "events" where url.path.count == 1: stream(.readings, head, url, context)
    case "recordings" where url.path.count == 3 && url.path[2] == "pictures.zip": download(head, url, context)
    case "recordings" where url.path.count == 3 && ["film.json", "film.mp4"].contains(url.path[2]):
      film(of: url.path[1], isFile: url.path[2] == "film.mp4", head, context)
    case "recordings": shelf(head, context) { shelf, done in shelf.get(url, done) }
    default: refuse(.notFound, "there is no \(head.uri.prefix(200))", head, context)
    }
  }

  private func change(_ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext) {
    guard url.path.first == "recordings" else {
      return refuse(.notFound, "nothing can be changed there", head, context)
    }
    guard hub.gate.allowsControl else {
      return refuse(.forbidden, Self.readOnly, head, context)
    }
    // A form of another site's page can't have this type.
    guard head.method == .DELETE || head.headers.first(name: "content-type") == "application/json" else {
      return refuse(.unsupportedMediaType, "send application/json", head, context)
    }
    let body = Array(body.readableBytesView)
    shelf(head, context) { shelf, done in
      shelf.change(url, isDeleting: head.method == .DELETE, body, done)
    }
  }

  private func health() -> Reply {
    let isWell = hub.recorders.contains { $0.state != .gone } || hub.recorders.isEmpty
    return .text(isWell ? "ok\n" : "no recorder is connected\n", isWell ? .ok : .serviceUnavailable)
  }

  private func login(_ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext) {
    // Relative: a proxy may have put the page anywhere.
    let home = url.isFolder ? "../" : "./"
    // Where it leads: the page, or the booth with what its address asks for.
    var (place, again) = (home, home + "login")
    if url.query["to"] == "booth" {
      let query = Self.query(of: head)
      again += "?" + query
      let rest = query.split(separator: "&").filter { $0 != "to=booth" }.joined(separator: "&")
      place += "booth" + (rest.isEmpty ? "" : "?" + rest)
    }
    guard hub.gate.token != nil else { return send(.seeOther(place), head, context) }
    let isSecure = head.headers.first(name: "x-forwarded-proto") == "https"
    let cookie = ("set-cookie", hub.gate.cookie(isSecure: isSecure))
    // HEAD may be a program's that looks where a link leads before somebody follows it.
    if head.method == .GET, let secret = url.query["once"] {
      if hub.takeLink(secret) {
        // Redirected from another site's link, a browser would leave out the cookie: the page leads on by itself.
        var reply = Reply.text("You are logged in.\n")
        reply.headers = [cookie, ("refresh", "0; url=" + place)]
        return send(reply, head, context)
      }
      let isIn = Gate.session(of: head).map { hub.gate.accepts(.session($0)) } ?? false
      return send(.seeOther(isIn ? place : home + "login#used"), head, context)
    }
    guard head.method == .POST else {
      let isIn = Gate.session(of: head).map { hub.gate.accepts(.session($0)) } ?? false
      return send(isIn ? .seeOther(place) : .page(.login()), head, context)
    }
    let form = Address.pairs(String(decoding: body.readableBytesView, as: UTF8.self))
    switch hub.throttle.admit(
      // What was pasted may have a line's end.
      form["token"].map { .token($0.trimmingCharacters(in: .whitespacesAndNewlines)) },
      from: TokenThrottle.address(of: head, on: context.channel))
    {
    case .admitted:
      send(.seeOther(place, [cookie]), head, context)
    case .denied:
      hub.served.refused += 1
      send(.seeOther(again + "#failed"), head, context)
    case .throttled:
      hub.served.refused += 1
      send(.seeOther(again + "#wait"), head, context)
    }
  }

  /// As it stands in a request's address.
  private static func query(of head: HTTPRequestHead) -> String {
    String(head.uri.drop { $0 != "?" }.dropFirst())
  }

  private func recorder(_ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext)
    -> Recorder?
  {
    if let recorder = hub.recorder(url.query["recorder"]) { return recorder }
    refuse(.notFound, "there is no recorder \(url.query["recorder"]?.prefix(100) ?? "")", head, context)
    return nil
  }

  private func snapshot(_ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext) {
    guard let recorder = recorder(head, url, context) else { return }
    guard recorder.state != .gone else {
      return refuse(.serviceUnavailable, recorder.reason ?? "the recorder is gone", head, context)
    }
    open = SnapshotRequest(recorder, context.eventLoop) { [unowned self] picture in
      open = nil
      guard let picture else { return refuse(.serviceUnavailable, "no picture arrived", head, context) }
      hub.count(picture)
      send(.jpeg(picture.jpeg), head, context)
    }
  }

  /// One camera's own frames, or the next of them.
  private func camera(
    _ id: String, isStream: Bool, _ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext
  ) {
    guard let recorder = recorder(head, url, context) else { return }
    guard let camera = hub.camera(id, of: recorder) else {
      return refuse(.serviceUnavailable, "too many cameras are watched", head, context)
    }
    open = SnapshotRequest(camera, context.eventLoop) { [unowned self] picture in
      open = nil
      guard let picture else {
        if let reason = camera.reason, reason.hasPrefix(PublishedLine.noCamera) {
          return refuse(.notFound, reason, head, context)
        }
        return refuse(
          .serviceUnavailable, camera.reason ?? "no picture arrived; is camera \(id.prefix(100)) shown?",
          head, context)
      }
      if isStream { return stream(Self.motionJPEG(for: head), of: camera, head, context) }
      hub.count(picture)
      send(.jpeg(picture.jpeg), head, context)
    }
  }

  /// Motion JPEG for whoever asks: programs accept anything.
  private static func motionJPEG(for head: HTTPRequestHead) -> LiveStream.Kind {
    .pictures(isForBrowser: head.headers["accept"].contains { $0.contains("image/") })
  }

  /// The state as programs for ustreamer read it; it takes two pictures to know how many come.
  private func streamerState(_ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext) {
    guard let recorder = recorder(head, url, context) else { return }
    let answer = { [unowned self] in
      open = nil
      send(.json(hub.streamerState(of: recorder)), head, context)
    }
    guard recorder.isOnline else { return answer() }
    open = SnapshotRequest(recorder, context.eventLoop, pictures: 2, patience: .seconds(1)) { _ in answer() }
  }

  private func stream(
    _ kind: LiveStream.Kind, _ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext
  ) {
    guard let recorder = recorder(head, url, context) else { return }
    stream(kind, of: recorder, head, context)
  }

  private func stream(
    _ kind: LiveStream.Kind, of recorder: Recorder, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    var fields = Reply.fields(for: hub.gate.guest(head), frames: hub.gate.frames)
    fields.add(name: "content-type", value: kind.type)
    // Tells a proxy not to buffer it.
    fields.add(name: "x-accel-buffering", value: "no")
    fields.add(name: "connection", value: "close")
    // HTTP/1.0 has no chunks: simple clients look only for the boundary.
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_0, status: .ok, headers: fields))),
      promise: nil)
    guard head.method == .GET else { return end(context, keepsAlive: false) }
    open = LiveStream(kind, context, hub, recorder)
  }

  private func download(_ head: HTTPRequestHead, _ url: Address, _ context: ChannelHandlerContext) {
    guard let shelf = hub.shelf else { return refuse(.notFound, Self.noRecordings, head, context) }
    let name = url.path[1]
    let selection = RecordingShelf.Selection.allCases.first { url.query[$0.rawValue] != nil } ?? .all
    afterwards(head, context, { shelf.files(of: name, selection, $0) }) { [unowned self] files in
      guard !files.isEmpty else { return refuse(.notFound, selection.absence, head, context) }
      // Nobody knows yet how long it gets: what ends without the last chunk isn't whole.
      save(as: name + ".zip", "application/zip", head, context) {
        PictureDownload(files, of: name, shelf, context, finish: $0)
      }
    }
  }

  /// How far a recording's film is, which is begun if it isn't yet; or the film.
  private func film(of name: String, isFile: Bool, _ head: HTTPRequestHead, _ context: ChannelHandlerContext)
  {
    guard let shelf = hub.shelf else { return refuse(.notFound, Self.noRecordings, head, context) }
    guard let films = hub.films else { return refuse(.notImplemented, hub.noFilms, head, context) }
    afterwards(head, context, { shelf.subject(of: name, $0) }) { [unowned self] subject in
      guard let state = films.film(of: subject) else {
        return refuse(.serviceUnavailable, "too many films are being made", head, context)
      }
      guard isFile else { return send(.json(state.json), head, context) }
      switch state {
      case .making: refuse(.conflict, "it is being made; ask film.json", head, context)
      case .failed(let problem): refuse(.internalServerError, problem, head, context)
      case .ready(let path, _):
        afterwards(head, context, { shelf.open(film: path, $0) }) { [unowned self] film in
          save(as: name + ".mp4", "video/mp4", bytes: film.length, head, context) {
            FilmDownload(film, shelf, context, finish: $0)
          }
        }
      }
    }
  }

  /// Goes on, on this thread, with what was asked of the shelf; what it refuses is answered so.
  private func afterwards<Value: Sendable>(
    _ head: HTTPRequestHead, _ context: ChannelHandlerContext,
    _ ask: (@escaping @Sendable (RecordingShelf.Answer<Value>) -> Void) -> Void,
    _ goOn: @escaping (Value) -> Void
  ) {
    let own = NIOLoopBound((self, head, context, goOn), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    ask { answer in
      loop.execute {
        let (handler, head, context, goOn) = own.value
        guard context.channel.isActive else { return }
        switch answer {
        case .refused(let reply): handler.send(reply, head, context)
        case .found(let value): goOn(value)
        }
      }
    }
  }

  /// Begins a reply that a browser saves as a file.
  ///
  /// - Parameters:
  ///   - bytes: its length; `nil` if it isn't known yet, and then it comes in chunks.
  ///   - pieces: sends it, and calls what it is given once it ends.
  private func save(
    as name: String, _ type: String, bytes: Int? = nil, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext,
    _ pieces: (@escaping (_ isWhole: Bool) -> Void) -> any OpenReply
  ) {
    var fields = Reply.fields(for: hub.gate.guest(head), frames: hub.gate.frames)
    fields.add(name: "content-type", value: type)
    // RFC 6266: a name in any script.
    let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "file"
    fields.add(name: "content-disposition", value: "attachment; filename*=UTF-8''\(encoded)")
    if let bytes { fields.add(name: "content-length", value: "\(bytes)") }
    let keepsAlive = head.isKeepAlive && head.version != .http1_0
    if !keepsAlive { fields.add(name: "connection", value: "close") }
    let answer = HTTPResponseHead(version: head.version, status: .ok, headers: fields)
    context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
    guard head.method == .GET else { return end(context, keepsAlive: keepsAlive && bytes != nil) }
    let reply = pieces { [unowned self] isWhole in
      open = nil
      if isWhole { end(context, keepsAlive: keepsAlive) } else { context.close(promise: nil) }
    }
    open = reply
    reply.canWrite()
  }

  private static let readOnly = "this view is read-only: start it with --allow-control"
  private static let noRecordings = "no recordings are shown here: start with --recordings DIR"

  /// Reads files on another thread and replies on this one.
  private func shelf(
    _ head: HTTPRequestHead, _ context: ChannelHandlerContext,
    _ work: (RecordingShelf, @escaping @Sendable (Reply) -> Void) -> Void
  ) {
    guard let shelf = hub.shelf else {
      return refuse(.notFound, Self.noRecordings, head, context)
    }
    let own = NIOLoopBound((self, head, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    work(shelf) { reply in
      loop.execute {
        let (handler, head, context) = own.value
        guard context.channel.isActive else { return }
        handler.send(reply.part(head.headers.first(name: "range")), head, context)
      }
    }
  }

  private func refuse(
    _ status: HTTPResponseStatus, _ what: String, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    hub.served.refused += 1
    send(.error(status, what), head, context)
  }

  private func send(_ reply: Reply, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let keepsAlive = head.isKeepAlive && reply.status != .tooManyRequests
    let fields = reply.head(
      head.version, for: hub.gate.guest(head), frames: hub.gate.frames, keepsAlive: keepsAlive)
    context.write(wrapOutboundOut(.head(fields)), promise: nil)
    if head.method != .HEAD, reply.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(reply.body))), promise: nil)
    }
    end(context, keepsAlive: keepsAlive)
  }

  private func end(_ context: ChannelHandlerContext, keepsAlive: Bool) {
    let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      let (handler, context) = own.value
      if keepsAlive {
        if let guardContext = try? context.pipeline.syncOperations.context(handlerType: ArrivalGuard.self) {
          handler.arrival.answerWent(context: guardContext)
        }
      } else {
        context.close(promise: nil)
      }
    }
  }
}
