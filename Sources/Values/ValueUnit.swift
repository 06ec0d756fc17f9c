/// Converts between units of the same kind.
package enum ValueUnit {
  // The kind, and what one of it is in the kind's first unit. SI brochure (BIPM, 9th edition), tables 4 and 8; a nautical mile is
  // 1852 m, a foot .3048 m.
  private static let factors: [String: (kind: Int, factor: Double)] = [
    "m": (0, 1), "km": (0, 1000), "cm": (0, 0.01), "mm": (0, 0.001), "ft": (0, 0.3048), "nmi": (0, 1852),
    "fathom": (0, 1.8288), "in": (0, 0.0254), "mi": (0, 1609.344),
    "m/s": (1, 1), "km/h": (1, 1 / 3.6), "kn": (1, 1852.0 / 3600), "mph": (1, 0.44704), "ft/s": (1, 0.3048),
    "°": (2, 1), "deg": (2, 1), "rad": (2, 180 / .pi),
    "Pa": (3, 1), "hPa": (3, 100), "mbar": (3, 100), "kPa": (3, 1000), "bar": (3, 100_000),
    "psi": (3, 6894.757293168),
    "s": (4, 1), "ms": (4, 0.001), "min": (4, 60), "h": (4, 3600),
    "V": (5, 1), "mV": (5, 0.001), "A": (6, 1), "mA": (6, 0.001),
  ]

  /// An angle in degrees, which those without a unit are; `nil` for something else.
  package static func degrees(_ number: Double, _ unit: String) -> Double? {
    unit.isEmpty ? number : convert(number, from: unit, to: "°")
  }

  /// A number in another unit; `nil` if it can't be converted.
  package static func convert(_ number: Double, from unit: String, to other: String) -> Double? {
    if unit == other { return number }
    switch (unit, other) {
    case ("°C", "°F"), ("C", "°F"): return number * 1.8 + 32
    case ("°F", "°C"), ("F", "°C"): return (number - 32) / 1.8
    case ("K", "°C"): return number - 273.15
    case ("°C", "K"): return number + 273.15
    case ("C", "°C"): return number
    default: break
    }
    guard let one = factors[unit], let two = factors[other], one.kind == two.kind else { return nil }
    return number * one.factor / two.factor
  }
}
