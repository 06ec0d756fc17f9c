import Foundation
import TestSupport
import Testing

/// The fuzz targets' share of every test run: each takes its corpus and seeded mutants of it, the same ones each time.
/// Under the address sanitizer that finds what `tools/hostile/fuzz` finds in seconds, not what that finds in hours.
@Suite("Bytes from strangers", .serialized)
struct InputCampaignTests {
  @Test("every way in takes its corpus and seeded mutants of it", arguments: FuzzTarget.allCases)
  func takesMutants(of target: FuzzTarget) throws {
    let corpus = try Self.corpus(of: target)
    #expect(!corpus.isEmpty)
    for input in corpus { target.run(input.span) }
    let seed = target.rawValue.utf8.reduce(Self.number(of: "DUALCAM_CAMPAIGN_SEED") ?? 1) {
      $0 &* 31 &+ UInt64($1)
    }
    var mutator = InputMutator(corpus: corpus, seed: seed)
    let clock = ContinuousClock()
    var slowest = (Duration.zero, 0)
    let count = Self.count
    for index in 0..<count {
      let input = mutator.next()
      let time = clock.measure { target.run(input.span) }
      if time > slowest.0 { slowest = (time, index) }
    }
    print("\(target): \(count) mutants; number \(slowest.1) took longest, \(slowest.0)")
  }

  @Test(
    "every way in takes its corpus with each of its numbers at its limits", arguments: FuzzTarget.allCases)
  func takesLimits(of target: FuzzTarget) throws {
    let limits = try NumberLimits(corpus: Self.corpus(of: target))
    let count = min(limits.count, Self.count)
    // A prime apart: of each number, and of each limit, as many.
    for index in 0..<count { target.run(limits[index * 7919 % limits.count].span) }
    print("\(target): \(count) of \(limits.count) numbers at a limit")
  }

  /// How many inputs of a kind.
  private static var count: Int { Int(number(of: "DUALCAM_CAMPAIGN") ?? (Share.isWhole ? 300 : 60)) }

  /// `tools/hostile/campaign` asks for more inputs, and others.
  private static func number(of name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("corpus").appendingPathComponent(target.corpus)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { try Array(Data(contentsOf: $0)) }
  }
}

/// A corpus with one number at a time at a limit: a number in a text, or four bytes of anything else.
struct NumberLimits {
  /// As texts spell them.
  static let texts = [
    "-1", "0", "1", "0.5", "1e300", "-1e300", "1e-300", "4294967295", "999999999999999999",
    "9223372036854775807",
    "-9223372036854775808", "18446744073709551615",
  ].map { Array($0.utf8) }
  private static let words: [[UInt8]] = [
    [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [255, 255, 255, 127], [127, 255, 255, 255], [128, 0, 0, 0],
    [0, 0, 0, 128],
    [255, 255, 255, 255],
  ]
  /// How far numbers are looked for where bytes are no text: heads.
  private static let head = 1024

  private let inputs: [(bytes: [UInt8], places: [Range<Int>], limits: [[UInt8]])]

  init(corpus: [[UInt8]]) {
    inputs = corpus.map { bytes in
      // A byte 0xFF stands between texts.
      let isText =
        bytes.allSatisfy { (9...13).contains($0) || $0 >= 32 }
        && String(validating: bytes.map { $0 == 0xFF ? 10 : $0 }, as: UTF8.self) != nil
      let places =
        isText
        ? Self.numbers(in: bytes)
        : stride(from: 0, through: min(bytes.count, Self.head) - 4, by: 4).map { $0..<$0 + 4 }
      return (bytes, places, isText ? Self.texts : Self.words)
    }
  }

  var count: Int { inputs.reduce(0) { $0 + $1.places.count * $1.limits.count } }

  subscript(index: Int) -> [UInt8] {
    var rest = index
    for input in inputs {
      let count = input.places.count * input.limits.count
      guard rest >= count else {
        var bytes = input.bytes
        bytes.replaceSubrange(
          input.places[rest / input.limits.count], with: input.limits[rest % input.limits.count])
        return bytes
      }
      rest -= count
    }
    return []
  }

  /// Where numbers are spelled, with their signs and fractions.
  static func numbers(in bytes: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var start: Int?
    for index in 0...bytes.count {
      let isNumeric = index < bytes.count && "0123456789.-".utf8.contains(bytes[index])
      if isNumeric, start == nil { start = index }
      if !isNumeric, let begun = start {
        if bytes[begun..<index].contains(where: { (48...57).contains($0) }) { places.append(begun..<index) }
        start = nil
      }
    }
    return places
  }
}

/// Inputs that are nearly those of a corpus: bits turned, bytes set to what readers trip over, numbers at their limits, pieces left
/// out, doubled, swapped between two. The same seed gives the same inputs.
struct InputMutator {
  private let corpus: [[UInt8]]
  private var state: UInt64
  /// As `tools/hostile/fuzz` has it.
  private let limit = 20_000

  init(corpus: [[UInt8]], seed: UInt64) {
    (self.corpus, state) = (corpus, seed)
  }

  mutating func next() -> [UInt8] {
    var input = corpus[below(corpus.count)]
    for _ in 0...below(4) { mutate(&input) }
    return input.count > limit ? Array(input.prefix(limit)) : input
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    guard !input.isEmpty else { return input = [UInt8(below(256))] }
    let place = below(input.count)
    let length = 1 + below(min(input.count - place, 1 << below(12)))
    switch below(8) {
    case 0: input[place] ^= 1 << UInt8(below(8))
    case 1: input[place] = [0, 1, 0x7F, 0x80, 0xFF, 0xD8, 0xDA, 0x0A, 0x30, 0x39, 0x65][below(11)]
    case 2: for index in place..<(place + min(length, 8)) { input[index] = UInt8(below(256)) }
    case 3: input.removeSubrange(place..<(place + length))
    case 4: input.insert(contentsOf: input[place..<(place + length)], at: below(input.count))
    case 5: input.removeLast(input.count - place)
    case 6:
      let numbers = NumberLimits.numbers(in: input)
      guard !numbers.isEmpty else { return }
      input.replaceSubrange(
        numbers[below(numbers.count)], with: NumberLimits.texts[below(NumberLimits.texts.count)])
    default:
      let other = corpus[below(corpus.count)]
      guard !other.isEmpty else { return }
      let from = below(other.count)
      input.replaceSubrange(place..<(place + length), with: other[from..<min(other.count, from + length)])
    }
  }

  /// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
  private mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(count))
  }
}
