import Foundation
import PixelTypes
import TestSupport
import Testing

@testable import CaptureKit

@Suite("A scene painted ahead")
struct SceneAheadTests {
  private func settings(
    _ scene: SceneKind, frames: Int = 0, format: PixelFormat = .mjpeg
  ) -> SceneSettings {
    sceneSettings(scene, width: 96, height: 64, format: format, frames: frames) {
      if scene == .coast { ($0.rollDegrees, $0.swayDegrees) = (-4, 9) }
    }
  }

  @Test(
    "has the frames of the same scene read directly, to the byte, whoever paints them",
    arguments: SceneKind.allCases, [PixelFormat.mjpeg, .nv12])
  func bytes(scene: SceneKind, format: PixelFormat) throws {
    // More than may wait, so that the painter must go on; read at full speed, so that both must paint.
    let settings = settings(scene, frames: 2 * SceneAhead.mostFrames + 7, format: format)
    let direct = try SyntheticReader(settings).readAll()
    #expect(direct.count == settings.frameCount)
    #expect(try SceneAhead(settings).readAll() == direct)
    #expect(try SceneAhead(settings, hasPainter: false).readAll() == direct)
  }

  @Test("reads painted frames and those it must paint itself in order, whichever comes first")
  func order() throws {
    let settings = settings(.coast)
    let ahead = try SceneAhead(settings)
    let painter = try #require(ahead.painter)
    let first = try ahead.readAll(limit: 1)
    // The painter is a whole queue ahead now; it paints none of these.
    painter.skip(to: 500)
    let frames = try first + ahead.readAll(limit: 3 * SceneAhead.mostFrames)
    #expect(try frames == SyntheticReader(settings).readAll(limit: 1 + 3 * SceneAhead.mostFrames))
  }

  @Test("fills its queue before the first frame, and no further until one is taken")
  func bound() throws {
    let ahead = try SceneAhead(settings(.walker))
    let painter = try #require(ahead.painter)
    let slot = FrameSlot(capacity: ahead.largestFrame, format: ahead.format)
    waitOrFail(for: "a full queue") { painter.isAhead }
    for read in 0..<5 {
      waitOrFail(for: "the queue to be full again") { painter.painted == SceneAhead.mostFrames + read }
      #expect(try ahead.read(into: slot))
    }
    #expect(painter.painted <= SceneAhead.mostFrames + 5)
  }

  @Test("holds a second of frames, fewer if they are large, never less than two")
  func depth() throws {
    #expect(SceneAhead.depth(of: 100) == SceneAhead.mostFrames)
    for size in [1 << 20, 3_000_000, 8 << 20, 32 << 20] {
      #expect(SceneAhead.depth(of: size) * size <= SceneAhead.mostBytes)
    }
    #expect(SceneAhead.depth(of: SceneAhead.mostBytes) == 2)
  }

  @Test("ends its thread when it is let go of: while it paints, while it waits, and after the last frame")
  func end() throws {
    for (frames, isFull) in [(0, false), (0, true), (3, true)] {
      weak var painter: ScenePainter?
      do {
        let ahead = try SceneAhead(settings(.city, frames: frames))
        painter = ahead.painter
        #expect(painter != nil)
        if isFull { waitOrFail(for: "a full queue") { ahead.painter?.isAhead ?? true } }
      }
      waitOrFail(for: "the painter's end") { painter == nil }
    }
  }

  @Test("refuses a slot that is too small, and is what a live job reads")
  func refusal() throws {
    let settings = settings(.grey)
    let ahead = try #require(try makeReader(for: .synthetic(settings), isLive: true) as? SceneAhead)
    let slot = FrameSlot(capacity: ahead.largestFrame - 1, format: ahead.format)
    #expect(throws: CaptureError.self) { try ahead.read(into: slot) }
    #expect(try makeReader(for: .synthetic(settings)) is SyntheticReader)
  }
}
