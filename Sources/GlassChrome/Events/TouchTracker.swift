import HUDGeometry

/// What an event asks of whoever owns the state on screen.
public enum ChromeAction: Sendable, Hashable {
  /// A control was tapped, or toggled by id.
  case activate(ElementID)
  /// One of an element's choices was chosen.
  case select(ElementID, value: String)
  /// A slider or stepper now has this value, within its range.
  case set(ElementID, value: Double)
}

/// Follows a finger over the screen and says what its touches mean.
///
/// A control holds the finger from press to release: it is activated if the finger lifts over its target; a slider
/// follows the finger anywhere. A pure state machine: the screen comes in with each event.
public struct TouchTracker: Sendable, Hashable {
  /// What an event did.
  public enum Outcome: Sendable, Hashable {
    /// It asks for something.
    case action(ChromeAction)
    /// Understood, without effect.
    case nothing
    /// The screen has no such control, or it is disabled or can't take the value.
    case unknown(ElementID)
  }

  /// The control that holds the finger.
  public private(set) var pressed: ElementID?
  /// Where the finger is, in points from the canvas's top left corner; `nil` if none is down.
  public private(set) var touch: Point?
  /// Whether the finger is over the held control's target. Lifting it there activates any control but a slider.
  public private(set) var isOverTarget = false

  /// Starts without a finger.
  public init() {}

  /// Takes an event and says what it means.
  ///
  /// - Parameters:
  ///   - event: with full ids.
  ///   - elements: what is on the screen, frames in points.
  ///   - canvasWidth: in points, for positions given as fractions.
  ///   - canvasHeight: in points, as well.
  public mutating func handle(
    _ event: ChromeEvent, on elements: [AccessibilityElement], canvasWidth: Double, canvasHeight: Double
  ) -> Outcome {
    switch event {
    case .press(let position):
      let point = position.point(canvasWidth: canvasWidth, canvasHeight: canvasHeight)
      let control = HitTest.control(at: point, in: elements)
      (touch, pressed, isOverTarget) = (point, control?.id, control != nil)
      return adjusted(control, at: point)
    case .move(let position):
      // Without a press, a pointer only passes over.
      guard touch != nil else { return .nothing }
      let point = position.point(canvasWidth: canvasWidth, canvasHeight: canvasHeight)
      touch = point
      let control = held(in: elements)
      isOverTarget = control.map { $0.target.contains(point) } ?? false
      return adjusted(control, at: point)
    case .release(let position):
      guard let last = touch else { return .nothing }
      let point = position?.point(canvasWidth: canvasWidth, canvasHeight: canvasHeight) ?? last
      let control = held(in: elements)
      (touch, pressed, isOverTarget) = (nil, nil, false)
      guard let control else { return .nothing }
      if control.role == .slider { return position == nil ? .nothing : adjusted(control, at: point) }
      return control.target.contains(point)
        ? .action(.activate(control.id)) : .nothing
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

  /// The pressed control as it is now: it may have moved, or vanished under the finger.
  private func held(in elements: [AccessibilityElement]) -> AccessibilityElement? {
    pressed.flatMap { Self.control($0, in: elements) }
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
