import PixelTypes

/// A size that a camera offers in its present format, with its rates.
public struct StreamMode: Sendable, Hashable {
  /// In pixels.
  public var size: PixelSize
  /// Frames a second, from the most to the fewest; empty if the driver doesn't tell.
  public var rates: [Double]

  /// A size with its rates.
  public init(size: PixelSize, rates: [Double]) {
    self.size = size
    self.rates = rates
  }
}
