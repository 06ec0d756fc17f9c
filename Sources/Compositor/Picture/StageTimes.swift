import HostResources

/// Where the time of one output frame went, in nanoseconds of CLOCK_MONOTONIC.
///
/// Of the thread that makes it: what another makes beside it shows as the time that it was waited for.
public struct StageTimes: Sendable {
  /// A part of the way of a frame; the raw value is its name in the manifest and in reports.
  public enum Part: Int, CaseIterable, Sendable {
    case pair, decode, reduce, hud, chrome, ink, encode, write

    public var name: String { "\(staticName)" }

    package var staticName: StaticString {
      switch self {
      case .pair: "pair"
      case .decode: "decode"
      case .reduce: "reduce"
      case .hud: "hud"
      case .chrome: "chrome"
      case .ink: "ink"
      case .encode: "encode"
      case .write: "write"
      }
    }
  }

  private var values = InlineArray<8, Int64>(repeating: 0)

  public init() {}

  public subscript(part: Part) -> Int64 {
    get { values[part.rawValue] }
    set { values[part.rawValue] = newValue }
  }

  /// Gives the time since `mark` to a part, and begins anew.
  package mutating func lap(_ mark: inout Int64, _ part: Part) {
    let now = MonotonicClock.now()
    self[part] += now - mark
    mark = now
  }

  package static func += (left: inout Self, right: Self) {
    for index in left.values.indices { left.values[index] += right.values[index] }
  }

  public var total: Int64 {
    var sum: Int64 = 0
    for index in values.indices { sum += values[index] }
    return sum
  }
}
