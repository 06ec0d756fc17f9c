import NIOCore
import NIOHTTP1

/// Lets in clients with the token or a session, and slows down wrong tries: from each address, and from all together.
///
/// Once a budget is spent, tokens aren't checked. A session is admitted all the same, because nobody can guess its 256 bits; and
/// strangers who spend the shared budget don't lock out an address that has presented the token before.
struct TokenThrottle {
  enum Outcome {
    case admitted
    /// Nothing was presented, or something wrong.
    case denied
    /// Too many wrong tries.
    case throttled
  }

  private let gate: Gate
  private let limits: Limits
  private var all: Allowance
  /// Budgets of addresses that tried.
  private(set) var tried: [String: Allowance] = [:]
  private var known: Set<String> = []

  /// The most addresses remembered; the shared budget keeps those that tried below that at any time.
  static let mostAddresses = 256

  init(_ gate: Gate, _ limits: Limits, _ now: NIODeadline = .now()) {
    (self.gate, self.limits) = (gate, limits)
    all = Allowance(burst: limits.triesByAll.burst, perSecond: limits.triesByAll.perSecond, now)
  }

  /// The outcome for a client at an address.
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
      // An address with a full budget is as good as new.
      tried = tried.filter { entry in
        var allowance = entry.value
        return allowance.count(now) < limits.triesByOne.burst
      }
    }
    tried[address] = own
  }

  /// Where a request comes from: an IP address; behind a proxy at a Unix socket, the last one the proxy names.
  static func address(of head: HTTPRequestHead, on channel: any Channel) -> String {
    if let ip = channel.remoteAddress?.ipAddress { return ip }
    let named = head.headers[canonicalForm: "x-forwarded-for"].last ?? ""
    return String(named.prefix(64))
  }
}
