/// What logs said, by name and their own times, for pictures to ask. Filled once, then only asked.
package struct ValueTimeline: Sendable {
  /// The most that is remembered: 16 bytes each. Ten instruments that speak ten times a second fill it in a day.
  package static let most = 10_000_000

  private struct Entry: Sendable {
    var time: Int64
    /// A text is a NaN that has its place in ``texts``.
    var number: Double
  }

  /// What was said by one name in one unit.
  private struct Track: Sendable {
    var unit: String
    var said: [Entry] = []
    /// How old it may be.
    var patience: Int64 = 0
  }

  /// In the order in which they came first.
  private var names: [(name: String, tracks: [Track])] = []
  private var texts: [String] = []
  private var placesOfTexts: [String: Int] = [:]
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// When something was said first and last; `nil` for nothing. Once it is settled.
  package var span: ClosedRange<Int64>? {
    let all = names.flatMap(\.tracks).compactMap { track in
      track.said.first.flatMap { first in track.said.last.map { first.time...$0.time } }
    }
    guard let first = all.map(\.lowerBound).min(), let last = all.map(\.upperBound).max() else { return nil }
    return first...last
  }

  /// - Returns: `false` if there is no room for it.
  package mutating func put(_ value: NamedValue, at time: Int64) -> Bool {
    guard count < Self.most else { return false }
    var number = 0.0
    switch value.content {
    case .number(let said): number = said
    case .text(let text):
      if placesOfTexts[text] == nil {
        // A text that is another one each time would fill the memory with more than numbers do.
        guard texts.count < Self.mostTexts else { return false }
        placesOfTexts[text] = texts.count
        texts.append(text)
      }
      number = Double(nan: UInt64(placesOfTexts[text] ?? 0), signaling: false)
    }
    var index = names.firstIndex { $0.name == value.name }
    if index == nil {
      guard names.count < ValueBoard.most else { return false }
      names.append((value.name, []))
      index = names.count - 1
    }
    guard let index else { return false }
    var place = names[index].tracks.firstIndex { $0.unit == value.unit }
    if place == nil {
      guard names[index].tracks.count < Self.mostUnits else { return false }
      names[index].tracks.append(Track(unit: value.unit))
      place = names[index].tracks.count - 1
    }
    names[index].tracks[place ?? 0].said.append(Entry(time: time, number: number))
    count += 1
    return true
  }

  private static let mostTexts = 100_000
  private static let mostUnits = 8

  /// Sorts what came, before anything is asked: of two at one time the later one holds.
  ///
  /// - Parameter patience: how old a value may be, in nanoseconds; `nil`: twice as old as its log usually lets it become, from 2 s
  ///   to a minute.
  package mutating func settle(patience: Int64?) {
    placesOfTexts = [:]
    for name in names.indices {
      for index in names[name].tracks.indices {
        var said = names[name].tracks[index].said
        if zip(said, said.dropFirst()).contains(where: { $0.time > $1.time }) {
          // A stable order.
          said = said.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
            \.element)
        }
        // Of two at one time the later one.
        var kept = 0
        for entry in said {
          if kept > 0, said[kept - 1].time == entry.time { kept -= 1 }
          said[kept] = entry
          kept += 1
        }
        said.removeLast(said.count - kept)
        names[name].tracks[index].patience =
          patience ?? 2 * min(max(Self.usualStep(said), 1_000_000_000), 30_000_000_000)
        names[name].tracks[index].said = said
      }
    }
  }

  /// The median of the steps between up to a thousand.
  private static func usualStep(_ said: [Entry]) -> Int64 {
    guard said.count > 1 else { return 0 }
    let stride = max(1, said.count / 1000)
    let steps = Swift.stride(from: 1, to: said.count, by: stride).map { said[$0].time - said[$0 - 1].time }
      .filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  /// Adds what held at a time, but for names that are there already: numbers between two that are no further apart than a value may
  /// be old are interpolated, all else holds until it is said anew. Allocates nothing.
  package func sample(at time: Int64, into samples: inout [ValueSample]) {
    for (name, tracks) in names where !samples.contains(where: { $0.name == name }) {
      guard samples.count < ValueBoard.most, let said = said(tracks, at: time) else { continue }
      samples.append(ValueSample(name: name, content: said.content, unit: said.unit, age: said.age))
    }
  }

  /// What an angle was said to be after a time and up to another one, and another angle beside it if that isn't too old; in degrees,
  /// in the order of their times. Allocates nothing.
  package func angles(
    _ name: String, beside other: String, after start: Int64, upTo end: Int64,
    _ body: (Int64, Double, Double?) -> Void
  ) {
    guard start <= end, let track = tracks(name).first(where: { ValueUnit.degrees(0, $0.unit) != nil }) else {
      return
    }
    let second = tracks(other)
    for entry in track.said[Self.end(of: track.said, upTo: start)..<Self.end(of: track.said, upTo: end)] {
      // No number.
      guard !entry.number.isNaN, let angle = ValueUnit.degrees(entry.number, track.unit) else { continue }
      var beside: Double?
      if let said = said(second, at: entry.time), case .number(let number) = said.content {
        beside = ValueUnit.degrees(number, said.unit)
      }
      body(entry.time, angle, beside)
    }
  }

  /// Whether it has an angle of this name.
  package func hasAngle(_ name: String) -> Bool {
    tracks(name).contains { ValueUnit.degrees(0, $0.unit) != nil }
  }

  private func tracks(_ name: String) -> [Track] { names.first { $0.name == name }?.tracks ?? [] }

  /// What held at a time; without content if that is too old, `nil` if it came later.
  private func said(
    _ tracks: [Track], at time: Int64
  ) -> (content: NamedValue.Content?, unit: String, age: Int64)? {
    var found: (track: Int, index: Int, time: Int64)?
    var next = Int64.max
    for index in tracks.indices {
      let end = Self.end(of: tracks[index].said, upTo: time)
      if end < tracks[index].said.count { next = min(next, tracks[index].said[end].time) }
      guard end > 0 else { continue }
      let said = tracks[index].said[end - 1].time
      if found.map({ said >= $0.time }) ?? true { found = (index, end - 1, said) }
    }
    guard let found else { return nil }
    let track = tracks[found.track]
    let before = track.said[found.index]
    let age = time - before.time
    var content: NamedValue.Content?
    if age <= track.patience {
      if before.number.isNaN {
        content = .text(texts[Int(before.number.significandBitPattern & 0xFFFF_FFFF)])
      } else if found.index + 1 < track.said.count, track.said[found.index + 1].time == next,
        !track.said[found.index + 1].number.isNaN, next - before.time <= track.patience
      {
        content = .number(
          NamedValue.between(
            before.number, track.said[found.index + 1].number,
            share: Double(age) / Double(next - before.time), unit: track.unit))
      } else {
        content = .number(before.number)
      }
    }
    return (content, track.unit, age)
  }

  /// The place behind the last of what was said up to a time.
  private static func end(of said: [Entry], upTo time: Int64) -> Int {
    var (low, high) = (0, said.count)
    while low < high {
      let middle = (low + high) / 2
      if said[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
