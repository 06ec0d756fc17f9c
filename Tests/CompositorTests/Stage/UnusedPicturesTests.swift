import CaptureKit
import PixelTypes
import TestPictures
import Testing

@testable import Compositor

@Suite("Small pictures that nobody looks at")
struct UnusedPicturesTests {
  /// Whether each camera's small pictures were made.
  private func made(_ composer: ComposerChoice, _ change: (inout StageSettings) -> Void) throws -> [Bool] {
    let sources = ["synth:walker?w=320&h=192&seed=3", "synth:coast?w=192&h=128&seed=3"]
    let slots = try sources.map { try TestSlot.read($0, frames: 1)[0] }
    var settings = StageSettings()
    settings.composer = composer
    change(&settings)
    let screen = try TestStage(slots, settings)
    let stage = screen.stage
    for camera in stage.cameras {
      let luma = camera.small.luma
      PlaneFill.fill(luma, PixelRect(x: 0, y: 0, width: luma.width, height: luma.height), with: 1)
    }
    try screen.show(slots)
    return stage.cameras.map { camera in Plane.samples(camera.small.luma).contains { $0 != 1 } }
  }

  @Test("aren't made", arguments: [ComposerChoice.pixel, .splice])
  func unused(composer: ComposerChoice) throws {
    #expect(try made(composer) { _ in } == [true, true])
    #expect(try made(composer) { $0.drawsChrome = false } == [true, true])
    // The chrome shows the first camera's alone.
    #expect(try made(composer) { $0.drawsHUD = false } == [true, false])
    #expect(
      try made(composer) {
        $0.drawsHUD = false
        $0.drawsChrome = false
      } == [false, false])
  }
}
