@testable import FrameBus

/// What a walk is about.
struct RingShape: Hashable {
  var capacity: Int
  var allowsStealing: Bool
  var mutation = Mutation.none

  var mask: Int {
    var size = 1
    while size < capacity { size *= 2 }
    return size - 1
  }
}

/// An operation of either side.
enum RingOperation: Hashable {
  case push, pushDisplacing, steal
  case pop
}

/// Where one side stands in its run.
struct RingSide: Hashable {
  var operationsLeft: Int
  var current: RingOperation?
  /// Results of the atomic steps that the current operation took.
  var log: [Int] = []
  /// The element that this side took out of the ring and hasn't returned yet.
  var owed: Int?
  /// Consumer: the ring was empty at some moment of the current operation. Producer: it was full.
  var excused = false
}

/// The ring and both sides between two steps. The element at position p always has the value p + 1, so that
/// what must be in a cell needs no history.
struct RingState: Hashable {
  var head = 0
  var tail = 0
  var cells: [Int]
  var knownHead = 0
  var ownTail = 0
  var knownTail = 0
  var producer: RingSide
  var consumer: RingSide
}

/// What a walk found wrong, with the schedule that leads there.
struct RingViolation: Error, CustomStringConvertible {
  var rule: String
  var schedule: [String]
  var description: String { "\(rule) after \(schedule.joined(separator: ", "))" }
}

/// Visits every state that any interleaving of any operations can reach, each once, and checks in each:
/// - a removed element is the oldest, is returned by the operation that removed it, and by no other;
/// - an operation says empty or full only when the ring was so at a moment between its start and its end;
/// - what waits lies in its cell untouched, and never exceeds the capacity;
/// - no element is lost: all positions up to `head` were removed exactly once, all from there to `tail` wait.
struct InterleavingWalk {
  let shape: RingShape
  private(set) var visited = Set<RingState>()
  private var schedule: [String] = []

  init(_ shape: RingShape) { self.shape = shape }

  mutating func run(producerOperations: Int, consumerOperations: Int) throws(RingViolation) {
    let start = RingState(
      cells: Array(repeating: 0, count: shape.mask + 1),
      producer: RingSide(operationsLeft: producerOperations),
      consumer: RingSide(operationsLeft: consumerOperations))
    try visit(start)
  }

  private mutating func visit(_ state: RingState) throws(RingViolation) {
    guard visited.insert(state).inserted else { return }
    for operation in nextOperations(state.producer, onConsumer: false) {
      try follow(state, operation, onConsumer: false)
    }
    for operation in nextOperations(state.consumer, onConsumer: true) {
      try follow(state, operation, onConsumer: true)
    }
  }

  private func nextOperations(_ side: RingSide, onConsumer: Bool) -> [RingOperation] {
    if let current = side.current { return [current] }
    guard side.operationsLeft > 0 else { return [] }
    if onConsumer { return [.pop] }
    return shape.allowsStealing ? [.push, .pushDisplacing, .steal] : [.push]
  }

  private mutating func follow(
    _ state: RingState, _ operation: RingOperation, onConsumer: Bool
  ) throws(RingViolation) {
    schedule.append("\(operation)#\(onConsumer ? state.consumer.log.count : state.producer.log.count)")
    let next = try step(state, operation, onConsumer: onConsumer)
    try visit(next)
    schedule.removeLast()
  }

  /// One atomic step of one side, and all that must hold after it.
  private func step(
    _ before: RingState, _ operation: RingOperation, onConsumer: Bool
  ) throws(RingViolation) -> RingState {
    var state = before
    var side = onConsumer ? state.consumer : state.producer
    let ring = StepMemory(shape, before, onConsumer: onConsumer)
    if side.current == nil {
      side.current = operation
      side.operationsLeft -= 1
      side.excused = onConsumer ? before.isEmpty : before.isFull(shape)
    }

    // The value to push is the one that its position asks for.
    let value = before.ownTail + 1
    var returned: Int??
    var accepted = true
    do throws(Interrupted) {
      switch operation {
      case .push: (accepted, returned) = (try ring.push(value), .some(nil))
      case .pushDisplacing: returned = .some(try ring.pushDisplacing(value))
      case .steal: returned = .some(try ring.stealOldest())
      case .pop: returned = .some(try ring.pop())
      }
    } catch {}

    (state.head, state.tail, state.cells) = (ring.head, ring.tail, ring.cells)
    side.log = ring.log
    if state.head != before.head {
      try require(state.head == before.head + 1 && before.head < before.tail, "head moves by one element")
      try require(side.owed == nil, "an operation removes one element at most")
      side.owed = before.head + 1
    }
    if let result = returned {
      try require(result == side.owed, "what is returned is what was removed")
      switch operation {
      case .pop where result == nil: try require(side.excused, "empty only when empty")
      case .push where !accepted: try require(side.excused, "full only when full")
      case .push, .pushDisplacing: try require(state.tail == before.ownTail + 1, "an accepted element waits")
      case .pop, .steal: break
      }
      (side.current, side.log, side.owed) = (nil, [], nil)
      (state.knownHead, state.ownTail, state.knownTail) = (ring.knownHead, ring.ownTail, ring.knownTail)
    }
    if onConsumer { state.consumer = side } else { state.producer = side }
    state.consumer.excused = state.consumer.excused || state.isEmpty
    state.producer.excused = state.producer.excused || state.isFull(shape)

    try require(state.head <= state.tail, "head never passes tail")
    try require(state.tail - state.head <= shape.capacity, "no more waits than fits")
    for position in state.head..<state.tail {
      try require(state.cells[position & shape.mask] == position + 1, "what waits is untouched")
    }
    return state
  }

  private func require(_ holds: Bool, _ rule: String) throws(RingViolation) {
    if !holds { throw RingViolation(rule: rule, schedule: schedule) }
  }
}

extension RingState {
  var isEmpty: Bool { head == tail }
  func isFull(_ shape: RingShape) -> Bool { tail - head >= shape.capacity }
}
