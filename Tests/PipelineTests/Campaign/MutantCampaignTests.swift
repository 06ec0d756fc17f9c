import CaptureKit
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline

@Suite("Campaign: garbled frames in the middle of a sequence")
struct MutantCampaignTests {
  /// A stage that gets frames of a camera that garbles every other.
  private final class Victim {
    private let screen: TestStage
    private let format: StreamFormat
    private let good: [[UInt8]]
    private var count: UInt32 = 0
    private(set) var garbled = 0

    init(_ source: String, _ composer: ComposerChoice, _ policy: DamagePolicy) throws {
      let slots = try TestSlot.read(source, frames: 3)
      good = slots.map { TestSlot.bytes($0) }
      format = slots[0].format
      var settings = StageSettings()
      settings.composer = composer
      settings.damaged = policy
      // The way of the bytes: walk, decoding, small pictures, ink. What is drawn around it has campaigns of its own.
      settings.drawsChrome = false
      screen = try TestStage([slots[0]], settings)
    }

    /// Shows a mutant, and now and then a good frame; what comes out is whole.
    func show(_ random: inout Seeded, checks: Bool) throws {
      let isGood = Int.random(in: 0..<4, using: &random) == 0
      var bytes = good[Int.random(in: 0..<good.count, using: &random)]
      if !isGood { Self.mutate(&bytes, good, &random) }
      let jpeg = try screen.show([TestSlot.make(bytes, format, sequence: count)])
      count += 1
      if !isGood { garbled += 1 }
      let camera = screen.stage.cameras[0]
      #expect(camera.damaged + camera.unusable <= garbled, "a good frame is counted as damaged")
      if checks { _ = try screen.whole(jpeg) }
    }

    /// What cables, hubs and strangers do to a JPEG.
    private static func mutate(_ bytes: inout [UInt8], _ others: [[UInt8]], _ random: inout Seeded) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard bytes.count > 8 else { return }
        let at = Int.random(in: 0..<bytes.count, using: &random)
        let length = min(bytes.count - at, 1 << Int.random(in: 0...9, using: &random))
        // Headers are small beside the data; half of all mutations meet them.
        let place = Bool.random(using: &random) ? at : at % min(bytes.count, 640)
        let end = min(bytes.count, place + length)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.removeSubrange(at...)
        case 3: bytes.removeSubrange(place..<end)
        case 4: for i in place..<end { bytes[i] = 0 }
        case 5: for i in place..<end { bytes[i] = UInt8.random(in: 0...255, using: &random) }
        case 6: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 7:
          bytes.replaceSubrange(
            place..<min(bytes.count, place + 2), with: [0xFF, UInt8.random(in: 0xC0...0xFE, using: &random)])
        default:
          // Another size in the frame's header, any other of its fields.
          if let marker = frameHeader(of: bytes.dropLast(8)) {
            bytes[marker + 4 + Int.random(in: 0..<6, using: &random)] = UInt8.random(
              in: 0...255, using: &random)
          }
        }
      }
      if Int.random(in: 0..<50, using: &random) == 0 { bytes = others[0] + bytes }
    }
  }

  @Test("every picture is whole, every good frame is taken for one")
  func mutants() throws {
    let count = Campaign.count(120)
    let composers: [ComposerChoice] = [.pixel, .splice]
    let policies: [DamagePolicy] = [.drop, .keepRows, .keep]
    var victims: [Victim] = []
    for sampling in ["", "&subsampling=420"] {
      for composer in composers {
        for policy in policies {
          victims.append(try Victim("synth:walker?w=96&h=64&seed=3" + sampling, composer, policy))
        }
      }
    }
    var random = Seeded(Campaign.seed)
    for index in 0..<count {
      try victims[index % victims.count].show(&random, checks: index % 5 == 0)
      Campaign.tell("mutants", index + 1, of: count)
    }
    #expect(victims.reduce(0) { $0 + $1.garbled } > count / 2)
  }
}
