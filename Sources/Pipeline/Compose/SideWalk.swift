import CaptureKit
import Foundation
import FrameBus
import JPEGCodec
import Synchronization

/// Walks one camera's frames on a thread of its own, beside the other camera's on its owner's.
///
/// Nobody waits for a thread that hasn't begun: what was offered and not yet taken up, the owner does itself. What comes
/// of a frame is the same either way.
final class SideWalk {
  private let shared: Shared

  /// Starts the thread, which sleeps between frames.
  init(_ source: SpliceSource) {
    let shared = Shared(source)
    self.shared = shared
    let thread = Thread { shared.run() }
    thread.name = "dualcam-walk"
    thread.start()
  }

  deinit {
    // Release: pairs with the acquire in run().
    shared.isOver.store(true, ordering: .releasing)
    shared.bell.ring()
  }

  /// Offers a frame. The source and the slot aren't the caller's until ``finish()`` has returned.
  func begin(_ slot: FrameSlot) {
    shared.slot = slot
    // Release: pairs with the acquire of whoever takes it up.
    shared.phase.store(Phase.offered, ordering: .releasing)
    shared.bell.ring()
  }

  /// What came of the frame offered last; waits for it, or walks it here.
  func finish() -> SpliceSource.Outcome? {
    // Acquiring and releasing: pairs with the thread's own try, one of which wins.
    let (isMine, _) = shared.phase.compareExchange(
      expected: Phase.offered, desired: Phase.idle, ordering: .acquiringAndReleasing)
    if isMine {
      shared.walk()
    } else {
      while true {
        let ticket = shared.done.ticket
        // Acquire: pairs with the release in run(), after the outcome is written.
        if shared.phase.load(ordering: .acquiring) == Phase.finished { break }
        shared.done.wait(after: ticket)
      }
    }
    shared.slot = nil
    return shared.outcome
  }

  private enum Phase {
    static let idle: UInt8 = 0
    static let offered: UInt8 = 1
    static let taken: UInt8 = 2
    static let finished: UInt8 = 3
  }

  /// What both threads hold.
  private final class Shared: @unchecked Sendable {
    // SAFETY: source, slot and outcome belong to the owner but between its offer and the end of finish(), and then to
    // whoever has changed the phase from offered.
    let source: SpliceSource
    var slot: FrameSlot?
    var outcome: SpliceSource.Outcome?
    let phase = Atomic<UInt8>(Phase.idle)
    let isOver = Atomic<Bool>(false)
    let bell = Doorbell()
    let done = Doorbell()

    init(_ source: SpliceSource) { self.source = source }

    func walk() {
      outcome = slot.map { slot in slot.withBytes { bytes in source.read(bytes) } }
    }

    func run() {
      while true {
        let ticket = bell.ticket
        // Acquire: pairs with the release in deinit.
        if isOver.load(ordering: .acquiring) { return }
        let (isMine, _) = phase.compareExchange(
          expected: Phase.offered, desired: Phase.taken, ordering: .acquiringAndReleasing)
        guard isMine else {
          bell.wait(after: ticket)
          continue
        }
        walk()
        // Release: pairs with the acquire in finish().
        phase.store(Phase.finished, ordering: .releasing)
        done.ring()
      }
    }
  }
}
