/// What a number counts, and thus its range. Sums and differences of a few such numbers fit 64 bits.
package protocol NumberKind: Sendable {
  /// Its possible values.
  static var range: ClosedRange<Int> { get }
  /// Completes "is no".
  static var name: String { get }
}

/// A picture's number in its recording, or a segment's: 18 digits, the most that are read back from a file's name.
package enum PictureNumber: NumberKind {
  package static let range = 0...999_999_999_999_999_999
  package static let name = "picture's number"
}

/// A count of items or bytes.
package enum Count: NumberKind {
  package static let range = 0...1 << 50
  package static let name = "count"
}

/// Nanoseconds of a machine's clock: 146 years.
package enum ClockTime: NumberKind {
  package static let range = 0...Int.max / 2
  package static let name = "clock's time"
}

/// An untrusted number in JSON. A value outside its kind's range isn't decoded, so it never enters a calculation.
package struct Bounded<Kind: NumberKind>: Decodable, Sendable {
  package let value: Int

  package init(from decoder: any Decoder) throws {
    // For a number beyond 64 bits the decoder itself would say that it isn't JSON.
    guard let value = try? decoder.singleValueContainer().decode(Int.self), Kind.range.contains(value) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "it isn't a \(Kind.name)"))
    }
    self.value = value
  }
}
