/// Builds text in Prometheus's exposition format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
struct ExpositionText {
  /// The type of a metric.
  enum Kind: String { case counter, gauge, summary }

  /// The labels of all samples.
  let common: [(name: String, value: String)]
  private(set) var text = ""

  init(_ common: [(name: String, value: String)]) { self.common = common }

  /// Begins a metric; its samples follow.
  mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// A metric that has one sample.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    metric(name, kind, help)
    sample(name, [], value)
  }

  mutating func sample(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
    let all = (common + labels).map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
    text += "\(name){\(all.joined(separator: ","))} \(Self.number(value))\n"
  }

  static func number(_ value: Double) -> String {
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
