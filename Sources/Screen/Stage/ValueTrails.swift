import Compositor
import Values

/// How values ran in the last minute, for the panel that shows them.
///
/// Takes a value a second, so that the panel is calm and pictures between cost nothing. An alarm shows at once.
struct ValueTrails {
  /// Nanoseconds between two, and how many are remembered.
  private static let interval: Int64 = 1_000_000_000
  private static let most = 60
  /// The least part of its size that a number's whole height stands for: noise must not look like waves.
  private static let leastSpan = 0.01

  private struct Trail {
    let name: String
    /// `nil` where there was none.
    var numbers: [Double?] = []
  }

  private var trails: [Trail] = []
  private var last: Int64?
  /// The conditions of alarms that hold, and those of which nothing is known, and the names in them.
  private var conditions: (on: [String], unknown: [String]) = ([], [])
  private var alarmed: (on: [String], unknown: [String]) = ([], [])
  private var isShown = false

  /// What to show from now on; `nil` for no change.
  ///
  /// - Parameters:
  ///   - alarms: the conditions of alarms that hold.
  ///   - unknown: those of which nothing is known.
  mutating func take(
    _ samples: [ValueSample], alarms: [String] = [], unknown: [String] = [], at nanoseconds: Int64
  ) -> [ShownValue]? {
    guard !samples.isEmpty || !unknown.isEmpty || isShown else { return nil }
    let isDue = last.map { nanoseconds < $0 || nanoseconds - $0 >= Self.interval } ?? true
    let isSame = alarms == conditions.on && unknown == conditions.unknown
    if isSame, !isDue { return nil }
    if !isSame {
      conditions = (alarms, unknown)
      alarmed = (Self.names(alarms), Self.names(unknown))
    }
    if isDue {
      last = nanoseconds
      follow(samples)
    }
    let shown = shown(samples)
    isShown = !shown.isEmpty
    return shown
  }

  private static func names(_ conditions: [String]) -> [String] {
    conditions.compactMap { try? ValueCondition($0).name }
  }

  private mutating func follow(_ samples: [ValueSample]) {
    trails.removeAll { trail in !samples.contains { $0.name == trail.name } }
    for sample in samples {
      let index =
        trails.firstIndex { $0.name == sample.name }
        ?? {
          trails.append(Trail(name: sample.name))
          return trails.count - 1
        }()
      var number: Double?
      if case .number(let value) = sample.content {
        number = value
        // The short way round.
        if sample.unit == "°", let before = trails[index].numbers.last(where: { $0 != nil }) ?? nil {
          number = before + (value - before).remainder(dividingBy: 360)
        }
      }
      trails[index].numbers.append(number)
      if trails[index].numbers.count > Self.most { trails[index].numbers.removeFirst() }
    }
  }

  /// Those that are shown. What an alarm waits for and hasn't come at all is a dash.
  private func shown(_ samples: [ValueSample]) -> [ShownValue] {
    var all = samples.map { ShownValue($0.name, text: StampedValue.text(of: $0), alarm: alarm(of: $0.name)) }
    for name in alarmed.unknown where !all.contains(where: { $0.name == name }) {
      all.append(ShownValue(name, text: StampedValue.missing, alarm: .unknown))
    }
    return ShownValue.chosen(all, most: ShownValue.most).map { value in
      let numbers = trails.first { $0.name == value.name }?.numbers ?? []
      return ShownValue(
        value.name.replacing("_", with: " "), text: value.text, trail: Self.path(numbers), alarm: value.alarm)
    }
  }

  private func alarm(of name: String) -> ShownValue.Alarm? {
    alarmed.on.contains(name) ? .on : alarmed.unknown.contains(name) ? .unknown : nil
  }

  /// Path data in a 1 × 1 box, from the oldest to the newest, with gaps where there was nothing.
  static func path(_ numbers: [Double?]) -> String {
    let known = numbers.compactMap(\.self)
    guard known.count > 1, let least = known.min(), let most = known.max() else { return "" }
    let span = max(most - least, max(most.magnitude, least.magnitude) * leastSpan, 1e-9)
    let middle = (least + most) / 2
    var path = ""
    var isDrawn = false
    for (index, number) in numbers.enumerated() {
      guard let number else {
        isDrawn = false
        continue
      }
      let x = Double(index) / Double(numbers.count - 1)
      let y = 0.5 - (number - middle) / span
      path += "\(isDrawn ? "L" : "M")\(thousandths(x)) \(thousandths(y))"
      isDrawn = true
    }
    return path
  }

  private static func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
