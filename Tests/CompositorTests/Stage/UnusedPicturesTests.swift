import CaptureKit
import JPEGCodec
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
    let stage = try Stage(
      cameras: [
        .init(id: "primary", name: "a", size: slots[0].format.size),
        .init(id: "secondary", name: "b", size: slots[1].format.size),
      ], subsampling: .yuv422, settings: settings)
    for camera in stage.cameras {
      let luma = camera.small.luma
      PlaneFill.fill(luma, PixelRect(x: 0, y: 0, width: luma.width, height: luma.height), with: 1)
    }
    let inputs = slots.map { CameraInput(state: .live, slot: $0, isNew: true, framesPerSecond: 30) }
    let drawing = stage.draw(FrameSet(inputs))
    let output = OutputFrame(capacity: stage.largestOutput)
    try stage.finish(drawing, secondsOfDay: 0, recordingSeconds: nil, into: output)
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
