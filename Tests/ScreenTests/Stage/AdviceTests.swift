import GlassChrome
import HUDGeometry
import PixelTypes
import TestPictures
import Testing

@testable import Compositor
@testable import Screen

@Suite("Hints and messages on the screen")
struct AdviceTests {
  private func screen() throws -> StageScreen { try #require(screenStage([(1280, 720)]).screen) }

  @Test(
    "a hint warns; once it is obeyed the screen says so, for at most 1.2 s; if it is only overtaken, nothing does"
  )
  func obeyed() throws {
    let screen = try screen()
    func advise(_ hint: Hint?, _ isSnapped: Bool, at milliseconds: Int64) -> String {
      screen.advise(hint, isSnapped: { _ in isSnapped }, nanoseconds: milliseconds * 1_000_000)
      return screen.state.hint.map { "\($0) \(screen.state.hintRole)" } ?? "-"
    }
    #expect(advise(nil, true, at: 0) == "-")
    #expect(advise(.tiltLeftALittle, false, at: 100) == "Tilt left a little violation")
    #expect(advise(nil, true, at: 200) == "Level success")
    #expect(advise(nil, true, at: 1200) == "Level success")
    #expect(advise(nil, true, at: 1300) == "-")
    #expect(advise(nil, true, at: 1400) == "-")
    #expect(advise(.stepBack, false, at: 2000) == "Step back violation")
    #expect(advise(nil, false, at: 2100) == "-")
    #expect(advise(nil, true, at: 2200) == "-")
    // It goes at once when the next hint comes, or when the place is left again.
    #expect(advise(.aimUp, false, at: 3000) == "Aim a little higher violation")
    #expect(advise(nil, true, at: 3100) == "Aligned success")
    #expect(advise(.tiltRight, false, at: 3200) == "Tilt right violation")
    #expect(advise(nil, true, at: 3300) == "Level success")
    #expect(advise(nil, false, at: 3400) == "-")
  }

  @Test("a message stays for a moment, and not longer when time jumps back")
  func message() throws {
    let screen = try screen()
    screen.say({ $0.cameraIsLost("Desk") }, role: .error, nanoseconds: 1_000_000_000)
    func isThere(at milliseconds: Int64) -> Bool {
      screen.advise(nil, isSnapped: { _ in false }, nanoseconds: milliseconds * 1_000_000)
      return screen.state.toast != nil
    }
    #expect(screen.state.toast == Toast("Desk is lost: check its cable", role: .error))
    #expect(isThere(at: 1000) && isThere(at: 2049) && !isThere(at: 2051))
    screen.say(\.recordingPaused, nanoseconds: 5_000_000_000)
    #expect(!isThere(at: 100))
  }
}
