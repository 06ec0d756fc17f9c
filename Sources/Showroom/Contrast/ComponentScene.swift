import GlassChrome
import JPEGCodec
import PixelTypes

/// A single component over one backdrop, taken through all its states and pressed in each.
struct ComponentScene: Sendable {
  let entry: ComponentCatalog.Entry
  let style: ChromeStyle
  let backdrop: TestBackdrop

  /// Added to the time between a change and the first measured moment.
  private let delay: Int64

  private static let interval: Int64 = 66_666_667
  /// The most frames to follow a change of state.
  private static let longest = 12
  /// Frames until a pulsing icon is back at full strength.
  private static let breath = 24

  /// - Parameter isBetween: whether to measure half an interval later after each change.
  init(_ entry: ComponentCatalog.Entry, _ style: ChromeStyle, _ backdrop: TestBackdrop, isBetween: Bool) {
    (self.entry, self.style, self.backdrop) = (entry, style, backdrop)
    delay = isBetween ? Self.interval / 2 : 0
  }

  func measure(into tally: inout ContrastTally) throws(ShowroomError) {
    let stage = try ComponentStage(
      entry.states.map(\.view), style: style, scale: 1, subsampling: .yuv422)
    let log = InkLog()
    stage.measure(by: log)
    let pictures = try [Int64(0), 50_000_000].map { time throws(ShowroomError) in
      try stage.part(of: backdrop, nanoseconds: time)
    }
    let before = try stage.part(of: style.appearance != .light ? .black : .white)
    var time: Int64 = 0
    func frame() -> ContrastTally.Frame {
      ContrastTally.Frame(backdrop: backdrop, style: style, canvas: stage.canvas.size, nanoseconds: time)
    }
    func next(_ picture: PlanarPicture? = nil) {
      log.clear()
      let lit = backdrop == .flash ? Int(time / 50_000_000) % 2 : 0
      stage.draw(over: picture ?? pictures[lit], nanoseconds: time)
      tally.add(log, over: stage.canvas, frame(), isAtRest: stage.isAtRest) { _ in entry.name }
      time += Self.interval
    }
    // Back to the first state, so that it too appears and disappears.
    for state in entry.states + entry.states.prefix(entry.states.count > 1 ? 1 : 0) {
      try stage.show(state.view, nanoseconds: time)
      time += delay
      // The backdrop replaces one that needs no wash at once.
      next(before)
      for i in 0..<Self.longest where i < 2 || !stage.isAtRest { next() }
      // Icons are measured at full strength; a pulsing one was last at full strength while still moving.
      for _ in 0..<(stage.isAtRest && !stage.isSettled ? Self.breath : 0) { next() }
      tally.add(selected: stage.selected, log, of: entry.name, frame())
      for isPressed in [true, false] {
        stage.press(isPressed, nanoseconds: time)
        time += delay
        for _ in 0..<2 { next() }
      }
    }
  }
}
