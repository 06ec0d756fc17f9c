import HUDGeometry
import PixelTypes
import RealModule
import TestScenes
import TestSupport

@testable import GlassChrome
@testable import Screen

extension PixelPlane {
  var places: Places { Places(0..<width, 0..<height) }
}

extension SamplePlane {
  var places: Places { Places(0..<width, 0..<height) }
}

extension BlurPyramid {
  convenience init(of picture: PlanarPicture) {
    self.init(size: picture.size)
    update(from: picture)
  }
}

extension PixelRect {
  var places: Places { Places(x..<maxX, y..<maxY) }
}

/// Layouts, states and backdrops that the chrome's tests share.
enum ChromeFixtures {
  static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height)! }

  static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  /// A canvas with bars at its top and its bottom.
  private static func layout(
    _ width: Int, _ height: Int, _ viewfinders: [PixelRect], top: Int, bottom: Int, scale: Double
  ) -> ChromeLayout {
    ChromeLayout(
      canvas: size(width, height), viewfinders: viewfinders,
      topRegion: rect(0, 0, top == 0 ? 0 : width, top),
      bottomRegion: rect(0, height - bottom, width, bottom), scale: scale)
  }

  static let small = layout(
    640, 408, [rect(16, 48, 400, 288), rect(432, 48, 192, 108)], top: 48, bottom: 72, scale: 0.5)
  /// Two webcams side by side, at half of 1080p.
  static let half = layout(
    1296, 648, [rect(16, 48, 960, 528), rect(992, 48, 288, 160)], top: 48, bottom: 72, scale: 0.5)
  private static let portrait = layout(
    720, 1296, [rect(16, 96, 688, 512), rect(16, 624, 688, 512)], top: 96, bottom: 160, scale: 1)
  private static let odd = layout(
    1001, 701, [rect(16, 64, 641, 481), rect(672, 64, 321, 241)], top: 63, bottom: 156, scale: 0.75)
  private static let tiny = layout(
    320, 240, [rect(0, 32, 320, 176)], top: 32, bottom: 32, scale: 0.5)
  private static let bare = layout(64, 48, [rect(16, 16, 33, 17)], top: 0, bottom: 15, scale: 1)
  private static let large = layout(
    1600, 560, [rect(32, 192, 640, 160)], top: 192, bottom: 208, scale: 2)
  static let layouts: [(name: String, layout: ChromeLayout)] = [
    ("half", half), ("small", small), ("portrait", portrait), ("odd", odd), ("tiny", tiny),
    ("bare", bare), ("large", large),
  ]

  static func state(recording: Bool = false, hint: String? = "Tilt left a little") -> ChromeState {
    ChromeState(
      sources: [
        .init(name: "Logitech BRIO", status: .live, framesPerSecond: 30, drops: 0),
        .init(name: "C920 desk", status: .stale, framesPerSecond: 14.9, drops: 27),
      ], secondOfDay: 50_607, recordingSeconds: recording ? 12.4 : nil, hint: hint,
      templates: SilhouetteTemplate.builtIn, selectedTemplate: 1, gridName: "Thirds")
  }

  /// The backdrops that contrast is promised over.
  enum Backdrop: String, CaseIterable {
    case brightSky, foliage, nightCity, skin, highChroma, greyWall, black, white, checker

    var picture: PlanarPicture {
      ChromeFixtures.picture(240, 135) { x, y in
        let seed = Int(x * 240) * 7919 + Int(y * 135) * 104_729
        let noise = Double((seed ^ (seed >> 5)) % 256)
        switch self {
        case .brightSky: return (200 + 40 * y, 225 + 20 * y, 255)
        case .foliage: return (30 + noise * 0.3, 60 + noise * 0.55, 20 + noise * 0.15)
        case .nightCity: return noise > 236 ? (255, 220, 140) : (8, 10, 24)
        case .skin: return (222 - 20 * y, 172 - 20 * x, 140)
        case .highChroma:
          return Int(x * 6) % 2 == 0 ? (255, 0, 200) : Int(y * 4) % 2 == 0 ? (0, 255, 60) : (20, 0, 255)
        case .greyWall: return (128, 128, 128)
        case .black: return (0, 0, 0)
        case .white: return (255, 255, 255)
        case .checker: return (Int(x * 12) + Int(y * 8)) % 2 == 0 ? (255, 255, 255) : (0, 0, 0)
        }
      }
    }
  }

  /// A picture from sRGB codes by position, 0..<1 both ways.
  static func picture(
    _ width: Int, _ height: Int, _ color: (Double, Double) -> (Double, Double, Double)
  ) -> PlanarPicture {
    let picture = PlanarPicture(size: size(width, height), subsampling: .yuv444)
    for (x, y) in picture.luma.places {
      let c = color(Double(x) / Double(width), Double(y) / Double(height))
      let ink = InkColor(c.0, c.1, c.2)
      (picture.luma[x, y], picture.cb[x, y], picture.cr[x, y]) = (ink.luma, ink.cb, ink.cr)
    }
    return picture
  }

  static func canvas(_ layout: ChromeLayout, _ subsampling: ChromaSubsampling, fill: UInt8 = 0)
    -> PlanarPicture
  {
    let canvas = PlanarPicture(size: layout.canvas, subsampling: subsampling)
    for plane in [canvas.luma, canvas.cb, canvas.cr] { plane.fill(fill) }
    return canvas
  }

  /// All samples of a canvas, without the rows' padding.
  static func samples(_ canvas: PlanarPicture) -> [[UInt8]] {
    [canvas.luma, canvas.cb, canvas.cr].map(samples)
  }

  static func samples(_ plane: PixelPlane) -> [UInt8] { plane.allSamples() }

  /// Of canvases that were filled with 0x5A and 0xA5 before the same was drawn on both: samples in viewfinders that were drawn, and samples
  /// outside that weren't.
  static func strays(_ canvases: [PlanarPicture], _ layout: ChromeLayout) -> (touched: Int, missed: Int) {
    TestScenes.strays(canvases, filled: [0x5A, 0xA5], viewfinders: layout.viewfinders)
  }

  /// WCAG's relative luminance of a canvas pixel.
  static func luminance(_ canvas: PlanarPicture, _ x: Int, _ y: Int) -> Double {
    let (h, v) = (canvas.subsampling.horizontal, canvas.subsampling.vertical)
    let luma = Double(canvas.luma[x, y])
    let cb = Double(canvas.cb[x / h, y / v]) - 128
    let cr = Double(canvas.cr[x / h, y / v]) - 128
    func light(_ code: Double) -> Double { TransferCurve.light(min(max(code, 0), 255) / 255) }
    return 0.2126 * light(luma + 1.402 * cr) + 0.7152 * light(luma - 0.344136 * cb - 0.714136 * cr)
      + 0.0722 * light(luma + 1.772 * cb)
  }
}
