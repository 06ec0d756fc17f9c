import HostResources

/// Where the time of one output frame went, in nanoseconds of CLOCK_MONOTONIC.
///
/// Counts the thread that makes the frame: another thread's work beside it shows as time spent waiting for it.
package struct StageTimes: Sendable {
  /// A stage of a frame's work, in order: pairing the cameras' frames, decoding them, reducing them
  /// to small pictures, the guides, the glass chrome, the ink, encoding the picture and writing it.
  package enum Part: Int, CaseIterable, Sendable {
    case pair, decode, reduce, hud, chrome, ink, encode, write

    /// The part's name in the manifest and in reports.
    package var name: String { "\(staticName)" }

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

  /// Makes times that are all 0.
  package init() {}

  /// The time of one part in nanoseconds.
  package subscript(part: Part) -> Int64 {
    get { values[part.rawValue] }
    set { values[part.rawValue] = newValue }
  }

  /// Adds the time since `mark` to a part, and sets `mark` to now.
  package mutating func lap(_ mark: inout Int64, _ part: Part) {
    let now = MonotonicClock.now()
    self[part] += now - mark
    mark = now
  }

  package static func += (left: inout Self, right: Self) {
    for index in left.values.indices { left.values[index] += right.values[index] }
  }

  /// The sum of all parts in nanoseconds.
  package var total: Int64 {
    var sum: Int64 = 0
    for index in values.indices { sum += values[index] }
    return sum
  }
}
