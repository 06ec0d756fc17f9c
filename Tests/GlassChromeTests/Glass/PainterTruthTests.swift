import Foundation
import GlassTruth
import HUDGeometry
import PixelTypes
import Showroom
import TestSupport
import Testing

@testable import GlassChrome

/// The painter's pictures against those of a path tracer that shares nothing with it but the material's numbers.
///
/// `DUALCAM_WRITE_PICTURES=DIR` writes the pairs: painter, tracer, and eight times their difference.
@Suite("Glass: the painter against a path tracer")
struct PainterTruthTests {
  private struct Scene {
    var name: String
    /// Of the glass, in points.
    var pieces: [GlassBlock.Piece]
    var forms: [GlassForm]
    var glass = Glass.regular
    var spacing = 0.0
    var appearances: [ChromeStyle.Appearance] = [.dark]

    /// Points around the glass.
    static let margin = 24.0

    var canvas: (width: Int, height: Int) {
      (
        Int((pieces.map { $0.x + $0.width }.max() ?? 0) + Self.margin) * 2,
        Int((pieces.map { $0.y + $0.height }.max() ?? 0) + Self.margin) * 2
      )
    }

    var list: DisplayList {
      let (width, height) = canvas
      return DisplayList(groups: [
        .init(
          id: "group", spacing: spacing, elements: elements, items: [],
          bounds: Rect(x: 0, y: 0, width: Double(width) / 2, height: Double(height) / 2))
      ])
    }

    var elements: [GlassElement] {
      zip(pieces, forms).enumerated().map { i, piece in
        GlassElement(
          id: ElementID("piece \(i)"),
          frame: Rect(x: piece.0.x, y: piece.0.y, width: piece.0.width, height: piece.0.height),
          form: piece.1,
          glass: glass, elevation: .z2)
      }
    }
  }

  private static let scenes = [
    Scene(
      name: "circle", pieces: [.init(x: 24, y: 24, width: 44, height: 44, radius: 22)], forms: [.circle],
      glass: .clear),
    Scene(
      name: "capsule", pieces: [.init(x: 24, y: 24, width: 300, height: 64, radius: 32)], forms: [.capsule],
      appearances: [.dark, .light]),
    Scene(
      name: "card", pieces: [.init(x: 24, y: 24, width: 290, height: 125, radius: 36)],
      forms: [.rect(cornerRadius: 36)], appearances: [.dark, .light]),
    Scene(
      name: "clear card", pieces: [.init(x: 24, y: 24, width: 290, height: 125, radius: 36)],
      forms: [.rect(cornerRadius: 36)], glass: .clear),
    Scene(
      name: "merged",
      pieces: [
        .init(x: 24, y: 24, width: 120, height: 56, radius: 20),
        .init(x: 24, y: 86, width: 56, height: 120, radius: 20),
        .init(x: 150, y: 28, width: 48, height: 48, radius: 24),
      ], forms: [.rect(cornerRadius: 20), .rect(cornerRadius: 20), .circle], spacing: 16),
    Scene(
      name: "sheet", pieces: [.init(x: 24, y: 24, width: 420, height: 260, radius: 38)],
      forms: [.rect(cornerRadius: 38)]),
  ]

  private static func substance(_ material: GlassMaterial) -> GlassSubstance {
    GlassSubstance(
      index: material.refractiveIndex, floor: material.floorPoints, keep: material.keep,
      add: SIMD3(material.add.red, material.add.green, material.add.blue),
      saturation: Double(material.saturation) / 256, blur: material.blurPoints, lens: material.lens,
      isClear: material.isClear, edgeGather: material.edgeGather, keyLight: material.keyLight)
  }

  /// The light that the painter finds in a scene: where it looks for it is its own affair, how it shines is compared.
  private static func lamp(_ scene: PlanarPicture) -> PathTracer.Lamp {
    let small = PictureBackdrop.reduced(scene, by: 16)
    var meter = KeyLightMeter()
    meter.look(at: BlurPyramid(of: small), rollDegrees: 0, nanoseconds: 0)
    let (blue, red) = (Float(4 * meter.light.cb), Float(4 * meter.light.cr))
    let code = SIMD3(255 + 1.402 * red, 255 - 0.344_136 * blue - 0.714_136 * red, 255 + 1.772 * blue)
    return PathTracer.Lamp(
      toward: cos(meter.light.angle), sin(meter.light.angle), power: Double(meter.light.strength) / 16,
      color: LightPicture.light(code.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))))
  }

  @Test(
    "shows what a path tracer shows: within 2 on average, and 8 in all but a hundredth of the picture (CIEDE2000)",
    arguments: Share.of(Self.scenes, oneIn: 16).map(\.name))
  func truth(name: String) throws {
    let scene = try #require(Self.scenes.first { $0.name == name })
    let (width, height) = scene.canvas
    var shots: [PathTracer.Shot] = []
    var painted: [(name: String, appearance: ChromeStyle.Appearance, picture: LightPicture)] = []
    for photograph in [TestBackdrop.foliage, .skin, .art] {
      let light = LightPicture(try photograph.picture()).filling(width: width, height: height)
      let picture = try #require(light.planar)
      for appearance in scene.appearances {
        let style = ChromeStyle(appearance: appearance)
        let element = try #require(scene.elements.first)
        shots.append(
          .init(
            LightPicture(picture), Self.substance(.make(element, style: style)), lamp: Self.lamp(picture)))
        let canvas = try ChromePicture.draw(
          scene.list, width: Double(width) / 2,
          height: Double(height) / 2, over: .picture(picture), style: style, scale: 2)
        painted.append(("\(name) \(photograph.rawValue) \(appearance)", appearance, LightPicture(canvas)))
      }
    }
    let tracer = PathTracer(
      GlassBlock(scene.pieces, spacing: scene.spacing), width: width, height: height, scale: 2)
    let glass = tracer.glassPixels
    for (traced, painted) in zip(tracer.trace(shots), painted) {
      let difference = PictureDifference(painted.picture, traced)
      let (mean, worst) = (difference.mean(where: glass), difference.percentile(0.99, where: glass))
      try Self.write(painted.name, painted.picture, traced, difference, mean: mean, worst: worst)
      #expect(mean <= 2, "\(painted.name)")
      let whole = difference.percentile(0.99, where: glass.map { _ in true })
      #expect(whole <= 8, "\(painted.name)")
    }
  }

  @Test("another index, floor, blur or light is found out")
  func otherwise() throws {
    let scene = try #require(Self.scenes.first { $0.name == "circle" })
    let (width, height) = scene.canvas
    let light = LightPicture(try TestBackdrop.foliage.picture()).filling(width: width, height: height)
    let element = try #require(scene.elements.first)
    let right = Self.substance(.make(element, style: ChromeStyle()))
    var (thin, low, dull, soft) = (right, right, right, right)
    thin.index = 1.25
    low.floor = 4
    dull.keyLight = 0
    soft.isClear = false
    let tracer = PathTracer(GlassBlock(scene.pieces), width: width, height: height, scale: 2)
    let pictures = tracer.trace([right, thin, low, dull, soft].map { .init(light, $0) })
    let glass = tracer.glassPixels
    for other in pictures.dropFirst() {
      #expect(PictureDifference(pictures[0], other).percentile(0.99, where: glass) > 8)
    }
  }

  /// Painter, tracer and difference side by side, if someone wants to see them.
  private static func write(
    _ name: String, _ painted: LightPicture, _ traced: LightPicture, _ difference: PictureDifference,
    mean: Double, worst: Double
  ) throws {
    guard let folder = ProcessInfo.processInfo.environment["DUALCAM_WRITE_PICTURES"] else { return }
    print("\(name): mean \(mean), 99th percentile \(worst)")
    let sheet = try #require(sideBySide([painted, traced, difference.picture(width: painted.width)]).planar)
    let url = URL(fileURLWithPath: folder).appendingPathComponent(name.replacing(" ", with: "-") + ".png")
    try Data(try PNGEncoder.encode(sheet)).write(to: url)
  }

  private static func sideBySide(_ pictures: [LightPicture]) -> LightPicture {
    let (width, height) = (pictures[0].width, pictures[0].height)
    var sheet = LightPicture(width: width * pictures.count, height: height)
    for (i, picture) in pictures.enumerated() {
      for (x, y) in Places(0..<width, 0..<height) { sheet[i * width + x, y] = picture[x, y] }
    }
    return sheet
  }
}
