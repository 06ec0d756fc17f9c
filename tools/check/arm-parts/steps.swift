// Results as hashes, and seeded numbers; compiled into each part.

@_extern(c, "step_done") func stepDone(_ hash: UInt64)

struct Results {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ value: UInt64) {
    hash = (hash ^ value) &* 0x100_0000_01B3
    hash ^= hash >> 29
  }

  mutating func add(_ value: Int) { add(UInt64(truncatingIfNeeded: value)) }
  mutating func add(_ value: Double) { add(value.bitPattern) }

  func done() { stepDone(hash) }
}

struct SeededNumbers {
  var state: UInt64

  mutating func below(_ end: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(end))
  }
}
