import NIOCore
import NIOHTTP1

/// Lets in who shows the token or a session, and slows down those who try wrong ones: each address, and all together.
///
/// Once a budget is spent, what is shown isn't looked at. Who has a session is let in all the same, for nobody guesses its 256 bits; and
/// strangers who spend the budget of all don't keep out an address that has shown the token before.
struct TokenThrottle {
  enum Outcome {
    case admitted
    /// Nothing was shown, or something wrong.
    case denied
    /// Too much that was wrong has come.
    case throttled
  }

  private let gate: Gate
  private let limits: Limits
  private var all: Allowance
  /// Of addresses that tried.
  private(set) var tried: [String: Allowance] = [:]
  private var known: Set<String> = []

  /// Addresses that are remembered; of those that tried, the budget of all leaves fewer at a time.
  static let mostAddresses = 256

  init(_ gate: Gate, _ limits: Limits, _ now: NIODeadline = .now()) {
    (self.gate, self.limits) = (gate, limits)
    all = Allowance(burst: limits.triesByAll.burst, perSecond: limits.triesByAll.perSecond, now)
  }

  /// What to answer to someone at an address.
  mutating func admit(
    _ credential: Gate.Credential?, from address: String, _ now: NIODeadline = .now()
  ) -> Outcome {
    guard gate.token != nil else { return .admitted }
    guard let credential else { return .denied }
    if case .session = credential, gate.accepts(credential) { return .admitted }
    var own =
      tried[address] ?? Allowance(burst: limits.triesByOne.burst, perSecond: limits.triesByOne.perSecond, now)
    guard own.count(now) >= 1, known.contains(address) || all.count(now) >= 1 else { return .throttled }
    guard gate.accepts(credential) else {
      own.take(now)
      all.take(now)
      remember(own, of: address, now)
      return .denied
    }
    if known.count >= Self.mostAddresses { known.removeAll() }
    known.insert(address)
    return .admitted
  }

  private mutating func remember(_ own: Allowance, of address: String, _ now: NIODeadline) {
    if tried[address] == nil, tried.count >= Self.mostAddresses {
      // Who hasn't tried for a while is as new.
      tried = tried.filter { entry in
        var allowance = entry.value
        return allowance.count(now) < limits.triesByOne.burst
      }
    }
    tried[address] = own
  }

  /// Where a request comes from: an IP address; behind a proxy at a Unix socket, the one that the proxy names last.
  static func address(of head: HTTPRequestHead, on channel: any Channel) -> String {
    if let ip = channel.remoteAddress?.ipAddress { return ip }
    let named = head.headers[canonicalForm: "x-forwarded-for"].last ?? ""
    return String(named.prefix(64))
  }
}
