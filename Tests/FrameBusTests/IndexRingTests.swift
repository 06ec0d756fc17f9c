import Testing

@testable import FrameBus

@Suite("The ring, one thread")
struct IndexRingTests {
  @Test("every sequence of operations does what a plain queue does", arguments: 1...3, [false, true])
  func sequences(capacity: Int, allowsStealing: Bool) {
    let kinds: [RingOperation] = allowsStealing ? [.push, .pop, .pushDisplacing, .steal] : [.push, .pop]
    let length = allowsStealing ? 7 : 12
    var total = 1
    for _ in 0..<length { total *= kinds.count }
    for code in 0..<total {
      let ring = IndexRing(capacity: capacity, allowsStealing: allowsStealing)
      var queue: [Int] = []
      var rest = code
      for value in 1...length {
        let kind = kinds[rest % kinds.count]
        rest /= kinds.count
        let agrees =
          switch kind {
          case .push: ring.push(value) == queue.append(value, below: capacity)
          case .pop: ring.pop() == queue.takeFirst()
          case .steal: ring.stealOldest() == queue.takeFirst()
          case .pushDisplacing: ring.pushDisplacing(value) == queue.appendDisplacing(value, below: capacity)
          }
        if !agrees || ring.isEmpty != queue.isEmpty {
          Issue.record("sequence \(code) differs at its operation \(value), \(kind)")
          return
        }
      }
    }
  }

  @Test("positions go round the cells many times", arguments: [1, 2, 3, 5, 64])
  func wraps(capacity: Int) {
    let ring = IndexRing(capacity: capacity, allowsStealing: false)
    for value in 0..<10_000 {
      let pushed = ring.push(value)
      let popped = ring.pop()
      #expect(pushed && popped == value)
    }
    let empty = ring.isEmpty
    #expect(empty)
  }

  @Test("what the producer writes, what the consumer writes and the cells are 128 bytes apart")
  func separation() {
    for capacity in [1, 2, 7, 64] {
      let ring = IndexRing(capacity: capacity, allowsStealing: true)
      let producer = unsafe Int(bitPattern: ring.tail)
      let consumer = unsafe Int(bitPattern: ring.head)
      let cells = unsafe Int(bitPattern: ring.cells)
      #expect(producer % 128 == 0)
      #expect(consumer == producer + 128)
      #expect(cells == producer + 256)
      #expect(unsafe Int(bitPattern: ring.producersHead) == producer + 8)
      #expect(unsafe Int(bitPattern: ring.consumersTail) == consumer + 8)
    }
    let bus = FrameBus(slots: [0, 1], capacity: 1, policy: .block)
    let producer = unsafe Int(bitPattern: bus.producerSide)
    let consumer = unsafe Int(bitPattern: bus.consumerSide)
    #expect(unsafe Int(bitPattern: bus.leases) - consumer < 128)
    #expect(abs(producer - consumer) >= 128 && producer % 128 == 0 && consumer % 128 == 0)
    #expect(unsafe Int(bitPattern: bus.doorbell.core) % 128 == 0)
    #expect(unsafe Int(bitPattern: bus.returnBell.core) % 128 == 0)
  }
}

extension [Int] {
  fileprivate mutating func append(_ value: Int, below capacity: Int) -> Bool {
    guard count < capacity else { return false }
    append(value)
    return true
  }

  fileprivate mutating func takeFirst() -> Int? { isEmpty ? nil : removeFirst() }

  fileprivate mutating func appendDisplacing(_ value: Int, below capacity: Int) -> Int? {
    let displaced = count < capacity ? nil : takeFirst()
    append(value)
    return displaced
  }
}
