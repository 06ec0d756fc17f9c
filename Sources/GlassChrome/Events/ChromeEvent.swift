import Geometry

/// What a touch screen, a script or a program tells the chrome to do.
public enum ChromeEvent: Sendable, Hashable {
  /// Where a finger is.
  public enum Position: Sendable, Hashable {
    /// Points from the canvas's top left corner, y down.
    case points(Point)
    /// Fractions of the canvas's width and height, 0 … 1, from its top left corner, y down.
    case fraction(Point)

    /// The position in points, on a canvas whose size is given in points.
    package func point(canvasWidth: Double, canvasHeight: Double) -> Point {
      switch self {
      case .points(let point): point
      case .fraction(let share): Point(share.x * canvasWidth, share.y * canvasHeight)
      }
    }
  }

  /// A finger touches down.
  case press(Position)
  /// The finger moves.
  case move(Position)
  /// The finger lifts, at a position or, if `nil`, where it was last.
  case release(Position?)
  /// A wheel or trackpad scrolls what lies at a position, in points: x to the right, y down.
  case scroll(Position, by: Point)
  /// Moves keyboard focus to another control, which then has a ring; `nil` removes it.
  case focus(FocusMove?)
  /// Activates the focused control.
  case activate
  /// Moves the focused slider or stepper by this many steps: a slider's is a twentieth of its track.
  case adjust(Int)
  /// Activates an element, as a touch would.
  case toggle(ElementID)
  /// Chooses one of an element's choices, for example "front" of "camera".
  case select(ElementID, value: String)
  /// Sets the value of a slider or stepper.
  case set(ElementID, value: Double)

  /// The element that it names: the choice's own, if it names one.
  package var element: ElementID? {
    switch self {
    case .focus(.control(let id)), .toggle(let id), .set(let id, _): id
    case .press, .move, .release, .scroll, .focus, .activate, .adjust: nil
    case .select(let id, let value): id.appending(value)
    }
  }
}

/// Where keyboard focus moves.
public enum FocusMove: Sendable, Hashable {
  /// To the control after or before the focused one, in the order of the screen's elements, wrapping around.
  case next, previous
  /// To this one.
  case control(ElementID)
}
