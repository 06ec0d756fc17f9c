import Foundation
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
    let count = Int(Self.number(of: "DUALCAM_CAMPAIGN") ?? 300)
    for index in 0..<count {
      let input = mutator.next()
      let time = clock.measure { target.run(input.span) }
      if time > slowest.0 { slowest = (time, index) }
    }
    print("\(target): \(count) mutants; number \(slowest.1) took longest, \(slowest.0)")
  }

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

/// Inputs that are nearly those of a corpus: bits turned, bytes set to what readers trip over, pieces left out, doubled,
/// swapped between two. The same seed gives the same inputs.
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
    switch below(7) {
    case 0: input[place] ^= 1 << UInt8(below(8))
    case 1: input[place] = [0, 1, 0x7F, 0x80, 0xFF, 0xD8, 0xDA, 0x0A, 0x30, 0x39, 0x65][below(11)]
    case 2: for index in place..<(place + min(length, 8)) { input[index] = UInt8(below(256)) }
    case 3: input.removeSubrange(place..<(place + length))
    case 4: input.insert(contentsOf: input[place..<(place + length)], at: below(input.count))
    case 5: input.removeLast(input.count - place)
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
