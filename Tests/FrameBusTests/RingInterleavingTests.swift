import Testing

@testable import FrameBus

@Suite("The ring, every interleaving")
struct RingInterleavingTests {
  @Test("no interleaving loses, doubles, reorders or corrupts an element", arguments: 1...3, [false, true])
  func allInterleavings(capacity: Int, allowsStealing: Bool) throws {
    var walk = InterleavingWalk(RingShape(capacity: capacity, allowsStealing: allowsStealing))
    try walk.run(producerOperations: 5, consumerOperations: 5)
    // The number of states says that the walk went somewhere.
    #expect(walk.visited.count > 500)
  }

  @Test("a ring broken on purpose is caught", arguments: Mutation.allCases.filter { $0 != .none }, 1...3)
  func mutations(mutation: Mutation, capacity: Int) {
    let shape = RingShape(capacity: capacity, allowsStealing: mutation.needsStealing, mutation: mutation)
    var walk = InterleavingWalk(shape)
    #expect(throws: RingViolation.self) {
      try walk.run(producerOperations: 4, consumerOperations: 4)
    }
  }
}
