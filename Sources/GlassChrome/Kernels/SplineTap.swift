/// Where one coarse row or column reads a pyramid level: four samples and their cubic B-spline weights.
struct SplineTap {
  var index: (Int32, Int32, Int32, Int32)
  /// Weights out of 4096.
  var weight: (UInt32, UInt32, UInt32, UInt32)

  /// - Parameters:
  ///   - position: along the anchor, 0...1 inside it, mirrored outside.
  ///   - levelZeroCount: samples of level 0 along this axis.
  ///   - level: pyramid level; `count` is its number of samples along this axis.
  init(position: Double, levelZeroCount: Int, level: Int, count: Int) {
    var t = position - 2 * (position / 2).rounded(.down)
    if t > 1 { t = 2 - t }
    let u = t * Double(levelZeroCount) / Double(1 << level) - 0.5
    let whole = u.rounded(.down)
    let f = u - whole
    let i = Int(whole)
    func clamped(_ k: Int) -> Int32 { Int32(min(max(k, 0), count - 1)) }
    index = (clamped(i - 1), clamped(i), clamped(i + 1), clamped(i + 2))
    let g = 1 - f
    let a = UInt32((g * g * g / 6 * 4096).rounded())
    let d = UInt32((f * f * f / 6 * 4096).rounded())
    let b = UInt32(((3 * f * f * f - 6 * f * f + 4) / 6 * 4096).rounded())
    weight = (a, b, 4096 - a - b - d, d)
  }
}
