import Glibc
import TestSupport

@testable import CaptureKit

/// A UVC camera whose true times are known: its clock, its frames' headers, and how late the host reads them.
struct SimulatedClock {
  /// Which frames it counts.
  enum Counting { case bus, own, none }
  /// How late the host reads headers, in nanoseconds.
  enum Delay: CaseIterable {
    /// Mostly soon.
    case exponential
    /// Evenly within 4 ms, as in transfers of 32 packets.
    case even
    /// Often at once, at times after long.
    case mixed
  }

  var ticksPerSecond = 48_000_000.0
  /// How fast its clock is beyond its nominal rate, in millionths.
  var drift = 80.0
  var framesPerSecond = 30.0
  var counting = Counting.none
  var delay = Delay.exponential
  /// What every header needs to be read, in nanoseconds.
  var shortest = 0.0
  var firstTick: UInt32 = 0xF000_0000
  var headers = 4
  private var random: Seeded
  private var time = 5_000_000_000_000.0
  private var readable = 0.0

  init(seed: UInt64) { random = Seeded(seed) }

  /// A frame's headers, and when it was truly exposed, in nanoseconds.
  mutating func next() -> (exposed: Double, headers: [PayloadClock]) {
    let exposed = time
    time += 1e9 / framesPerSecond
    var sent = exposed + 2e6 + .random(in: 0...3e6, using: &random)
    let headers = (0..<headers).map { _ in
      sent += .random(in: 0...2e6, using: &random)
      // Headers are read in their order.
      readable = max(readable, sent + shortest + late())
      return PayloadClock(
        host: Int64(readable), hostFrame: counting == .none ? 0 : UInt16(Int64(readable / 1e6) & 0x7FF),
        exposed: ticks(exposed), sent: ticks(sent), sentFrame: count(sent))
    }
    return (exposed, headers)
  }

  /// Time passes in which it sends nothing, in nanoseconds.
  mutating func pause(_ nanoseconds: Double) { time += nanoseconds }

  private func ticks(_ time: Double) -> UInt32 {
    firstTick &+ UInt32(truncatingIfNeeded: Int64(time / 1e9 * ticksPerSecond * (1 + drift / 1e6)))
  }

  private func count(_ time: Double) -> UInt16 {
    switch counting {
    case .none: 0
    case .bus: UInt16(Int64(time / 1e6) & 0x7FF)
    case .own: UInt16((Int64(time / 1e6 * 1.0003) + 700) & 0x7FF)
    }
  }

  private mutating func late() -> Double {
    func exponential(_ mean: Double) -> Double { -mean * log(.random(in: 1e-12...1, using: &random)) }
    switch delay {
    case .exponential: return exponential(2e6)
    case .even: return .random(in: 0...4e6, using: &random)
    case .mixed:
      return .random(in: 0...1, using: &random) < 0.7
        ? .random(in: 0...3e5, using: &random) : exponential(5e6)
    }
  }
}

extension PayloadClock {
  /// As the driver stores a header with all times.
  var block: [UInt8] { block(flags: 0x8C, length: 12) }

  func block(flags: UInt8, length: UInt8) -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
    }
    var block = bytes(host) + bytes(hostFrame) + [length, flags]
    if flags & 4 != 0 { block += bytes(exposed ?? 0) }
    if flags & 8 != 0 { block += bytes(sent) + bytes(sentFrame) }
    return block
  }
}
