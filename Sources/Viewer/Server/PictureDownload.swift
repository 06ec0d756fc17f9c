import HostResources
import NIOCore
import NIOHTTP1

/// A recording's pictures or photos as a ZIP, made while it is sent: the next one is read when the connection has taken the last.
final class PictureDownload: OpenReply {
  private let shelf: RecordingShelf
  private let recording: String
  private let files: [RecordingShelf.File]
  private let context: ChannelHandlerContext
  private let finish: (_ isWhole: Bool) -> Void
  private var archive = ZipArchive()
  private var next = 0
  private var isReading = false
  private var isOver = false

  /// - Parameter finish: called once, when all is sent or something can't be.
  init(
    _ files: [RecordingShelf.File], of recording: String, _ shelf: RecordingShelf,
    _ context: ChannelHandlerContext, finish: @escaping (_ isWhole: Bool) -> Void
  ) {
    (self.shelf, self.recording, self.files) = (shelf, recording, files)
    (self.context, self.finish) = (context, finish)
  }

  func end() { isOver = true }

  func canWrite() {
    guard !isReading, !isOver, context.channel.isWritable else { return }
    guard next < files.count else {
      isOver = true
      write(archive.end())
      return finish(true)
    }
    isReading = true
    let file = files[next]
    next += 1
    let own = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    shelf.bytes(of: file, in: recording) { answer in loop.execute { own.value.take(answer, of: file) } }
  }

  private func take(_ answer: RecordingShelf.Answer<[UInt8]?>, of file: RecordingShelf.File) {
    isReading = false
    guard !isOver else { return }
    switch answer {
    case .refused:
      isOver = true
      return finish(false)
    case .found(let bytes):
      // One that was deleted meanwhile is passed over.
      if let bytes {
        write(archive.begin("\(recording)/\(file.path)", bytes, seconds: file.seconds))
        write(ByteBuffer(bytes: bytes))
        context.flush()
      }
    }
    canWrite()
  }

  private func write(_ buffer: ByteBuffer) {
    context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
  }
}
