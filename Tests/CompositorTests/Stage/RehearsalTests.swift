import CaptureKit
import PixelTypes
import TestPictures
import Testing

@testable import Compositor

struct RehearsalTests {
  /// Two pictures of a scene and how many frames were damaged.
  private func pictures(
    rehearsing: Bool, composer: ComposerChoice, cutting: Bool = false
  ) throws -> (jpegs: [[UInt8]], damaged: Int) {
    let slots = try TestSlot.read("synth:coast?w=320&h=176&roll=3", frames: 2)
    let cut = try TestSlot.read("synth:coast?w=320&h=176&roll=3", frames: 1)
    if cutting { cut[0].byteCount -= cut[0].byteCount / 3 }
    var settings = StageSettings()
    settings.composer = composer
    settings.drawsHUD = false
    let screen = try TestStage([slots[0]], settings)
    let stage = screen.stage
    if rehearsing {
      stage.rehearse([cut[0]]) { ($0.secondsOfDay, $0.recordingSeconds) = (3600, 0) }
    }
    let jpegs = try slots.map { try screen.show([$0], recordingSeconds: 0) }
    return (jpegs, stage.cameras[0].damaged)
  }

  @Test(
    "a rehearsal changes no later picture", arguments: [ComposerChoice.pixel, .splice])
  func sameBytes(composer: ComposerChoice) throws {
    let plain = try pictures(rehearsing: false, composer: composer)
    let rehearsed = try pictures(rehearsing: true, composer: composer)
    #expect(rehearsed.jpegs == plain.jpegs)
  }

  @Test("a damaged frame that was only rehearsed is not counted", arguments: [ComposerChoice.pixel, .splice])
  func damage(composer: ComposerChoice) throws {
    #expect(try pictures(rehearsing: true, composer: composer, cutting: true).damaged == 0)
  }
}
