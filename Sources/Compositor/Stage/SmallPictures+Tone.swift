import PixelTypes

extension SmallPictures {
  // A dark chrome's share of the scene's light, and of its colour.
  private static let lightShare = 0.25
  private static let colorShare = 0.4
  // Samples from one read to the next, each way: a mean needs no more.
  private static let step = 4

  /// The scene's mean colour, as dark as chrome in the dark. Requires a picture to have been taken.
  package var darkTone: GuideColor {
    func level(_ mean: Double) -> UInt8 { UInt8(min(255, max(0, mean.rounded()))) }
    guard let color else { return .black }
    return GuideColor(
      y: level(Self.mean(luma) * Self.lightShare),
      cb: level(128 + (Self.mean(color.cb) - 128) * Self.colorShare),
      cr: level(128 + (Self.mean(color.cr) - 128) * Self.colorShare))
  }

  private static func mean(_ plane: PixelPlane) -> Double {
    var (sum, count) = (0, 0)
    for y in stride(from: 0, to: plane.height, by: step) {
      for x in stride(from: 0, to: plane.width, by: step) {
        sum += Int(plane[x, y])
        count += 1
      }
    }
    return Double(sum) / Double(max(1, count))
  }
}
