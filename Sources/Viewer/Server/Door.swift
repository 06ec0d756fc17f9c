import NIOCore
import NIOHTTP1

/// Lets in who shows the token or a session, and slows down those who try wrong ones: each address, and all together.
///
/// Once a budget is spent, what is shown isn't looked at. Who has a session is let in all the same, for nobody guesses its 256 bits; and
/// strangers who spend the budget of all don't keep out an address that has shown the token before.
struct Door {
  enum Answer {
    case comeIn
    /// Nothing was shown, or something wrong.
    case stayOut
    /// Too much that was wrong has come.
    case wait
  }

  private let gate: Gate
  private let limits: Limits
  private var all: Allowance
  /// Of addresses that tried.
  private(set) var one: [String: Allowance] = [:]
  private var known: Set<String> = []

  /// Addresses that are remembered; of those that tried, the budget of all leaves fewer at a time.
  static let mostAddresses = 256

  init(_ gate: Gate, _ limits: Limits, _ now: NIODeadline = .now()) {
    (self.gate, self.limits) = (gate, limits)
    all = Allowance(burst: limits.triesByAll.burst, perSecond: limits.triesByAll.perSecond, now)
  }

  /// What to answer to someone at an address.
  mutating func knock(
    _ credential: Gate.Credential?, from address: String, _ now: NIODeadline = .now()
  ) -> Answer {
    guard gate.token != nil else { return .comeIn }
    guard let credential else { return .stayOut }
    if case .session = credential, gate.accepts(credential) { return .comeIn }
    var own =
      one[address] ?? Allowance(burst: limits.triesByOne.burst, perSecond: limits.triesByOne.perSecond, now)
    guard own.count(now) >= 1, known.contains(address) || all.count(now) >= 1 else { return .wait }
    guard gate.accepts(credential) else {
      own.take(now)
      all.take(now)
      remember(own, of: address, now)
      return .stayOut
    }
    if known.count >= Self.mostAddresses { known.removeAll() }
    known.insert(address)
    return .comeIn
  }

  private mutating func remember(_ own: Allowance, of address: String, _ now: NIODeadline) {
    if one[address] == nil, one.count >= Self.mostAddresses {
      // Who hasn't tried for a while is as new.
      one = one.filter { entry in
        var allowance = entry.value
        return allowance.count(now) < limits.triesByOne.burst
      }
    }
    one[address] = own
  }

  /// Where a request comes from: an IP address; behind a proxy at a Unix socket, the one that the proxy names last.
  static func address(of head: HTTPRequestHead, on channel: any Channel) -> String {
    if let ip = channel.remoteAddress?.ipAddress { return ip }
    let named = head.headers[canonicalForm: "x-forwarded-for"].last ?? ""
    return String(named.prefix(64))
  }
}
