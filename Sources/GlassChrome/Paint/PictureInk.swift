import Geometry
import PixelTypes

/// A thumbnail at its size on the canvas, and the shape that clips it.
struct PictureInk {
  let shape: InkShape
  private let picture: PlanarPicture
  /// The picture's upper left corner on the canvas, on whole chroma samples.
  private let origin: (x: Int, y: Int)

  /// Scales a thumbnail to fill a frame in canvas pixels, cropped around its middle.
  init(_ thumbnail: Thumbnail, filling frame: Rect, shape: InkShape, subsampling: ChromaSubsampling) {
    self.shape = shape
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    let bounds = shape.luma.bounds
    let (left, top) = (bounds.x / h * h, bounds.y / v * v)
    origin = (left, top)
    picture = PlanarPicture(
      size: PixelSize(clampingWidth: bounds.maxX - left, height: bounds.maxY - top), subsampling: subsampling)
    let source = thumbnail.picture
    let scale = max(
      frame.width / Double(source.size.width), frame.height / Double(source.size.height), 1e-6)
    for channel in 0..<3 {
      let (plane, samples) = (picture.plane(channel), source.plane(channel))
      let (step, own) = (subsampling.step(channel), source.subsampling.step(channel))
      // A grey picture has no chroma.
      guard samples.width > 0, samples.height > 0 else { continue }
      for y in 0..<plane.height {
        let down = (Double(top) + (Double(y) + 0.5) * Double(step.down) - frame.center.y) / scale
        for x in 0..<plane.width {
          let along = (Double(left) + (Double(x) + 0.5) * Double(step.across) - frame.center.x) / scale
          plane[x, y] = Self.sample(
            samples, (along + Double(source.size.width) / 2) / Double(own.across) - 0.5,
            (down + Double(source.size.height) / 2) / Double(own.down) - 0.5)
        }
      }
    }
  }

  /// A sample between four others; beyond the edges, the nearest ones.
  private static func sample(_ plane: PixelPlane, _ x: Double, _ y: Double) -> UInt8 {
    let x = min(max(x, 0), Double(plane.width - 1))
    let y = min(max(y, 0), Double(plane.height - 1))
    let (x0, y0) = (Int(x), Int(y))
    let (x1, y1) = (min(x0 + 1, plane.width - 1), min(y0 + 1, plane.height - 1))
    let (right, low) = (x - Double(x0), y - Double(y0))
    func mixed(_ row: Int) -> Double {
      Double(plane[x0, row]) * (1 - right) + Double(plane[x1, row]) * right
    }
    return UInt8((mixed(y0) * (1 - low) + mixed(y1) * low).rounded())
  }

  /// Draws it inside a clip of luma pixels with even edges.
  ///
  /// - Parameter opacity: 0...256.
  func draw(into canvas: PlanarPicture, clip: PixelRect, opacity: Int) {
    for channel in 0..<3 {
      let step = picture.subsampling.step(channel)
      Self.draw(
        picture.plane(channel), origin.x / step.across, origin.y / step.down,
        channel == 0 ? shape.luma : shape.chroma, into: canvas.plane(channel),
        clip: channel == 0 ? clip : picture.subsampling.chroma(clip), opacity: opacity)
    }
  }

  private static func draw(
    _ picture: PixelPlane, _ left: Int, _ top: Int, _ shape: CoverageSpans, into plane: PixelPlane,
    clip: PixelRect, opacity: Int
  ) {
    for span in shape.spans where Int(span.y) >= clip.y && Int(span.y) < clip.maxY {
      let y = Int(span.y)
      let first = max(Int(span.x), clip.x, left)
      let end = min(Int(span.x + span.length), clip.maxX, left + picture.width)
      guard first < end, y >= top, y < top + picture.height else { continue }
      let cover = Int(span.coverage) * opacity / 256
      for x in first..<end {
        let (below, own) = (Int(plane[x, y]), Int(picture[x - left, y - top]))
        plane[x, y] = UInt8((below * (255 - cover) + own * cover + 127) / 255)
      }
    }
  }
}
