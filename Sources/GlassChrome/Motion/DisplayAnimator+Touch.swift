import Geometry

/// A finger on a control.
public struct DisplayTouch: Sendable, Hashable {
  /// The control that the finger is on.
  public var id: ElementID
  /// The control's frame in the layout, in points.
  public var frame: Rect
  /// Where the finger is, in points from the canvas's top left corner.
  public var point: Point
  /// Whether the control shrinks; false while dragged like a slider's thumb.
  var presses: Bool

  /// A finger at `point` on the control `id`.
  public init(id: ElementID, frame: Rect, point: Point, presses: Bool = true) {
    self.id = id
    self.frame = frame
    self.point = point
    self.presses = presses
  }
}

/// A pressed control on glass; it shrinks around its centre.
struct ContentPress: Sendable {
  var id: ElementID
  /// The control's.
  var frame: Rect
  var press: Press

  /// A small control shrinks as a button does, a larger one as a card.
  var fullScale: Double {
    frame.height < 60 && frame.width < 240 ? PressMotion.buttonScale : PressMotion.cardScale
  }

  /// How much of the press an item shows at a frame, 0...1: all of it if it belongs to the control; a mark that slides
  /// from control to control as much as it lies in it.
  func share(of item: DisplayItem, at frame: Rect) -> Double {
    if id.contains(item.id) { return 1 }
    guard item.kind == .plate || item.kind == .edge, frame.width <= self.frame.width + 4,
      frame.height <= self.frame.height + 4, frame.area > 0
    else { return 0 }
    return frame.intersection(self.frame).area / frame.area
  }
}

extension DisplayAnimator {
  /// Presses the control under the finger and releases the previous one; `nil` only releases.
  ///
  /// A control that is itself glass, and a small one on glass, shrinks to 95 %, a larger one, such as a card, to 98 %;
  /// interactive glass glows under the finger. The touch outlasts layout changes; parts of the
  /// control that they move follow it by a spring.
  public mutating func setTouch(_ touch: DisplayTouch?, at nanoseconds: Int64) {
    touched = touch?.id
    var owner: Int?
    if let touch {
      owner = tracks.owner(of: touch.id, in: tracks.elements.indices)
      if let found = owner, tracks.elements[found].isLeaving { owner = nil }
    }
    for index in tracks.elements.indices {
      let isControl = index == owner && tracks.elements[index].element.id == touch?.id
      let isPressed = isControl && touch?.presses ?? false
      let glows = index == owner && (isControl || tracks.elements[index].element.glass.isInteractive)
      tracks.elements[index].isPressed = isPressed
      tracks.elements[index].isGlowing = glows
      if glows, let touch { tracks.elements[index].touch = touch.point }
      tracks.elements[index].answer(motion, at: nanoseconds)
    }
    let isContent = owner.map { tracks.elements[$0].element.id != touch?.id } ?? false
    let content = isContent && touch?.presses ?? false ? touch : nil
    for index in contentPresses.indices {
      let target = contentPresses[index].id == content?.id ? 1.0 : 0
      contentPresses[index].press.aim(at: target, motion, at: nanoseconds)
    }
    if let content, !contentPresses.contains(where: { $0.id == content.id }) {
      var press = Press(0)
      press.aim(at: 1, motion, at: nanoseconds)
      contentPresses.append(ContentPress(id: content.id, frame: content.frame, press: press))
    }
    isAtRest = false
    advance(to: nanoseconds)
  }

  /// Drops presses that are released and over; true while any is still changing.
  mutating func settleContentPresses(at nanoseconds: Int64) -> Bool {
    var isMoving = false
    for index in contentPresses.indices {
      if !contentPresses[index].press.settle(motion, at: nanoseconds) { isMoving = true }
    }
    contentPresses.removeAll { !$0.press.isMoving && $0.press.depth.target == 0 }
    return isMoving
  }
}
