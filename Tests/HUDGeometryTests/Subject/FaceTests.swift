import TestSupport
import Testing

@testable import HUDGeometry

/// Faces and their eyes.
struct FaceTests {
  private static let (width, height) = (Portrait.width, Portrait.height)

  private func faces(
    in portrait: Portrait, x: Double, y: Double, side: Double, isGrey: Bool = false
  ) -> [Face] {
    var network = FaceNetwork(width: Self.width, height: Self.height)
    let none = InlineArray<1, UInt8>(repeating: 0)
    network.take(
      luma: portrait.luma.span, bytesPerRow: Self.width, cb: isGrey ? none.span : portrait.cb.span,
      cr: isGrey ? none.span : portrait.cr.span, chromaBytesPerRow: Self.width / 2, x: x, y: y, side: side)
    var steps = 0
    while network.isReading {
      #expect(network.read() == !network.isReading)
      steps += 1
    }
    #expect(steps == 3)
    return network.faces
  }

  @Test(
    "a drawn face is found, and its eyes where they are drawn, whatever part of the frame is read",
    arguments: [SIMD3(70.0, 0, 100), SIMD3(52, 0, 135), SIMD3(80, 5, 80), SIMD3(0, -52, 240)], [false, true])
  func eyes(part: SIMD3<Double>, isGrey: Bool) throws {
    let found = faces(in: Portrait(at: 0, seed: 1), x: part.x, y: part.y, side: part.z, isGrey: isGrey)
    let face = try #require(found.first)
    #expect(found.count == 1)
    #expect(face.score > 0.7)
    for k in 0..<2 {
      #expect(abs(face.points[k].x * Double(Self.width) - Portrait.eyes[k].x) < 4)
      #expect(abs(face.points[k].y * Double(Self.height) - Portrait.eyes[k].y) < 4)
    }
    #expect(face.box.contains(face.eyes))
    // The nose below the eyes and the mouth below the nose; the ears on either side.
    #expect(face.eyes.y < face.points[2].y && face.points[2].y < face.points[3].y)
    #expect(face.points[4].x < face.points[0].x && face.points[5].x > face.points[1].x)
  }

  @Test("a wall has no face, nor a part of the frame without one")
  func none() {
    #expect(faces(in: Portrait(at: nil, seed: 1), x: 52, y: 0, side: 135).isEmpty)
    #expect(faces(in: Portrait(at: 0, seed: 1), x: 150, y: 0, side: 90).isEmpty)
  }

  @Test("a frame or a part without pixels isn't read")
  func empty() {
    var network = FaceNetwork(width: Self.width, height: Self.height)
    let few = [UInt8](repeating: 90, count: Self.width * (Self.height - 1))
    network.take(
      luma: few.span, bytesPerRow: Self.width, cb: few.span, cr: few.span, chromaBytesPerRow: 120, x: 0, y: 0,
      side: 100)
    #expect(!network.isReading)
    var none = FaceNetwork(width: 0, height: 0)
    none.take(
      luma: few.span, bytesPerRow: 0, cb: few.span, cr: few.span, chromaBytesPerRow: 0, x: 0, y: 0, side: 100)
    #expect(!none.isReading)
  }
}
