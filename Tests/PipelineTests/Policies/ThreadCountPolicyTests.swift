import Testing

@testable import Compositor
@testable import Pipeline

@Suite("One thread for a picture, or two")
struct ThreadCountPolicyTests {
  private static let budget: Int64 = 33_000_000

  private func judge(
    _ threads: StageThreads, spent: [Int64], budget: Int64 = budget, isLong: Bool = false
  ) -> [Bool] {
    var judge = ThreadCountPolicy(threads, budget: budget)
    return spent.map { spent in
      judge.note(spent: spent)
      return judge.isShared(isLong: isLong)
    }
  }

  @Test("pictures that take more than two thirds of their time have two, others one from the first on")
  func busy() {
    #expect(judge(.auto, spent: Array(repeating: 23_000_000, count: 100)).allSatisfy { $0 })
    #expect(judge(.auto, spent: [5_000_000] + Array(repeating: 20_000_000, count: 100)).allSatisfy { !$0 })
  }

  @Test("a picture known to take long has two, unless one was asked for")
  func long() {
    let calm = Array(repeating: Int64(5_000_000), count: 30)
    #expect(judge(.auto, spent: calm, isLong: true).allSatisfy { $0 })
    #expect(judge(.one, spent: calm, isLong: true).allSatisfy { !$0 })
  }

  @Test("one long picture among short ones changes nothing, a longer time of them does")
  func outlier() {
    let calm = Array(repeating: Int64(10_000_000), count: 30)
    #expect(judge(.auto, spent: calm + [60_000_000] + calm).allSatisfy { !$0 })
    let result = judge(.auto, spent: calm + Array(repeating: 26_000_000, count: 30))
    #expect(!result[31] && result[59])
  }

  @Test("two stay while they save time, and go when there is plenty of it")
  func calm() {
    let two = Array(repeating: Int64(24_000_000), count: 5)
    #expect(judge(.auto, spent: two + Array(repeating: 14_000_000, count: 100)).allSatisfy { $0 })
    let result = judge(.auto, spent: two + Array(repeating: 4_000_000, count: 60))
    #expect(result[4] && !result[64])
  }

  @Test("what was asked for stays, and two threads make pictures that nothing is late for")
  func asked() {
    let spent: [Int64] = [1_000_000, 50_000_000, 50_000_000, -1, 0]
    #expect(judge(.two, spent: spent).allSatisfy { $0 })
    #expect(judge(.one, spent: spent).allSatisfy { !$0 })
    #expect(judge(.auto, spent: spent, budget: 0).allSatisfy { $0 })
    #expect(judge(.one, spent: spent, budget: 0).allSatisfy { !$0 })
  }
}
