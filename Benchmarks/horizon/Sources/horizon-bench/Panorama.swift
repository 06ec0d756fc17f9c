import Foundation

/// A level panorama, 360° × 180°, and views of it as a camera in its middle sees them.
struct Panorama {
  /// Where the camera looks, in degrees.
  struct Pose {
    var yaw: Double
    var pitch: Double
    var roll: Double
  }

  private let whole: Picture
  /// Of a view, in pixels; it is 9/16 as high.
  private let width: Int

  init(_ whole: Picture, width: Int) { (self.whole, self.width) = (whole, width) }

  /// What a camera sees, `field` degrees high: roll > 0 is clockwise, so that the horizon rises to the right.
  func view(_ pose: Pose, field: Double) -> Picture { view(field: field) { _ in pose } }

  /// What a camera sees that moves while it reads its rows: `pose` is its own for each share of the height, from the top.
  func view(field: Double, pose: (Double) -> Pose) -> Picture {
    let height = width * 9 / 16
    let focal = Double(height) / 2 / tan(field * .pi / 360)
    var pixels = [UInt8](repeating: 0, count: width * height)
    for row in 0..<height {
      let pose = pose((Double(row) + 0.5) / Double(height))
      let (r, p, a) = (pose.roll * .pi / 180, pose.pitch * .pi / 180, pose.yaw * .pi / 180)
      for column in 0..<width {
        let (x, y) = (
          (Double(column) + 0.5 - Double(width) / 2) / focal, (Double(row) + 0.5 - Double(height) / 2) / focal
        )
        let (x1, y1) = (cos(r) * x - sin(r) * y, sin(r) * x + cos(r) * y)
        let (y2, z2) = (cos(p) * y1 - sin(p), sin(p) * y1 + cos(p))
        let (x3, z3) = (cos(a) * x1 + sin(a) * z2, -sin(a) * x1 + cos(a) * z2)
        let longitude = atan2(x3, z3)
        let latitude = atan2(y2, (x3 * x3 + z3 * z3).squareRoot())
        pixels[row * width + column] = whole.wrapped(
          (longitude / (2 * .pi) + 0.5) * Double(whole.width) - 0.5,
          (latitude / .pi + 0.5) * Double(whole.height) - 0.5)
      }
    }
    return Picture(width: width, height: height, pixels: pixels)
  }
}
