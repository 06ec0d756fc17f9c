import HostResources
import NIOCore
import NIOHTTP1

/// A reply without an end.
protocol OpenReply: AnyObject {
  /// The connection can take more.
  func canWrite()
  /// The connection is gone.
  func end()
}

/// A reply that goes on: the newest picture, or the line about it, whenever the connection can take one.
final class LiveStream: OpenReply, Recorder.Watcher {
  enum Kind {
    /// Motion JPEG: a multipart reply whose parts are the pictures.
    ///
    /// A part's closing boundary is sent with it, not with the next one, because browsers show a picture only once they
    /// see what follows. Chromium waits for the next part's head, too, and would always be one picture behind: with
    /// `isForBrowser` that comes at once, too, and can't say how long the next picture is.
    case pictures(isForBrowser: Bool)
    /// Server-sent events: the lines about the pictures.
    case readings

    /// Of the reply.
    var type: String {
      switch self {
      case .pictures: "multipart/x-mixed-replace; boundary=\(boundary)"
      case .readings: "text/event-stream"
      }
    }
  }

  private static let boundary = "dualcam-picture"
  private static let headAhead = "Content-Type: image/jpeg\r\n\r\n"

  private let kind: Kind
  private let context: ChannelHandlerContext
  private let hub: Hub
  private let recorder: Recorder
  private var sent: UInt64 = 0
  /// How many pictures a second it takes.
  private(set) var rate = PictureRate()

  init(_ kind: Kind, _ context: ChannelHandlerContext, _ hub: Hub, _ recorder: Recorder) {
    (self.kind, self.context, self.hub, self.recorder) = (kind, context, hub, recorder)
    if case .pictures(let isForBrowser) = kind {
      write(ByteBuffer(string: "--\(Self.boundary)\r\n" + (isForBrowser ? Self.headAhead : "")))
      context.flush()
      hub.streams[ObjectIdentifier(self)] = self
    }
    recorder.add(self)
    show()
  }

  func end() {
    recorder.remove(self)
    hub.streams[ObjectIdentifier(self)] = nil
  }
  /// Whether its pictures are of this recorder.
  func shows(_ other: Recorder) -> Bool { recorder === other }
  func canWrite() { show() }
  func pictureCame(_ recorder: Recorder) { show() }

  private func show() {
    guard context.channel.isWritable, let picture = recorder.picture, picture.sequence != sent else { return }
    sent = picture.sequence
    switch kind {
    case .pictures(let isForBrowser):
      if !isForBrowser {
        var head = "Content-Type: image/jpeg\r\nContent-Length: \(picture.jpeg.readableBytes)\r\n"
        if let at = picture.capturedAt { head += "X-Timestamp: \(Int64(at))\r\n" }
        write(ByteBuffer(string: head + "\r\n"))
      }
      write(picture.jpeg)
      write(ByteBuffer(string: "\r\n--\(Self.boundary)\r\n" + (isForBrowser ? Self.headAhead : "")))
      hub.count(picture)
      rate.add(at: WallClock.milliseconds())
    case .readings:
      var event = ByteBuffer(string: "id: \(picture.sequence)\ndata: ")
      event.writeBytes(picture.line)
      event.writeString("\n\n")
      write(event)
    }
    context.flush()
  }

  private func write(_ buffer: ByteBuffer) {
    context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
  }
}

/// Waits for a picture taken after the request, or for the last of several.
final class SnapshotRequest: OpenReply, Recorder.Watcher {
  /// The longest wait.
  static let patience = TimeAmount.seconds(5)

  private let recorder: Recorder
  private var answer: ((PublishedPicture?) -> Void)?
  private var missing: Int
  private var timeout: Scheduled<Void>?

  init(
    _ recorder: Recorder, _ loop: any EventLoop, pictures: Int = 1, patience: TimeAmount = patience,
    answer: @escaping (PublishedPicture?) -> Void
  ) {
    (self.recorder, missing, self.answer) = (recorder, pictures, answer)
    let own = NIOLoopBound(self, eventLoop: loop)
    timeout = loop.scheduleTask(in: patience) { own.value.finish(nil) }
    recorder.add(self)
  }

  func end() {
    answer = nil
    finish(nil)
  }
  func canWrite() {}
  func recorderLeft(_ recorder: Recorder) { finish(nil) }
  func pictureCame(_ recorder: Recorder) {
    missing -= 1
    if missing <= 0 { finish(recorder.picture) }
  }

  private func finish(_ picture: PublishedPicture?) {
    timeout?.cancel()
    recorder.remove(self)
    answer?(picture)
    answer = nil
  }
}
