import Foundation
import HostResources
import NIOCore
import NIOWebSocket

/// A page's WebSocket: pictures and descriptions to it, acknowledgements and events from it.
///
/// A page has at most two unacknowledged pictures from a recorder; it always gets the newest. So it sets its own pace, and
/// nothing old waits anywhere along the way.
final class PageSocket: ChannelInboundHandler, Recorder.Watcher {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  static let mostUntaken = 2

  private struct View {
    var recorder: Recorder
    var sent: UInt64 = 0
    var untaken: [UInt64] = []
    var screen: Int?
  }

  /// A message from a page; one member at a time.
  private struct Message: Decodable {
    struct Taken: Decodable {
      var recorder: String
      var sequence: UInt64
    }
    var show: [String]?
    var taken: Taken?
    var ping: Double?
  }

  private let hub: Hub
  private var allowance: Allowance
  private var views: [String: View] = [:]
  private var context: ChannelHandlerContext?
  private var pulse: RepeatedTask?
  private var hasAnswered = true
  /// Whether it has said why it is closing: further input isn't read.
  private var isClosing = false

  init(_ hub: Hub) {
    self.hub = hub
    allowance = Allowance(burst: hub.limits.burst, perSecond: hub.limits.perSecond)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    hub.listen(self) { [unowned self] in sendState() }
    sendState()
    // Detects a page that left without a word.
    let own = NIOLoopBound(self, eventLoop: context.eventLoop)
    pulse = context.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(15), delay: .seconds(15)) { _ in
      own.value.beat()
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  private func end() {
    pulse?.cancel()
    hub.unlisten(self)
    for view in views.values { view.recorder.remove(self) }
    views = [:]
    context = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { for name in views.keys { show(name) } }
    context.fireChannelWritabilityChanged()
  }

  // MARK: - From the page

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !isClosing else { return }
    // RFC 6455, 5.1 and 5.2: a client masks what it sends, and no extension was agreed that gives reserved bits a meaning. NIO's
    // decoder leaves both checks to code that knows the extensions.
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(.protocolError) }
    guard allowance.take() else { return close(.policyViolation) }
    switch frame.opcode {
    case .text where frame.fin: read(frame.unmaskedData)
    case .ping:
      send(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
    case .pong: hasAnswered = true
    case .connectionClose: close(.normalClosure)
    case .text, .binary, .continuation: close(.unacceptableData)
    default: close(.protocolError)
    }
  }

  private func read(_ data: ByteBuffer) {
    let bytes = Data(data.readableBytesView)
    guard let object = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any] else {
      return close(.unacceptable)
    }
    if let wanted = object["do"] as? [String: Any] { return pass(wanted) }
    guard let message = try? JSONDecoder().decode(Message.self, from: bytes) else {
      return close(.unacceptable)
    }
    if let names = message.show { show(names) }
    if let taken = message.taken { take(taken) }
    if let ping = message.ping {
      send { $0.member("pong", ping, decimals: 3) }
    }
  }

  private func show(_ names: [String]) {
    let wanted = Set(names)
    for (name, view) in views where !wanted.contains(name) {
      view.recorder.remove(self)
      views[name] = nil
    }
    for recorder in hub.recorders where wanted.contains(recorder.name) && views[recorder.name] == nil {
      views[recorder.name] = View(recorder: recorder)
      recorder.add(self)
      screenCame(recorder)
      show(recorder.name)
    }
  }

  private func take(_ taken: Message.Taken) {
    // All before it have been skipped.
    views[taken.recorder]?.untaken.removeAll { $0 <= taken.sequence }
    show(taken.recorder)
  }

  /// Passes an event on to a recorder, and its answer back.
  private func pass(_ wanted: [String: Any]) {
    guard let name = wanted["recorder"] as? String, let id = wanted["id"] as? Int,
      let event = wanted["event"] as? [String: Any]
    else { return close(.unacceptable) }
    let answer: ([UInt8]) -> Void = { [weak self] bytes in self?.answer(name, id, bytes) }
    func refuse(_ what: String) { answer(Array(#"{"error":"\#(what)"}"#.utf8)) }
    guard hub.gate.allowsControl else { return refuse("this view is read-only") }
    guard let recorder = hub.recorder(name) else { return refuse("there is no such recorder") }
    // This process itself requests pictures and descriptions.
    guard event.count == 1, event["next"] == nil, event["describe"] == nil,
      let line = try? JSONSerialization.data(withJSONObject: event), !line.contains(UInt8(ascii: "\n"))
    else { return refuse("that isn't an event") }
    hub.served.events += 1
    recorder.send(Array(line), answer: answer)
  }

  private func answer(_ recorder: String, _ id: Int, _ answer: [UInt8]) {
    send { json in
      json.beginObject("done")
      json.member("recorder", recorder)
      json.member("id", id)
      json.key("answer")
      json.object(answer)
      json.endObject()
    }
  }

  // MARK: - To the page

  func pictureCame(_ recorder: Recorder) { show(recorder.name) }

  func screenCame(_ recorder: Recorder) {
    guard let screen = recorder.screen, views[recorder.name]?.screen != screen.version else { return }
    views[recorder.name]?.screen = screen.version
    send { json in
      json.beginObject("screen")
      json.member("recorder", recorder.name)
      json.member("version", screen.version)
      json.key("description")
      json.object(screen.json)
      json.endObject()
    }
  }

  private func sendState() {
    send { json in
      json.key("state")
      json.object(hub.state())
    }
  }

  private func show(_ name: String) {
    guard let context, !isClosing, context.channel.isWritable, let view = views[name],
      let picture = view.recorder.picture,
      picture.sequence != view.sent, view.untaken.count < Self.mostUntaken
    else { return }
    views[name]?.sent = picture.sequence
    views[name]?.untaken.append(picture.sequence)
    var json = JSONBytes(capacity: picture.line.count + 160)
    json.beginObject()
    json.member("recorder", name)
    json.member("sequence", Int(picture.sequence))
    if let at = picture.capturedAt {
      json.member("capturedAt", at, decimals: 1)
    }
    json.member("sentAt", WallClock.milliseconds(), decimals: 1)
    json.key("line")
    json.object(picture.line)
    json.endObject()
    var head = ByteBuffer()
    head.writeInteger(UInt32(json.bytes.count), endianness: .little)
    head.writeBytes(json.bytes)
    // One message in two frames: the picture's bytes are shared by all and aren't copied.
    context.write(wrapOutboundOut(WebSocketFrame(fin: false, opcode: .binary, data: head)), promise: nil)
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .continuation, data: picture.jpeg)), promise: nil)
    hub.count(picture)
  }

  private func beat() {
    guard hasAnswered else {
      context?.close(promise: nil)
      return
    }
    hasAnswered = false
    send(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
  }

  /// Sends an object with these members.
  private func send(_ members: (inout JSONBytes) -> Void) {
    var json = JSONBytes(capacity: 512)
    json.beginObject()
    members(&json)
    json.endObject()
    send(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: json.bytes)))
  }

  private func send(_ frame: WebSocketFrame) {
    guard let context, !isClosing else { return }
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  private func close(_ code: WebSocketErrorCode) {
    guard let context, !isClosing else { return }
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let own = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    ).whenComplete { _ in own.value.close(promise: nil) }
  }
}

extension WebSocketErrorCode {
  fileprivate static let unacceptable = WebSocketErrorCode.dataInconsistentWithMessage
}
