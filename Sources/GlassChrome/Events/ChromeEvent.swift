import HUDGeometry

/// What a touch screen, a script or a program asks of the chrome.
public enum ChromeEvent: Sendable, Hashable {
  /// Where a finger is.
  public enum Position: Sendable, Hashable {
    /// Points from the canvas's top left corner, y down.
    case points(Point)
    /// Of the canvas's width and height, 0 … 1.
    case fraction(Point)

    /// In points on a canvas of so many.
    public func point(canvasWidth: Double, canvasHeight: Double) -> Point {
      switch self {
      case .points(let point): point
      case .fraction(let share): Point(share.x * canvasWidth, share.y * canvasHeight)
      }
    }
  }

  case press(Position)
  case move(Position)
  /// At a position, or where the finger was last.
  case release(Position?)
  /// As a touch of that element would.
  case toggle(ElementID)
  /// One of an element's choices, for example "front" of "camera".
  case select(ElementID, value: String)
  /// A slider's or stepper's value.
  case set(ElementID, value: Double)
}
