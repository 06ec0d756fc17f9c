import HUDGeometry
import PixelTypes
import RealModule
import TestSupport

@testable import GlassChrome

/// One piece of glass over a scene, and what the tests of effects measure on it.
enum EffectStage {
  private typealias Fixtures = PainterFixtures

  static let size = ChromeFixtures.size(160, 96)
  static let layout = PainterFixtures.open(160, 96)
  static let frame = Rect(x: 20, y: 16, width: 120, height: 60)
  static let grey = scene { _, _ in 128 }
  /// Inside the bevel's foot.
  static let middle = PixelRect(x: 56, y: 36, width: 48, height: 20)
  /// Rows just inside the top and the bottom edge, away from corners.
  static let top = PixelRect(x: 60, y: 16, width: 40, height: 2)
  static let bottom = PixelRect(x: 60, y: 74, width: 40, height: 2)

  static func element(
    _ glass: Glass = .regular, elevation: GlassElement.Elevation = .z0, presence: Double = 1
  ) -> GlassElement {
    GlassElement(
      id: "a", frame: frame, form: .rect(cornerRadius: 20), glass: glass, elevation: elevation,
      presence: presence)
  }

  /// A grey scene by its codes.
  static func scene(_ code: (Int, Int) -> Double) -> PlanarPicture {
    PainterFixtures.grey(size.width, size.height, code)
  }

  static func color(_ red: Double, _ green: Double, _ blue: Double) -> PlanarPicture {
    ChromeFixtures.picture(size.width, size.height) { _, _ in (red, green, blue) }
  }

  /// Stripes of 16 pixels.
  static func stripes(_ bright: Double = 200, _ dark: Double = 60) -> PlanarPicture {
    scene { x, _ in x / 16 % 2 == 0 ? bright : dark }
  }

  static func still(
    _ scene: PlanarPicture = grey, _ element: GlassElement = element(), style: ChromeStyle = ChromeStyle(),
    quality: GlassQuality = .full, material: GlassMaterial? = nil
  ) throws -> PlanarPicture {
    try Fixtures.still(
      Fixtures.list([element]), layout, scene: scene, style: style, quality: quality, material: material)
  }

  static func mean(_ plane: PixelPlane, _ rect: PixelRect) -> Double {
    rect.places.reduce(0) { $0 + Double(plane[$1.x, $1.y]) } / Double(rect.width * rect.height)
  }

  /// Mean difference between neighbours: how sharp a picture is.
  static func sharpness(_ plane: PixelPlane, _ rect: PixelRect = middle) -> Double {
    let places = Places(rect.x..<rect.maxX - 4, rect.y..<rect.maxY)
    return places.reduce(0) { $0 + abs(Double(plane[$1.x, $1.y]) - Double(plane[$1.x + 4, $1.y])) }
      / Double((rect.width - 4) * rect.height)
  }

  static func chroma(_ canvas: PlanarPicture, _ rect: PixelRect = middle) -> Double {
    let (u, v) = (mean(canvas.cb, rect) - 128, mean(canvas.cr, rect) - 128)
    return (u * u + v * v).squareRoot()
  }

  static func difference(_ a: PlanarPicture, _ b: PlanarPicture, _ rect: PixelRect? = nil) -> Double {
    let rect = rect ?? a.bounds
    return rect.places.reduce(0) { $0 + abs(Double(a.luma[$1.x, $1.y]) - Double(b.luma[$1.x, $1.y])) }
      / Double(rect.width * rect.height)
  }
}
