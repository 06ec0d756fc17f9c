import GlassChrome
import HUDGeometry
import Testing

@testable import Screen

@Suite("The shutter")
struct ShutterStateTests {
  @Test("a press halts the film and the next one goes on, and the timer stands still meanwhile")
  func film() {
    var shutter = ShutterState(canRecord: true)
    shutter.advance(to: 1000)
    #expect(shutter.use == .film && shutter.isFilming)
    shutter.advance(to: 1100)
    #expect(shutter.pressed() == \.recordingPaused)
    #expect(shutter.use == .paused && shutter.isPaused)
    shutter.advance(to: 1900)
    #expect(shutter.filmedNanoseconds == 100)
    #expect(shutter.pressed() == \.recordingResumed)
    shutter.advance(to: 1950)
    #expect(shutter.filmedNanoseconds == 150)
    #expect(shutter.tookPicture() == nil)
    // A file that starts again takes nothing back.
    shutter.advance(to: 0)
    #expect(shutter.filmedNanoseconds == 150)
  }

  @Test("a self-timer takes its picture when its time is over, and a second press stops it")
  func selfTimer() {
    var shutter = ShutterState(canRecord: true, burst: 2)
    let second: Int64 = 1_000_000_000
    shutter.choose(.photo)
    shutter.selfTimer = 3
    shutter.advance(to: 10 * second)
    #expect(shutter.timeLeft == nil && shutter.pressed() == nil && shutter.timeLeft != nil)
    #expect(shutter.timeLeft == .init(seconds: 3, share: 1))
    shutter.advance(to: 11 * second + 50_000_000)
    #expect(shutter.timeLeft == .init(seconds: 2, share: 2 / 3.0) && shutter.use == .idle)
    shutter.advance(to: 13 * second - 1)
    #expect(shutter.timeLeft?.seconds == 1 && shutter.use == .idle)
    shutter.advance(to: 13 * second)
    #expect(shutter.timeLeft == nil && shutter.use == .shot && shutter.shotsWaiting == 2)
    #expect(shutter.tookPicture() == 1 && shutter.tookPicture() == 2 && shutter.use == .idle)
    #expect(shutter.pressed() == nil && shutter.timeLeft != nil)
    shutter.advance(to: 14 * second)
    #expect(shutter.pressed() == \.selfTimerStopped)
    shutter.advance(to: 30 * second)
    #expect(shutter.use == .idle)
    // Another mode stops it, too.
    #expect(shutter.pressed() == nil && shutter.timeLeft != nil)
    shutter.choose(.video)
    shutter.choose(.photo)
    shutter.advance(to: 60 * second)
    #expect(shutter.use == .idle && shutter.timeLeft == nil)
  }

  @Test("a timelapse takes a picture each interval and keeps its pace, whatever the frames' rate")
  func timelapse() {
    var shutter = ShutterState(canRecord: true)
    shutter.choose(.timelapse)
    shutter.interval = 500_000_000
    var taken: [Int64] = []
    for frame in 0..<100 {
      // 30 frames a second.
      let time = Int64(frame) * 33_333_333
      shutter.advance(to: time)
      if frame == 10 { #expect(shutter.pressed() == \.timelapseStarted && shutter.isShooting) }
      if frame == 70 { #expect(shutter.pressed() == \.timelapseEnded && !shutter.isShooting) }
      guard shutter.use == .shot else { continue }
      #expect(shutter.tookPicture() == nil)
      taken.append(Int64(frame))
    }
    #expect(taken == [10, 25, 40, 55])
    // After a gap it goes on from there, without catching up.
    #expect(shutter.pressed() == \.timelapseStarted)
    taken = []
    for time in [100, 130, 700, 730, 760, 1240] as [Int64] {
      shutter.advance(to: 10_000_000_000 + time * 1_000_000)
      if shutter.use == .shot, shutter.tookPicture() == nil { taken.append(time) }
    }
    #expect(taken == [100, 700, 1240])
    #expect(ShutterState(canRecord: false).use == .film)
  }

  @Test("single pictures are taken when asked for, as many as a burst has")
  func pictures() {
    var shutter = ShutterState(canRecord: true, burst: 3)
    shutter.choose(.photo)
    #expect(shutter.use == .idle && !shutter.isFilming && !shutter.isPaused)
    #expect(shutter.tookPicture() == nil)
    #expect(shutter.pressed() == nil && shutter.use == .shot)
    for number in 1...3 {
      #expect(shutter.use == .shot)
      #expect(shutter.tookPicture() == number)
    }
    #expect(shutter.use == .idle)
    #expect(shutter.pressed() == nil && shutter.use == .shot)
    // Back to the film: it stands until the shutter is pressed, and what was still wanted is forgotten.
    shutter.choose(.video)
    #expect(shutter.use == .paused)
    #expect(shutter.pressed() == \.recordingResumed)
    shutter.choose(.photo)
    #expect(shutter.use == .idle)
    #expect(shutter.shotsTaken == 3)
  }

  @Test("without a recording nothing comes of it")
  func none() {
    var shutter = ShutterState(canRecord: false)
    #expect(shutter.pressed() == nil && shutter == ShutterState(canRecord: false))
    shutter.choose(.photo)
    #expect(shutter.mode == .video && !shutter.isFilming && !shutter.isPaused)
  }

  @Test("nobody can ask for more pictures than anybody wants")
  func flood() {
    var shutter = ShutterState(canRecord: true, burst: 1000)
    shutter.choose(.photo)
    for _ in 0..<1000 { shutter.press() }
    #expect(shutter.shotsWaiting == ShutterState.mostWaiting)
  }
}

extension ShutterState {
  /// Presses it; returns the message, if there is one.
  fileprivate mutating func pressed() -> KeyPath<ScreenWords, String>? {
    let before = self
    press()
    return message(since: before)
  }
}
