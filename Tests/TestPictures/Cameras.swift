import Testing

/// The sizes of one or two cameras.
package struct Cameras: Sendable, CustomTestStringConvertible {
  package var primary: (width: Int, height: Int)
  package var secondary: (width: Int, height: Int)?
  package var others: [(width: Int, height: Int)] = []

  package var all: [(Int, Int)] { [primary] + (secondary.map { [$0] } ?? []) + others }
  package var testDescription: String { all.map { "\($0.0)x\($0.1)" }.joined(separator: " and ") }

  package init(
    primary: (width: Int, height: Int), secondary: (width: Int, height: Int)? = nil,
    others: [(width: Int, height: Int)] = []
  ) {
    (self.primary, self.secondary, self.others) = (primary, secondary, others)
  }
}
