// CIPA DC-008, "Exchangeable image file format for digital still cameras: Exif Version 2.32"; TIFF 6.0.

import HostResources
import Values

/// What is known of a picture as an APP1 segment for photo programs: time, camera, exposure, roll, position.
///
/// It follows the JPEG's first marker; without it, every other byte is the same. Making one allocates nothing.
package struct PictureEXIF {
  /// What one picture's segment says.
  package struct Facts: Sendable {
    /// The moment of the first frame shown in nanoseconds since 1970, UTC; `nil` for none.
    package var utc: Int64?
    /// The exposure time in seconds, as the driver says; `nil` if it doesn't.
    package var exposure: Double?
    /// The horizon's angle in degrees and the probability that it is right, as in the manifest.
    package var roll: (degrees: Double, confidence: Double)?
    /// Where it was taken, as instruments said; `nil` if none did.
    package var position: ValuePosition?
  }

  /// No segment is longer.
  package static let most = 1024

  /// The last segment made, with the JPEG's first marker before it.
  package private(set) var bytes: [UInt8] = []
  private let camera: [UInt8]
  private let program: [UInt8]
  private var time: [UInt8] = []
  // Numbers as text.
  private var degrees = JSONBytes(capacity: 32)
  private var confidence = JSONBytes(capacity: 32)
  // Values that don't fit into an entry, written after the directory.
  private var rest: [UInt8] = []

  /// - Parameters:
  ///   - camera: the main camera's name.
  ///   - program: the program with its version.
  package init(camera: String, program: String) {
    self.camera = Self.ascii(camera)
    self.program = Self.ascii(program)
    bytes.reserveCapacity(Self.most)
    rest.reserveCapacity(Self.most)
    time.reserveCapacity(32)
  }

  /// ASCII as a tag needs it, ending with NUL; other letters become "?".
  private static func ascii(_ text: String) -> [UInt8] {
    text.unicodeScalars.prefix(120).map {
      (32..<127).contains($0.value) ? UInt8($0.value) : UInt8(ascii: "?")
    } + [0]
  }

  private enum Kind: UInt16 { case byte = 1, ascii, long = 4, rational = 5, undefined = 7 }

  /// Makes a picture's segment.
  package mutating func make(_ facts: Facts) {
    bytes.removeAll(keepingCapacity: true)
    time.removeAll(keepingCapacity: true)
    if let utc = facts.utc { UTCText.append(utc, to: &time) }
    let hasTime = !time.isEmpty
    bytes.append(0xFF)
    bytes.append(0xD8)
    bytes.append(0xFF)
    bytes.append(0xE1)
    let length = bytes.count
    put16(0)
    append("Exif")
    put16(0)
    // TIFF's offsets count from here.
    let origin = bytes.count
    append("II")
    put16(42)
    put32(8)

    begin(entries: 3 + (hasTime ? 1 : 0) + (facts.position == nil ? 0 : 1), origin)
    entry(0x0110, .ascii, camera)
    entry(0x0131, .ascii, program)
    if hasTime { entryOfTime(0x0132) }
    // The second directory follows this one's values.
    let pointer = bytes.count + 8
    entry32(0x8769, .long, count: 1, 0)
    let second = bytes.count + 8
    if facts.position != nil { entry32(0x8825, .long, count: 1, 0) }
    end()
    patch32(UInt32(bytes.count - origin), at: pointer)

    let hasExposure = facts.exposure.map { $0 > 0 && $0 < 3600 } ?? false
    begin(entries: 1 + (hasExposure ? 1 : 0) + (hasTime ? 3 : 0) + (facts.roll == nil ? 0 : 1), origin)
    if hasExposure, let exposure = facts.exposure {
      // Drivers count in steps of 100 µs.
      rational(0x829A, exposure, per: 10_000)
    }
    entry32(0x9000, .undefined, count: 4, 0x3233_3230)
    if hasTime {
      entryOfTime(0x9003)
      reserve(0x9011, .ascii, count: 7)
      Self.append("+00:00", to: &rest)
      rest.append(0)
    }
    if let roll = facts.roll {
      degrees.removeAll()
      degrees.value(roll.degrees, decimals: 2)
      confidence.removeAll()
      confidence.value(roll.confidence, decimals: 2)
      // "ASCII" and three NULs say what the rest is.
      reserve(0x9286, .undefined, count: 8 + 5 + 21 + degrees.bytes.count + confidence.bytes.count)
      Self.append("ASCII", to: &rest)
      for _ in 0..<3 { rest.append(0) }
      Self.append("roll ", to: &rest)
      for byte in degrees.bytes { rest.append(byte) }
      Self.append(" degrees, confidence ", to: &rest)
      for byte in confidence.bytes { rest.append(byte) }
    }
    if hasTime {
      reserve(0x9291, .ascii, count: 7)
      for index in 20..<26 { rest.append(time[index]) }
      rest.append(0)
    }
    end()
    if let position = facts.position {
      patch32(UInt32(bytes.count - origin), at: second)
      put(position, utc: hasTime ? facts.utc : nil, origin)
    }
    let size = bytes.count - length
    bytes[length] = UInt8(size >> 8)
    bytes[length + 1] = UInt8(size & 0xFF)
  }

  // MARK: Position

  /// The GPS directory. Its datum isn't said, since sentences don't say it.
  private mutating func put(_ position: ValuePosition, utc: Int64?, _ origin: Int) {
    var pairs = utc == nil ? 0 : 1
    if position.altitude != nil { pairs += 1 }
    if position.speed != nil { pairs += 1 }
    if position.course != nil { pairs += 1 }
    if position.heading != nil { pairs += 1 }
    begin(entries: 5 + 2 * pairs, origin)
    entry32(0x00, .byte, count: 4, 0x0000_0302)
    letter(0x01, position.latitude < 0 ? "S" : "N")
    angle(0x02, position.latitude)
    letter(0x03, position.longitude < 0 ? "W" : "E")
    angle(0x04, position.longitude)
    if let altitude = position.altitude {
      // 1: below sea level.
      entry32(0x05, .byte, count: 1, altitude < 0 ? 1 : 0)
      rational(0x06, altitude.magnitude, per: 1000)
    }
    if let utc {
      reserve(0x07, .rational, count: 3)
      // As the other times are cut.
      let micros = utc / 1000 % 86_400_000_000
      fraction(UInt32(micros / 3_600_000_000), 1)
      fraction(UInt32(micros / 60_000_000 % 60), 1)
      fraction(UInt32(micros % 60_000_000), 1_000_000)
    }
    if let speed = position.speed {
      letter(0x0C, "K")
      rational(0x0D, speed * 3.6, per: 1000)
    }
    if let course = position.course { direction(0x0E, course) }
    if let heading = position.heading { direction(0x10, heading) }
    if utc != nil {
      reserve(0x1D, .ascii, count: 11)
      appendDate()
      rest.append(0)
    }
    end()
  }

  private mutating func letter(_ tag: UInt16, _ letter: Unicode.Scalar) {
    entry32(tag, .ascii, count: 2, letter.value)
  }

  /// Degrees, minutes, seconds; a hundred-thousandth of a second is .3 mm.
  private mutating func angle(_ tag: UInt16, _ degrees: Double) {
    reserve(tag, .rational, count: 3)
    let parts = UInt64((degrees.magnitude * 3600 * 100_000).rounded())
    fraction(UInt32(parts / 360_000_000), 1)
    fraction(UInt32(parts / 6_000_000 % 60), 1)
    fraction(UInt32(parts % 6_000_000), 100_000)
  }

  /// From true north, with the tag that says so before it.
  private mutating func direction(_ tag: UInt16, _ degrees: Double) {
    letter(tag, "T")
    let hundredths = UInt32((degrees * 100).rounded())
    reserve(tag + 1, .rational, count: 1)
    fraction(hundredths % 36_000, 100)
  }

  private mutating func rational(_ tag: UInt16, _ number: Double, per unit: UInt32) {
    reserve(tag, .rational, count: 1)
    fraction(UInt32((number * Double(unit)).rounded()), unit)
  }

  private mutating func fraction(_ over: UInt32, _ under: UInt32) {
    Self.append32(over, to: &rest)
    Self.append32(under, to: &rest)
  }

  /// As `2026:11:24`.
  private mutating func appendDate() {
    for index in 0..<10 { rest.append(index == 4 || index == 7 ? UInt8(ascii: ":") : time[index]) }
  }

  // MARK: Directories

  // Where the current directory's values will begin, from TIFF's origin.
  private var values = 0

  private mutating func begin(entries: Int, _ origin: Int) {
    put16(UInt16(entries))
    values = bytes.count - origin + 12 * entries + 4
    rest.removeAll(keepingCapacity: true)
  }

  private mutating func end() {
    put32(0)
    for byte in rest { bytes.append(byte) }
    // Directories begin at even offsets.
    if bytes.count % 2 == 1 { bytes.append(0) }
  }

  private mutating func entry32(_ tag: UInt16, _ kind: Kind, count: UInt32, _ value: UInt32) {
    put16(tag)
    put16(kind.rawValue)
    put32(count)
    put32(value)
  }

  /// An entry whose value goes after the directory: append it next.
  private mutating func reserve(_ tag: UInt16, _ kind: Kind, count: Int) {
    if rest.count % 2 == 1 { rest.append(0) }
    entry32(tag, kind, count: UInt32(count), UInt32(values + rest.count))
  }

  private mutating func entry(_ tag: UInt16, _ kind: Kind, _ text: [UInt8]) {
    if text.count <= 4 {
      var value: UInt32 = 0
      for (index, byte) in text.enumerated() { value |= UInt32(byte) << (8 * index) }
      entry32(tag, kind, count: UInt32(text.count), value)
    } else {
      reserve(tag, kind, count: text.count)
      for byte in text { rest.append(byte) }
    }
  }

  /// As `2026:11:24 06:37:05`.
  private mutating func entryOfTime(_ tag: UInt16) {
    reserve(tag, .ascii, count: 20)
    appendDate()
    rest.append(UInt8(ascii: " "))
    for index in 11..<19 { rest.append(time[index]) }
    rest.append(0)
  }

  // MARK: Bytes

  private mutating func put16(_ number: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
  }

  private mutating func put32(_ number: UInt32) { Self.append32(number, to: &bytes) }

  private static func append32(_ number: UInt32, to target: inout [UInt8]) {
    for shift in 0..<4 { target.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
  }

  private mutating func patch32(_ number: UInt32, at offset: Int) {
    for shift in 0..<4 { bytes[offset + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
  }

  private mutating func append(_ text: StaticString) { Self.append(text, to: &bytes) }

  private static func append(_ text: StaticString, to target: inout [UInt8]) {
    // SAFETY: a static string's bytes live forever.
    text.withUTF8Buffer { unsafe target.append(contentsOf: $0) }
  }
}
