import CaptureKit
import JPEGCodec
import PixelTypes
import TestPictures
import Testing

@testable import Compositor

@Suite("Work beside other work")
struct SideThreadTests {
  private func walk(_ walk: CameraWalk, _ slot: FrameSlot, on side: SideThread) -> SpliceSource.Outcome? {
    walk.take(CameraInput(slot: slot, isNew: true))
    side.begin(walk)
    side.finish()
    return walk.outcome
  }

  @Test("what comes of frames is the same as on one thread, however the two meet")
  func same() throws {
    let slots = try TestSlot.read("synth:coast?w=320&h=192&sway=3", frames: 12)
    let rect = PixelRect(x: 0, y: 0, width: 320, height: 192)
    let (alone, beside) = (SpliceSource(rect: rect), SpliceSource(rect: rect))
    let (side, walk) = (try SideThread(), CameraWalk(beside))
    for (index, slot) in slots.enumerated() {
      let expected = slot.withBytes { bytes in alone.read(bytes) }
      walk.take(CameraInput(slot: slot, isNew: true))
      side.begin(walk)
      // Now and then the thread gets time to take it up first.
      if index % 3 == 0 { for _ in 0..<(index * 20_000) { _ = slot.byteCount } }
      side.finish()
      #expect(walk.outcome == expected)
      #expect(beside.hasPicture && beside.subsampling == alone.subsampling)
    }
  }

  @Test("a frame that can't be read is told of, and the next one is walked")
  func unusable() throws {
    let slots = try TestSlot.read("synth:coast?w=320&h=192", frames: 1)
    let other = try TestSlot.read("synth:coast?w=160&h=96", frames: 1)
    let source = SpliceSource(rect: PixelRect(x: 0, y: 0, width: 320, height: 192))
    let (side, task) = (try SideThread(), CameraWalk(source))
    guard case .unusable = walk(task, other[0], on: side) else {
      Issue.record("a frame of another size was taken")
      return
    }
    #expect(walk(task, slots[0], on: side) == .whole)
  }

  @Test("threads end with their owners, offered work or none")
  func ending() throws {
    let slot = try TestSlot.read("synth:grey?w=64&h=64", frames: 1)[0]
    for round in 0..<50 {
      let source = SpliceSource(rect: PixelRect(x: 0, y: 0, width: 64, height: 64))
      let side = try SideThread()
      if round % 2 == 0 { #expect(walk(CameraWalk(source), slot, on: side) == .whole) }
      // Nothing was offered: nobody waits.
      side.finish()
    }
  }
}
