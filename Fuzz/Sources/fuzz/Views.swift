import NIOCore
import NIOEmbedded
import PixelTypes

@testable import HostResources
@testable import PublishProtocol
@testable import Viewer

/// An input as it comes over a browser's connection, in pieces that its own bytes choose. What is answered is bounded, and in the end
/// every connection is closed, whatever it sent.
func serve(_ input: Span<UInt8>) {
  let loop = EmbeddedEventLoop()
  let channel = EmbeddedChannel(loop: loop)
  let hub = Hub(
    gate: Gate(names: ["a.example"], origins: ["https://b.example"], allowsControl: true), limits: Limits(),
    recorders: [], shelf: nil)
  guard (try? ViewServer.prepare(channel, hub)) != nil,
    let address = try? SocketAddress(ipAddress: "127.0.0.1", port: 1),
    (try? channel.connect(to: address).wait()) != nil
  else { preconditionFailure("there is no connection") }
  let bytes = array(input)
  var (position, answered) = (0, 0)
  func take() {
    while let part = try? channel.readOutbound(as: ByteBuffer.self) { answered += part.readableBytes }
  }
  while position < bytes.count, channel.isActive {
    let count = min(bytes.count - position, 1 + Int(bytes[position]) * 17)
    _ = try? channel.writeInbound(ByteBuffer(bytes: bytes[position..<position + count]))
    loop.run()
    take()
    position += count
  }
  precondition(answered < 64 << 20, "answers without end")
  for _ in 0..<12 where channel.isActive {
    loop.advanceTime(by: .seconds(15))
    take()
  }
  precondition(!channel.isActive && hub.connections == 0, "a connection without end")
  _ = try? channel.finish(acceptAlreadyClosed: true)
}

/// Each line of an input as a recorder's.
func readMessages(_ input: Span<UInt8>) {
  for line in array(input).split(separator: UInt8(ascii: "\n")) {
    switch PublishedLine(Array(line)) {
    case .memory(let slotBytes, let headerBytes):
      precondition(slotBytes > 0 && slotBytes < 1 << 40 && headerBytes == 64)
    case .picture(let picture):
      precondition(
        picture.place.slot >= 0 && picture.place.bytes > 0
          && picture.place.bytes <= PublishedLine.largestPicture)
      // What a slot's place is reckoned from can't overflow.
      precondition(picture.place.slot < 1024 && picture.line.count <= line.count)
    case .answer, .unknown: break
    }
  }
}

/// What a terminal sends, all at once and byte by byte; where a picture then stands, and a press on it.
func answer(_ input: Span<UInt8>) {
  let bytes = array(input)
  var (parser, slow) = (TerminalInput.Parser(), TerminalInput.Parser())
  let inputs = parser.take(bytes)
  precondition(inputs == bytes.flatMap { slow.take([$0]) }, "pieces matter")
  precondition(parser.end() == slow.end() && parser.patience == nil)
  var abilities = TerminalAbilities(isTrueColour: false)
  for input in inputs { if case .answer(let answer) = input { abilities.take(answer) } }
  let size = TerminalDevice.Size(columns: 1 + bytes.count % 300, rows: 1 + bytes.count % 90)
  let layout = TerminalLayout(of: PixelSize(clampingWidth: 1280, height: 720), on: size, with: abilities)
  precondition(layout.width >= 2 && layout.height >= 2 && layout.width <= 1 << 17 && layout.height <= 1 << 17)
  for case .pointer(_, let x, let y) in inputs {
    guard let place = layout.place(x: x, y: y, isPixels: abilities.tellsPixels, isHeld: false) else {
      continue
    }
    precondition((0...1).contains(place.x) && (0...1).contains(place.y))
  }
}
