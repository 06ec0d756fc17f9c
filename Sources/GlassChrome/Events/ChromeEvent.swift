import HUDGeometry

/// What a touch screen, a script or a program tells the chrome to do.
public enum ChromeEvent: Sendable, Hashable {
  /// Where a finger is.
  public enum Position: Sendable, Hashable {
    /// Points from the canvas's top left corner, y down.
    case points(Point)
    /// Fractions of the canvas's width and height, 0 … 1, from its top left corner, y down.
    case fraction(Point)

    /// The position in points, on a canvas whose size is given in points.
    public func point(canvasWidth: Double, canvasHeight: Double) -> Point {
      switch self {
      case .points(let point): point
      case .fraction(let share): Point(share.x * canvasWidth, share.y * canvasHeight)
      }
    }
  }

  /// A finger comes down.
  case press(Position)
  /// The finger moves.
  case move(Position)
  /// The finger lifts, at a position or, if `nil`, where it was last.
  case release(Position?)
  /// Activates an element, as a touch would.
  case toggle(ElementID)
  /// Chooses one of an element's choices, for example "front" of "camera".
  case select(ElementID, value: String)
  /// Sets the value of a slider or stepper.
  case set(ElementID, value: Double)
}
