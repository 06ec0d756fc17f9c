/// What a number counts, and so what it can be. Sums and differences of a few such numbers fit 64 bits.
package protocol NumberKind: Sendable {
  /// What it can be.
  static var range: ClosedRange<Int> { get }
  /// As it reads after "is no".
  static var name: String { get }
}

/// A picture's number in its recording, or a segment's: 18 digits, the most that a file's name is read back from.
package enum PictureNumber: NumberKind {
  package static let range = 0...999_999_999_999_999_999
  package static let name = "picture's number"
}

/// How many there are of something, or how many bytes something has.
package enum Count: NumberKind {
  package static let range = 0...1 << 50
  package static let name = "count"
}

/// Nanoseconds of a machine's clock: 146 years.
package enum ClockTime: NumberKind {
  package static let range = 0...Int.max / 2
  package static let name = "clock's time"
}

/// A number in JSON that somebody else wrote. What its kind can't be isn't decoded, so that nobody calculates with it.
package struct Bounded<Kind: NumberKind>: Decodable, Sendable {
  package let value: Int

  package init(from decoder: any Decoder) throws {
    // Of a number beyond 64 bits the decoder itself would say that it isn't JSON.
    guard let value = try? decoder.singleValueContainer().decode(Int.self), Kind.range.contains(value) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "it is no \(Kind.name)"))
    }
    self.value = value
  }
}
