@testable import FrameBus

/// The operation can't go on before the schedule says so.
struct Interrupted: Error {}

/// How a ring's memory or algorithm can be broken on purpose, to prove that the walk notices.
enum Mutation: CaseIterable {
  case none
  /// The consumer moves `head` by a plain store although the producer steals.
  case popWithoutExchange
  /// The exchange is a load, then a store.
  case exchangeInTwoSteps
  /// An exchange that lost says that it won.
  case exchangeIgnoresLoss
  /// `tail` moves before the cell is written.
  case tailBeforeCell
  /// The producer believes in one place more than there is.
  case oneTooMany

  /// Whether only rings that steal are broken by it.
  var needsStealing: Bool {
    switch self {
    case .popWithoutExchange, .exchangeInTwoSteps, .exchangeIgnoresLoss: true
    case .none, .tailBeforeCell, .oneTooMany: false
    }
  }
}

/// A ring's words under a scheduler: an operation runs from its start, gets the results of the steps that it
/// took before from `log`, takes one step more, and is interrupted before the next.
///
/// Re-running from the start is what lets ordinary functions be stopped at any atomic access: between two
/// accesses they are deterministic. Fields private to a side start anew with each re-run, and are kept when the
/// operation completes.
final class StepMemory: RingMemory {
  typealias Interruption = Interrupted

  let trueCapacity: Int
  let mask: Int
  let steals: Bool
  let mutation: Mutation
  let onConsumer: Bool

  var head: Int
  var tail: Int
  var cells: [Int]
  var knownHead: Int
  var ownTail: Int
  var knownTail: Int
  var log: [Int]

  private var replayed = 0
  private var stepsLeft = 1
  private var delayedCell: (offset: Int, value: Int)?

  init(_ shape: RingShape, _ state: RingState, onConsumer: Bool) {
    trueCapacity = shape.capacity
    mask = shape.mask
    steals = shape.allowsStealing
    mutation = shape.mutation
    self.onConsumer = onConsumer
    head = state.head
    tail = state.tail
    cells = state.cells
    knownHead = state.knownHead
    ownTail = state.ownTail
    knownTail = state.knownTail
    log = onConsumer ? state.consumer.log : state.producer.log
  }

  var capacity: Int { mutation == .oneTooMany ? trueCapacity + 1 : trueCapacity }
  var allowsStealing: Bool { steals && !(mutation == .popWithoutExchange && onConsumer) }

  private func step(_ perform: () -> Int) throws(Interrupted) -> Int {
    if replayed < log.count {
      replayed += 1
      return log[replayed - 1]
    }
    guard stepsLeft > 0 else { throw Interrupted() }
    stepsLeft -= 1
    replayed += 1
    log.append(perform())
    return log[replayed - 1]
  }

  func loadTail() throws(Interrupted) -> Int { try step { tail } }
  func loadHead() throws(Interrupted) -> Int { try step { head } }
  func loadHeadRelaxed() throws(Interrupted) -> Int { try step { head } }
  func loadCell(_ offset: Int) throws(Interrupted) -> Int { try step { cells[offset] } }

  func storeTail(_ position: Int) throws(Interrupted) {
    _ = try step {
      tail = position
      return 0
    }
    ownTail = position
    if let (offset, value) = delayedCell {
      delayedCell = nil
      try write(offset, value)
    }
  }

  func storeHead(_ position: Int) throws(Interrupted) {
    _ = try step {
      head = position
      return 0
    }
  }

  func storeCell(_ offset: Int, _ value: Int) throws(Interrupted) {
    if mutation == .tailBeforeCell {
      delayedCell = (offset, value)
    } else {
      try write(offset, value)
    }
  }

  private func write(_ offset: Int, _ value: Int) throws(Interrupted) {
    _ = try step {
      cells[offset] = value
      return 0
    }
  }

  func advanceHead(from position: Int) throws(Interrupted) -> (won: Bool, seen: Int) {
    if mutation == .exchangeInTwoSteps {
      let seen = try loadHead()
      if seen != position { return (false, seen) }
      try storeHead(position + 1)
      return (true, seen)
    }
    let seen = try step {
      let seen = head
      if seen == position { head = position + 1 }
      return seen
    }
    return (seen == position || mutation == .exchangeIgnoresLoss, seen)
  }
}
