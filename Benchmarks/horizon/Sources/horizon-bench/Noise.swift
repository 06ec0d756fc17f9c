import Foundation

/// Seeded normal numbers: SplitMix64 (Steele, Lea, Flood 2014) and the sum of four uniform ones.
struct Noise {
  var state: UInt64

  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
  }

  /// Mean 0, standard deviation 1.
  mutating func normal() -> Double { (uniform() + uniform() + uniform() + uniform() - 2) * 3.0.squareRoot() }
}
