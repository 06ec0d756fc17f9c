import Recordings

/// The pictures that have one canvas with the same cameras, in the same formats: what `session.json` must say of them.
///
/// Pictures that wait for a trigger keep theirs, whatever is shown meanwhile.
final class Arranged: Sendable {
  /// In the order of a run's arrangements, from 0.
  let number: Int
  let session: SessionDescription

  init(_ number: Int, _ session: SessionDescription) { (self.number, self.session) = (number, session) }
}
