import GlassChrome
import PixelTypes
import Testing

@testable import Compositor

struct GuidePeriodTests {
  /// A secondary's guides.
  private func guides() throws -> CameraGuides {
    let size = try #require(PixelSize(width: 640, height: 360))
    let layout = try CanvasLayout(CanvasLayout.Request(), cameras: [size, size])
    return CameraGuides(
      StageSettings(), camera: 1, isMain: false, rect: layout.viewfinders[1],
      luma: PixelPlane(width: 320, height: 180),
      tools: try CameraGuides.Tools(
        layout.viewfinders[1], in: layout, style: ChromeStyle(), hasName: false, mcu: nil))
  }

  /// At which of so many frames the guides are read, with a jitter of so many milliseconds.
  private func readings(framesPerSecond: Double, frames: Int, jitter: Double = 0) throws -> [Int] {
    var guides = try guides()
    var read: [Int] = []
    for frame in 0..<frames {
      let late = frame % 2 == 0 ? jitter : -jitter
      let time = Int64((Double(frame) / framesPerSecond * 1000 + late) * 1e6)
      guard guides.areDue(at: time) else { continue }
      guides.wereRead(at: time)
      read.append(frame)
    }
    return read
  }

  @Test(
    "a secondary's guides are read every 45 ms of the frames' own time at most, and at least every 90",
    arguments: [(10.0, 1), (15, 1), (20, 1), (24, 2), (25, 2), (30, 2), (50, 3), (60, 3), (120, 6)])
  func period(framesPerSecond: Double, every: Int) throws {
    let read = try readings(framesPerSecond: framesPerSecond, frames: 60)
    #expect(read == Array(stride(from: 0, to: 60, by: every)))
    let gap = Double(every) / framesPerSecond
    #expect(every == 1 || (gap >= 0.045 && gap <= 0.09))
  }

  @Test(
    "time stamps that jitter don't change which frames are read", arguments: [30.0, 60])
  func jitter(framesPerSecond: Double) throws {
    let steady = try readings(framesPerSecond: framesPerSecond, frames: 40)
    let shaken = try readings(
      framesPerSecond: framesPerSecond, frames: 40, jitter: framesPerSecond == 30 ? 4 : 1)
    #expect(steady == shaken)
  }

  @Test("a clock that begins anew is followed at once")
  func rewind() throws {
    var guides = try guides()
    guides.wereRead(at: 5_000_000_000)
    #expect(!guides.areDue(at: 5_040_000_000))
    #expect(guides.areDue(at: 1_000_000_000))
  }
}
