import Synchronization

/// What sources said, by name and time, for pictures to ask. Safe to use from several threads.
///
/// Times are nanoseconds of one clock, the pictures'.
package final class ValueBoard: Sendable {
  /// The most names.
  package static let most = 64
  /// What is remembered of each, for pictures that come a little later than what was said.
  private static let kept = 64

  fileprivate struct Track {
    let name: String
    var unit: String
    /// In the order of their times.
    var said: [(time: Int64, content: NamedValue.Content)] = []
  }

  private let tracks = Mutex<[Track]>([])
  /// How old a value may be, in nanoseconds.
  private let patience: Int64

  package init(patience: Int64) { self.patience = patience }

  /// Takes what was said at a time.
  ///
  /// - Returns: `false` if there were too many names for some of it.
  package func put(_ values: [NamedValue], at time: Int64) -> Bool {
    tracks.withLock { tracks in
      var hasRoom = true
      for value in values {
        if let index = tracks.firstIndex(where: { $0.name == value.name }) {
          tracks[index].take(value, at: time, most: Self.kept)
        } else if tracks.count < Self.most {
          var track = Track(name: value.name, unit: value.unit)
          track.said.reserveCapacity(Self.kept + 1)
          track.take(value, at: time, most: Self.kept)
          tracks.append(track)
        } else {
          hasRoom = false
        }
      }
      return hasRoom
    }
  }

  /// What held at a picture's time, in the order in which names came first: numbers between two are interpolated, all
  /// else holds until it is said anew. Allocates nothing once all names are there.
  package func sample(at time: Int64, into samples: inout [ValueSample]) {
    tracks.withLock { tracks in
      samples.removeAll(keepingCapacity: true)
      for track in tracks {
        guard let (content, age) = track.content(at: time) else { continue }
        samples.append(
          ValueSample(name: track.name, content: age <= patience ? content : nil, unit: track.unit, age: age))
      }
    }
  }

  /// What an angle was said to be after a time, and another one beside it if that isn't too old; in degrees, in the order of
  /// their times. Allocates nothing.
  package func angles(
    _ name: String, beside other: String, after time: Int64, _ body: (Int64, Double, Double?) -> Void
  ) {
    tracks.withLock { tracks in
      guard let track = tracks.first(where: { $0.name == name }) else { return }
      let second = tracks.first { $0.name == other }
      for (at, content) in track.said where at > time {
        guard case .number(let number) = content, let angle = ValueUnit.degrees(number, track.unit) else {
          continue
        }
        var beside: Double?
        if let second, let (content, age) = second.content(at: at), age <= patience,
          case .number(let number) = content
        {
          beside = ValueUnit.degrees(number, second.unit)
        }
        body(at, angle, beside)
      }
    }
  }
}

extension ValueBoard.Track {
  fileprivate mutating func take(_ value: NamedValue, at time: Int64, most: Int) {
    // Another unit, or a clock that jumped back: what was before can't be compared.
    if value.unit != unit || said.last.map({ $0.time > time }) ?? false {
      said.removeAll(keepingCapacity: true)
    }
    unit = value.unit
    if said.last?.time == time { said.removeLast() }
    said.append((time, value.content))
    if said.count > most { said.removeFirst() }
  }

  /// - Returns: the value, and since when it was said; `nil` if it came later.
  fileprivate func content(at time: Int64) -> (NamedValue.Content, age: Int64)? {
    guard let index = said.lastIndex(where: { $0.time <= time }) else { return nil }
    let before = said[index]
    let age = time - before.time
    guard index + 1 < said.count, case .number(let a) = before.content,
      case .number(let b) = said[index + 1].content
    else { return (before.content, age) }
    let share = Double(age) / Double(said[index + 1].time - before.time)
    return (.number(NamedValue.between(a, b, share: share, unit: unit)), age)
  }
}
