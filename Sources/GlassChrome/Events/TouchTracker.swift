import Geometry

/// A request from an event to the owner of the state on screen.
public enum ChromeAction: Sendable, Hashable {
  /// A control was tapped, or toggled by id.
  case activate(ElementID)
  /// One of an element's choices was chosen.
  case select(ElementID, value: String)
  /// A slider or stepper now has this value, within its range.
  case set(ElementID, value: Double)
}

/// Follows a finger over the screen and interprets its touches.
///
/// A control holds the finger from press to release: lifting over its target activates it; a slider follows the finger
/// anywhere. In a scroll view, a finger that moves along its axis scrolls the content and lets go of the control. A pure
/// state machine: the screen is passed in with each event.
public struct TouchTracker: Sendable, Hashable {
  /// What an event did.
  public enum Outcome: Sendable, Hashable {
    /// It makes a request.
    case action(ChromeAction)
    /// Understood, but without effect.
    case nothing
    /// The screen has no such control, or it is disabled or can't take the value.
    case unknown(ElementID)
  }

  /// The control that holds the finger.
  public private(set) var pressed: ElementID?
  /// Where the finger is, in points from the canvas's top left corner; `nil` if none is down.
  public private(set) var touch: Point?
  /// Whether the finger is over the held control's target. Lifting it there activates any control but a slider.
  private(set) var isOverTarget = false
  /// The control with keyboard focus.
  public private(set) var focused: ElementID?
  /// Handles scrolling.
  package var scroller = Scroller()
  /// The scroll view under the finger, and where the finger touched, until its intent is clear.
  private var candidate: Candidate?

  private struct Candidate: Sendable, Hashable {
    var port: Scrollport
    var start: Point

    /// Whether a finger that has moved to `point` is scrolling; `nil` while undecided.
    func scrolls(to point: Point) -> Bool? {
      let way = point - start
      let (along, across) = port.axis == .horizontal ? (way.x, way.y) : (way.y, way.x)
      guard max(along.magnitude, across.magnitude) > Scroller.slop else { return nil }
      return along.magnitude >= across.magnitude
    }
  }

  /// Starts without a finger.
  public init() {}

  /// Interprets an event.
  ///
  /// - Parameters:
  ///   - event: with full ids.
  ///   - elements: what is on the screen, with frames in points.
  ///   - canvasWidth: in points, for positions given as fractions.
  ///   - canvasHeight: in points, likewise.
  ///   - nanoseconds: the time, which determines a scrolling finger's speed.
  public mutating func handle(
    _ event: ChromeEvent, on elements: [AccessibilityElement], canvasWidth: Double, canvasHeight: Double,
    nanoseconds: Int64 = 0
  ) -> Outcome {
    switch event {
    case .press(let position):
      let point = position.point(canvasWidth: canvasWidth, canvasHeight: canvasHeight)
      focused = nil
      candidate = scroller.port(at: point).map { Candidate(port: $0, start: point) }
      // A finger that stops moving content does nothing else.
      let hasStopped = candidate.map { scroller.stop($0.port.id, at: nanoseconds) } ?? false
      let control = hasStopped ? nil : HitTest.control(at: point, in: elements)
      (touch, pressed, isOverTarget) = (point, control?.id, control != nil)
      return candidate == nil ? adjusted(control, at: point) : .nothing
    case .move(let position):
      // Without a press, a pointer is only passing over.
      guard touch != nil else { return .nothing }
      let point = position.point(canvasWidth: canvasWidth, canvasHeight: canvasHeight)
      touch = point
      if scroller.dragged != nil {
        scroller.move(to: point, nanoseconds: nanoseconds)
        return .nothing
      }
      if let candidate {
        guard let scrolls = candidate.scrolls(to: point) else { return .nothing }
        self.candidate = nil
        if scrolls {
          (pressed, isOverTarget) = (nil, false)
          scroller.begin(candidate.port.id, at: point, nanoseconds: nanoseconds)
          return .nothing
        }
      }
      let control = held(in: elements)
      isOverTarget = control.map { $0.target.contains(point) } ?? false
      return adjusted(control, at: point)
    case .release(let position):
      guard let last = touch else { return .nothing }
      let point = position?.point(canvasWidth: canvasWidth, canvasHeight: canvasHeight) ?? last
      if scroller.dragged != nil {
        if position != nil { scroller.move(to: point, nanoseconds: nanoseconds) }
        scroller.end(at: nanoseconds)
        touch = nil
        return .nothing
      }
      // It may have been a tap that a scroll view was waiting on.
      let isTap = candidate != nil
      if isTap { scroller.settle(at: nanoseconds) }
      candidate = nil
      let control = held(in: elements)
      (touch, pressed, isOverTarget) = (nil, nil, false)
      guard let control else { return .nothing }
      if control.role == .slider {
        return position == nil && !isTap ? .nothing : adjusted(control, at: point)
      }
      return control.target.contains(point)
        ? .action(.activate(control.id)) : .nothing
    case .scroll(let position, let way):
      let point = position.point(canvasWidth: canvasWidth, canvasHeight: canvasHeight)
      _ = scroller.scroll(at: point, by: way, nanoseconds: nanoseconds)
      return .nothing
    case .focus(let move):
      focused = move.flatMap { Self.control($0, from: focused, in: elements) }
      if let element = elements.first(where: { $0.id == focused }) {
        scroller.reveal([element], at: nanoseconds)
      }
      if case .control(let id) = move, focused == nil { return .unknown(id) }
      return .nothing
    case .activate:
      guard let focused, Self.control(focused, in: elements)?.isHidden == false else { return .nothing }
      return .action(.activate(focused))
    case .adjust(let steps):
      guard let focused, let control = Self.control(focused, in: elements), !control.isHidden,
        let adjustment = control.adjustment
      else { return .nothing }
      let value =
        control.role == .slider
        ? adjustment.value(atShare: adjustment.share(of: adjustment.value) + Double(steps) / 20)
        : adjustment.value + Double(steps)
      let (low, high) = (adjustment.range.lowerBound, adjustment.range.upperBound)
      return .action(.set(focused, value: min(high, max(low, value))))
    case .toggle(let id):
      return Self.control(id, in: elements) == nil ? .unknown(id) : .action(.activate(id))
    case .select(let id, let value):
      let choice = id.appending(value)
      let isKnown = Self.control(id, in: elements) != nil || Self.control(choice, in: elements) != nil
      return isKnown ? .action(.select(id, value: value)) : .unknown(id)
    case .set(let id, let value):
      guard let adjustment = Self.control(id, in: elements)?.adjustment, value.isFinite else {
        return .unknown(id)
      }
      let (low, high) = (adjustment.range.lowerBound, adjustment.range.upperBound)
      return .action(.set(id, value: min(high, max(low, value))))
    }
  }

  /// How to show the finger: `nil` if it is on no control, or has slid off one that isn't a slider.
  public func displayTouch(on elements: [AccessibilityElement]) -> DisplayTouch? {
    guard let touch, let control = held(in: elements) else { return nil }
    let isDragged = control.role == .slider
    guard isDragged || isOverTarget else { return nil }
    return DisplayTouch(id: control.id, frame: control.frame, point: touch, presses: !isDragged)
  }

  /// The control that a focus move leads to; from none to the first or last. A stepper stands for its buttons.
  private static func control(
    _ move: FocusMove, from id: ElementID?, in elements: [AccessibilityElement]
  ) -> ElementID? {
    let steppers = elements.filter { $0.role == .stepper }.map(\.id)
    let order = elements.filter { element in
      element.role.isControl && element.isEnabled && !element.isHidden
        && !steppers.contains { $0 != element.id && $0.contains(element.id) }
    }.map(\.id)
    if case .control(let id) = move { return order.contains(id) ? id : nil }
    guard let first = order.first, let last = order.last else { return nil }
    guard let id, let i = order.firstIndex(of: id) else { return move == .next ? first : last }
    return move == .next ? (i + 1 < order.count ? order[i + 1] : first) : (i > 0 ? order[i - 1] : last)
  }

  /// The pressed control as it is now: it may have moved or vanished under the finger.
  private func held(in elements: [AccessibilityElement]) -> AccessibilityElement? {
    pressed.flatMap { Self.control($0, in: elements) }.flatMap { $0.isHidden ? nil : $0 }
  }

  private static func control(_ id: ElementID, in elements: [AccessibilityElement]) -> AccessibilityElement? {
    elements.first { $0.id == id && $0.role.isControl && $0.isEnabled }
  }

  private func adjusted(_ control: AccessibilityElement?, at point: Point) -> Outcome {
    guard let control, control.role == .slider, let adjustment = control.adjustment else { return .nothing }
    let value = adjustment.value(at: point, in: control.frame)
    return value == adjustment.value ? .nothing : .action(.set(control.id, value: value))
  }
}
