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

/// Motion JPEG: a multipart reply whose parts are each the newest picture when the connection can take one.
///
/// A part's closing boundary is sent with it, not with the next one: browsers show a picture only once they see the boundary
/// after it, so they would always be one behind.
final class PictureStream: OpenReply, Recorder.Watcher {
  static let boundary = "dualcam-picture"
  static let type = "multipart/x-mixed-replace; boundary=\(boundary)"

  private let context: ChannelHandlerContext
  private let hub: Hub
  private let recorder: Recorder
  private var sent: UInt64 = 0

  init(_ context: ChannelHandlerContext, _ hub: Hub, _ recorder: Recorder) {
    (self.context, self.hub, self.recorder) = (context, hub, recorder)
    write(ByteBuffer(string: "--\(Self.boundary)\r\n"))
    context.flush()
    recorder.add(self)
    show()
  }

  func end() { recorder.remove(self) }
  func canWrite() { show() }
  func pictureCame(_ recorder: Recorder) { show() }
  func screenCame(_ recorder: Recorder) {}

  private func show() {
    guard context.channel.isWritable, let picture = recorder.picture, picture.sequence != sent else { return }
    sent = picture.sequence
    var head = "Content-Type: image/jpeg\r\nContent-Length: \(picture.jpeg.readableBytes)\r\n"
    if let at = picture.capturedAt { head += "X-Timestamp: \(Int64(at))\r\n" }
    write(ByteBuffer(string: head + "\r\n"))
    write(picture.jpeg)
    write(ByteBuffer(string: "\r\n--\(Self.boundary)\r\n"))
    context.flush()
    hub.served.pictures += 1
    hub.served.bytes += picture.jpeg.readableBytes
  }

  private func write(_ buffer: ByteBuffer) {
    context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
  }
}

/// Server-sent events: the line about each picture, or about the newest when the connection is slow.
final class ReadingStream: OpenReply, Recorder.Watcher {
  private let context: ChannelHandlerContext
  private let recorder: Recorder
  private var sent: UInt64 = 0

  init(_ context: ChannelHandlerContext, _ recorder: Recorder) {
    (self.context, self.recorder) = (context, recorder)
    recorder.add(self)
    show()
  }

  func end() { recorder.remove(self) }
  func canWrite() { show() }
  func pictureCame(_ recorder: Recorder) { show() }
  func screenCame(_ recorder: Recorder) {}

  private func show() {
    guard context.channel.isWritable, let picture = recorder.picture, picture.sequence != sent else { return }
    sent = picture.sequence
    var buffer = ByteBuffer(string: "id: \(picture.sequence)\ndata: ")
    buffer.writeBytes(picture.line)
    buffer.writeString("\n\n")
    context.writeAndFlush(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
  }
}

/// Waits for one picture taken after the request.
final class SnapshotRequest: OpenReply, Recorder.Watcher {
  /// The longest wait.
  static let patience = TimeAmount.seconds(5)

  private let recorder: Recorder
  private var answer: ((PublishedPicture?) -> Void)?
  private var timeout: Scheduled<Void>?

  init(_ recorder: Recorder, _ loop: any EventLoop, answer: @escaping (PublishedPicture?) -> Void) {
    (self.recorder, self.answer) = (recorder, answer)
    let own = NIOLoopBound(self, eventLoop: loop)
    timeout = loop.scheduleTask(in: Self.patience) { own.value.finish(nil) }
    recorder.add(self)
  }

  func end() {
    answer = nil
    finish(nil)
  }
  func canWrite() {}
  func pictureCame(_ recorder: Recorder) { finish(recorder.picture) }
  func screenCame(_ recorder: Recorder) {}

  private func finish(_ picture: PublishedPicture?) {
    timeout?.cancel()
    recorder.remove(self)
    answer?(picture)
    answer = nil
  }
}
