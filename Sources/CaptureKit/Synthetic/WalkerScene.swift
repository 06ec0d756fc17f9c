import Glibc
import PixelTypes

/// A park in soft focus with a person walking through: a subject with a known box.
final class WalkerScene: Scene {
  private let settings: SceneSettings
  private let background: PlanarPicture
  private let colors: InlineArray<7, YCbCr>
  private let figureHeight: Float
  private let ground: Float

  /// The figure's height as a share of the picture's, and where its feet are: this puts the middle of the standing
  /// figure's box on the lower line of thirds.
  private static let heightShare: Float = 0.60
  private static let groundShare: Float = 0.967
  /// Length of one pair of steps, as a share of the figure's height.
  private static let strideLength = 0.80

  init(_ settings: SceneSettings) {
    self.settings = settings
    background = ParkPainter.paint(settings)
    figureHeight = Self.heightShare * Float(settings.size.height)
    ground = Self.groundShare * Float(settings.size.height)
    colors = Self.colors(seed: settings.seed)
  }

  private static func colors(seed: UInt64) -> InlineArray<7, YCbCr> {
    let random = ValueNoise(seed: seed ^ 0x636F_6174)
    let jackets = [
      RGB(0.72, 0.16, 0.13), RGB(0.86, 0.62, 0.12), RGB(0.16, 0.30, 0.55), RGB(0.80, 0.34, 0.10),
    ]
    let jacket = jackets[Int(random.uniform(0) * 3.999)]
    var colors = InlineArray<7, YCbCr>(repeating: YCbCr(RGB(0.1, 0.1, 0.12)))
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

  func subject(frame: Int) -> SceneTruth.Box? {
    let (figure, x) = figure(frame: frame)
    let (width, height) = (Float(settings.size.width), Float(settings.size.height))
    let visible = figure.bounds(from: -x / figureHeight, to: (width - x) / figureHeight)
    guard let visible else { return nil }
    let left = (x + visible.left * figureHeight) / width
    let right = (x + visible.right * figureHeight) / width
    let top = (ground + visible.top * figureHeight) / height
    let bottom = (ground + visible.bottom * figureHeight) / height
    return SceneTruth.Box(
      x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
  }

  func render(frame: Int, into picture: PlanarPicture) {
    background.copyWindow(into: picture)
    let (figure, x) = figure(frame: frame)
    drawShadow(x: x, spread: (figure.bounds.right - figure.bounds.left) / 2 * figureHeight, into: picture)
    for index in 0..<WalkerFigure.limbCount {
      draw(figure.limbs[index].placed(x: x, y: ground, height: figureHeight), into: picture)
    }
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
      let limb = figure.limbs[index].placed(x: x, y: ground, height: figureHeight)
      for row in Self.cells(from: (limb.top - 1) / stepY, to: (limb.bottom + 1) / stepY, of: rows) {
        for column in Self.cells(from: (limb.left - 1) / stepX, to: (limb.right + 1) / stepX, of: columns) {
          let (coverage, _) = limb.sample((Float(column) + 0.5) * stepX, (Float(row) + 0.5) * stepY)
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

  /// Those of `count` cells that a stretch touches.
  private static func cells(from low: Float, to high: Float, of count: Int) -> Range<Int> {
    let first = Int(max(0, min(Float(count), low.rounded(.down))))
    return first..<max(first, Int(max(0, min(Float(count), high.rounded(.up)))))
  }

  /// A soft contact shadow within the figure's box, so that the box holds everything she changes.
  private func drawShadow(x: Float, spread: Float, into picture: PlanarPicture) {
    let reach = min(spread, 0.12 * figureHeight)
    let half = 0.018 * figureHeight
    for y in Self.cells(from: ground - 2 * half, to: ground, of: picture.luma.height) {
      for column in Self.cells(from: x - reach, to: x + reach, of: picture.luma.width) {
        let dx = (Float(column) + 0.5 - x) / reach
        let dy = (Float(y) + 0.5 - ground + half) / half
        let strength = max(0, 1 - dx * dx - dy * dy)
        // SAFETY: rows and columns are clamped to the plane.
        let sample = unsafe picture.luma.base + y * picture.luma.bytesPerRow + column
        unsafe sample.pointee = UInt8(nearest: Float(sample.pointee) * (1 - 0.55 * strength))
      }
    }
  }

  private func draw(_ limb: Limb, into picture: PlanarPicture) {
    let color = colors[limb.paint.rawValue]
    let (left, right) = (limb.left, limb.right)
    let luma = picture.luma
    for y in Self.cells(from: limb.top, to: limb.bottom, of: luma.height) {
      // SAFETY: rows and columns are clamped to the planes.
      let row = unsafe luma.base + y * luma.bytesPerRow
      for x in Self.cells(from: left, to: right, of: luma.width) {
        let (coverage, shade) = limb.sample(Float(x) + 0.5, Float(y) + 0.5)
        if coverage > 0 {
          let below = unsafe Float(row[x])
          unsafe row[x] = UInt8(nearest: below + (color.y * shade - below) * coverage)
        }
      }
      let (cbRow, crRow) = unsafe (
        picture.cb.base + y * picture.cb.bytesPerRow, picture.cr.base + y * picture.cr.bytesPerRow
      )
      for x in Self.cells(from: left / 2, to: right / 2, of: picture.cb.width) {
        let (coverage, _) = limb.sample(2 * Float(x) + 1, Float(y) + 0.5)
        if coverage > 0 {
          let (cb, cr) = unsafe (Float(cbRow[x]), Float(crRow[x]))
          unsafe cbRow[x] = UInt8(nearest: cb + (color.cb - cb) * coverage)
          unsafe crRow[x] = UInt8(nearest: cr + (color.cr - cr) * coverage)
        }
      }
    }
  }
}
