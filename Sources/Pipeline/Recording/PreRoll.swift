import Compositor
import HostResources
import PixelTypes

/// Finished pictures awaiting a trigger: recorded if it comes in time, otherwise given back, oldest first.
///
/// They are the sinks' own pictures; nothing is copied. Used on the stage's thread.
final class PreRoll {
  /// How far back it reaches, in nanoseconds.
  let span: Int64
  /// The most pictures that it holds.
  let most: Int
  private var held: [Candidate] = []
  // How many of the oldest belong in the recording.
  private var due = 0

  /// - Parameters:
  ///   - span: how far back it reaches.
  ///   - framesPerSecond: the most pictures a second.
  init(_ span: Duration, framesPerSecond: Double) {
    self.span = Int64(span / .nanoseconds(1))
    most = Self.most(span, framesPerSecond: framesPerSecond)
    held.reserveCapacity(most + 1)
  }

  /// The pictures in `span` plus a second's worth, which wait until the disk has taken those before.
  static func most(_ span: Duration, framesPerSecond: Double) -> Int {
    let rate = min(max(framesPerSecond, 0.1), 240)
    return Int((span / .seconds(1) * rate).rounded(.up)) + Int(rate.rounded(.up)) + 1
  }

  /// The memory that the pictures take, for people.
  ///
  /// - Parameters:
  ///   - first: bytes of the first picture; 0 if there is none yet.
  ///   - largest: bytes of the largest possible picture.
  ///   - available: bytes of available memory; `nil` if unknown.
  /// - Throws: `ResourceShortage` if there is less memory than pictures like the first need.
  func demand(first: Int, largest: Int, available: Int?) throws(ResourceShortage) -> String {
    let likely = NoRoom.bytes(most * first)
    if let available, most * first > available {
      throw ResourceShortage(
        what: "--before holds \(likely) of pictures in memory, and only \(NoRoom.bytes(available)) is free",
        limit: .none)
    }
    return "up to \(most.counted("picture")) wait in memory for a trigger and for the disk: "
      + (first > 0 ? "\(likely) if they are as large as the first, " : "")
      + "\(NoRoom.bytes(most * max(first, largest))) at most"
  }

  /// Whether pictures that belong in the recording are waiting.
  var isDraining: Bool { due > 0 }

  /// Holds a picture.
  ///
  /// - Parameters:
  ///   - isDue: whether it belongs in the recording, along with all that are held.
  ///   - dropped: takes each that doesn't belong in it any more.
  func hold(_ candidate: Candidate, isDue: Bool, dropped: (Candidate) -> Void = { _ in }) {
    candidate.issue.picture.retain()
    held.append(candidate)
    if isDue { due = held.count }
    guard due == 0 else { return }
    while let oldest = held.first,
      held.count > most || candidate.nanoseconds - oldest.nanoseconds > span
    {
      drop(held.removeFirst(), dropped)
    }
  }

  private func drop(_ candidate: Candidate, _ dropped: (Candidate) -> Void) {
    candidate.issue.picture.release()
    dropped(candidate)
  }

  /// Hands over pictures that belong in the recording, oldest first.
  ///
  /// - Parameters:
  ///   - hasRoom: whether the recording takes another one now; if it doesn't, they wait, unless there are too many.
  ///   - hand: takes a picture.
  func drain(hasRoom: () -> Bool, _ hand: (Candidate) -> Void) {
    while due > 0, let first = held.first, hasRoom() || held.count > most {
      held.removeFirst()
      due -= 1
      hand(first)
      first.issue.picture.release()
    }
  }

  /// Gives back what doesn't belong in the recording, the oldest first.
  func close(dropped: (Candidate) -> Void = { _ in }) {
    for candidate in held[due...] { drop(candidate, dropped) }
    held.removeSubrange(due...)
  }
}
