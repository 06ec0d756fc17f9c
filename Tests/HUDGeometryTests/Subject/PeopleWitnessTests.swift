import TestScenes
import Testing

@testable import HUDGeometry

/// Who sits still and is asked for a face.
struct PeopleWitnessTests {
  private static let (width, height) = (Portrait.width, Portrait.height)
  private let portrait = Portrait(at: 40, seed: 1)

  /// The wall on the left, which is larger, and whoever stands on the right.
  private func parts() -> MaskComponents {
    var mask = [UInt8](repeating: 0, count: Self.width * Self.height)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let isWall = x < 90
        let isPerson = x >= 120 && x < 200 && y >= 20
        mask[y * Self.width + x] = isWall || isPerson ? 1 : 0
      }
    }
    var parts = MaskComponents(columns: Self.width, rows: Self.height)
    _ = parts.read(mask, leastArea: 100)
    return parts
  }

  /// Lets the witness look for what it was asked for; frames are a tenth of a second apart.
  private func look(_ witness: inout PeopleWitness, frames: Int, from first: Int, mayRead: Bool = true)
    -> [Bool]
  {
    (first..<first + frames).map {
      witness.update(
        luma: portrait.luma.span, bytesPerRow: Self.width, cb: portrait.cb.span, cr: portrait.cr.span,
        chromaBytesPerRow: Self.width / 2, cell: 1, nanoseconds: Int64($0) * 100_000_000, mayRead: mayRead)
    }
  }

  private func ask(_ witness: inout PeopleWitness, _ parts: MaskComponents) {
    witness.begin()
    for k in 0..<parts.count { witness.ask(parts, k) }
    witness.end()
  }

  @Test("each candidate has its turn, the largest first, and only the one with a face is somebody")
  func turns() {
    let parts = parts()
    #expect(parts.count == 2 && parts.components[0].area > parts.components[1].area)
    var witness = PeopleWitness(
      columns: Self.width, rows: Self.height, width: Self.width, height: Self.height)
    ask(&witness, parts)
    #expect(!look(&witness, frames: 10, from: 0).contains(true))
    #expect(!witness.isReading && !witness.wantsLook)
    ask(&witness, parts)
    _ = look(&witness, frames: 10, from: 10)
    #expect(witness.wantsLook)
    #expect(witness.hasFace(parts, 1) && !witness.hasFace(parts, 0))
    witness.forget()
    #expect(!witness.wantsLook && !witness.hasFace(parts, 1))
  }

  @Test("it waits for a frame that may have a network's work")
  func waits() {
    var witness = PeopleWitness(
      columns: Self.width, rows: Self.height, width: Self.width, height: Self.height)
    #expect(look(&witness, frames: 1, from: 0, mayRead: false) == [false])
    ask(&witness, parts())
    #expect(look(&witness, frames: 2, from: 1, mayRead: false) == [true, true])
    #expect(!witness.isReading)
  }
}
