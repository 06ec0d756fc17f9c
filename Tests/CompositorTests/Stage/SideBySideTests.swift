import CaptureKit
import Foundation
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("Parts of a picture made side by side")
struct SideBySideTests {
  struct Case: CustomTestStringConvertible {
    var what: String
    var layout = LayoutMode.sideBySide
    var composer = ComposerChoice.auto
    var canvas: String?
    var first = "synth:coast?w=960&h=540&noise=20&sway=3"
    var second: String? = "synth:coast?w=960&h=540&noise=20"
    /// Whether the cameras' frames have a restart marker after each row of MCUs.
    var restarts = false
    /// How many bands the canvas is large enough for.
    var bands = 5
    var threads: [StageThreads] = [.two, .three, .eight]

    var testDescription: String { what }
  }

  /// Frames of over 100 KB are walked beside each other; a band has 2,000 MCUs when spliced, else 1,000.
  @Test(
    "pictures are the same to the last byte as those of one thread",
    arguments: Share.of(
      [
        Case(
          what: "spliced, large", first: "synth:coast?w=1280&h=720&noise=20&sway=3", bands: 8,
          threads: StageThreads.allCases.filter { $0 != .auto }),
        Case(what: "spliced, a small secondary", second: "synth:coast?w=320&h=240", bands: 4),
        Case(what: "spliced, with restart markers", restarts: true),
        Case(what: "spliced, one over the other", layout: .pip, second: "synth:coast?w=320&h=240", bands: 2),
        Case(what: "spliced, stacked", layout: .stacked, bands: 4),
        Case(what: "spliced, one camera", layout: .single, second: nil, bands: 2),
        Case(what: "by pixels", composer: .pixel, bands: 8),
        Case(
          what: "by pixels, stacked, with restart markers", layout: .stacked, composer: .pixel,
          restarts: true,
          bands: 8),
        Case(what: "scaled", canvas: "1280x720"),
        Case(
          what: "by pixels, one over the other", layout: .pip, composer: .pixel,
          second: "synth:coast?w=320&h=240"),
        Case(what: "a raw secondary", second: "synth:coast?w=640&h=480&format=yuyv", bands: 4),
      ], oneIn: 2))
  func same(_ example: Case) throws {
    let frames = 3
    func shoot(_ threads: StageThreads) throws -> Shoot {
      try Shoot(
        [example.first] + (example.second.map { [$0] } ?? []), layout: example.layout, canvas: example.canvas,
        draws: true, frames: frames, composer: example.composer, threads: threads,
        change: { cameras in
          if example.restarts { for slot in cameras.joined() { try addRestarts(to: slot) } }
        })
    }
    let alone = try shoot(.one)
    #expect(alone.partsAside == 0)
    #expect(alone.jpegs.allSatisfy { $0.count > 10_000 })
    for threads in Share.of(example.threads, oneIn: 2, beside: example.what) {
      let shared = try shoot(threads)
      #expect(shared.jpegs == alone.jpegs, "\(threads)")
      #expect(shared.counts == alone.counts, "\(threads)")
      // All bands but the first of each picture at least, where there is another processor.
      let parts = frames * (min(threads.most, example.bands) - 1)
      #expect(shared.partsAside >= parts || ProcessInfo.processInfo.activeProcessorCount == 1, "\(threads)")
    }
  }

  private func addRestarts(to slot: FrameSlot) throws {
    let (picture, _) = try decoded(TestSlot.bytes(slot))
    let encoder = BandedEncoder(size: picture.size, subsampling: picture.subsampling)
    var bytes = [UInt8](repeating: 0, count: slot.capacity)
    var span = bytes.mutableSpan
    let count = try encoder.encode(picture, quality: 85, into: &span)
    TestSlot.fill(
      slot, Array(bytes.prefix(count)), sequence: slot.sequence, nanoseconds: slot.time.nanoseconds)
  }
}
