import CaptureKit
import Foundation
import PixelTypes
import Testing

@testable import Compositor

@Suite("Parts of a picture made side by side")
struct SideBySideTests {
  struct Case: CustomTestStringConvertible {
    var what: String
    var layout = LayoutMode.sideBySide
    var composer = ComposerChoice.auto
    var canvas: String?
    var second = "synth:coast?w=960&h=540&noise=20"

    var testDescription: String { what }
  }

  /// Frames of over 100 KB are walked beside each other, canvases of 4,000 MCUs and more are put together in two parts.
  @Test(
    "pictures are the same to the last byte as those of one thread",
    arguments: [
      Case(what: "spliced"), Case(what: "spliced, a small secondary", second: "synth:coast?w=320&h=240"),
      Case(what: "spliced, one over the other", layout: .pip, second: "synth:coast?w=320&h=240"),
      Case(what: "by pixels", composer: .pixel),
      Case(what: "scaled", canvas: "1280x720"),
      Case(
        what: "by pixels, one over the other", layout: .pip, composer: .pixel,
        second: "synth:coast?w=320&h=240"),
      Case(what: "a raw secondary", second: "synth:coast?w=640&h=480&format=yuyv"),
    ])
  func same(_ example: Case) throws {
    let pictures = try [StageThreads.one, .two].map { threads in
      try Shoot(
        ["synth:coast?w=960&h=540&noise=20&sway=3", example.second], layout: example.layout,
        canvas: example.canvas,
        draws: true, frames: 5, composer: example.composer, threads: threads)
    }
    #expect(pictures[0].jpegs == pictures[1].jpegs)
    #expect(pictures[0].counts == pictures[1].counts)
    #expect(pictures[0].partsAside == 0)
    // The lower rows of each picture at least, where there is another processor.
    #expect(pictures[1].partsAside >= 5 || ProcessInfo.processInfo.activeProcessorCount == 1)
    #expect(pictures[0].jpegs.allSatisfy { $0.count > 10_000 })
  }
}
