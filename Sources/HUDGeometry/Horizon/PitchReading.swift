import RealModule

/// How far a camera looks up or down, and how wide it sees.
public struct PitchReading: Sendable, Equatable {
  /// In degrees; > 0 looks up, so that the horizon lies below the middle of the picture.
  public var degrees = 0.0
  /// In nine scenes out of ten the true pitch lies within this many degrees.
  public var marginDegrees = 0.0
  /// From the left to the right edge of the viewfinder, in degrees.
  public var fieldOfViewDegrees = 0.0
  /// Of the field of view, like that of the pitch; `nil` if it was given.
  public var fieldOfViewMarginDegrees: Double?
  /// How far the ladder has faded in, 0 … 1.
  public var visibility = 0.0

  /// A level camera with an unknown field of view.
  public init() {}

  /// The interval that holds the true pitch in nine scenes out of ten.
  public var interval: ClosedRange<Double> { degrees - marginDegrees...degrees + marginDegrees }

  /// The same of the field of view; `nil` if it was given.
  public var fieldOfViewInterval: ClosedRange<Double>? {
    fieldOfViewMarginDegrees.map { fieldOfViewDegrees - $0...fieldOfViewDegrees + $0 }
  }

  /// Whether it is known to 10°, or was given. A picture without long parallels says hardly more than that cameras see 40 to 105°.
  public var isFieldOfViewKnown: Bool { (fieldOfViewMarginDegrees ?? 0) <= 10 }

  /// Where a level line at this elevation crosses the vertical plane through the middle of the viewfinder: how far above
  /// the middle, towards the zenith, in viewfinder widths; `nil` if it lies behind the camera.
  public func height(ofElevation elevation: Double) -> Double? {
    let below = elevation - degrees
    guard below.magnitude < 80 else { return nil }
    return 0.5 * Double.tan(below * .pi / 180) / Double.tan(fieldOfViewDegrees * .pi / 360)
  }
}
