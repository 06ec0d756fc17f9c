import CTypography

/// Unicode's view of a text: its directions (UAX #9), where its lines may end (UAX #14), its scripts (UAX #24).
///
/// Uses ICU and HarfBuzz. For one thread at a time; typefaces share it.
@safe
final class TextAnalyzer {
  private let handle: OpaquePointer

  /// A stretch of text in one direction, in UTF-16 units.
  struct Run: Equatable {
    var range: Range<Int>
    var isRightToLeft: Bool
  }

  /// - Throws: ``GlassError/typography(code:)`` if ICU can't be set up.
  init() throws(GlassError) {
    var made: OpaquePointer?
    // SAFETY: the call writes one pointer, or none and a code.
    let code = unsafe ctypography_paragraph_create(&made)
    guard code == 0, let made = unsafe made else { throw .typography(code: code) }
    unsafe handle = made
  }

  // SAFETY: only this object owns the handle.
  deinit { unsafe ctypography_paragraph_destroy(handle) }

  /// The runs of one line from left to right, and whether the line as a whole runs from right to left.
  func order(_ units: [UInt16], direction: TextDirection) -> (runs: [Run], isRightToLeft: Bool) {
    var ordered: [Run] = []
    var rightToLeft: Int32 = 0
    unsafe units.withUnsafeBufferPointer { buffer in
      var runs: UnsafePointer<ctypography_run>?
      var count = 0
      // SAFETY: the text stays valid for the call; the runs until the next call, after they are copied.
      let code = unsafe ctypography_paragraph_order(
        handle, buffer.baseAddress, Int32(buffer.count), direction.rawValue, &runs, &count, &rightToLeft)
      guard code == 0, let runs = unsafe runs else { return }
      for i in 0..<count {
        let run = unsafe runs[i]
        ordered.append(
          Run(range: Int(run.start)..<Int(run.start + run.length), isRightToLeft: run.right_to_left != 0))
      }
    }
    return (ordered, rightToLeft != 0)
  }

  /// Ascending offsets in UTF-16 units at which a line may end; the last is the text's end.
  func breaks(_ units: [UInt16]) -> [Int] {
    var ends: [Int] = []
    unsafe units.withUnsafeBufferPointer { buffer in
      var offsets: UnsafePointer<Int32>?
      var count = 0
      // SAFETY: the text stays valid for the call; the offsets until the next call, after they are copied.
      let code = unsafe ctypography_paragraph_breaks(
        handle, buffer.baseAddress, Int32(buffer.count), &offsets, &count)
      guard code == 0, let offsets = unsafe offsets else { return }
      for i in 0..<count { ends.append(Int(unsafe offsets[i])) }
    }
    return ends.last == units.count || units.isEmpty ? ends : ends + [units.count]
  }

  /// The script of a character as ISO 15924's letters, packed; `nil` if it takes its neighbour's.
  static func script(of scalar: Unicode.Scalar) -> UInt32? {
    if scalar.isASCII { return scalar.properties.isAlphabetic ? latin : nil }
    let script = ctypography_script(scalar.value)
    return script == 0 ? nil : script
  }

  /// `Latn`.
  static let latin: UInt32 = 0x4C61_746E
}
