/// What one picture says about its horizon.
struct HorizonEstimate: Sendable, Equatable {
  /// > 0: rises to the right.
  var angleDegrees = 0.0
  /// The probability to be within 1°.
  var confidence = 0.0
  /// Where the line passes, as a fraction of the picture.
  var center = Point(0.5, 0.5)
}

struct HorizonEstimator: Sendable {
  init(width: Int, height: Int, viewfinderAspect: Double) {}
  mutating func estimate(_ luma: Span<UInt8>, bytesPerRow: Int) -> HorizonEstimate { HorizonEstimate() }
}
