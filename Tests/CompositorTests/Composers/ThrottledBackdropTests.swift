import PixelTypes
import Testing

@testable import Compositor

@Suite("The picture behind the chrome, held still")
struct ThrottledBackdropTests {
  private static func picture(_ level: UInt8) throws -> PlanarPicture {
    let picture = PlanarPicture(
      size: try #require(PixelSize(width: 40, height: 30)), subsampling: .yuv444)
    PlaneFill.fill(picture.luma, picture.bounds, with: level)
    PlaneFill.fill(picture.cb, picture.bounds, with: level / 2)
    return picture
  }

  @Test("small changes wait for a fifth of a second, and none is lost")
  func holds() throws {
    var held = ThrottledBackdrop()
    for (milliseconds, level, shown) in [
      (0, 100, 100), (33, 102, 100), (67, 103, 100), (167, 104, 100), (199, 105, 105), (233, 104, 105),
      (400, 104, 104), (10, 103, 103),
    ] as [(Int64, UInt8, UInt8)] {
      let (picture, isNew) = held.show(try Self.picture(level), nanoseconds: milliseconds * 1_000_000)
      #expect(picture.luma[39, 29] == shown && picture.cb[3, 3] == shown / 2)
      #expect(isNew == (level == shown))
    }
  }

  @Test("a cut is shown at once")
  func cut() throws {
    var held = ThrottledBackdrop()
    _ = held.show(try Self.picture(100), nanoseconds: 0)
    #expect(held.show(try Self.picture(106), nanoseconds: 1).picture.luma[0, 0] == 100)
    #expect(held.show(try Self.picture(107), nanoseconds: 2).picture.luma[0, 0] == 107)
    #expect(held.show(try Self.picture(30), nanoseconds: 3).picture.luma[0, 0] == 30)
  }

  @Test("another size is shown at once")
  func size() throws {
    var held = ThrottledBackdrop()
    _ = held.show(try Self.picture(100), nanoseconds: 0)
    let other = PlanarPicture(size: try #require(PixelSize(width: 8, height: 8)), subsampling: .grey)
    #expect(held.show(other, nanoseconds: 1).picture.size == other.size)
  }
}
