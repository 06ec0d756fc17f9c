import PixelTypes

/// A floating-point picture on which a scene's still layers are painted, once.
///
/// Positions are in pixels, y down; pixel (x, y) covers x...x+1, and its centre is at x + ½.
struct ScenePainting {
  private let size: PixelSize
  private(set) var pixels: [RGB]

  init(_ size: PixelSize, fill: RGB = RGB(repeating: 0)) {
    self.size = size
    pixels = [RGB](repeating: fill, count: size.area)
  }

  var width: Int { size.width }
  var height: Int { size.height }

  /// Replaces every pixel of some rows with the `color` at its centre.
  mutating func paint(rows: Range<Int>? = nil, _ color: (_ x: Float, _ y: Float, _ below: RGB) -> RGB) {
    for y in (rows ?? 0..<height).clamped(to: 0..<height) {
      for x in 0..<width {
        let index = y * width + x
        pixels[index] = color(Float(x) + 0.5, Float(y) + 0.5, pixels[index])
      }
    }
  }

  /// Blends a rectangle with anti-aliased edges over the picture.
  mutating func rectangle(
    x: Float, y: Float, width w: Float, height h: Float, _ color: RGB, opacity: Float = 1
  ) {
    blend(x: x, y: y, width: w, height: h) { px, py in
      let horizontal = min(px + 0.5, x + w) - max(px - 0.5, x)
      let vertical = min(py + 0.5, y + h) - max(py - 0.5, y)
      return (color, opacity * max(0, horizontal) * max(0, vertical))
    }
  }

  /// Blends a disc with an anti-aliased edge over the picture.
  mutating func disc(x: Float, y: Float, radius: Float, _ color: RGB, opacity: Float = 1) {
    blend(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius) { px, py in
      let distance = ((px - x) * (px - x) + (py - y) * (py - y)).squareRoot()
      return (color, opacity * min(1, max(0, radius + 0.5 - distance)))
    }
  }

  /// Adds light that falls off to zero at `radius`.
  mutating func glow(x: Float, y: Float, radius: Float, _ color: RGB) {
    visit(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius) { px, py, below in
      let square = ((px - x) * (px - x) + (py - y) * (py - y)) / (radius * radius)
      guard square < 1 else { return below }
      let falloff = (1 - square) * (1 - square)
      return below + color * (falloff * falloff)
    }
  }

  /// Blends the colours of `sample`, weighted by their shares, over the pixels that touch a rectangle.
  mutating func blend(
    x: Float, y: Float, width w: Float, height h: Float,
    _ sample: (_ x: Float, _ y: Float) -> (RGB, Float)
  ) {
    visit(x: x, y: y, width: w, height: h) { px, py, below in
      let (color, share) = sample(px, py)
      return share > 0 ? interpolate(below, color, share) : below
    }
  }

  private mutating func visit(
    x: Float, y: Float, width w: Float, height h: Float, _ color: (Float, Float, RGB) -> RGB
  ) {
    let left = max(0, Int((x - 1).rounded(.down)))
    let right = min(width, Int((x + w + 1).rounded(.up)))
    let top = max(0, Int((y - 1).rounded(.down)))
    let bottom = min(height, Int((y + h + 1).rounded(.up)))
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      for column in left..<right {
        let index = row * width + column
        pixels[index] = color(Float(column) + 0.5, Float(row) + 0.5, pixels[index])
      }
    }
  }

  /// The painting as 4:2:2 planes; chroma is the mean of two pixels.
  func picture() -> PlanarPicture {
    let picture = PlanarPicture(size: size, subsampling: .yuv422)
    for y in 0..<height {
      for pair in 0..<(width + 1) / 2 {
        let left = YCbCr(pixels[y * width + 2 * pair])
        let right = YCbCr(pixels[y * width + min(2 * pair + 1, width - 1)])
        picture.luma[2 * pair, y] = UInt8(nearest: left.y)
        if 2 * pair + 1 < width { picture.luma[2 * pair + 1, y] = UInt8(nearest: right.y) }
        picture.cb[pair, y] = UInt8(nearest: (left.cb + right.cb) / 2)
        picture.cr[pair, y] = UInt8(nearest: (left.cr + right.cr) / 2)
      }
    }
    return picture
  }
}
