import Glibc
import PixelTypes

/// A park in soft focus with a person walking through: a subject with a known box.
final class WalkerScene: Scene {
  private let settings: SceneSettings
  private let background: PlanarPicture
  private let colors: InlineArray<8, YCbCr>
  private let figureHeight: Float
  private let ground: Float

  /// The figure's height as a share of the picture's, and where its feet are: this puts the middle of the standing
  /// figure's box on the lower line of thirds.
  private static let heightShare: Float = 0.60
  private static let groundShare: Float = 0.967
  /// Length of one pair of steps, as a share of the figure's height.
  private static let strideLength = 0.80

  init?(_ settings: SceneSettings) {
    self.settings = settings
    guard let background = ParkPainter.paint(settings) else { return nil }
    self.background = background
    figureHeight = Self.heightShare * Float(settings.size.height)
    ground = Self.groundShare * Float(settings.size.height)
    colors = Self.colors(seed: settings.seed)
  }

  private static func colors(seed: UInt64) -> InlineArray<8, YCbCr> {
    let random = ValueNoise(seed: seed ^ 0x636F_6174)
    let jackets = [
      RGB(0.72, 0.16, 0.13), RGB(0.86, 0.62, 0.12), RGB(0.16, 0.30, 0.55), RGB(0.80, 0.34, 0.10),
    ]
    let jacket = jackets[Int(random.uniform(0) * 3.999)]
    var colors = InlineArray<8, YCbCr>(repeating: YCbCr(RGB(0.1, 0.1, 0.12)))
    colors[WalkerFigure.Paint.skin.rawValue] = YCbCr(RGB(0.83, 0.62, 0.50))
    colors[WalkerFigure.Paint.hair.rawValue] = YCbCr(RGB(0.20, 0.13, 0.09))
    colors[WalkerFigure.Paint.jacket.rawValue] = YCbCr(jacket)
    colors[WalkerFigure.Paint.farJacket.rawValue] = YCbCr(jacket * 0.68)
    colors[WalkerFigure.Paint.trousers.rawValue] = YCbCr(RGB(0.17, 0.20, 0.29))
    colors[WalkerFigure.Paint.farTrousers.rawValue] = YCbCr(RGB(0.12, 0.14, 0.21))
    colors[WalkerFigure.Paint.shoes.rawValue] = YCbCr(RGB(0.13, 0.10, 0.09))
    return colors
  }

  private func figure(frame: Int) -> (figure: WalkerFigure, x: Float) {
    let path = WalkerPath(seconds: settings.seconds(atFrame: frame))
    let width = Double(settings.size.width)
    let steps = path.distance * width / (Self.strideLength * Double(figureHeight))
    let figure = WalkerFigure(
      phase: Float((steps * 2 * .pi).truncatingRemainder(dividingBy: 2 * .pi)), stride: Float(path.stride),
      facing: Float(path.facing))
    return (figure, Float(path.x * width))
  }

  func truth(frame: Int) -> SceneTruth {
    var truth = settings.emptyTruth(frame: frame)
    let (figure, x) = figure(frame: frame)
    let (width, height) = (Float(settings.size.width), Float(settings.size.height))
    let visible = figure.bounds(from: -x / figureHeight, to: (width - x) / figureHeight)
    guard let visible else { return truth }
    let left = (x + visible.left * figureHeight) / width
    let right = (x + visible.right * figureHeight) / width
    let top = (ground + visible.top * figureHeight) / height
    let bottom = (ground + visible.bottom * figureHeight) / height
    truth.subject = SceneTruth.Box(
      x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
    return truth
  }

  func render(frame: Int, into picture: PlanarPicture) {
    background.copyWindow(fromPair: 0, into: picture)
    let (figure, x) = figure(frame: frame)
    drawShadow(x: x, spread: (figure.bounds.right - figure.bounds.left) / 2 * figureHeight, into: picture)
    for index in 0..<WalkerFigure.limbCount {
      let limb = figure.limbs[index]
      let bar = bar(limb, x: x)
      draw(bar, colors[limb.paint.rawValue], into: picture)
    }
  }

  /// A limb's place in the picture when the figure's middle is at `x`.
  private func bar(_ limb: Limb, x: Float) -> Bar {
    Bar(
      ax: x + limb.ax * figureHeight, ay: ground + limb.ay * figureHeight,
      radiusA: limb.radiusA * figureHeight,
      bx: x + limb.bx * figureHeight, by: ground + limb.by * figureHeight,
      radiusB: limb.radiusB * figureHeight)
  }

  func subjectMask(frame: Int, width: Int, height: Int) -> [UInt8]? {
    let (figure, x) = figure(frame: frame)
    // As many samples per cell as it has pixels, each with the pixel's own coverage.
    let (w, h) = (settings.size.width, settings.size.height)
    let (across, down) = (max(1, (w + width - 1) / width), max(1, (h + height - 1) / height))
    let (columns, rows) = (width * across, height * down)
    let (stepX, stepY) = (Float(w) / Float(columns), Float(h) / Float(rows))
    var samples = [UInt8](repeating: 0, count: columns * rows)
    for index in 0..<WalkerFigure.limbCount {
      let bar = bar(figure.limbs[index], x: x)
      let left = (min(bar.ax - bar.radiusA, bar.bx - bar.radiusB) - 1) / stepX
      let right = (max(bar.ax + bar.radiusA, bar.bx + bar.radiusB) + 1) / stepX
      let top = (min(bar.ay - bar.radiusA, bar.by - bar.radiusB) - 1) / stepY
      let bottom = (max(bar.ay + bar.radiusA, bar.by + bar.radiusB) + 1) / stepY
      for row in Self.cells(from: top, to: bottom, count: rows) {
        for column in Self.cells(from: left, to: right, count: columns) {
          let (coverage, _) = bar.sample((Float(column) + 0.5) * stepX, (Float(row) + 0.5) * stepY)
          let i = row * columns + column
          samples[i] = max(samples[i], UInt8(nearest: coverage * 255))
        }
      }
    }
    var sums = [Int](repeating: 0, count: width * height)
    for i in samples.indices where samples[i] != 0 {
      sums[i / columns / down * width + i % columns / across] += Int(samples[i])
    }
    return sums.map { UInt8(($0 + across * down / 2) / (across * down)) }
  }

  private static func cells(from low: Float, to high: Float, count: Int) -> Range<Int> {
    let first = Int(max(0, min(Float(count), low.rounded(.down))))
    return first..<max(first, Int(max(0, min(Float(count), high.rounded(.up)))))
  }

  /// A soft contact shadow within the figure's box, so that the box holds everything she changes.
  private func drawShadow(x: Float, spread: Float, into picture: PlanarPicture) {
    let reach = min(spread, 0.12 * figureHeight)
    let half = 0.018 * figureHeight
    for y in rows(from: ground - 2 * half, to: ground, in: picture.luma) {
      for column in columns(from: x - reach, to: x + reach, in: picture.luma) {
        let dx = (Float(column) + 0.5 - x) / reach
        let dy = (Float(y) + 0.5 - ground + half) / half
        let strength = max(0, 1 - dx * dx - dy * dy)
        // SAFETY: rows and columns are clamped to the plane.
        let sample = unsafe picture.luma.base + y * picture.luma.bytesPerRow + column
        unsafe sample.pointee = UInt8(nearest: Float(sample.pointee) * (1 - 0.55 * strength))
      }
    }
  }

  private func rows(from top: Float, to bottom: Float, in plane: PixelPlane) -> Range<Int> {
    let first = min(plane.height, max(0, Int(top.rounded(.down))))
    return first..<max(first, min(plane.height, Int(bottom.rounded(.up))))
  }

  private func columns(from left: Float, to right: Float, in plane: PixelPlane) -> Range<Int> {
    let first = min(plane.width, max(0, Int(left.rounded(.down))))
    return first..<max(first, min(plane.width, Int(right.rounded(.up))))
  }

  private func draw(_ bar: Bar, _ color: YCbCr, into picture: PlanarPicture) {
    let (left, right) = (
      min(bar.ax - bar.radiusA, bar.bx - bar.radiusB), max(bar.ax + bar.radiusA, bar.bx + bar.radiusB)
    )
    let (top, bottom) = (
      min(bar.ay - bar.radiusA, bar.by - bar.radiusB), max(bar.ay + bar.radiusA, bar.by + bar.radiusB)
    )
    let luma = picture.luma
    for y in rows(from: top, to: bottom, in: luma) {
      // SAFETY: rows and columns are clamped to the planes.
      let row = unsafe luma.base + y * luma.bytesPerRow
      for x in columns(from: left, to: right, in: luma) {
        let (coverage, shade) = bar.sample(Float(x) + 0.5, Float(y) + 0.5)
        if coverage > 0 {
          let below = unsafe Float(row[x])
          unsafe row[x] = UInt8(nearest: below + (color.y * shade - below) * coverage)
        }
      }
      let (cbRow, crRow) = unsafe (
        picture.cb.base + y * picture.cb.bytesPerRow, picture.cr.base + y * picture.cr.bytesPerRow
      )
      for x in columns(from: left / 2, to: right / 2, in: picture.cb) {
        let (coverage, _) = bar.sample(2 * Float(x) + 1, Float(y) + 0.5)
        if coverage > 0 {
          let (cb, cr) = unsafe (Float(cbRow[x]), Float(crRow[x]))
          unsafe cbRow[x] = UInt8(nearest: cb + (color.cb - cb) * coverage)
          unsafe crRow[x] = UInt8(nearest: cr + (color.cr - cr) * coverage)
        }
      }
    }
  }
}

/// A limb in pixels.
private struct Bar {
  var ax: Float
  var ay: Float
  var radiusA: Float
  var bx: Float
  var by: Float
  var radiusB: Float

  /// How much of a pixel the bar covers, and how bright it is there: lit from the upper left, as if round.
  @inline(__always)
  func sample(_ x: Float, _ y: Float) -> (coverage: Float, shade: Float) {
    let (dx, dy) = (bx - ax, by - ay)
    let (px, py) = (x - ax, y - ay)
    let t = min(1, max(0, (px * dx + py * dy) / max(1e-6, dx * dx + dy * dy)))
    let (ox, oy) = (px - t * dx, py - t * dy)
    let radius = radiusA + (radiusB - radiusA) * t
    let distance = (ox * ox + oy * oy).squareRoot()
    let coverage = min(1, max(0, radius - distance + 0.5))
    // Only the offset across the axis, so that collinear limbs join without a seam.
    let length = max(1e-3, (dx * dx + dy * dy).squareRoot())
    let across = (px * dy - py * dx) / length / max(1, radius)
    let light = across * (-0.8 * dy + 0.5 * dx) / length
    return (coverage, 1 + 0.26 * light - 0.06 * light * light)
  }
}
