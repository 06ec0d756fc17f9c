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
  /// Wrong tokens that one address may try at once, and each second after; and all addresses together.
  package var triesByOne = (burst: 10.0, perSecond: 1.0)
  package var triesByAll = (burst: 20.0, perSecond: 2.0)

  package init() {}
}

/// A budget that fills up again.
struct Allowance {
  private var left: Double
  private var last: NIODeadline
  private let burst, perSecond: Double

  init(burst: Double, perSecond: Double, _ now: NIODeadline = .now()) {
    (left, self.burst, self.perSecond, last) = (burst, burst, perSecond, now)
  }

  /// How many there are.
  mutating func count(_ now: NIODeadline = .now()) -> Double {
    left = min(burst, left + Double(max(now - last, .zero).nanoseconds) / 1e9 * perSecond)
    last = max(last, now)
    return left
  }

  /// Takes one; false if there is none.
  @discardableResult
  mutating func take(_ now: NIODeadline = .now()) -> Bool {
    guard count(now) >= 1 else { return false }
    left -= 1
    return true
  }
}
