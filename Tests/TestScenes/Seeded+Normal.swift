import RealModule
import TestSupport

extension Seeded {
  /// Normally distributed with σ = 1 (Box and Muller 1958).
  package mutating func normal() -> Double {
    (-2 * Double.log(1 - unit())).squareRoot() * .cos(2 * .pi * unit())
  }
}
