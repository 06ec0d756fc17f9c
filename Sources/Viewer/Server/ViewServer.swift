import Glibc
import HostResources
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Serves the pages, streams and metrics of one or more recorders over HTTP, and passes on what is pressed on the pages.
///
/// Everything runs on one event loop; each recorder has a thread for its socket, and all files share one.
package final class ViewServer: Sendable {
  /// Where it listens.
  package enum Place: Sendable, Equatable {
    /// An address and a port, such as `127.0.0.1:8080` or `[::1]:8080`; port 0 picks a free one.
    case address(String)
    /// A Unix socket's path, and the number of a group whose members may also connect.
    case unix(String, group: UInt32?)
    /// A socket that is already listening, as passed by the service manager.
    case inherited(Int32)
  }

  /// What it serves, and to whom.
  package struct Settings: Sendable {
    /// The recorders' sockets.
    package var sockets: [String]
    /// A recording, or a folder of recordings, to browse; `nil` for none.
    package var recordings: String?
    /// A file with the secret needed to get in; `nil` if anyone who can reach the server may.
    package var tokenFile: String?
    /// Names by which browsers may address it, besides IP addresses and localhost.
    package var hosts: [String] = []
    /// Origins of other sites whose pages may show what is here.
    package var origins: [String] = []
    /// Whether clients that are let in may operate the controls, keep and delete.
    package var allowsControl = false
    /// Whether there is a link that logs in once, where a token is asked for.
    package var hasLink = false
    /// Where films are made; `nil`, with the reason, where none can be.
    package var films: FilmRoom?
    package var noFilms = "films need --recordings"
    /// How much of it one client may use.
    package var limits = Limits()

    /// Serves these recorders.
    package init(sockets: [String]) { self.sockets = sockets }
  }

  /// The address at which it listens, for people.
  package let address: String
  /// What one opens: the page's address, or the socket's path.
  package var page: String { pages[0] }
  /// The same at each of this machine's addresses.
  package let pages: [String]
  /// A link that logs in one browser, once; ``Settings/hasLink``.
  package let link: String?
  private let group: MultiThreadedEventLoopGroup
  let channel: any Channel
  let hub: NIOLoopBound<Hub>
  private let unix: (listener: UnixSocket.Listener, path: String)?

  /// Listens, and starts connecting to the recorders.
  ///
  /// - Parameters:
  ///   - settings: what it serves, and to whom.
  ///   - place: where it listens.
  ///   - confine: called when everything with a path or an address is open, before any thread is started.
  ///   - tell: called on one of the server's threads with a sentence when a recorder comes, or is waited for.
  /// - Throws: ``ViewError``, `FileError`, `ResourceShortage`.
  package init(
    _ settings: Settings, at place: Place, confine: () throws -> Void = {},
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let token = try settings.tokenFile.map { path throws(ViewError) in try Token(path: path) }
    let shelf = try settings.recordings.map { folder throws(ViewError) in try RecordingShelf(folder) }
    let socket: Int32
    switch place {
    case .address(let text):
      let address = try ListenAddress(text)
      guard address.isLoopback || token != nil else { throw ViewError.unprotected(text) }
      (socket, self.address) = try address.listen()
      unix = nil
    case .unix(let path, let group):
      let listener = try UnixSocket.listen(path: path, group: group)
      unix = (listener, path)
      // The event loop closes its own descriptor.
      socket = dup(listener.descriptor)
      address = path
    case .inherited(let descriptor):
      let inherited = try ListenAddress.name(of: descriptor)
      guard inherited.isPrivate || token != nil else { throw ViewError.unprotected(inherited.text) }
      (socket, address, unix) = (descriptor, inherited.text, nil)
    }
    let isOpened = unix == nil && address.contains(":")
    pages =
      isOpened
      ? ListenAddress.opened(address, names: settings.hosts).map { "http://\($0)/" } : [address]
    let secret = isOpened && settings.hasLink && token != nil ? Token(random: 16) : nil
    let home = pages[0]
    link = secret.map { Hub.link(to: home, $0) }
    try confine()
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let gate = Gate(
      names: settings.hosts, origins: settings.origins, token: token, allowsControl: settings.allowsControl)
    let limits = settings.limits
    let (room, noFilms) = (settings.films, settings.noFilms)
    hub = try loop.submit {
      var recorders: [Recorder] = []
      for path in settings.sockets {
        let recorder = Recorder(path, name: Self.name(path, among: recorders.map(\.name)), loop: loop)
        try recorder.connect()
        recorders.append(recorder)
      }
      let films = try room.map { try FilmOrders($0, loop: loop) }
      let hub = Hub(
        gate: gate, limits: limits, recorders: recorders, shelf: shelf, films: films, noFilms: noFilms,
        tell: tell)
      if let secret { hub.offer(secret, at: home, tell) }
      return NIOLoopBound(hub, eventLoop: loop)
    }.wait()
    shelf?.start()
    let hub = self.hub
    channel = try ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .childChannelOption(.maxMessagesPerRead, value: 4)
      // At most a picture is written; the next is chosen when it has been sent.
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 1, high: 64 << 10))
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture { try Self.prepare(child, hub.value) }
      }
      .withBoundSocket(socket).wait()
  }

  /// Closes all connections and waits until they have ended.
  package func close() {
    let hub = self.hub
    try? channel.close().wait()
    try? group.next().submit {
      hub.value.close()
    }.wait()
    try? group.syncShutdownGracefully()
    if let unix { UnixSocket.remove(unix.listener, path: unix.path) }
  }

  /// A recorder's name: its socket's, without `.sock`, and with a number if another has that name.
  private static func name(_ path: String, among others: [String]) -> String {
    var name = String(path.split(separator: "/").last ?? "recorder")
    if name.hasSuffix(".sock"), name.count > 5 { name.removeLast(5) }
    guard others.contains(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !others.contains($0) } ?? name
  }

  // MARK: - A connection

  static func prepare(_ child: any Channel, _ hub: Hub) throws {
    let pipeline = child.pipeline.syncOperations
    guard hub.connections < hub.limits.connections else {
      hub.served.refused += 1
      child.close(promise: nil)
      return
    }
    hub.connections += 1
    let own = NIOLoopBound(hub, eventLoop: child.eventLoop)
    child.closeFuture.whenComplete { _ in own.value.connections -= 1 }
    if let address = child.localAddress, address.protocol != .unix {
      if let options = child.syncOptions {
        try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
        // Keep little in the kernel's queue, where pictures grow old: the newest is chosen late. TCP_NOTSENT_LOWAT, tcp(7).
        try options.setOption(
          ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: 25)), value: 128 << 10)
      }
    }
    let arrival = ArrivalGuard(hub.limits)
    let handler = RequestHandler(hub, arrival)
    try pipeline.addHandlers([arrival, StallGuard(hub.limits)])
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: hub.limits.messageBytes, automaticErrorHandling: true,
      shouldUpgrade: { channel, head in
        let isWelcome = Self.mayOpenSocket(head, channel, own.value)
        return channel.eventLoop.makeSucceededFuture(isWelcome ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          arrivalIsOver(channel)
          try channel.pipeline.syncOperations.addHandler(PageSocket(own.value))
        }
      })
    let bound = NIOLoopBound(handler, eventLoop: child.eventLoop)
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: true,
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
        }
      ), withErrorHandling: true)
    try pipeline.addHandler(handler)
  }

  /// A page's messages have their own limits.
  private static func arrivalIsOver(_ channel: any Channel) {
    guard let context = try? channel.pipeline.syncOperations.context(handlerType: ArrivalGuard.self) else {
      return
    }
    channel.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  private static func mayOpenSocket(_ head: HTTPRequestHead, _ channel: any Channel, _ hub: Hub) -> Bool {
    guard head.uri == "/ws", (try? hub.gate.checkOrigin(head)) != nil,
      hub.throttle.admit(Gate.credential(of: head), from: TokenThrottle.address(of: head, on: channel))
        == .admitted
    else {
      hub.served.refused += 1
      return false
    }
    return true
  }
}
