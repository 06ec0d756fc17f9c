import GlassChrome
import Values

/// A value in a stamp: `%{depth}`, `%{depth:.1f}`, `%{speed:.1f kn}`.
package struct StampedValue: Sendable, Equatable {
  /// Shown for a value that isn't there, or is too old.
  package static let missing = "–"
  private static let mostDecimals = 7

  let name: String
  /// `nil`: as the unit has it.
  private let decimals: Int?
  /// Converted to it; empty for the source's own, which isn't told.
  private let unit: String

  /// - Parameter text: what stands between the braces.
  init?(_ text: Substring) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, NamedValue.isName(name) else { return nil }
    self.name = String(name)
    guard parts.count > 1 else {
      (decimals, unit) = (nil, "")
      return
    }
    let format = parts[1].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    unit = format.count > 1 ? String(format[1]) : ""
    guard unit.count <= NamedValue.longest else { return nil }
    if format[0].isEmpty {
      decimals = nil
      return
    }
    guard format[0].hasPrefix("."), format[0].hasSuffix("f"),
      let count = Int(format[0].dropFirst().dropLast()),
      (0...Self.mostDecimals).contains(count)
    else { return nil }
    decimals = count
  }

  /// A value as a panel shows it: with its own unit and usual decimals.
  package static func text(of sample: ValueSample) -> String {
    switch sample.content {
    case nil: missing
    case .text(let text): text
    case .number(let number):
      DecimalText.fixed(number, decimals: NamedValue.decimals(of: sample.name))
        + (sample.unit.isEmpty ? "" : spaced(sample.unit))
    }
  }

  /// The value as it is shown, with the unit that was asked for, or with its own if it can't be converted.
  func text(_ values: [ValueSample]) -> String {
    guard let value = values.first(where: { $0.name == name }), let content = value.content else {
      return Self.missing + (unit.isEmpty ? "" : Self.spaced(unit))
    }
    switch content {
    case .text(let text): return text
    case .number(let number):
      let converted = unit.isEmpty ? number : ValueUnit.convert(number, from: value.unit, to: unit)
      let shown = converted == nil && !value.unit.isEmpty ? value.unit : unit
      return DecimalText.fixed(converted ?? number, decimals: decimals ?? NamedValue.decimals(of: name))
        + (shown.isEmpty ? "" : Self.spaced(shown))
    }
  }

  private static func spaced(_ unit: String) -> String {
    unit.hasPrefix("°") && unit.count == 1 ? unit : " " + unit
  }
}
