import NIOCore

/// How much of the server one client, or all of them, can have.
package struct Limits: Sendable {
  /// Connections at a time; more are turned away.
  package var connections = 64
  /// Bytes of a request's head.
  package var headBytes = 16 << 10
  /// Bytes of a request's body.
  package var bodyBytes = 64 << 10
  /// How long a request may take to arrive, from its first byte or from the connection's beginning.
  package var arrival = TimeAmount.seconds(10)
  /// How long a connection may wait for its next request.
  package var idle = TimeAmount.seconds(60)
  /// How long someone may leave what was sent untaken.
  package var stall = TimeAmount.seconds(30)
  /// Requests, or messages of a page, that one connection may send at once, and each second after.
  package var burst = 120.0
  package var perSecond = 60.0
  /// Bytes of a page's message.
  package var messageBytes = 8 << 10
  /// The shortest time between two tries to log in, of all clients together.
  package var betweenLogins = TimeAmount.milliseconds(500)

  package init() {}
}

/// A budget that fills up again.
struct Allowance {
  private var left: Double
  private var last = NIODeadline.now()
  private let limits: Limits

  init(_ limits: Limits) { (left, self.limits) = (limits.burst, limits) }

  /// Takes one; false if there is none.
  mutating func take(_ now: NIODeadline = .now()) -> Bool {
    left = min(limits.burst, left + Double((now - last).nanoseconds) / 1e9 * limits.perSecond)
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
