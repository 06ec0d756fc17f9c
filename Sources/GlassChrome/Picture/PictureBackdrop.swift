import PixelTypes

/// What lies behind the glass of a ``ChromePicture``.
public enum PictureBackdrop: Sendable {
  /// Colours as `0xRRGGBB`, evenly spaced from the upper left corner to the lower right; black if empty.
  case gradient([UInt32])
  /// A photograph as 8-bit sRGB, `width × 3` bytes per row, top first; it fills the picture and is
  /// cropped on two sides if the proportions differ.
  case pixels([UInt8], width: Int, height: Int)
  /// Likewise as full range BT.601, as in a JPEG; any subsampling.
  case picture(PlanarPicture)

  private typealias Color = SIMD3<Double>

  /// The backdrop at a picture's size, in 4:4:4.
  ///
  /// - Throws: ``GlassError/badPicture(_:)`` if the byte count doesn't match the size.
  func drawn(_ size: PixelSize) throws(GlassError) -> PlanarPicture {
    let canvas = PlanarPicture(size: size, subsampling: .yuv444)
    switch self {
    case .gradient(let colors):
      let stops = (colors.isEmpty ? [0] : colors).map(Self.color)
      let (across, down) = (Double(size.width), Double(size.height))
      Self.fill(canvas) { x, y in
        let way = (Double(x) + 0.5) / across / 2 + (Double(y) + 0.5) / down / 2
        let place = way * Double(stops.count - 1)
        let index = min(Int(place), max(stops.count - 2, 0))
        let next = stops[min(index + 1, stops.count - 1)]
        return stops[index] + (next - stops[index]) * (place - Double(index))
      }
    case .pixels(let bytes, let width, let height):
      guard PixelSize(width: width, height: height) != nil, bytes.count == width * height * 3 else {
        throw .badPicture("\(bytes.count) bytes for \(width) × \(height) pixels of 3 bytes")
      }
      Self.stretch(PixelSize(width: width, height: height) ?? size, over: canvas) { x, y in
        let i = (y * width + x) * 3
        return Color(Double(bytes[i]), Double(bytes[i + 1]), Double(bytes[i + 2]))
      }
    case .picture(let picture):
      let (h, v) = (picture.subsampling.horizontal, picture.subsampling.vertical)
      let isGrey = picture.subsampling == .grey
      Self.stretch(picture.size, over: canvas) { x, y in
        let luma = Double(picture.luma[x, y])
        let blue = isGrey ? 0 : Double(picture.cb[x / h, y / v]) - 128
        let red = isGrey ? 0 : Double(picture.cr[x / h, y / v]) - 128
        return Color(luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue)
      }
    }
    return canvas
  }

  /// The backdrop at a picture's size, in a canvas's subsampling.
  ///
  /// - Throws: ``GlassError/badPicture(_:)`` if the byte count doesn't match the size.
  package func drawn(_ size: PixelSize, _ subsampling: ChromaSubsampling) throws(GlassError) -> PlanarPicture
  {
    let whole = try drawn(size)
    guard subsampling != .yuv444 else { return whole }
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    for y in 0..<size.height {
      for x in 0..<size.width { picture.luma[x, y] = whole.luma[x, y] }
    }
    for (from, to) in [(whole.cb, picture.cb), (whole.cr, picture.cr)] {
      for y in 0..<to.height {
        for x in 0..<to.width {
          var sum = h * v / 2
          for dy in 0..<v {
            for dx in 0..<h {
              sum += Int(from[min(x * h + dx, from.width - 1), min(y * v + dy, from.height - 1)])
            }
          }
          to[x, y] = UInt8(sum / (h * v))
        }
      }
    }
    return picture
  }

  private static func color(_ code: UInt32) -> Color {
    Color(Double(code >> 16 & 255), Double(code >> 8 & 255), Double(code & 255))
  }

  private static func fill(_ canvas: PlanarPicture, _ color: (Int, Int) -> Color) {
    for y in 0..<canvas.size.height {
      for x in 0..<canvas.size.width {
        let rgb = color(x, y)
        let ink = InkColor(rgb.x, rgb.y, rgb.z)
        (canvas.luma[x, y], canvas.cb[x, y], canvas.cr[x, y]) = (ink.luma, ink.cb, ink.cr)
      }
    }
  }

  /// Fills a canvas with the middle of a source: bilinear if the source is smaller, averaged if larger.
  private static func stretch(_ source: PixelSize, over canvas: PlanarPicture, _ color: (Int, Int) -> Color) {
    let ratio = min(
      Double(source.width) / Double(canvas.size.width), Double(source.height) / Double(canvas.size.height))
    let left = (Double(source.width) - Double(canvas.size.width) * ratio) / 2
    let top = (Double(source.height) - Double(canvas.size.height) * ratio) / 2
    let samples = min(max(Int(ratio.rounded(.up)), 1), 16)
    func between(_ x: Double, _ y: Double) -> Color {
      let (u, v) = (
        min(max(x - 0.5, 0), Double(source.width - 1)), min(max(y - 0.5, 0), Double(source.height - 1))
      )
      let (column, row) = (Int(u), Int(v))
      let (right, below) = (min(column + 1, source.width - 1), min(row + 1, source.height - 1))
      let (s, t) = (u - Double(column), v - Double(row))
      let upper = color(column, row) * (1 - s) + color(right, row) * s
      return upper * (1 - t) + (color(column, below) * (1 - s) + color(right, below) * s) * t
    }
    fill(canvas) { x, y in
      var sum = Color()
      for j in 0..<samples {
        for i in 0..<samples {
          sum += between(
            left + (Double(x) + (Double(i) + 0.5) / Double(samples)) * ratio,
            top + (Double(y) + (Double(j) + 0.5) / Double(samples)) * ratio)
        }
      }
      return sum / Double(samples * samples)
    }
  }

  /// A picture at a fraction of its size, at least two pixels wide and high, for the glass to sample.
  package static func reduced(_ picture: PlanarPicture, by factor: Int) -> PlanarPicture {
    guard
      let size = PixelSize(
        width: max(picture.size.width / factor, 2), height: max(picture.size.height / factor, 2))
    else { return picture }
    let small = PlanarPicture(size: size, subsampling: .yuv444)
    for (from, to) in [(picture.luma, small.luma), (picture.cb, small.cb), (picture.cr, small.cr)] {
      for y in 0..<size.height {
        for x in 0..<size.width {
          let columns = x * from.width / size.width..<max((x + 1) * from.width / size.width, 1)
          let rows = y * from.height / size.height..<max((y + 1) * from.height / size.height, 1)
          var (sum, count) = (0, 0)
          for row in rows {
            for column in columns { (sum, count) = (sum + Int(from[column, row]), count + 1) }
          }
          to[x, y] = UInt8((sum + count / 2) / max(count, 1))
        }
      }
    }
    return small
  }
}
