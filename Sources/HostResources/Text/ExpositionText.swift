/// Builds text in Prometheus's exposition format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
public struct ExpositionText {
  /// The type of a metric.
  public enum Kind: String { case counter, gauge, histogram }

  // The labels of all samples.
  private let common: [(name: String, value: String)]
  /// What was added so far.
  public private(set) var text = ""

  /// - Parameter common: the labels of all samples.
  public init(_ common: [(name: String, value: String)] = []) { self.common = common }

  /// Begins a metric; its samples follow.
  public mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// A metric that has one sample.
  public mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    metric(name, kind, help)
    sample(name, [], value)
  }

  /// Adds a sample of the metric begun last.
  public mutating func sample(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
    let all = (common + labels).map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
    let labels = all.isEmpty ? "" : "{\(all.joined(separator: ","))}"
    text += "\(name)\(labels) \(Self.number(value))\n"
  }

  /// Adds the samples of a histogram: each bucket with those below it, then the sum and the count.
  public mutating func histogram(
    _ name: String, _ labels: [(name: String, value: String)], _ times: TimeBuckets
  ) {
    var below = 0
    for (bound, count) in zip(TimeBuckets.bounds + [.infinity], times.counts) {
      below += count
      sample(name + "_bucket", labels + [("le", Self.number(bound))], Double(below))
    }
    sample(name + "_sum", labels, times.sum)
    sample(name + "_count", labels, Double(below))
  }

  /// A value, as the format has it.
  public static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    if value == value.rounded(), abs(value) < 9e15 { return "\(Int64(value))" }
    return "\(value)"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
