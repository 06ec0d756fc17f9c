import HostResources
import NIOCore
import NIOHTTP1

/// A film's file, read as fast as the connection takes it.
final class FilmDownload: OpenReply {
  private let shelf: RecordingShelf
  private let film: RecordingShelf.Film
  private let context: ChannelHandlerContext
  private let finish: (_ isWhole: Bool) -> Void
  private var left: Int
  private var isReading = false
  private var isOver = false
  private static let pieceBytes = 1 << 18

  /// - Parameter finish: called once, when all is sent or something can't be.
  init(
    _ film: RecordingShelf.Film, _ shelf: RecordingShelf, _ context: ChannelHandlerContext,
    finish: @escaping (_ isWhole: Bool) -> Void
  ) {
    (self.shelf, self.film, self.context, self.finish) = (shelf, film, context, finish)
    left = film.length
  }

  func end() { isOver = true }

  func canWrite() {
    guard !isReading, !isOver, context.channel.isWritable else { return }
    guard left > 0 else {
      isOver = true
      return finish(true)
    }
    isReading = true
    let own = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    shelf.read(film, atMost: min(Self.pieceBytes, left)) { answer in
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
    left -= bytes.count
    context.writeAndFlush(
      NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    canWrite()
  }
}
