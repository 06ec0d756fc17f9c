import PixelTypes

/// A size that a camera offers in its current format, with its rates.
public struct StreamMode: Sendable, Hashable {
  /// In pixels.
  public var size: PixelSize
  /// Frames a second, highest first; empty if the driver doesn't say.
  public var rates: [Double]

  /// Makes a mode from its size and rates.
  public init(size: PixelSize, rates: [Double]) {
    self.size = size
    self.rates = rates
  }
}
