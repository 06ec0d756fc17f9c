import NIOCore

/// How much of the server one client, or all of them, may use.
package struct Limits: Sendable {
  /// The most connections at once; further ones are refused.
  package var connections = 64
  /// The most bytes in a request's head.
  package var headBytes = 16 << 10
  /// The most bytes in a request's body.
  package var bodyBytes = 64 << 10
  /// How long a request may take to arrive, from its first byte or from the connection's beginning.
  package var arrival = TimeAmount.seconds(10)
  /// How long a connection may wait for its next request.
  package var idle = TimeAmount.seconds(60)
  /// How long a client may leave sent data untaken.
  package var stall = TimeAmount.seconds(30)
  /// Requests, or messages from a page, that one connection may send at once, and then each second.
  package var burst = 120.0
  package var perSecond = 60.0
  /// The most bytes in a page's message.
  package var messageBytes = 8 << 10
  /// Wrong tokens that one address may try at once, and then each second; and all addresses together.
  package var triesByOne = (burst: 10.0, perSecond: 1.0)
  package var triesByAll = (burst: 20.0, perSecond: 2.0)

  package init() {}
}

/// A budget that refills over time.
struct Allowance {
  private var left: Double
  private var last: NIODeadline
  private let burst, perSecond: Double

  init(burst: Double, perSecond: Double, _ now: NIODeadline = .now()) {
    (left, self.burst, self.perSecond, last) = (burst, burst, perSecond, now)
  }

  /// How much is left.
  mutating func count(_ now: NIODeadline = .now()) -> Double {
    left = min(burst, left + Double(max(now - last, .zero).nanoseconds) / 1e9 * perSecond)
    last = max(last, now)
    return left
  }

  /// Takes one; false if none is left.
  @discardableResult
  mutating func take(_ now: NIODeadline = .now()) -> Bool {
    guard count(now) >= 1 else { return false }
    left -= 1
    return true
  }
}
