import Compositor
import Values

/// How values ran in the last minute, for the panel that shows them.
///
/// Takes a value a second, so that the panel is calm and pictures between cost nothing.
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

  /// What to show from now on; `nil` for no change.
  mutating func take(_ samples: [ValueSample], at nanoseconds: Int64) -> [ShownValue]? {
    guard !samples.isEmpty || !trails.isEmpty else { return nil }
    if let last, nanoseconds >= last, nanoseconds - last < Self.interval { return nil }
    last = nanoseconds
    let shown = samples.prefix(ShownValue.most)
    trails.removeAll { trail in !shown.contains { $0.name == trail.name } }
    return shown.map { sample in
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
        if sample.unit == "°", let before = trails[index].numbers.compactMap(\.self).last {
          number = before + (value - before).remainder(dividingBy: 360)
        }
      }
      trails[index].numbers.append(number)
      if trails[index].numbers.count > Self.most { trails[index].numbers.removeFirst() }
      return ShownValue(
        sample.name.replacing("_", with: " "), text: StampedValue.text(of: sample),
        trail: Self.path(trails[index].numbers))
    }
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
