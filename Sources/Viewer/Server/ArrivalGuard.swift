import NIOCore
import NIOHTTP1

/// Closes a connection whose request is too slow or too long, before the parser keeps any of it: slow lines, endless
/// headers, partial requests.
///
/// First in the pipeline; ``RequestHandler`` tells it when a request is complete and when its reply has been sent.
final class ArrivalGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private enum Phase {
    /// Nothing of the next request has arrived.
    case idle
    /// Part of a request has arrived.
    case arriving
    /// It is being answered; more may come, but isn't waited for.
    case answering
  }

  private let limits: Limits
  private var phase = Phase.idle
  private var bytes = 0
  private var deadline: Scheduled<Void>?

  init(_ limits: Limits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) {
    // A client that sends nothing gets as long as one that sends slowly.
    expect(limits.arrival, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if phase == .idle {
      phase = .arriving
      bytes = 0
      expect(limits.arrival, context)
    }
    bytes += unwrapInboundIn(data).readableBytes
    guard bytes <= limits.headBytes + limits.bodyBytes else {
      context.close(promise: nil)
      return
    }
    context.fireChannelRead(data)
  }

  /// Call when a request has arrived.
  func requestCame() {
    phase = .answering
    bytes = 0
    deadline?.cancel()
  }

  /// Call when it has been answered.
  func answerWent(context: ChannelHandlerContext) {
    phase = .idle
    expect(limits.idle, context)
  }

  private func expect(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}

/// Closes a connection that doesn't take what was sent, because that holds memory.
final class StallGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  init(_ limits: Limits) { patience = limits.stall }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    deadline?.cancel()
    if !context.channel.isWritable {
      let channel = context.channel
      deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
