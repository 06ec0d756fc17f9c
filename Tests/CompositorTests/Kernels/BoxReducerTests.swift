import PixelTypes
import TestPictures
import Testing

@testable import Compositor

@Suite("Shrinking by whole factors")
struct BoxReducerTests {
  /// The mean of a box as exact arithmetic has it.
  private func mean(_ plane: PixelPlane, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Double {
    let box = PixelRect(x: x, y: y, width: width, height: height)
    return Double(box.places.reduce(0) { $0 + Int(plane[$1.x, $1.y]) }) / Double(width * height)
  }

  @Test(
    "each sample is the rounded mean of its box", arguments: Array(1...16), [1, 2, 3, 4, 7, 16])
  func matchesReference(horizontal: Int, vertical: Int) {
    // Widths that leave columns over.
    let (width, height) = (5 * horizontal + horizontal / 2 + 3, 3 * vertical + vertical / 3 + 2)
    let plane = Plane.random(width: width, height: height, seed: UInt64(horizontal * 100 + vertical))
    let rect = PixelRect(x: 1, y: 1, width: width - 1, height: height - 1)
    let target = PixelPlane(width: rect.width / horizontal, height: rect.height / vertical)
    var reducer = BoxReducer(horizontal: horizontal, vertical: vertical, width: rect.width)
    reducer.reduce(plane, rect, into: target)
    for (x, y) in target.places {
      let exact = mean(plane, 1 + x * horizontal, 1 + y * vertical, horizontal, vertical)
      // The reciprocal is cut off, so that an exact half may go either way.
      #expect(abs(Double(target[x, y]) - exact) < 0.501, "at \(x), \(y)")
    }
  }

  @Test("an even plane stays as it is, black and white above all", arguments: [1, 2, 3, 4, 5, 31, 64])
  func constant(factor: Int) {
    for value in [0, 1, 127, 128, 254, 255] as [UInt8] {
      let plane = PixelPlane(width: 3 * factor, height: 2 * factor, fill: value)
      let target = PixelPlane(width: 3, height: 2)
      var reducer = BoxReducer(horizontal: factor, vertical: factor, width: plane.width)
      reducer.reduce(plane, PixelRect(x: 0, y: 0, width: plane.width, height: plane.height), into: target)
      #expect(Plane.samples(target) == Array(repeating: value, count: 6))
    }
  }

  @Test("a target smaller than the reduced region takes its top left")
  func smallerTarget() {
    let plane = Plane.random(width: 40, height: 40, seed: 9)
    let whole = PixelPlane(width: 10, height: 10)
    let part = PixelPlane(width: 3, height: 2)
    var reducer = BoxReducer(horizontal: 4, vertical: 4, width: 40)
    let rect = PixelRect(x: 0, y: 0, width: 40, height: 40)
    reducer.reduce(plane, rect, into: whole)
    reducer.reduce(plane, rect, into: part)
    for (x, y) in part.places { #expect(part[x, y] == whole[x, y]) }
  }
}
