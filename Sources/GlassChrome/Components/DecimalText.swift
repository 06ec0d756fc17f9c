extension String {
  /// A number with a comma for its decimal point.
  var withDecimalComma: String { String(map { $0 == "." ? "," : $0 }) }
}

/// Formats numbers for controls, without a library; `ControlWords.measure` puts them in a language's form.
package enum DecimalText {
  /// With one decimal unless it is 0, such as `2`, `2.5`, `−0.3`.
  package static func short(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let tenths = Int((max(-999_999, min(999_999, value)) * 10).rounded())
    let sign = tenths < 0 ? "−" : ""
    let whole = "\(sign)\(abs(tenths) / 10)"
    return tenths % 10 == 0 ? whole : whole + ".\(abs(tenths) % 10)"
  }

  /// With a plus sign if it rounds to more than 0.
  package static func signed(_ value: Double) -> String {
    (value.isFinite && value >= 0.05 ? "+" : "") + short(value)
  }

  /// With so many decimals, such as `3.20`; `–` where that makes more than eighteen digits.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard value.isFinite, value.magnitude * scale < 1e18 else { return "–" }
    let all = Int64((value * scale).rounded())
    let digits = String(all.magnitude)
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    let sign = all < 0 ? "−" : ""
    return decimals == 0 ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// An exposure time, such as `1/250 s` or `2 s`.
  package static func exposure(seconds: Double) -> String {
    guard seconds.isFinite, seconds > 0 else { return "–" }
    return seconds < 0.4 ? "1/\(Int(min(1 / seconds, 999_999).rounded())) s" : "\(short(seconds)) s"
  }
}
