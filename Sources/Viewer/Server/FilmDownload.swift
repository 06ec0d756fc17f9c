import HostResources
import NIOCore
import NIOHTTP1

/// A film's file, read as fast as the connection takes it.
final class FilmDownload: OpenReply {
  private let shelf: RecordingShelf
  private let path: String
  private let context: ChannelHandlerContext
  private let finish: (_ isWhole: Bool) -> Void
  private var position: Int
  private let limit: Int
  private var isReading = false
  private var isOver = false
  private static let pieceBytes = 1 << 18

  /// - Parameters:
  ///   - range: the bytes to send.
  ///   - finish: called once, when all is sent or something can't be.
  init(
    _ path: String, _ range: Range<Int>, _ shelf: RecordingShelf, _ context: ChannelHandlerContext,
    finish: @escaping (_ isWhole: Bool) -> Void
  ) {
    (self.shelf, self.path, self.context, self.finish) = (shelf, path, context, finish)
    (position, limit) = (range.lowerBound, range.upperBound)
  }

  func end() { isOver = true }

  func canWrite() {
    guard !isReading, !isOver, context.channel.isWritable else { return }
    guard position < limit else {
      isOver = true
      return finish(true)
    }
    isReading = true
    let own = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    shelf.film(path, from: position, count: min(Self.pieceBytes, limit - position)) { answer in
      loop.execute { own.value.take(answer) }
    }
  }

  private func take(_ answer: RecordingShelf.Answer<[UInt8]>) {
    isReading = false
    guard !isOver else { return }
    guard case .found(let bytes) = answer, !bytes.isEmpty else {
      isOver = true
      return finish(false)
    }
    position += bytes.count
    context.writeAndFlush(
      NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    canWrite()
  }
}
